import { describe, expect, it } from 'vitest';
import type { Cost, Limits } from '../contract/money';
import { NO_LIMITS, times } from './cost';
import { findShortage, type RoomBudgets, UNLIMITED } from './shortage';

const need: Cost = { calls: 1, tokens: 100, money: 10 };
const spent = { total: times(need, 9), bySeat: new Map([['ann', times(need, 4)]]) };
const limits = (more: Partial<Limits>): Limits => ({ ...NO_LIMITS, ...more });
const find = (budgets: Partial<RoomBudgets>, seat = 'ann') =>
  findShortage({ ...UNLIMITED, ...budgets }, spent, seat, need);

describe('a budget that is short', () => {
  it('is none where nothing limits it, and none while the call still fits', () => {
    expect(find({})).toBeNull();
    expect(find({ room: limits({ calls: 10, tokens: 1000, money: 100 }) })).toBeNull();
  });

  it('is named with its measure, how it stands and what the call needs', () =>
    expect(find({ room: limits({ calls: 10, tokens: 999 }) })).toEqual({
      ...{ budget: 'room', what: 'tokens', period: 'total' },
      ...{ limit: 999, used: 900, reserved: 0, need: 100 },
    }));

  it('of a player counts what was spent for that player alone', () => {
    const perSeat = limits({ calls: 4 });
    expect(find({ perSeat })).toMatchObject({ budget: 'seat', used: 4 });
    expect(find({ perSeat }, 'bob')).toBeNull();
    expect(find({ perSeat: limits({ calls: 0 }) }, 'bob')).toMatchObject({ budget: 'seat', used: 0 });
  });

  it('of players stops no call that is nobody’s', () =>
    expect(find({ perSeat: limits({ calls: 0 }) }, '')).toBeNull());

  it('of a scene that goes on by itself counts from where it set out', () => {
    const from = times(need, 7);
    expect(find({ autonomy: { limits: limits({ calls: 3 }), from } })).toBeNull();
    expect(find({ autonomy: { limits: limits({ calls: 2 }), from } })).toMatchObject({
      ...{ budget: 'autonomy', used: 2, limit: 2 },
    });
  });

  it('is the room’s first, then that of the scene by itself, then the player’s', () => {
    const all = {
      room: limits({ calls: 9 }),
      autonomy: { limits: limits({ calls: 0 }), from: times(need, 9) },
      perSeat: limits({ calls: 4 }),
    };
    expect(find(all)?.budget).toBe('room');
    expect(find({ ...all, room: NO_LIMITS })?.budget).toBe('autonomy');
    expect(find({ ...all, room: NO_LIMITS, autonomy: null })?.budget).toBe('seat');
  });
});
