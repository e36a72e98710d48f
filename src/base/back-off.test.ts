import { describe, expect, it } from 'vitest';
import { alwaysRetry, backOffMs } from './back-off';

describe('the back-off', () => {
  it('doubles from the first wait up to the last, and has no chance in it', () => {
    const waits = [1, 2, 3, 8, 9, 50, 2_000].map((n) => backOffMs({ firstMs: 2_000, maxMs: 300_000 }, n));
    expect(waits).toEqual([2_000, 4_000, 8_000, 256_000, 300_000, 300_000, 300_000]);
  });

  it('may be the same after every failure', () =>
    expect([1, 2, 20].map((n) => backOffMs(alwaysRetry(5_000), n))).toEqual([5_000, 5_000, 5_000]));
});
