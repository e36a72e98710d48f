import type { Message, Usage } from '../api/calls';
import type { Cost } from '../api/money';
import { guessPromptTokens, guessTokens } from '../model/tokens';
import type { CallResult, CallSize } from '../room/step-context';
import { soundCost } from './cost';
import { costOfTokens, type Price } from './prices';

export { guessPromptTokens, guessTokens };

/** What is kept back for embeddings before they are asked for: one call, and so many tokens. There is no answer in words. */
export function reserveEmbeddings(tokens: number, price: Price | null): Reserve {
  const money = price === null ? 0 : costOfTokens(price, tokens, 0);
  return { cost: { calls: 1, tokens, money }, promptTokens: tokens, price };
}

/** What is kept back for a call before it is made: one call, the prompt with its form, and the longest answer it may have. */
export interface Reserve {
  cost: Cost;
  promptTokens: number;
  price: Price | null;
}

/**
 * @param price of the model; null: it is not counted in money
 */
export function reserveCall(
  messages: readonly Message[],
  { maxTokens, form }: CallSize,
  price: Price | null,
): Reserve {
  const promptTokens = guessPromptTokens(messages) + guessTokens(form);
  const money = price === null ? 0 : costOfTokens(price, promptTokens, maxTokens);
  return { cost: { calls: 1, tokens: promptTokens + maxTokens, money }, promptTokens, price };
}

/**
 * What a call cost, once it is over. A refusal and an endpoint out of reach cost a call and no tokens. Of a call that
 * ran out of time, or broke off after its answer had begun, nobody knows what was charged: it counts as what was kept
 * back for it. An answer whose endpoint did not count its tokens counts by the length it has.
 */
export function settleCall(
  reserve: Reserve,
  {
    status,
    usage,
    raw,
    reasoning,
    begun,
  }: Pick<CallResult, 'status' | 'usage' | 'raw' | 'reasoning' | 'begun'>,
): Cost {
  if (status === 'timeout' || begun) return reserve.cost;
  if (status !== 'answered') return { calls: 1, tokens: 0, money: 0 };
  const counted = usage.promptTokens + usage.completionTokens > 0;
  const answer = `${raw ?? ''}${reasoning ?? ''}`;
  const spent: Usage = counted
    ? usage
    : { promptTokens: reserve.promptTokens, completionTokens: guessTokens(answer) };
  const { promptTokens, completionTokens } = spent;
  const money = reserve.price === null ? 0 : costOfTokens(reserve.price, promptTokens, completionTokens);
  return soundCost({ calls: 1, tokens: promptTokens + completionTokens, money }, reserve.cost);
}
