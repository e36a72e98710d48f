/** Shortens texts, because a memory is limited. */

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
