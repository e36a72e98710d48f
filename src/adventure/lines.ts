import { cutMiddle, cutText, flatten, shorten } from 'story-player/memory';
import { quote } from '../base/quote';

/** Shortens texts for prompts. */

export { cutMiddle, cutText, flatten, shorten };

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
