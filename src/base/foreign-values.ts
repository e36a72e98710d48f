/** Longest wait that anybody may ask for. */
const MAX_WAIT_MS = 24 * 3_600_000;

/**
 * A text of somebody else's as it may stand in a log, an event or a problem: on one line, without control and formatting
 * characters, no longer than `most`. Markup in it is text.
 */
export const cleanText = (text: string, most: number): string =>
  text
    .slice(0, 16 * most)
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();

/** No prompt and no answer has more tokens. */
export const MAX_COUNTED_TOKENS = 10_000_000;

/** Upper bound of other counts: levels, actions, points. */
export const MAX_COUNT = 1_000_000_000;

/** A count that somebody else made; null: it is none, or more than can be. */
export const readCount = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : null;

/**
 * `Retry-After` (RFC 9110, 10.2.3), in seconds or as a date, as milliseconds from now, at most a day; null when there is
 * none or it makes no sense.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Math.min(MAX_WAIT_MS, Number(value) * 1000);
  // An HTTP date begins with its weekday; anything else that a parser makes a date of is none.
  const at = /^[A-Z][a-z]{2,8}[ ,]/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(MAX_WAIT_MS, Math.max(0, at - now));
}

/** What an endpoint sent, read without trusting its form: anything but an object has no fields. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** null for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
