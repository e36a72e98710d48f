/** Maximum accepted `Retry-After`. */
const MAX_WAIT_MS = 24 * 3_600_000;

/**
 * Makes foreign text safe for logs, events and problems: one line, without control and formatting characters,
 * at most `most` characters. Does not escape markup.
 */
export const cleanText = (text: string, most: number): string =>
  text
    .slice(0, 16 * most)
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();

/** More tokens than any prompt or answer has. */
export const MAX_COUNTED_TOKENS = 10_000_000;

/** Upper bound of other counts: levels, actions, points. */
export const MAX_COUNT = 1_000_000_000;

/** A foreign count; null if it is not one or exceeds `most`. */
export const readCount = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : null;

/**
 * Parses `Retry-After` (RFC 9110, 10.2.3) into milliseconds from now, at most a day; null if absent or
 * invalid.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Math.min(MAX_WAIT_MS, Number(value) * 1000);
  // An HTTP date starts with a weekday; Date.parse accepts too much else.
  const at = /^[A-Z][a-z]{2,8}[ ,]/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(MAX_WAIT_MS, Math.max(0, at - now));
}

/** Reads an untrusted value: anything but an object has no fields. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Null for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
