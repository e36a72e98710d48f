import { splitReasoning } from 'answer-reader';
import { guessTokens } from '../base/tokens';
import type { Usage } from '../contract/calls';
import type { ResolvedProfile } from '../contract/profiles';
import type { Reasoning } from '../contract/providers';
import type { CallResult } from '../room/step-context';
import type { ModelMemory } from './capability';
import { mismatch } from './mismatch';
import type { ProviderReply } from './provider';

const DEFAULT_THINKING = 16_000;
/** Thinking tokens to allow before we have seen the model think; `high`: the profile's limit. */
const FIRST_THINKING: Partial<Record<Reasoning, number>> = { default: 0, off: 0, low: 2_048, medium: 8_192 };

/** Thinking tokens to allow as long as no answer of this request was truncated. */
export function allowThinking(
  memory: ModelMemory,
  { reasoning = 'default', reasoningTokens }: ResolvedProfile,
): number {
  const most = reasoningTokens ?? DEFAULT_THINKING;
  const least = FIRST_THINKING[reasoning] ?? most;
  return Math.min(most, Math.max(least, memory.allowance()));
}

export interface Thinking {
  tokens: number;
  /** Allowance for the retry, set if the thinking was truncated. */
  learnt?: { reasoningTokens: number };
  problems?: CallResult['problems'];
}
export const NO_THINKING: Thinking = { tokens: 0 };

const CUT_OFF = 'cut off before the answer';

/** True if the model used up its tokens on thinking. */
export const isCutInThought = ({ finishReason, problems }: CallResult): boolean =>
  finishReason === 'length' && problems.some(({ message }) => message.endsWith(CUT_OFF));

/**
 * If the count exceeds this multiple of the answer's own tokens plus this margin, a different tokenizer cannot explain
 * it.
 */
const UNEXPLAINED_FACTOR = 2;
const UNEXPLAINED_TOKENS = 100;

/**
 * Thinking tokens that an endpoint neither shows nor reports: all tokens of an empty truncated answer, or the excess
 * over a complete answer's own tokens.
 */
function readHiddenTokens(answer: string, { completionTokens }: Usage, finishReason: string | null): number {
  if (finishReason === 'length') return answer.trim() === '' ? completionTokens : 0;
  const own = guessTokens(answer);
  return completionTokens > own * UNEXPLAINED_FACTOR + UNEXPLAINED_TOKENS ? completionTokens - own : 0;
}

/**
 * Measures how much a model thought before its answer, and detects if its tokens ran out.
 * @param allowed thinking tokens that the call could use in addition to the answer's
 */
export function readThinking(
  { text, reasoning, usage, finishReason }: Extract<ProviderReply, { kind: 'answered' }>,
  allowed: number,
  { reasoningTokens = DEFAULT_THINKING }: ResolvedProfile,
): Thinking {
  const { answer, reasoning: taggedReasoning } = splitReasoning(text);
  const isEmpty = answer.trim() === '';
  const shown = guessTokens(reasoning) + guessTokens(taggedReasoning);
  const tokens = usage.reasoningTokens ?? Math.max(shown, readHiddenTokens(answer, usage, finishReason));
  if (finishReason !== 'length' || tokens === 0) return { tokens };
  if (!(isEmpty || tokens > allowed)) return { tokens };
  const problem = `thinking of more than ${tokens} tokens, ${CUT_OFF}`;
  const mayThinkMore = reasoningTokens > allowed;
  return {
    tokens,
    problems: [mismatch('', 'an answer', problem)],
    ...(mayThinkMore && { learnt: { reasoningTokens } }),
  };
}
