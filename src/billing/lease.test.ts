import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cost, Limits, Shortage } from '../contract/money';
import { add, findShort, NO_LIMITS, NOTHING, subtract, times } from './cost';
import { describeExhausted, exhaustedFailure } from './exhausted';
import { type BudgetUse, grantLease, periodStart, utcDay } from './lease';

const need: Cost = { calls: 1, tokens: 100, money: 10 };
const want = times(need, 8);
const book = (
  limits: Partial<Limits>,
  used: Partial<Cost> = {},
  more: Partial<BudgetUse> = {},
): BudgetUse => ({
  budget: 'tenant',
  limits: { ...NO_LIMITS, ...limits },
  period: 'total',
  used: { ...NOTHING, ...used },
  ...more,
});

describe('a lease', () => {
  it('is what is wanted where nothing limits it', () => {
    expect(grantLease([], NOTHING, need, want)).toEqual({ ok: true, granted: want });
    expect(grantLease([book({})], times(need, 1e6), need, want)).toEqual({ ok: true, granted: want });
  });

  it('takes a quarter of what is left at most, so that others have some, and never less than it needs', () => {
    expect(grantLease([book({ calls: 12 })], NOTHING, need, want)).toMatchObject({ granted: { calls: 3 } });
    expect(grantLease([book({ calls: 1 })], NOTHING, need, want)).toMatchObject({ granted: { calls: 1 } });
  });

  it('is refused when one measure of one budget is short, which is named', () => {
    const cap = book({ tokens: 150 }, { tokens: 20 }, { budget: 'operator', period: 'day' });
    const reserved = { calls: 1, tokens: 40, money: 0 };
    expect(grantLease([book({ calls: 9 }), cap], reserved, need, want)).toEqual({
      ok: false,
      shortage: {
        ...{ budget: 'operator', what: 'tokens', period: 'day' },
        ...{ limit: 150, used: 20, reserved: 40, need: 100 },
      },
    });
  });

  it('of what needs no money is not stopped by a spent budget of money', () => {
    const free = { ...need, money: 0 };
    const spent = book({ money: 5 }, { money: 9 });
    expect(grantLease([spent], NOTHING, free, times(free, 8))).toMatchObject({ granted: { money: 0 } });
  });

  it('never lets the leases of many rooms exceed what the tightest budget has left', () => {
    const amount = fc.integer({ min: 0, max: 60 });
    const ask = fc.record({ calls: fc.integer({ min: 1, max: 3 }), tokens: amount, money: amount });
    fc.assert(
      fc.property(fc.array(ask, { maxLength: 40 }), ask, ask, (asks, limits, cap) => {
        const books = [book(limits), book(cap, {}, { budget: 'operator' })];
        let leased = NOTHING;
        for (const one of asks) {
          const lease = grantLease(books, leased, one, times(one, 8));
          if (!lease.ok) continue;
          expect(findShort(lease.granted, NOTHING, one)).toBeNull();
          leased = add(leased, lease.granted);
        }
        for (const m of ['calls', 'tokens', 'money'] as const)
          expect(leased[m]).toBeLessThanOrEqual(Math.min(limits[m], cap[m]));
      }),
    );
  });

  it('that is given back leaves nothing behind', () => expect(subtract(add(need, want), want)).toEqual(need));
});

it('a period begins with its day or month of UTC, or never', () => {
  const day = utcDay(Date.UTC(2026, 10, 30, 23, 59));
  expect(day).toBe('2026-11-30');
  expect(periodStart('day', day)).toBe('2026-11-30');
  expect(periodStart('month', day)).toBe('2026-11-01');
  expect(periodStart('total', day)).toBe('');
});

describe('a spent budget', () => {
  const at = { room: 'scn_1', tenant: 'acme', seat: 'persona:bo', currency: 'EUR' };
  const short = (more: Partial<Shortage>): Shortage => ({
    ...{ budget: 'tenant', what: 'money', period: 'total' },
    ...{ limit: 2_000_000_000, used: 1_990_000_000, reserved: 0, need: 20_000_000 },
    ...more,
  });

  it('tells the owner how it stands, in the currency', () => {
    expect(describeExhausted(short({}), at)).toMatchObject({
      limit: 2,
      used: 1.99,
      need: 0.02,
      currency: 'EUR',
    });
    expect(describeExhausted(short({ budget: 'seat', what: 'calls', limit: 3 }), at)).toMatchObject({
      ...{ limit: 3, seat: 'persona:bo' },
    });
    expect(describeExhausted(short({ what: 'calls' }), at)).not.toHaveProperty('currency');
  });

  it('tells everybody else which, and nothing of how much', () => {
    const failure = exhaustedFailure(short({}), at);
    expect(JSON.stringify(failure)).not.toMatch(/\d{2}/);
    expect(failure).toMatchObject({ budget: 'tenant', what: 'money', isLeased: false });
    expect(exhaustedFailure(short({ used: 0, reserved: 1_999_000_000 }), at)).toMatchObject({
      isLeased: true,
    });
  });

  it.each([
    ['seat', 'scn_1', 'Raise {"budgets": {"perSeat": {"money": …}}} with PATCH /v1/scenes/scn_1'],
    ['room', 'run_1', 'Raise {"budgets": {"money": …}} with PATCH /v1/runs/run_1, then resume the run'],
    ['tenant', 'scn_1', 'Raise "money" with PUT /v1/budgets, then retry the round'],
    ['operator', 'scn_1', 'with PUT /v1/tenants/acme/budget'],
  ] as const)('of the %s says how to raise it', (budget, room, words) =>
    expect(describeExhausted(short({ budget }), { ...at, room }).fix).toContain(words),
  );

  it('that begins anew says when', () =>
    expect(describeExhausted(short({ period: 'day' }), at).fix).toContain('next day (UTC)'));
});
