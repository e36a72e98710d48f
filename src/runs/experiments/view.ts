import type {
  ExperimentBudget,
  ExperimentSummary,
  ExperimentTable,
  ExperimentUse,
  ExperimentView,
} from '../../contract/experiments';
import type { Plan } from './plan';
import { findPublished } from './published';
import { type Counts, type DesiredState, experimentStatus, type PlannedRun } from './steps';
import { averageRows, averageStories, type Baselines, formatRow, type Stories, sumRows } from './table';

/** State of an experiment without its runs. Times are ISO 8601. */
export interface Moment {
  id: string;
  plan: Plan;
  createdAt: string;
  updatedAt: string;
  wish: DesiredState;
  /** Reason of an automatic pause; `''`: the user paused it. */
  why: string;
  counts: Counts & { refused: number };
}

export interface Spending {
  budget: ExperimentBudget;
  used: ExperimentUse;
}

export const finishReason = ({ wish }: Pick<Moment, 'wish'>): 'stopped' | 'done' =>
  wish === 'stop' ? 'stopped' : 'done';

export const pauseReason = ({ why }: Pick<Moment, 'why'>): string => why || 'its owner asked for it';

export function summarize({ id, plan, createdAt, updatedAt, wish, counts }: Moment): ExperimentSummary {
  const { waiting, making, playing, over, refused } = counts;
  const runs = waiting + making + playing + over;
  return {
    ...{ id, name: plan.name, status: experimentStatus(wish, counts) },
    progress: { runs, waiting, playing: making + playing, over, refused },
    ...{ createdAt, updatedAt },
  };
}

export function buildExperimentView(
  moment: Moment,
  { budget, used }: Spending,
  runs: readonly PlannedRun[],
  scorecard: ExperimentView['scorecard'],
  baselines: Baselines,
): ExperimentView {
  const { plan } = moment;
  const summary = summarize(moment);
  const { games, players, seeds, budgets, parallel, tags, sourceUrl } = plan;
  return {
    ...summary,
    finishReason: summary.status === 'finished' ? finishReason(moment) : null,
    pauseReason: summary.status === 'paused' ? pauseReason(moment) : null,
    ...{ games, models: players.map(({ label }) => label), seeds, parallel, tags, sourceUrl },
    budgets: Object.fromEntries(Object.entries(budgets).map(([name, most]) => [name, most ?? null])),
    ...{ budget, used, scorecard, fair: plan.options.fair === true },
    runs: runs.map((run) => formatRow(plan, baselines, run)),
  };
}

export const buildTable = (
  plan: Plan,
  stories: Stories,
  { id, name, status, budget, used, fair, runs: rows }: ExperimentView,
): ExperimentTable => ({
  experiment: id,
  ...{ name, status, budget, used, fair, rows },
  sums: sumRows(plan, rows),
  means: averageRows(plan, rows),
  stories: averageStories(plan, stories, rows),
  published: Object.entries(stories).flatMap(([game, story]) => findPublished(game, story) ?? []),
});
