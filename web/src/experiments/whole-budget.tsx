import { useState } from 'preact/hooks';
import type { ExperimentBudget, ExperimentMeasure, ExperimentView } from '../../../src/contract/experiments';
import { experiments } from '../api/experiments';
import { BudgetMeter } from '../kit/budget-meter';
import { onSubmit } from '../kit/form/on-submit';
import { TypedLimits } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { formatMoney } from '../usage/show-money';
import { LOCALE } from '../words/languages';

const MEASURES: readonly { name: ExperimentMeasure; title: string; label: string }[] = [
  { name: 'actions', title: 'Actions, all runs', label: 'Max actions, all runs' },
  { name: 'calls', title: 'Calls, all runs', label: 'Max calls, all runs' },
  { name: 'tokens', title: 'Tokens, all runs', label: 'Max tokens, all runs' },
  { name: 'money', title: 'Cost, all runs', label: 'Max cost, all runs' },
];

/** The typed limits; empty means no limit. */
export type TypedBudget = Partial<Record<ExperimentMeasure, string>>;

/** Parses the typed limits: null for an empty field. */
export const readBudget = (texts: TypedBudget): Partial<ExperimentBudget> =>
  Object.fromEntries(
    Object.entries(texts).map(([measure, text]) => [measure, text.trim() === '' ? null : Number(text)]),
  );

/** Fields for the limits of a whole experiment. */
export const BudgetFields = (props: { texts: TypedBudget; onChange: (texts: TypedBudget) => void }) => (
  <div class="row short-fields">
    <TypedLimits limits={MEASURES} {...props} />
  </div>
);

export const isSpent = ({ budget, used }: Pick<ExperimentView, 'budget' | 'used'>): boolean =>
  MEASURES.some(({ name }) => {
    const most = budget[name];
    return most !== null && (used[name] ?? 0) >= most;
  });

/** Shows and edits the budget of a whole experiment. */
export function WholeBudget({ view, onChanged }: { view: ExperimentView; onChanged: () => void }) {
  const { id, budget, used, status } = view;
  const [texts, setTexts] = useState<TypedBudget | null>(null);
  const { busy, problem, act } = useAct(onChanged);
  const save = async () => {
    if (texts && (await act(() => experiments.change(id, { budget: readBudget(texts) })))) setTexts(null);
  };
  const edit = () =>
    setTexts(Object.fromEntries(MEASURES.map(({ name }) => [name, budget[name]?.toString() ?? ''])));
  const limits = MEASURES.filter(({ name }) => budget[name] !== null);
  if (status === 'finished' && limits.length === 0) return null;
  return (
    <section class="whole-budget" aria-label="Shared budget">
      {limits.map(({ name, title }) => (
        <BudgetMeter
          key={name}
          title={title}
          used={used[name] ?? 0}
          limit={budget[name] ?? 0}
          show={name === 'money' ? formatMoney : (amount) => amount.toLocaleString(LOCALE)}
        />
      ))}
      {status === 'paused' && isSpent(view) && (
        <p>The shared budget is spent. Raise it and resume; paused runs continue where they are.</p>
      )}
      {texts ? (
        <form class="experiment-form" onSubmit={onSubmit(save)}>
          <BudgetFields texts={texts} onChange={setTexts} />
          {problem && <ProblemNote problem={problem} />}
          <div class="buttons">
            <button type="submit" class="primary" disabled={busy}>
              Save budget
            </button>
            <button type="button" onClick={() => setTexts(null)}>
              Cancel
            </button>
          </div>
        </form>
      ) : (
        status !== 'finished' && (
          <div class="buttons">
            <button type="button" class="plain" onClick={edit}>
              {limits.length > 0 ? 'Change budget' : 'Set a shared budget'}
            </button>
          </div>
        )
      )}
    </section>
  );
}
