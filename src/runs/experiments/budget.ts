import {
  type ChangeExperiment,
  EXPERIMENT_MEASURES,
  type ExperimentBudget,
  type ExperimentMeasure,
  type ExperimentUse,
} from '../../contract/experiments';
import type { ChangeRun } from '../../contract/runs';

export const NO_BUDGET: ExperimentBudget = { actions: null, calls: null, tokens: null, money: null };

/** Absent measures stay unchanged; null removes a limit. */
export const changeBudget = (
  budget: ExperimentBudget,
  change: ChangeExperiment['budget'] = {},
): ExperimentBudget => ({
  ...budget,
  ...Object.fromEntries(Object.entries(change).filter(([, most]) => most !== undefined)),
});

export const isLimited = (budget: ExperimentBudget): boolean =>
  EXPERIMENT_MEASURES.some((measure) => budget[measure] !== null);

/** The first measure that is used up; null: none. */
export const spentMeasure = (budget: ExperimentBudget, used: ExperimentUse): ExperimentMeasure | null =>
  EXPERIMENT_MEASURES.find((measure) => {
    const most = budget[measure];
    return most !== null && (used[measure] ?? 0) >= most;
  }) ?? null;

/** Maximum use per run. An absent measure has no limit from the experiment. */
export type Allotment = Partial<Record<ExperimentMeasure, number>>;

/**
 * Reserves a part of the budget for a run before it plays, so that concurrent runs never exceed the budget
 * together. A run gets as much as its own limit allows; without one, the slots share the rest.
 *
 * @param committed of all other runs: their use, or their allotment while they play
 * @param own limits of the run; absent: no limit; null: the measure does not apply
 * @param places maximum concurrent runs
 * @returns null if a measure is used up until another run ends
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
    // Only money can be fractional.
    const share = measure === 'money' ? rest / places : Math.max(1, Math.floor(rest / places));
    allotment[measure] = limit === undefined ? share : Math.min(limit, rest);
  }
  return allotment;
}

/**
 * New limits of a run that continues with another allotment. Measures limited only by the former allotment
 * return to the run's own limit.
 */
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
 * The measure in which a paused run's allotment was lower than its own limit, so that the experiment's budget
 * stopped it. null: its own limit did.
 */
export const shortMeasure = (
  allotment: Allotment | null,
  own: Parameters<typeof allot>[2],
): ExperimentMeasure | null =>
  (['tokens', 'money'] as const).find(
    (measure) =>
      (allotment?.[measure] ?? Number.POSITIVE_INFINITY) < (own[measure] ?? Number.POSITIVE_INFINITY),
  ) ?? null;

const SPENT = 'the budget of the experiment is exhausted';
export const RAISED = 'its budget was exhausted and has been raised';

export const spentNotice = (
  measure: ExperimentMeasure,
  budget: ExperimentBudget,
  used: ExperimentUse,
): string => `${SPENT}: ${formatAmount(used[measure])} of ${formatAmount(budget[measure])} ${measure}`;

/** Text: the rest of a measure is too small for a run to continue. */
export const shortageNotice = (
  measure: ExperimentMeasure,
  budget: ExperimentBudget,
  used: ExperimentUse,
): string =>
  `the budget of the experiment does not cover the next call: ${formatAmount(used[measure])} of ${formatAmount(budget[measure])} ${measure} are used`;

/** Rounds away floating-point noise; amounts of money are fractions of cents. */
const formatAmount = (amount: number | null): string => String(Number((amount ?? 0).toFixed(6)));
