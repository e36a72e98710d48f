/** Bounds of {@link tryBudget}, and the number of turns that a trial may take as long as. */
export const TRY = { least: 1_000_000, most: 50_000_000, turns: 10 } as const;

/** Instructions that an input may take when it is only tried and will be taken back, after one that took so many. */
export const tryBudget = (spent = 0): number => Math.min(Math.max(TRY.turns * spent, TRY.least), TRY.most);
