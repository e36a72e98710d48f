import type { ProviderKind } from '../../api/providers';
import type { JsonObject } from '../../base/json';
import type { Provider } from '../provider';
import { makeOpenAiProvider } from './openai';

interface ProviderSettings {
  name: string;
  apiKey: string;
  baseUrl?: string | null;
  headers?: Readonly<Record<string, string>>;
  extraBody?: JsonObject;
}

interface ProviderDeps {
  png?: (cells: string) => Uint8Array | Promise<Uint8Array>;
  now: () => number;
  ai?: unknown;
}

/** Makes a provider of a kind; here only `openai`. */
export function makeProvider(kind: ProviderKind, settings: ProviderSettings, deps: ProviderDeps): Provider {
  if (kind !== 'openai') throw new Error(`no client for the kind ${kind}`);
  const { png, now } = deps;
  const { name, apiKey, baseUrl } = settings;
  return makeOpenAiProvider({
    name,
    apiKey,
    baseUrl: baseUrl ?? 'https://api.openai.com/v1',
    now,
    ...(png && { png }),
  });
}
