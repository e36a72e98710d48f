import {
  type BudgetName,
  type Cost,
  type Limits,
  MEASURES,
  type Measure,
  type Period,
  type Shortage,
} from '../api/money';

/** One budget of a tenant, and what was used of it in its period. */
export interface Book {
  budget: Extract<BudgetName, 'operator' | 'tenant'>;
  limits: Limits;
  period: Period;
  used: Cost;
}

/** So many calls are leased at once: about a round. */
export const CALLS_PER_LEASE = 8;
/** No lease takes more than this part of what is left, so that the last of a budget is shared by many rooms. */
const PART_OF_REST = 4;

/**
 * What a room may spend from here on: as much as it wants, but no more than a part of what is left, and never less than
 * it needs.
 *
 * @param reserved leased to other rooms
 * @param need of the next call: with less there is no lease
 * @param want of the round
 */
export function grantLease(
  books: readonly Book[],
  reserved: Cost,
  need: Cost,
  want: Cost,
): { ok: true; granted: Cost } | { ok: false; shortage: Shortage } {
  const granted: Cost = { ...want };
  for (const what of MEASURES) {
    for (const book of books) {
      const limit = book.limits[what];
      if (limit === null) continue;
      const left = limit - book.used[what] - reserved[what];
      if (need[what] > 0 && left < need[what]) return { ok: false, shortage: describe(book, what, limit) };
      const share = Math.max(need[what], Math.floor(left / PART_OF_REST));
      granted[what] = Math.max(0, Math.min(granted[what], share));
    }
  }
  return { ok: true, granted };

  function describe({ budget, period, used }: Book, what: Measure, limit: number): Shortage {
    return {
      budget,
      what,
      limit,
      used: used[what],
      reserved: reserved[what],
      need: need[what],
      period,
    };
  }
}

/** The first day of the period that `day` (`2026-11-20`) is in; `''` for all of time. Days compare as text. */
export function beginOfPeriod(period: Period, day: string): string {
  if (period === 'total') return '';
  return period === 'day' ? day : `${day.slice(0, 7)}-01`;
}

/** The day of a time in milliseconds, UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
