import type { ProviderTrial } from '../../src/contract/provider-views';

export function tryProvider(url: string, key: string, provider: string): Promise<string[]>;
export function describeTrial(trial: ProviderTrial): string[];
