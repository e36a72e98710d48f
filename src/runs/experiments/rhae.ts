/** A level that is played faster than by people counts at most so much. */
const MOST_OF_A_LEVEL = 1.15;

/**
 * Relative human action efficiency of one play of an ARC-AGI-3 game, as the ARC Prize scores it
 * (https://docs.arcprize.org/methodology): of each completed level the square of the people's actions over those that were
 * taken, at most 1.15; then the mean over all levels of the game, in which level n counts n times. Levels that were not
 * completed count as 0, and no play is worth more than its completed levels at 1 each.
 *
 * @param baselines actions of people, of each level of the game
 * @param levelActions actions that were taken, of each level that was completed
 * @returns 0 to 1; null without a baseline for every completed level
 */
export function scoreRhae(baselines: readonly number[], levelActions: readonly number[]): number | null {
  if (baselines.length === 0 || levelActions.length > baselines.length) return null;
  let sum = 0;
  let most = 0;
  let weights = 0;
  for (const [i, baseline] of baselines.entries()) {
    const weight = i + 1;
    weights += weight;
    const actions = levelActions[i];
    if (actions === undefined) continue;
    most += weight;
    if (actions > 0) sum += weight * Math.min(MOST_OF_A_LEVEL, (baseline / actions) ** 2);
  }
  return Math.min(sum, most) / weights;
}
