import { describe, expect, it } from 'vitest';
import { Buckets } from './bucket';

describe('a token bucket', () => {
  it('lets a burst through, then so many a second, and says how long to wait', () => {
    const buckets = new Buckets({ perSecond: 2, burst: 3 });
    const draws = [1, 2, 3, 4].map(() => buckets.draw('a', 0));
    expect(draws).toEqual([0, 0, 0, 1]);
    expect(buckets.draw('a', 499)).toBe(1);
    expect(buckets.draw('a', 500)).toBe(0);
    expect(buckets.draw('a', 500)).toBe(1);
    expect([1, 2, 3, 4].map(() => buckets.draw('a', 1e9) === 0)).toEqual([true, true, true, false]);
  });

  it('is each name for itself', () => {
    const buckets = new Buckets({ perSecond: 1, burst: 1 });
    expect([buckets.draw('a', 0), buckets.draw('b', 0), buckets.draw('a', 0)]).toEqual([0, 0, 1]);
  });

  it('is not emptied by being asked, nor by being refused', () => {
    const buckets = new Buckets({ perSecond: 1, burst: 1 });
    expect([buckets.peek('a', 0), buckets.peek('a', 0), buckets.draw('a', 0), buckets.peek('a', 0)]).toEqual([
      ...[0, 0, 0, 1],
    ]);
    for (let ms = 0; ms < 1000; ms += 100) expect(buckets.draw('a', ms)).toBe(1);
    expect(buckets.draw('a', 1000)).toBe(0);
  });

  it('takes back a token that was not needed, and never holds more than the burst', () => {
    const buckets = new Buckets({ perSecond: 1, burst: 2 });
    for (let n = 0; n < 10; n += 1) {
      expect(buckets.draw('a', 0)).toBe(0);
      buckets.refund('a', 0);
    }
    buckets.refund('a', 0);
    buckets.refund('nobody', 0);
    expect([buckets.draw('a', 0), buckets.draw('a', 0), buckets.draw('a', 0)]).toEqual([0, 0, 1]);
  });

  it('gives several at once, or none', () => {
    const buckets = new Buckets({ perSecond: 10, burst: 100 });
    expect([buckets.draw('a', 0, 70), buckets.draw('a', 0, 40), buckets.draw('a', 0, 30)]).toEqual([0, 1, 0]);
    expect([
      buckets.draw('a', 0, 100),
      buckets.draw('a', 9_999, 100),
      buckets.draw('a', 10_000, 100),
    ]).toEqual([10, 1, 0]);
  });

  it('locks nobody out when the clock was set back', () => {
    const buckets = new Buckets({ perSecond: 1, burst: 2 });
    expect([buckets.draw('a', 90_000_000), buckets.draw('a', 90_000_000)]).toEqual([0, 0]);
    expect([0, 0, 0, 1000].map((now) => buckets.draw('a', now))).toEqual([0, 0, 1, 0]);
  });

  it('forgets whoever came longest ago when there are too many', () => {
    const buckets = new Buckets({ perSecond: 0.001, burst: 2 }, 2);
    for (const name of ['a', 'b', 'a', 'c']) buckets.draw(name, 0);
    expect(buckets.peek('a', 0)).toBeGreaterThan(0);
    expect(buckets.peek('b', 0)).toBe(0);
  });
});
