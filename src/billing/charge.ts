import { guessPromptTokens, guessTokens } from '../base/tokens';
import type { Message } from '../contract/calls';
import type { Cost } from '../contract/money';
import type { CallResult, CallSize } from '../room/step-context';
import { clampCost, NOTHING } from './cost';
import { type Price, tokenCost } from './prices';

/** Reserves the cost of an embedding call, which has no completion tokens. */
export function reserveEmbeddings(tokens: number, price: Price | null): Reserve {
  const money = price === null ? 0 : tokenCost(price, tokens, 0);
  return { cost: { calls: 1, tokens, money }, promptTokens: tokens, price };
}

/** Reservation for a call: one call, the prompt with its schema, and the longest possible answer. */
export interface Reserve {
  cost: Cost;
  promptTokens: number;
  price: Price | null;
}

/** @param price null: the call is not counted in money */
export function reserveCall(
  messages: readonly Message[],
  { maxTokens, form }: CallSize,
  price: Price | null,
): Reserve {
  const promptTokens = guessPromptTokens(messages) + guessTokens(form);
  const money = price === null ? 0 : tokenCost(price, promptTokens, maxTokens);
  return { cost: { calls: 1, tokens: promptTokens + maxTokens, money }, promptTokens, price };
}

/**
 * Actual cost of a call. A call that gave way before it was sent costs nothing. Refused calls and unreachable endpoints cost a call but no tokens. A timed-out call,
 * or one that broke off after its answer had begun, costs its reservation, because the charge is unknown.
 * Without token counts, the tokens are estimated from the text length.
 */
export function settleCall(
  reserve: Reserve,
  result: Pick<CallResult, 'status' | 'usage' | 'raw' | 'reasoning' | 'begun'>,
): Cost {
  const { status, usage, raw, reasoning, begun } = result;
  if (status === 'timeout' || begun) return reserve.cost;
  if (status === 'discarded') return NOTHING;
  if (status !== 'answered') return { calls: 1, tokens: 0, money: 0 };
  const hasCounts = usage.promptTokens + usage.completionTokens > 0;
  const answer = `${raw ?? ''}${reasoning ?? ''}`;
  const { promptTokens, completionTokens } = hasCounts
    ? usage
    : { promptTokens: reserve.promptTokens, completionTokens: guessTokens(answer) };
  const money = reserve.price === null ? 0 : tokenCost(reserve.price, promptTokens, completionTokens);
  return clampCost({ calls: 1, tokens: promptTokens + completionTokens, money }, reserve.cost);
}
