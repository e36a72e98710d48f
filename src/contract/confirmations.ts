import type { ActionKnowledge, Coverage } from './run-knowledge';

/** Consistent effective confirmations in a row, after the first effective observation, that verify an action. */
export const STREAK_TO_VERIFY = 3;
/** Different boards on which a definition that code reads must have predicted the effect in its present form. */
export const STATES_TO_VERIFY = 3;
/**
 * The same for each exception that it names, since the last of them: what goes otherwise once in ten times goes unseen on
 * three.
 */
export const STATES_AN_EXCEPTION = 12;

/** Returns the boards on which a definition must come true before it is verified (docs/runs.md#coverage). */
export const boardsNeeded = ({ exceptions }: Pick<Coverage, 'exceptions'>): number =>
  Math.max(STATES_TO_VERIFY, STATES_AN_EXCEPTION * exceptions);

/**
 * Counts what confirms the definition of an action, and how much of it verifies the action. The stored `streak` stops at
 * three, whatever exceptions ask for; the boards beyond are counted by the coverage.
 */
export function countConfirmations({ streak, coverage }: Pick<ActionKnowledge, 'streak' | 'coverage'>): {
  streak: number;
  needed: number;
} {
  if (!coverage) return { streak, needed: STREAK_TO_VERIFY };
  const boards = boardsNeeded(coverage);
  // An execution that went otherwise ends a streak before its definition is held against everything again.
  return { streak: streak < STREAK_TO_VERIFY ? streak : Math.min(coverage.since, boards), needed: boards };
}
