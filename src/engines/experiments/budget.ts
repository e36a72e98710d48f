import {
  type ChangeExperiment,
  EXPERIMENT_MEASURES,
  type ExperimentBudget,
  type ExperimentMeasure,
  type ExperimentUse,
} from '../../api/experiments';

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

const SPENT = 'the budget of the experiment is spent';
/** Words for an experiment that paused by its budget, and may go on. */
export const RAISED = 'its budget was spent, and is raised';

/** Says in words that a measure is spent, for `pauseReason` and for problems. */
export const tellSpent = (
  measure: ExperimentMeasure,
  budget: ExperimentBudget,
  used: ExperimentUse,
): string => `${SPENT}: ${writeAmount(used[measure])} of ${writeAmount(budget[measure])} ${measure}`;

/** Money is counted in fractions of cents: its sum is written without the noise of binary numbers. */
const writeAmount = (amount: number | null): string => String(Number((amount ?? 0).toFixed(6)));
