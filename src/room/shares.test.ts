import { describe, expect, it } from 'vitest';
import { SHARES } from '../base/limits';
import { checkQuota, maxSeatShare, quotaKey, socketQuota } from './shares';

const supply = socketQuota(1000);
const limitOf = (all: number, seats: number, own: number | null): string | null => {
  const taken = checkQuota({ all, seats, own }, supply);
  return taken.ok ? null : taken.failure.code === 'too_many' ? taken.failure.limit : taken.failure.code;
};

describe('what a room has so many of', () => {
  it('is had by a seat up to its share, whatever is free', () => {
    expect(limitOf(9, 9, SHARES.sockets - 1)).toBeNull();
    expect(limitOf(10, 10, SHARES.sockets)).toBe(String(SHARES.sockets));
  });

  it('is had by all seats together up to a reserve, which is the owners’', () => {
    expect(limitOf(899, 899, 0)).toBeNull();
    expect(limitOf(900, 900, 0)).toBe('900');
    expect(limitOf(900, 900, null)).toBeNull();
  });

  it('is had by nobody when there is none left', () => {
    expect(limitOf(999, 10, 0)).toBeNull();
    expect([limitOf(1000, 10, 0), limitOf(1000, 10, null)]).toEqual(['1000', '1000']);
  });

  it('leaves something to seats and to owners, where there are at least two', () =>
    expect([1, 2, 10, 11, 1000, 30_000].map(maxSeatShare)).toEqual([1, 1, 9, 9, 900, 27_000]));

  it('is had on seats for many up to a half, whoever there asks', () => {
    const onMany = (ofMany: number) => checkQuota({ all: ofMany, seats: ofMany, own: 0, ofMany }, supply);
    expect(onMany(499).ok).toBe(true);
    expect(onMany(500)).toMatchObject({ failure: { code: 'too_many', limit: '500' } });
  });

  it('is counted by seat, and on one for many by device', () => {
    const seat = { owner: false, ids: [], seat: 'seat_1', credential: 'one' };
    expect(quotaKey(seat)).toBe('seat_1');
    expect(quotaKey({ ...seat, forMany: true })).toBe('one');
    expect(quotaKey({ owner: true, ids: [], credential: 'key' })).toBeUndefined();
  });
});
