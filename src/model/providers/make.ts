import { checkModelName } from '../../contract/model-names';
import type { ProviderKind } from '../../contract/providers';
import type { Provider } from '../provider';
import type { ProviderDeps, ProviderSettings } from './settings';

type ProviderFactory = (settings: ProviderSettings, deps: ProviderDeps) => Provider;

/** Loaded lazily, by the first request to a provider of that kind. */
const LOAD: Record<ProviderKind, () => Promise<ProviderFactory>> = {
  openai: async () => {
    const { createOpenAiProvider } = await import('./openai');
    return (settings, deps) => createOpenAiProvider({ ...settings, ...deps });
  },
  openrouter: async () => (await import('./openrouter')).createOpenRouterProvider,
  anthropic: async () => (await import('./anthropic')).createAnthropicProvider,
  google: async () => (await import('./google')).createGoogleProvider,
  'workers-ai': async () => (await import('./workers-ai')).createWorkersAiProvider,
};

/** A provider of any kind; its code is loaded by its first request. */
export function createProvider(kind: ProviderKind, settings: ProviderSettings, deps: ProviderDeps): Provider {
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
