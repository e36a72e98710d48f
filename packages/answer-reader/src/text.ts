import type { Json } from './json';

export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Created on use: loading its rules takes 10 ms. */
let letters: Intl.Segmenter | null = null;

/** Returns at most `most` UTF-16 units and never splits a grapheme. */
export function cutAtLetter(text: string, most: number): string {
  if (text.length <= most) return text;
  // Segment only the text around the cut.
  const from = Math.max(0, most - 64);
  letters ??= new Intl.Segmenter();
  const near = [...letters.segment(text.slice(from, most + 64))];
  const end = near.findLast(({ index }) => from + index <= most)?.index ?? 0;
  return text.slice(0, from + end);
}

/** Line ends and invisible code points that JSON does not escape. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/**
 * First characters of message tokens in chat templates (`<|im_end|>`, `</s>`, `[/INST]`). Many servers recognize them
 * anywhere in the prompt, even inside a quoted string.
 */
const TEMPLATE_MARK = /<(?=[|｜]|\/?s>|(?:start|end)_of_turn>)|\[(?=\/?INST\])/g;

const escapeMark = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Quotes foreign text or data for a prompt: JSON on one line. */
export const quoteJson = (value: Json): string =>
  JSON.stringify(value).replace(UNESCAPED, escapeMark).replace(TEMPLATE_MARK, escapeMark);
