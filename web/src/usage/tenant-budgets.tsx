import { useState } from 'preact/hooks';
import type { Period, TenantBudget, TenantBudgets } from '../../../src/contract/money';
import { usageApi } from '../api/usage';
import { onSubmit } from '../kit/form/on-submit';
import { Options } from '../kit/form/options';
import { TypedField } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { say } from '../words/say';
import { BudgetMeters, SpentNote } from './budget-meters';
import { MEASURE_NAMES, MEASURES } from './usage-query';

const AGAIN: Record<Period, string> = { day: 'every day', month: 'every month', total: say('never') };
const PERIODS = Object.keys(AGAIN) as Period[];

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
        <p class="quiet">
          {budgets.operator ? 'We have set no budget of our own.' : 'Nothing limits what may be spent.'}
        </p>
      )}
      {budgets && budgets.reserved.calls > 0 && (
        <p class="quiet small">{budgets.reserved.calls} calls are kept for rooms that are playing.</p>
      )}
      {budgets && !edits && (
        <div class="buttons">
          <button type="button" onClick={() => setEdits(true)}>
            {budgets.tenant ? 'Change our budget' : 'Set a budget'}
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
  const [texts, setTexts] = useState(() => ({
    calls: budget?.calls?.toString() ?? '',
    tokens: budget?.tokens?.toString() ?? '',
    money: budget?.money?.toString() ?? '',
  }));
  const [period, setPeriod] = useState<Period>(budget?.period ?? 'month');
  const { busy, problem, act } = useAct();
  const save = async (drops: boolean) => {
    const filledMeasures = MEASURE_NAMES.filter((measure) => texts[measure].trim() !== '');
    const limits = Object.fromEntries(filledMeasures.map((measure) => [measure, Number(texts[measure])]));
    const budgets = await act(() => usageApi.setBudget(drops ? null : { ...limits, period }));
    if (budgets) onDone(budgets);
  };
  return (
    <form class="budget-form" aria-label="Our budget" onSubmit={onSubmit(() => save(false))}>
      {MEASURE_NAMES.map((measure) => (
        <TypedField
          key={measure}
          label={measure === 'money' ? `Money (${currency})` : MEASURES[measure]}
          isNumber
          min="0"
          step={measure === 'money' ? 'any' : '1'}
          placeholder="no limit"
          value={texts[measure]}
          onText={(text) => setTexts({ ...texts, [measure]: text })}
        />
      ))}
      <label class="field">
        Begins anew
        <select
          value={period}
          onChange={(changed) =>
            setPeriod(PERIODS.find((one) => one === changed.currentTarget.value) ?? 'total')
          }
        >
          <Options of={Object.entries(AGAIN)} />
        </select>
      </label>
      {problem && <ProblemNote problem={problem} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={busy}>
          Save budget
        </button>
        {budget && (
          <button type="button" disabled={busy} onClick={() => void save(true)}>
            Take it away
          </button>
        )}
        <button type="button" onClick={() => onDone(null)}>
          Cancel
        </button>
      </div>
    </form>
  );
}
