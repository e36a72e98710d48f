import type { ProviderInfo, ProviderKind, RequestSettings } from '../../contract/providers';

type Setting = keyof RequestSettings;

/**
 * The settings of a profile that a kind of provider does not take, as of its documentation. Data alone: the pages check
 * profiles by it.
 *
 * - OpenAI: its reference of chat completions. Other endpoints of the kind `openai` (llama.cpp, vLLM, Ollama, LM Studio,
 *   hosted ones) take more; a setting that one of them refuses is left out of the next call.
 * - Anthropic: its reference of the Messages API, which has `temperature`, `top_p`, `top_k` and `stop_sequences`.
 * - Google: `GenerationConfig` of the Gemini API.
 * - OpenRouter takes all, and leaves out those that the model behind it does not.
 * - Workers AI: the inputs of its text generation models.
 */
const UNSUPPORTED: Record<ProviderKind | 'own-openai', readonly Setting[]> = {
  openai: [],
  'own-openai': ['topK', 'minP', 'repetitionPenalty'],
  openrouter: [],
  anthropic: ['minP', 'frequencyPenalty', 'presencePenalty', 'repetitionPenalty', 'seed'],
  google: ['minP', 'repetitionPenalty'],
  'workers-ai': ['minP', 'stop'],
};

/** OpenAI's own API, in any of its regions; null: the default. */
export const isOpenAi = (baseUrl: string | null | undefined): boolean =>
  !baseUrl || /^https:\/\/(?:[a-z]{2}\.)?api\.openai\.com(?:[:/]|$)/.test(baseUrl);

/** The settings among these that the provider does not take, in the order of its list. */
export function unsupportedSettings({ kind, baseUrl }: ProviderInfo, settings: RequestSettings): Setting[] {
  const list = UNSUPPORTED[kind === 'openai' && isOpenAi(baseUrl) ? 'own-openai' : kind];
  return list.filter((name) => settings[name] !== undefined);
}
