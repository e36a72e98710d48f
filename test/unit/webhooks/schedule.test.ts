import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../../src/base/foreign-values';
import { nextAttempt, RETRY_MS } from '../../../src/webhooks/send';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the schedule of retries', () => {
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, and then no more', () => {
    const waits = Array.from({ length: 10 }, (_, i) => nextAttempt(0, i + 1, null, 0));
    const hours = [2, 5, 10, 14, 20, 24].map((n) => n * HOUR);
    expect(waits).toEqual([5_000, 5 * MINUTE, 30 * MINUTE, ...hours, null]);
  });

  it('adds at most a tenth by chance', () => {
    for (const [i, wait] of RETRY_MS.entries()) {
      expect(nextAttempt(1_000, i + 1, null, 1)).toBe(Math.round(1_000 + wait * 1.1));
      expect(nextAttempt(1_000, i + 1, null, 0.5)).toBe(Math.round(1_000 + wait * 1.05));
    }
  });

  it('waits as long as the receiver asks, never less than planned, never longer than a day', () => {
    expect(nextAttempt(0, 1, 90_000, 0)).toBe(90_000);
    expect(nextAttempt(0, 2, 1_000, 0)).toBe(5 * MINUTE);
    expect(nextAttempt(0, 1, 365 * 24 * HOUR, 0)).toBe(24 * HOUR);
  });

  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:01:40 GMT', 90_000],
    ['Wed, 31 Dec 1969 00:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    [null, null],
  ])('reads Retry-After %s as %s ms', (header, wished) =>
    expect(readRetryAfter(header, 10_000)).toBe(wished),
  );
});
