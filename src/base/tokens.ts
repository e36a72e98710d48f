import { loadTokenTable } from '#token-table';
import { cutAtLetter } from './fold-text';
import { memoizeText } from './memoize';
import { endCut } from './quote';

/** A token of any script is seldom shorter than this many bytes of UTF-8; English has four and more. */
const BYTES_PER_TOKEN = 3;
const TOKENS_PER_MESSAGE = 8;
/** Highest price of a picture at the endpoints that price them by tokens. */
const TOKENS_PER_PICTURE = 1_600;
const encoder = new TextEncoder();

/** The part of a prompt's message that costs tokens. */
type Countable = { content: string | readonly ({ type: 'text'; text: string } | { type: 'frame' })[] };

/** No less than the tokens of a prompt, as a rule: what is kept back for it before anybody has counted. */
export const guessPromptTokens = (messages: readonly Countable[]): number =>
  countPromptTokens(messages, guessTokens);

/** Tokens of a prompt by the count of its texts, with what frames a message and what a picture may cost. */
export function countPromptTokens(messages: readonly Countable[], count: CountTokens): number {
  return messages.reduce((sum, { content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
    return parts.reduce(
      (tokens, part) => tokens + (part.type === 'text' ? count(part.text) : TOKENS_PER_PICTURE),
      sum + TOKENS_PER_MESSAGE,
    );
  }, 0);
}

/** No less than the tokens of a text, as a rule. */
export const guessTokens = (text: string): number =>
  Math.ceil(encoder.encode(text).byteLength / BYTES_PER_TOKEN);

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** Encoding time grows with the square of an unbroken run; longer runs are counted in pieces. */
const LONGEST_RUN = 400;
const LONG_RUN = new RegExp(`\\S{${LONGEST_RUN},}|\\s{${LONGEST_RUN},}`);
const PIECE = new RegExp(`[\\s\\S]{1,${LONGEST_RUN}}`, 'g');

/**
 * Characters of text whose counts are remembered, about 30 prompts: cards, notes and history come again in every prompt
 * of a room.
 */
const MAX_REMEMBERED = 1_000_000;

let loaded: CountTokens | null = null;

/**
 * The o200k tokenizer, as a counter that remembers. Its table is 1 MB, so it is loaded on first use and kept. Text that looks like
 * a control token (`<|endoftext|>`) is counted as the plain text it is.
 */
export async function loadTokenizer(): Promise<CountTokens> {
  // Only what has arrived is shared: a promise belongs to the room that made it, and is never settled when that room
  // is cut off.
  if (loaded) return loaded;
  const [{ GptEncoding }, table] = await Promise.all([import('gpt-tokenizer/GptEncoding'), loadTokenTable()]);
  const { countTokens } = GptEncoding.getEncodingApi('o200k_base', () => table);
  const plain = { disallowedSpecial: new Set<string>() };
  loaded = memoizeText((text) => {
    if (!LONG_RUN.test(text)) return countTokens(text, plain);
    // Cutting can only split tokens: the sum is never less than the true count.
    const pieces = text.match(PIECE) ?? [];
    return pieces.reduce((sum, piece) => sum + countTokens(piece, plain), 0);
  }, MAX_REMEMBERED);
  return loaded;
}

/** Marks the place where a text was cut. */
export const CUT_MARK = ' […]';

/**
 * The longest beginning of a part of a prompt that fits `limit` tokens, with a mark when something was cut (within its
 * quotation, where it was cut in one); `''` for 0.
 */
export function cutToTokens(text: string, limit: number, count: CountTokens): string {
  if (count(text) <= limit) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(endCut(cutAtLetter(text, middle), CUT_MARK)) <= limit) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : endCut(cutAtLetter(text, low), CUT_MARK);
}
