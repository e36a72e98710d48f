import { checkModelName } from '../../contract/model-names';
import { type ProviderKind, VENDOR_URLS } from '../../contract/providers';
import type { Provider } from '../provider';
import { isOpenAi } from './samplers';
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

/**
 * True if the API is documented to show a request's JSON schema to the model. Servers of open models only constrain
 * sampling with it, and gateways with an address of their own may do either.
 * - OpenAI writes it into the prompt as a response format (the prompt format of openai/harmony).
 * - Anthropic adds a system prompt that explains it (structured outputs, "Prompt modification and token costs").
 * - Google counts it as input and asks not to repeat it in the prompt (Gemini API, structured output).
 */
export const showsSchema = (kind: ProviderKind, baseUrl: string | null | undefined): boolean =>
  kind === 'openai'
    ? isOpenAi(baseUrl)
    : (kind === 'anthropic' || kind === 'google') && (!baseUrl || baseUrl === VENDOR_URLS[kind]);

/** A provider of any kind; its code is loaded by its first request. */
export function createProvider(kind: ProviderKind, settings: ProviderSettings, deps: ProviderDeps): Provider {
  let provider: Provider | null = null;
  return {
    name: settings.name,
    showsSchema: showsSchema(kind, settings.baseUrl),
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
