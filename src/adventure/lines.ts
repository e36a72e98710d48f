import { quote } from '../base/quote';

/** Shortens texts for prompts and for a run's memory. */

/** Cuts a text without splitting a surrogate pair or leaving a trailing space. */
export const cutText = (text: string, most: number): string =>
  text
    .slice(0, Math.max(0, most))
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();

/** Cuts a text to `most` characters, ending in `…`. */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${cutText(text, most - 1)}…`;

/** Puts a text on one line without invisible characters, and cuts it to `most` characters. */
export function flatten(text: string, most: number): string {
  const flat = text
    .slice(0, 4 * most + 1_000)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  return shorten(flat, most);
}

const MIDDLE = ' […] ';

/** Cuts the middle of a text, because its beginning and end are most informative. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = most - MIDDLE.length;
  if (room < 20) return cutText(text, most);
  const head = Math.ceil(room * 0.6);
  const tail = text.slice(text.length - (room - head)).replace(/^[\udc00-\udfff]/, '');
  return `${cutText(text, head)}${MIDDLE}${tail.trimStart()}`;
}

/**
 * The first lines that fit `most` characters, including line breaks and a last line `… 12 more` for the rest. `''` if
 * not even that fits.
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

/** The first line with text, shortened for a reason. */
export const firstLine = (text: string, most = 160): string =>
  flatten(text.split(/[\n\v\f\r\u0085\u2028\u2029]/).find((line) => line.trim() !== '') ?? '', most);

/** Quotes commands on one line. The default limit fits a single command. */
export const quoteShort = (text: string, most = 120): string => quote(flatten(text, most));

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
