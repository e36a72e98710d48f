import { describe, expect, it } from 'vitest';
import { NO_SCENE_BUDGETS } from '../contract/money';
import { payingSeat } from './seats';
import { changeBudgets } from './setup/shared';
import type { QueuedInput, Seat } from './state';

const seat = (id: string, more: Partial<Seat> = {}): Seat => ({
  ...{ id, role: 'player', persona: 'bo', name: 'Kit', label: '', present: true },
  createdAt: '2026-11-20T10:00:00.000Z',
  invitationEndsAt: null,
  endsAt: null,
  acceptedAt: '2026-11-20T10:00:00.000Z',
  revokedAt: null,
  ...more,
});
const input = (personaId?: string): QueuedInput => ({
  ...{ seq: 1, at: '', type: 'user', to: [] },
  ...(personaId === undefined ? {} : { personaId }),
});
const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const payer = (answering: QueuedInput[], ...seats: Seat[]) =>
  payingSeat({ answering, seats: Object.fromEntries(seats.map((one) => [one.id, one])) }, NOON);

describe('who pays for a round', () => {
  it('is the seat that plays the persona of the newest input', () =>
    expect(payer([input('ada'), input('bo')], seat('seat_a', { persona: 'ada' }), seat('seat_b'))).toBe(
      'seat_b',
    ));

  it('is the persona itself where nobody sits on it, or not any more', () => {
    expect(payer([input('bo')])).toBe('persona:bo');
    expect(payer([input('bo')], seat('seat_a', { revokedAt: '2026-11-20T11:00:00.000Z' }))).toBe(
      'persona:bo',
    );
    expect(payer([input('bo')], seat('seat_a', { endsAt: '2026-11-20T11:00:00.000Z' }))).toBe('persona:bo');
    expect(payer([input('bo')], seat('seat_a', { acceptedAt: null }), seat('seat_b'))).toBe('seat_b');
  });

  it('is nobody when nobody in particular asked', () => {
    expect(payer([input()], seat('seat_a'))).toBeNull();
    expect(payer([], seat('seat_a'))).toBeNull();
  });
});

it('a change of budgets leaves what it does not name, and null takes a limit away', () => {
  const set = changeBudgets(NO_SCENE_BUDGETS, { calls: 5, perSeat: { tokens: 9 } });
  expect(set).toEqual({
    calls: 5,
    tokens: null,
    money: null,
    perSeat: { calls: null, tokens: 9, money: null },
  });
  expect(changeBudgets(set, { money: 1, perSeat: { tokens: null } })).toEqual({
    ...{ calls: 5, tokens: null, money: 1 },
    perSeat: { calls: null, tokens: null, money: null },
  });
});
