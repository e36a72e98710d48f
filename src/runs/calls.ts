/** Most calls that one ask takes, with all that the output ladder tries (docs/models.md). */
export const MAX_OF_ASK = 12;

interface Spending {
  config: { budgets: { calls: number } };
  used: { calls: number };
}

/** Calls that the budget of a run has left. */
export const callsLeft = ({ config, used }: Spending): number => config.budgets.calls - used.calls;

/** Shares the calls that are left among asks made at the same time, as equally as possible. 0: that ask is not made. */
export function shareCalls(left: number, asks: number): number[] {
  const all = Math.max(0, left);
  return Array.from({ length: asks }, (_, k) =>
    Math.min(MAX_OF_ASK, Math.floor(all / asks) + (k < all % asks ? 1 : 0)),
  );
}
