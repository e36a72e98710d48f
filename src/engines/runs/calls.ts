/** Most calls that one ask takes, with all that the output ladder tries (docs/model.md). */
export const MAX_OF_ASK = 12;

interface Spending {
  config: { budgets: { calls: number } };
  used: { calls: number };
}

/** Calls that the budget of a run has left. */
export const callsLeft = ({ config, used }: Spending): number => config.budgets.calls - used.calls;

/**
 * What each of some asks may take that are made at the same time: alike, as far as `left` goes, so that together they
 * never take more. 0: it is not made.
 */
export function shareCalls(left: number, asks: number): number[] {
  const all = Math.max(0, left);
  return Array.from({ length: asks }, (_, k) =>
    Math.min(MAX_OF_ASK, Math.floor(all / asks) + (k < all % asks ? 1 : 0)),
  );
}
