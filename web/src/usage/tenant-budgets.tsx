import { useState } from 'preact/hooks';
import type { Period, TenantBudget, TenantBudgets } from '../../../src/contract/money';
import { usageApi } from '../api/usage';
import type { Choices } from '../kit/form/field-list';
import { onSubmit } from '../kit/form/on-submit';
import { SelectField, TypedLimits } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { say } from '../words/say';
import { BudgetMeters, SpentNote } from './budget-meters';
import { MEASURE_NAMES, MEASURES } from './usage-query';

const PERIODS = [
  ['day', 'every day'],
  ['month', 'every month'],
  ['total', say('never')],
] as const satisfies Choices<Period>;

export function TenantBudgetsPanel() {
  const { value: budgets, problem, reload, put } = useRead(usageApi.budgets, '');
  const [edits, setEdits] = useState(false);
  return (
    <section class="budgets" aria-labelledby="budgets-title">
      <h2 id="budgets-title">Budgets</h2>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!budgets && !problem && <p class="quiet">Loading…</p>}
      {budgets && <SpentNote budgets={budgets} />}
      {budgets && <BudgetMeters budgets={budgets} />}
      {budgets && !budgets.tenant && !edits && (
        <p class="quiet">{budgets.operator ? 'You have not set a budget.' : 'No limit set.'}</p>
      )}
      {budgets && budgets.reserved.calls > 0 && (
        <p class="quiet small">{budgets.reserved.calls} calls are reserved for active rooms.</p>
      )}
      {budgets && !edits && (
        <div class="buttons">
          <button type="button" onClick={() => setEdits(true)}>
            {budgets.tenant ? 'Edit your budget' : 'Set a budget'}
          </button>
        </div>
      )}
      {budgets && edits && (
        <BudgetForm
          budget={budgets.tenant}
          currency={budgets.currency}
          onDone={(changed) => {
            if (changed) put(changed);
            setEdits(false);
          }}
        />
      )}
    </section>
  );
}

function BudgetForm(props: {
  budget: TenantBudget | null;
  currency: string;
  onDone: (changed: TenantBudgets | null) => void;
}) {
  const { budget, currency, onDone } = props;
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(MEASURE_NAMES.map((measure) => [measure, budget?.[measure]?.toString() ?? ''])),
  );
  const [period, setPeriod] = useState<Period>(budget?.period ?? 'month');
  const { busy, problem, act } = useAct();
  const save = async (drops: boolean) => {
    const entries = Object.entries(texts).filter(([, text]) => text.trim() !== '');
    const limits = Object.fromEntries(entries.map(([measure, text]) => [measure, Number(text)]));
    const budgets = await act(() => usageApi.setBudget(drops ? null : { ...limits, period }));
    if (budgets) onDone(budgets);
  };
  return (
    <form class="budget-form" aria-label="Your budget" onSubmit={onSubmit(() => save(false))}>
      <TypedLimits
        limits={MEASURE_NAMES.map((name) => ({
          name,
          label: name === 'money' ? `Cost (${currency})` : MEASURES[name],
        }))}
        canBeZero
        texts={texts}
        onChange={setTexts}
      />
      <SelectField label="Resets" options={PERIODS} value={period} onChange={setPeriod} />
      {problem && <ProblemNote problem={problem} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={busy}>
          Save budget
        </button>
        {budget && (
          <button type="button" disabled={busy} onClick={() => void save(true)}>
            Remove
          </button>
        )}
        <button type="button" onClick={() => onDone(null)}>
          Cancel
        </button>
      </div>
    </form>
  );
}
