import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS as ADVENTURE } from '../../../src/adventure/state';
import { CALLS_PER_LEASE, grantLease } from '../../../src/billing/lease';
import { CALLS_PER_TURN } from '../../../src/grid/situation';
import { DEFAULT_BUDGETS as GRID } from '../../../src/grid/state';

const page = readFileSync(new URL('../../../docs/models.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
const spell = (n: number): string => n.toLocaleString('en-US');

it('docs/models.md says what a run may use unless it is told otherwise', () => {
  expect(page).toContain(`(a grid game: ${GRID.actions}, with ${GRID.calls} calls)`);
  expect(page).toContain(`(an adventure: ${ADVENTURE.turns}, with ${spell(ADVENTURE.calls)} calls)`);
  expect(CALLS_PER_TURN).toBe(2);
  expect(page).toContain('fewer are left than the two that a turn may need');
});

it('docs/models.md says how much is leased', () => {
  const cost = (calls: number) => ({ calls, tokens: 0, money: 0 });
  const lease = (limit: number) => {
    const limits = { calls: limit, tokens: null, money: null };
    const books = [{ budget: 'tenant' as const, limits, period: 'total' as const, used: cost(0) }];
    const granted = grantLease(books, cost(0), cost(1), cost(CALLS_PER_LEASE));
    return granted.ok ? granted.granted.calls : null;
  };
  expect(page).toContain('eight calls as large as the next one');
  expect(CALLS_PER_LEASE).toBe(8);
  expect(page).toContain('at most a quarter of the remaining budget, and at least the next call');
  expect([lease(1000), lease(20), lease(2), lease(0)]).toEqual([8, 5, 1, null]);
});
