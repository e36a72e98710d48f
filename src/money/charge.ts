import type { Message, Usage } from '../contract/calls';
import type { Cost } from '../contract/money';
import type { CallResult, CallSize } from '../contract/stage';
import { costOfTokens, type Price } from './prices';

/** A token of any script is seldom shorter than this many bytes of UTF-8; English has four and more. */
const BYTES_PER_TOKEN = 3;
const TOKENS_PER_MESSAGE = 8;
/** What a picture may cost at most at the endpoints that price them by tokens. */
const TOKENS_PER_PICTURE = 1_600;
const encoder = new TextEncoder();

/** No less than the tokens of a prompt, as a rule: what is kept back for it before anybody has counted. */
export function guessPromptTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
    return parts.reduce(
      (tokens, part) => tokens + (part.type === 'text' ? guessTokens(part.text) : TOKENS_PER_PICTURE),
      sum + TOKENS_PER_MESSAGE,
    );
  }, 0);
}

/** No less than the tokens of a text, as a rule. */
export const guessTokens = (text: string): number =>
  Math.ceil(encoder.encode(text).byteLength / BYTES_PER_TOKEN);

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
  return { calls: 1, tokens: promptTokens + completionTokens, money };
}
