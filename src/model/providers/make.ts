import { checkModelName } from '../../contract/model-names';
import type { ProviderKind } from '../../contract/providers';
import type { Provider } from '../provider';
import type { ProviderDeps, ProviderSettings } from './settings';

type Make = (settings: ProviderSettings, deps: ProviderDeps) => Provider;

/** Loaded lazily, by the first request to a provider of that kind. */
const LOAD: Record<ProviderKind, () => Promise<Make>> = {
  openai: async () => {
    const { makeOpenAiProvider } = await import('./openai');
    return (settings, deps) => makeOpenAiProvider({ ...settings, ...deps });
  },
  openrouter: async () => (await import('./openrouter')).makeOpenRouterProvider,
  anthropic: async () => (await import('./anthropic')).makeAnthropicProvider,
  google: async () => (await import('./google')).makeGoogleProvider,
  'workers-ai': async () => (await import('./workers-ai')).makeWorkersAiProvider,
};

/** A provider of any kind; its code is loaded by its first request. */
export function makeProvider(kind: ProviderKind, settings: ProviderSettings, deps: ProviderDeps): Provider {
  let provider: Provider | null = null;
  return {
    name: settings.name,
    async complete(request, signal) {
      const nameFault = checkModelName(kind, request.model);
      if (nameFault !== null) return { kind: 'refused', retryable: false, error: nameFault };
      // Don't share the promise: workerd cancels it with the request that created it.
      const make = provider === null ? await LOAD[kind]() : null;
      provider ??= make?.(settings, deps) ?? null;
      if (provider === null) throw new Error(`no code for the kind ${kind}`);
      return provider.complete(request, signal);
    },
  };
}
