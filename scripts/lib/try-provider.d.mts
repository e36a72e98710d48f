import type { ProviderTrial } from '../../src/api/provider-views';

export function tryProvider(url: string, key: string, provider: string): Promise<string[]>;
export function describeTrial(trial: ProviderTrial): string[];
