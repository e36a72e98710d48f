import type { ChangeExperiment, ExperimentBudget } from '../../../src/api/experiments';
import {
  changeBudget,
  isLimited,
  NO_BUDGET,
  spentMeasure,
  tellSpent,
} from '../../../src/engines/experiments/budget';
import { readMeta, writeMeta } from '../room/schema';
import type { ExperimentStore } from './experiment-store';

/** The budget of a whole experiment, stored. What it is held against is what the runs told last. */
export class WholeBudget {
  readonly #sql: SqlStorage;
  readonly #store: Pick<ExperimentStore, 'used'>;

  constructor(sql: SqlStorage, store: Pick<ExperimentStore, 'used'>) {
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

  /** Says in words that it is spent; null: something is left of each measure. */
  tellSpent(): string | null {
    const budget = this.read();
    // Sums are read from every run: without a limit there is nothing to hold them against.
    if (!isLimited(budget)) return null;
    const use = this.#store.used();
    const measure = spentMeasure(budget, use);
    return measure && tellSpent(measure, budget, use);
  }
}
