import {
  type BudgetName,
  type Cost,
  type Limits,
  MEASURES,
  type Period,
  type Shortage,
} from '../contract/money';

/** One budget of a tenant, and its use in the current period. */
export interface BudgetUse {
  budget: Extract<BudgetName, 'operator' | 'tenant'>;
  limits: Limits;
  period: Period;
  used: Cost;
}

/** Number of calls that are leased at once: about a round. */
export const CALLS_PER_LEASE = 8;
/** Divisor of a lease: it takes at most this part of the rest, so that many rooms can share it. */
const PART_OF_REST = 4;

/**
 * Grants a room its next lease: as much as it wants, at most a part of the rest, and never less than it needs.
 *
 * @param reserved leased to other rooms
 * @param need of the next call: with less there is no lease
 * @param want of the round
 */
export function grantLease(
  books: readonly BudgetUse[],
  reserved: Cost,
  need: Cost,
  want: Cost,
): { ok: true; granted: Cost } | { ok: false; shortage: Shortage } {
  const lease: Cost = { ...want };
  for (const what of MEASURES) {
    for (const { budget, limits, used, period } of books) {
      const limit = limits[what];
      if (limit === null) continue;
      const rest = limit - used[what] - reserved[what];
      if (need[what] > 0 && rest < need[what]) {
        const amounts = { limit, used: used[what], reserved: reserved[what], need: need[what] };
        return { ok: false, shortage: { budget, what, ...amounts, period } };
      }
      const share = Math.max(need[what], Math.floor(rest / PART_OF_REST));
      lease[what] = Math.max(0, Math.min(lease[what], share));
    }
  }
  return { ok: true, granted: lease };
}

/** Returns the first day of the period that `day` (`2026-11-20`) is in; `''` for all of time. Days compare as text. */
export function beginOfPeriod(period: Period, day: string): string {
  if (period === 'total') return '';
  return period === 'day' ? day : `${day.slice(0, 7)}-01`;
}

/** Returns the UTC day of a time in milliseconds. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
