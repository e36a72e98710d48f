import {
  type BudgetName,
  type Cost,
  type Limits,
  MEASURES,
  type Period,
  type Shortage,
} from '../contract/money';

export interface BudgetUse {
  budget: Extract<BudgetName, 'operator' | 'tenant'>;
  limits: Limits;
  period: Period;
  used: Cost;
}

/** Calls per lease: about a round. */
export const CALLS_PER_LEASE = 8;
/** A lease takes at most this fraction (1/n) of the rest, so that many rooms can share it. */
const LEASE_SHARE = 4;

/**
 * Grants as much as wanted, at most a fraction of the rest, and at least the need.
 *
 * @param reserved leased to other rooms
 * @param need of the next call; if the rest is lower, the lease fails
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
      const share = Math.max(need[what], Math.floor(rest / LEASE_SHARE));
      lease[what] = Math.max(0, Math.min(lease[what], share));
    }
  }
  return { ok: true, granted: lease };
}

/** First day of the period that contains `day` (`2026-11-20`); `''` for `total`. Days compare as text. */
export function periodStart(period: Period, day: string): string {
  if (period === 'total') return '';
  return period === 'day' ? day : `${day.slice(0, 7)}-01`;
}

export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
