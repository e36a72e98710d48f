import { asRecord, cleanText, MAX_COUNTED_TOKENS, readCount } from '../../base/foreign-values';
import type { Usage } from '../../contract/calls';

const MAX_PLAUSIBLE = 120;
/** Upper bound for a call's cost, in any currency. */
const MAX_COST = 10_000;

/** An endpoint's counts, unvalidated. `undefined` and null: not reported. */
export interface RawUsage {
  prompt: unknown;
  /** Thinking and answer together. */
  completion: unknown;
  reasoning?: unknown;
  cached?: unknown;
  cost?: unknown;
}

export interface ReadUsage {
  usage: Usage;
  doubted?: string;
}

/**
 * Validates an endpoint's counts. A missing count is 0; an implausible one discards them all (`doubted`); a part larger
 * than its total, or an implausible cost, is dropped.
 */
export function readUsage({ prompt, completion, reasoning, cached, cost }: RawUsage): ReadUsage {
  const promptTokens = readCount(prompt ?? 0, MAX_COUNTED_TOKENS);
  const completionTokens = readCount(completion ?? 0, MAX_COUNTED_TOKENS);
  if (promptTokens === null || completionTokens === null) {
    const words = JSON.stringify({ prompt_tokens: prompt, completion_tokens: completion });
    return { usage: { promptTokens: 0, completionTokens: 0 }, doubted: cleanText(words, MAX_PLAUSIBLE) };
  }
  const reasoningTokens = readCount(reasoning, completionTokens);
  const cachedTokens = readCount(cached, promptTokens);
  const isCost = typeof cost === 'number' && cost >= 0 && cost <= MAX_COST;
  return {
    usage: {
      promptTokens,
      completionTokens,
      ...(reasoningTokens !== null && { reasoningTokens }),
      ...(cachedTokens !== null && { cachedTokens }),
      ...(isCost && { cost }),
    },
  };
}

/**
 * Usage of a chat completion from OpenAI, OpenRouter (`cost`), DeepSeek (`prompt_cache_hit_tokens`), Ollama and
 * llama.cpp. xAI excludes thinking from the completion count.
 */
export function readChatUsage(usage: unknown): ReadUsage {
  const { prompt_tokens, completion_tokens, total_tokens, cost, ...rest } = asRecord(usage);
  const reasoning = asRecord(rest.completion_tokens_details).reasoning_tokens ?? rest.reasoning_tokens;
  const cachedCount = asRecord(rest.prompt_tokens_details).cached_tokens ?? rest.prompt_cache_hit_tokens;
  const isBeside =
    typeof reasoning === 'number' &&
    reasoning > 0 &&
    total_tokens === Number(prompt_tokens) + Number(completion_tokens) + reasoning;
  return readUsage({
    prompt: prompt_tokens,
    completion: isBeside ? Number(completion_tokens) + reasoning : completion_tokens,
    reasoning,
    cached: cachedCount,
    cost,
  });
}
