import { splitReasoning } from 'answer-reader';
import { guessTokens } from '../base/tokens';
import type { Usage } from '../contract/calls';
import type { ResolvedProfile } from '../contract/profiles';
import type { Reasoning } from '../contract/providers';
import type { CallResult } from '../room/step-context';
import type { ModelMemory } from './capability';
import { mismatch } from './mismatch';
import type { ProviderReply } from './provider';

/** Most tokens of thinking where the profile does not say. */
const DEFAULT_THINKING = 16_000;
/** Tokens of thinking that are allowed before any was seen; `high`: as many as the profile allows. */
const FIRST_THINKING: Partial<Record<Reasoning, number>> = { default: 0, off: 0, low: 2_048, medium: 8_192 };

/** Tokens of thinking to allow before any of this ask was cut off. */
export function allowThinking(
  memory: ModelMemory,
  { reasoning = 'default', reasoningTokens }: ResolvedProfile,
): number {
  const most = reasoningTokens ?? DEFAULT_THINKING;
  const least = FIRST_THINKING[reasoning] ?? most;
  return Math.min(most, Math.max(least, memory.allowance()));
}

export interface Thinking {
  /** Tokens that were thought, as the endpoint counted or as they are guessed. */
  tokens: number;
  /** Set when it was cut off: what the next try may think. */
  learnt?: { reasoningTokens: number };
  problems?: CallResult['problems'];
}
export const NO_THINKING: Thinking = { tokens: 0 };

const CUT_OFF = 'cut off before the answer';

/** Says whether the tokens of a call did not suffice for the model's thinking. */
export const isCutInThought = ({ finishReason, problems }: CallResult): boolean =>
  finishReason === 'length' && problems.some(({ message }) => message.endsWith(CUT_OFF));

/** A count of so many times an answer's own tokens, and so many more, is not explained by another way of counting. */
const TIMES_UNEXPLAINED = 2;
const TOKENS_UNEXPLAINED = 100;

/**
 * Tokens of thinking that an endpoint neither shows nor counts apart: what else is an answer without a word that was cut
 * off, and what else are tokens by far more than a whole answer has?
 */
function readUnseen(answer: string, { completionTokens }: Usage, finishReason: string | null): number {
  if (finishReason === 'length') return answer.trim() === '' ? completionTokens : 0;
  const own = guessTokens(answer);
  return completionTokens > own * TIMES_UNEXPLAINED + TOKENS_UNEXPLAINED ? completionTokens - own : 0;
}

/**
 * Reads how much a model thought before an answer, and finds out when its tokens did not suffice for that.
 *
 * @param allowed tokens of thinking that the call could use beside those of the answer
 */
export function readThinking(
  { text, reasoning, usage, finishReason }: Extract<ProviderReply, { kind: 'answered' }>,
  allowed: number,
  { reasoningTokens = DEFAULT_THINKING }: ResolvedProfile,
): Thinking {
  const { answer, reasoning: taggedReasoning } = splitReasoning(text);
  const isEmpty = answer.trim() === '';
  const shown = guessTokens(reasoning) + guessTokens(taggedReasoning);
  const tokens = usage.reasoningTokens ?? Math.max(shown, readUnseen(answer, usage, finishReason));
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
