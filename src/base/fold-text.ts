import { lazy } from './memoize';

/**
 * Normalizes a text for comparison: Unicode NFKC, with plain apostrophes, quotes and hyphens in place of
 * typographic ones. Keeps the case; may change the length.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[‘’‛′`´]/g, "'")
    .replaceAll(/[“”„‟″]/g, '"')
    .replaceAll(/[‐‑‒–]/g, '-');

/** Scripts without spaces between words, so word boundaries cannot be detected. */
export const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Korean attaches particles to words: a word starts after a space and may continue. */
export const HANGUL = /\p{Script=Hangul}/u;
const LETTER = /[\p{L}\p{N}\p{M}_]/u;

/**
 * True if `words` start at `at` and are not part of a longer word, by the rules of their script. Both folded.
 */
export function isWholeWordAt(text: string, at: number, words: string): boolean {
  if (NO_SPACES.test(words)) return true;
  const [first = '', last = ''] = [[...words][0], [...words].at(-1)];
  const previous = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  if (HANGUL.test(first)) return !HANGUL.test(previous);
  const [next = ''] = text.slice(at + words.length, at + words.length + 2);
  return !(LETTER.test(first) && LETTER.test(previous)) && !(LETTER.test(last) && LETTER.test(next));
}

/** Created on use: loading its rules takes 10 ms. */
const letters = lazy(() => new Intl.Segmenter());
const ASCII_PAIR = /^(?!\r\n)[\0-\x7f]{2}$/;

/** Cuts a text to `most` UTF-16 units without splitting a grapheme. */
export function cutAtLetter(text: string, most: number): string {
  if (text.length <= most) return text;
  // ASCII characters never join, except a line end of two characters. The segmenter takes much longer.
  if (ASCII_PAIR.test(text.slice(most - 1, most + 1))) return text.slice(0, most);
  // Only the grapheme at the cut matters.
  const from = Math.max(0, most - 64);
  const near = [...letters().segment(text.slice(from, most + 64))];
  const end = near.findLast(({ index }) => from + index <= most)?.index ?? 0;
  return text.slice(0, from + end);
}
