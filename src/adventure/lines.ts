import { quote } from '../base/quote';

/** Cuts and fits texts for prompts and for what a run remembers. */

/** The beginning of a text, without half a surrogate pair or a space at its end. */
export const cutText = (text: string, most: number): string =>
  text
    .slice(0, Math.max(0, most))
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();

/** A text cut to so many characters with `…` at its end. */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${cutText(text, most - 1)}…`;

/** A text on one line, without what can't be seen, cut to so many characters with `…` at its end. */
export function flatten(text: string, most: number): string {
  const flat = text
    .slice(0, 4 * most + 1_000)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  return shorten(flat, most);
}

const MIDDLE = ' […] ';

/** A text cut to so many characters in its middle, with a mark there: how it begins and how it ends both tell. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = most - MIDDLE.length;
  if (room < 20) return cutText(text, most);
  const head = Math.ceil(room * 0.6);
  const tail = text.slice(text.length - (room - head)).replace(/^[\udc00-\udfff]/, '');
  return `${cutText(text, head)}${MIDDLE}${tail.trimStart()}`;
}

/**
 * The first lines that fit so many characters, line ends counted. When some are left out, the last line says how many:
 * `… 12 more`; it counts, too. `''` where not even that fits.
 */
export function fitLines(lines: readonly string[], most: number): string {
  const whole = lines.join('\n');
  if (whole.length <= most) return whole;
  const fitting: string[] = [];
  let length = 0;
  for (const line of lines) {
    const mark = `… ${lines.length - fitting.length - 1} more`.length + 1;
    if (length + line.length + mark > most) break;
    fitting.push(line);
    length += line.length + 1;
  }
  const mark = `… ${lines.length - fitting.length} more`;
  return length + mark.length <= most ? [...fitting, mark].join('\n') : '';
}

/** Returns the first line with text, cut to so many characters; reasons quote it. */
export const firstLine = (text: string, most = 160): string =>
  flatten(text.split(/[\n\v\f\r\u0085\u2028\u2029]/).find((line) => line.trim() !== '') ?? '', most);

/** Quotes a command on one line. A single command is never longer; a list may be. */
export const quoteShort = (text: string, most = 120): string => quote(flatten(text, most));

/** Reads a set of words, separated by spaces and line ends. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
