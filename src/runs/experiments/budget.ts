import {
  type ChangeExperiment,
  EXPERIMENT_MEASURES,
  type ExperimentBudget,
  type ExperimentMeasure,
  type ExperimentUse,
} from '../../contract/experiments';
import type { ChangeRun } from '../../contract/runs';

/** No limit of any kind. */
export const NO_BUDGET: ExperimentBudget = { actions: null, calls: null, tokens: null, money: null };

/** Applies a change: a measure that is not named stays, null takes its limit away. */
export const changeBudget = (
  budget: ExperimentBudget,
  change: ChangeExperiment['budget'] = {},
): ExperimentBudget => ({
  ...budget,
  ...Object.fromEntries(Object.entries(change).filter(([, most]) => most !== undefined)),
});

/** Says whether anything is limited. */
export const isLimited = (budget: ExperimentBudget): boolean =>
  EXPERIMENT_MEASURES.some((measure) => budget[measure] !== null);

/** The first measure of which nothing is left; null: something is left of each. */
export const spentMeasure = (budget: ExperimentBudget, used: ExperimentUse): ExperimentMeasure | null =>
  EXPERIMENT_MEASURES.find((measure) => {
    const most = budget[measure];
    return most !== null && (used[measure] ?? 0) >= most;
  }) ?? null;

/** The most that one run may use of each measure. A measure that is absent has no limit from the experiment. */
export type Allotment = Partial<Record<ExperimentMeasure, number>>;

/**
 * Reserves a part of the budget for one run before it plays, so that runs that play at the same time never use more
 * together. A run gets as much as its own limit lets it use; where it has none, the places share what is left.
 *
 * @param committed by all other runs: what those that play may use, and what the others have used
 * @param own limits of the run; a measure that is absent has none, one that is null does not count for it
 * @param places how many runs may play at a time
 * @returns null when nothing is left of a measure until another run is over
 */
export function allot(
  budget: ExperimentBudget,
  committed: ExperimentUse,
  own: Partial<Record<ExperimentMeasure, number | null>>,
  places: number,
): Allotment | null {
  const allotment: Allotment = {};
  for (const measure of EXPERIMENT_MEASURES) {
    const [most, limit] = [budget[measure], own[measure]];
    if (most === null || limit === null) continue;
    const rest = most - (committed[measure] ?? 0);
    if (rest <= 0) return null;
    // Only money comes in fractions.
    const share = measure === 'money' ? rest / places : Math.max(1, Math.floor(rest / places));
    allotment[measure] = limit === undefined ? share : Math.min(limit, rest);
  }
  return allotment;
}

/** The limits of a run that goes on with another allotment. What only the former one limited is as it is by itself. */
export const limitsAfter = (
  former: Allotment | null,
  allotment: Allotment,
  own: Parameters<typeof allot>[2],
): NonNullable<ChangeRun['budgets']> =>
  Object.fromEntries(
    EXPERIMENT_MEASURES.filter((measure) => measure in { ...former, ...allotment }).map((measure) => [
      measure,
      allotment[measure] ?? own[measure] ?? null,
    ]),
  );

/**
 * Names a measure of which a run that has paused got less than it may use by itself: the experiment has no more to give.
 * Null: its own limit stopped it.
 */
export const shortMeasure = (
  allotment: Allotment | null,
  own: Parameters<typeof allot>[2],
): ExperimentMeasure | null =>
  (['tokens', 'money'] as const).find(
    (measure) =>
      (allotment?.[measure] ?? Number.POSITIVE_INFINITY) < (own[measure] ?? Number.POSITIVE_INFINITY),
  ) ?? null;

const SPENT = 'the budget of the experiment is spent';
/** Words for an experiment that paused by its budget, and may go on. */
export const RAISED = 'its budget was spent, and is raised';

/** Says in words that a measure is spent, for `pauseReason` and for problems. */
export const tellSpent = (
  measure: ExperimentMeasure,
  budget: ExperimentBudget,
  used: ExperimentUse,
): string => `${SPENT}: ${writeAmount(used[measure])} of ${writeAmount(budget[measure])} ${measure}`;

/** Says in words that what is left of a measure is too little for a run to go on. */
export const tellShort = (
  measure: ExperimentMeasure,
  budget: ExperimentBudget,
  used: ExperimentUse,
): string =>
  `too little of the budget of the experiment is left for the next call: ${writeAmount(used[measure])} of ${writeAmount(budget[measure])} ${measure} are used`;

/** Money is counted in fractions of cents: its sum is written without the noise of binary numbers. */
const writeAmount = (amount: number | null): string => String(Number((amount ?? 0).toFixed(6)));
