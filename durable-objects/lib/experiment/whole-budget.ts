import type { ChangeExperiment, ExperimentBudget } from '../../../src/contract/experiments';
import {
  type Allotment,
  allot,
  changeBudget,
  isLimited,
  limitsAfter,
  NO_BUDGET,
  shortageNotice,
  shortMeasure,
  spentMeasure,
  spentNotice,
} from '../../../src/runs/experiments/budget';
import { ownLimits, type Plan } from '../../../src/runs/experiments/plan';
import type { PlannedRun } from '../../../src/runs/experiments/steps';
import { readMeta, writeMeta } from '../room/schema';
import type { ExperimentStore } from './experiment-store';

/** The stored budget of a whole experiment, compared with the runs' last reported use. */
export class ExperimentBudgetLedger {
  readonly #sql: SqlStorage;
  readonly #store: Pick<ExperimentStore, 'used' | 'committed'>;

  constructor(sql: SqlStorage, store: Pick<ExperimentStore, 'used' | 'committed'>) {
    this.#sql = sql;
    this.#store = store;
  }

  read(): ExperimentBudget {
    return (JSON.parse(readMeta(this.#sql, 'budget') ?? 'null') as ExperimentBudget | null) ?? NO_BUDGET;
  }

  get isLimited(): boolean {
    return isLimited(this.read());
  }

  change(change: ChangeExperiment['budget']): void {
    writeMeta(this.#sql, 'budget', JSON.stringify(changeBudget(this.read(), change)));
  }

  /** See {@link allot}. Empty without a limit. */
  allot(plan: Plan, { n, game }: PlannedRun): Allotment | null {
    const budget = this.read();
    if (!isLimited(budget)) return {};
    return allot(budget, this.#store.committed(n), ownLimits(plan, game), plan.parallel);
  }

  /** Allots budget to a run that continues, and returns its new limits. null: no budget is left. */
  renew(
    plan: Plan,
    run: PlannedRun,
  ): { allotment: Allotment; budgets: ReturnType<typeof limitsAfter> } | null {
    const allotment = this.allot(plan, run);
    return (
      allotment && { allotment, budgets: limitsAfter(run.allotment, allotment, ownLimits(plan, run.game)) }
    );
  }

  /** Message if the run paused because its allotment was too small; null: other reason. */
  describeShortage(plan: Plan, { allotment, game }: PlannedRun): string | null {
    const measure = shortMeasure(allotment, ownLimits(plan, game));
    return measure && shortageNotice(measure, this.read(), this.#store.used());
  }

  /** Message if the budget is spent; null: some of each measure is left. */
  describeSpent(): string | null {
    const budget = this.read();
    // Avoids summing over all runs.
    if (!isLimited(budget)) return null;
    const use = this.#store.used();
    const measure = spentMeasure(budget, use);
    return measure && spentNotice(measure, budget, use);
  }
}
