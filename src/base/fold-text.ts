/**
 * One form for what looks the same (Unicode NFKC), with plain apostrophes, quotes and hyphens for those that models and
 * word processors write. Case stays. A folded text may have another length.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[‘’‛′`´]/g, "'")
    .replaceAll(/[“”„‟″]/g, '"')
    .replaceAll(/[‐‑‒–]/g, '-');

/** Scripts that put no space between words: there, no word is ever seen to be whole. */
export const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Korean writes particles onto the word: a word begins behind a space, and may go on. */
export const HANGUL = /\p{Script=Hangul}/u;
const LETTER = /[\p{L}\p{N}\p{M}_]/u;

/** Says whether words stand in a text as words, by the rules of their script. Both are folded. */
export function isWholeAt(text: string, at: number, words: string): boolean {
  if (NO_SPACES.test(words)) return true;
  const before = text.slice(0, at).slice(-2);
  const [first = '', last = ''] = [[...words][0], [...words].at(-1)];
  const previous = [...before].at(-1) ?? '';
  if (HANGUL.test(first)) return !HANGUL.test(previous);
  const [next = ''] = text.slice(at + words.length, at + words.length + 2);
  return !(LETTER.test(first) && LETTER.test(previous)) && !(LETTER.test(last) && LETTER.test(next));
}

/** The beginning of a text, at most so many UTF-16 units, without half a letter at its end. */
export function cutAtLetter(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  // Only the last letters can be cut: the segmenter need not go through all that stands before them.
  const from = Math.max(0, most - 64);
  const letters = [...new Intl.Segmenter().segment(text.slice(from, most + 64))];
  const end = letters.findLast(({ index }) => from + index <= most)?.index ?? 0;
  return letters.length === 0 ? start : text.slice(0, from + end);
}
