import { loadTokenTable } from '#token-table';
import { cutAtLetter } from './fold-text';
import { memoizeText } from './memoize';
import { closeCut } from './quote';
import { sleep } from './sleep';

/** Tokens of any script rarely have fewer UTF-8 bytes; English averages four or more. */
const BYTES_PER_TOKEN = 3;
const TOKENS_PER_MESSAGE = 8;
/** Highest price of a picture at endpoints that price them by tokens. */
const TOKENS_PER_PICTURE = 1_600;
const encoder = new TextEncoder();

type Countable = { content: string | readonly ({ type: 'text'; text: string } | { type: 'frame' })[] };

/** Usually an upper bound of a prompt's tokens; used for reservations. */
export const guessPromptTokens = (messages: readonly Countable[]): number =>
  countPromptTokens(messages, guessTokens);

export function countPromptTokens(messages: readonly Countable[], count: CountTokens): number {
  return messages.reduce((sum, { content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
    return parts.reduce(
      (tokens, part) => tokens + (part.type === 'text' ? count(part.text) : TOKENS_PER_PICTURE),
      sum + TOKENS_PER_MESSAGE,
    );
  }, 0);
}

/** Usually an upper bound of a text's tokens. */
export const guessTokens = (text: string): number =>
  Math.ceil(encoder.encode(text).byteLength / BYTES_PER_TOKEN);

export type CountTokens = (text: string) => number;

/** Encoding time is quadratic in the length of an unbroken run, so longer runs are counted in pieces. */
const LONGEST_RUN = 400;
const LONG_RUN = new RegExp(`\\S{${LONGEST_RUN},}|\\s{${LONGEST_RUN},}`);
const PIECE = new RegExp(`[\\s\\S]{1,${LONGEST_RUN}}`, 'g');

/**
 * Maximum characters of cached texts, about 30 prompts: cards, notes and history recur in every prompt of a
 * room.
 */
const MAX_CACHED_TEXTS = 1_000_000;

let loaded: CountTokens | null = null;
/** Until then, other callers wait for the one that is loading the table. Milliseconds since the epoch. */
let loadingUntil = 0;
const LOADING_PATIENCE_MS = 2_000;

/**
 * The o200k tokenizer as a memoized counter. Its table is 1 MB, so it loads on first use. Text that looks
 * like a control token (`<|endoftext|>`) is counted as plain text.
 */
export async function loadTokenizer(): Promise<CountTokens> {
  // Share results, not promises: workerd cancels a promise with the request that created it. Only one caller loads,
  // because a table for each of 50 rooms would block the isolate for seconds and fill its memory.
  while (!loaded && Date.now() < loadingUntil) await sleep(10);
  if (loaded) return loaded;
  loadingUntil = Date.now() + LOADING_PATIENCE_MS;
  const loading = Promise.all([import('gpt-tokenizer/GptEncoding'), loadTokenTable()]);
  const [{ GptEncoding }, table] = await loading.finally(() => {
    loadingUntil = 0;
  });
  const { countTokens } = GptEncoding.getEncodingApi('o200k_base', () => table);
  const plain = { disallowedSpecial: new Set<string>() };
  loaded = memoizeText((text) => {
    if (!LONG_RUN.test(text)) return countTokens(text, plain);
    // Cutting can only split tokens, so the sum is never less than the true count.
    const pieces = text.match(PIECE) ?? [];
    return pieces.reduce((sum, piece) => sum + countTokens(piece, plain), 0);
  }, MAX_CACHED_TEXTS);
  return loaded;
}

export const CUT_MARK = ' […]';

/**
 * Longest prefix that fits into `limit` tokens, with a mark if it was cut (inside the quotation, if the cut
 * is in one); `''` for 0.
 */
export function cutToTokens(text: string, limit: number, count: CountTokens): string {
  if (count(text) <= limit) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(closeCut(cutAtLetter(text, middle), CUT_MARK)) <= limit) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : closeCut(cutAtLetter(text, low), CUT_MARK);
}
