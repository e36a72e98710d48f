/** Limits of {@link tryBudget}, and its multiple of the last turn. */
export const TRY = { least: 1_000_000, most: 50_000_000, turns: 10 } as const;

/** Instruction limit of a trial's input, from the cost of the last turn. */
export const tryBudget = (spent = 0): number => Math.min(Math.max(TRY.turns * spent, TRY.least), TRY.most);
