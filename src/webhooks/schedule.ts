const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits before the second attempt, the third, …; after the last one an event is given up (Standard Webhooks). */
export const RETRY_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];
/** The most of a wait that chance adds, so that receivers are not found by all retries at once. */
const JITTER = 0.1;
/** The longest wait a receiver may ask for. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** Nothing but failures for this long, and a subscription is switched off. */
export const GIVE_UP_MS = 5 * 24 * HOUR;

/**
 * When to try again, in milliseconds since the epoch; null: not any more.
 *
 * @param tries failed attempts so far, this one included
 * @param retryAfter milliseconds that the receiver asked for; null: it did not. It lengthens a wait, never shortens it
 * @param dice from 0 to 1
 */
export function nextTry(now: number, tries: number, retryAfter: number | null, dice: number): number | null {
  const wait = RETRY_MS[tries - 1];
  if (wait === undefined) return null;
  const asked = Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS);
  return now + Math.round(Math.max(wait * (1 + JITTER * dice), asked));
}
