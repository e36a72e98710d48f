import type { ProviderInfo, ProviderKind, RequestSettings } from '../../contract/providers';

type Setting = keyof RequestSettings;

/**
 * Profile settings that a kind of provider does not support, from its documentation. Plain data, because the pages use
 * it too.
 * - OpenAI: chat completions reference. Other endpoints of the kind `openai` (llama.cpp, vLLM, Ollama, LM Studio,
 * hosted) accept more; a setting that one of them refuses is omitted from the next call.
 * - Anthropic: Messages API reference, which has `temperature`, `top_p`, `top_k` and `stop_sequences`.
 * - Google: `GenerationConfig` of the Gemini API.
 * - OpenRouter accepts all and drops settings that the model does not support.
 * - Workers AI: inputs of its text generation models.
 */
const UNSUPPORTED: Record<ProviderKind | 'own-openai', readonly Setting[]> = {
  openai: [],
  'own-openai': ['topK', 'minP', 'repetitionPenalty'],
  openrouter: [],
  anthropic: ['minP', 'frequencyPenalty', 'presencePenalty', 'repetitionPenalty', 'seed'],
  google: ['minP', 'repetitionPenalty'],
  'workers-ai': ['minP', 'stop'],
};

/** True for OpenAI's own API in any region; null means the default. */
export const isOpenAi = (baseUrl: string | null | undefined): boolean =>
  !baseUrl || /^https:\/\/(?:[a-z]{2}\.)?api\.openai\.com(?:[:/]|$)/.test(baseUrl);

/** The given settings that the provider does not support, in the order of {@link UNSUPPORTED}. */
export function unsupportedSettings({ kind, baseUrl }: ProviderInfo, settings: RequestSettings): Setting[] {
  const list = UNSUPPORTED[kind === 'openai' && isOpenAi(baseUrl) ? 'own-openai' : kind];
  return list.filter((name) => settings[name] !== undefined);
}
