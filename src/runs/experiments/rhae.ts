/** Maximum score of a level that was solved in fewer actions than people need. */
const MAX_LEVEL_SCORE = 1.15;

/**
 * Relative human action efficiency of one ARC-AGI-3 playthrough, as scored by the ARC Prize
 * (https://docs.arcprize.org/methodology): per completed level, the square of human actions divided by
 * actions, at most 1.15; then the mean over all levels, in which level n has weight n. Incomplete levels
 * count 0, and the total is capped at 1 per completed level.
 *
 * @param baselines human actions per level of the game
 * @param levelActions actions per completed level
 * @returns 0 to 1; null unless every completed level has a baseline
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
    if (actions > 0) sum += weight * Math.min(MAX_LEVEL_SCORE, (baseline / actions) ** 2);
  }
  return Math.min(sum, most) / weights;
}
