import { type Cost, type Limits, MEASURES, type Measure } from '../contract/money';

export const NOTHING: Cost = { calls: 0, tokens: 0, money: 0 };
export const NO_LIMITS: Limits = { calls: null, tokens: null, money: null };

const each = (make: (measure: Measure) => number): Cost => ({
  calls: make('calls'),
  tokens: make('tokens'),
  money: make('money'),
});

export const add = (a: Cost, b: Cost): Cost => each((m) => a[m] + b[m]);
export const subtract = (a: Cost, b: Cost): Cost => each((m) => a[m] - b[m]);
export const times = (a: Cost, factor: number): Cost => each((m) => a[m] * factor);
export const isNothing = (a: Cost): boolean => MEASURES.every((m) => a[m] === 0);

/** Upper bound of all spending: far beyond every budget, and well within exact integers. */
const MAX_COST: Cost = { calls: 1e12, tokens: 1e13, money: 1e15 };

/** Replaces impossible measures (NaN, fractions, negative numbers, more than {@link MAX_COST}). */
export const clampCost = (cost: Cost, otherwise: Cost = NOTHING): Cost =>
  each((m) => (Number.isInteger(cost[m]) && cost[m] >= 0 && cost[m] <= MAX_COST[m] ? cost[m] : otherwise[m]));

/** The first measure in which `need` exceeds the rest of `limits`; null: it fits. */
export function findShort(limits: Limits, used: Cost, need: Cost): Measure | null {
  const short = MEASURES.find((m) => {
    const limit = limits[m];
    // A measure that the call does not need cannot stop it: a money budget does not block a model without a
    // price.
    return limit !== null && need[m] > 0 && used[m] + need[m] > limit;
  });
  return short ?? null;
}
