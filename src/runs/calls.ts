/** Maximum calls per request, with all rungs of the ladder (docs/models.md). */
export const MAX_CALLS_PER_AGENT = 12;

interface Spending {
  config: { budgets: { calls: number } };
  used: { calls: number };
}

export const callsLeft = ({ config, used }: Spending): number => config.budgets.calls - used.calls;

/** Divides the remaining calls evenly among concurrent requests. 0: skip that request. */
export function shareCalls(left: number, asks: number): number[] {
  const all = Math.max(0, left);
  return Array.from({ length: asks }, (_, k) =>
    Math.min(MAX_CALLS_PER_AGENT, Math.floor(all / asks) + (k < all % asks ? 1 : 0)),
  );
}
