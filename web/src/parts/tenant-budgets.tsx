import { useState } from 'preact/hooks';
import type { Period, TenantBudget, TenantBudgets } from '../../../src/contract/money';
import { usageApi } from '../api-usage';
import { showMoney } from '../show-money';
import { MEASURE_NAMES, MEASURES, spentOf } from '../usage';
import { useAct } from '../use-act';
import { useRead } from '../use-read';
import { onSubmit } from './form/on-submit';
import { Options } from './form/options';
import { TypedField } from './form/typed-field';
import { ProblemNote } from './problem-note';

const SINCE: Record<Period, string> = { day: 'today (UTC)', month: 'this month (UTC)', total: 'in all' };
const AGAIN: Record<Period, string> = { day: 'every day', month: 'every month', total: 'never' };
const PERIODS = Object.keys(AGAIN) as Period[];

/** The budgets of the tenant as they stand, and a form for its own. */
export function TenantBudgetsPanel() {
  const { value: budgets, problem, reload, put } = useRead(usageApi.budgets, '');
  const [edits, setEdits] = useState(false);
  return (
    <section class="budgets" aria-labelledby="budgets-title">
      <h2 id="budgets-title">Budgets</h2>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!budgets && !problem && <p class="quiet">Loading…</p>}
      {budgets && <SpentNote budgets={budgets} />}
      {budgets?.operator && <OneBudget title="Set by the operator" budget={budgets.operator} />}
      {budgets?.tenant && <OneBudget title="Our own" budget={budgets.tenant} />}
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

/** Out of budget: what ran out, and what to do. */
function SpentNote({ budgets }: { budgets: TenantBudgets }) {
  const [operators, own] = [spentOf(budgets.operator), spentOf(budgets.tenant)];
  if (operators.length + own.length === 0) return null;
  const what = [...new Set([...operators, ...own])].join(', ');
  return (
    <div class="problem" role="alert">
      <p>
        <strong>The budget is spent.</strong> No more {what} for now: rounds fail, and runs are paused.
      </p>
      <p class="fix">
        {operators.length > 0
          ? 'Only the operator can raise its limit.'
          : 'Raise our budget below; then retry the round or resume the run.'}
      </p>
    </div>
  );
}

function OneBudget({ title, budget }: { title: string; budget: TenantBudget }) {
  const limited = MEASURE_NAMES.filter((measure) => budget[measure] !== null);
  return (
    <div class="spending">
      <h3>
        {title}, {SINCE[budget.period]}
      </h3>
      {limited.length === 0 && <p class="quiet">Without a limit.</p>}
      {limited.map((measure) => {
        const limit = budget[measure] ?? 0;
        const used = budget.used[measure];
        const show = measure === 'money' ? showMoney : (n: number) => n.toLocaleString();
        return (
          <label key={measure}>
            <span>{MEASURES[measure]}</span>
            <meter min={0} max={limit || 1} value={limit === 0 ? 1 : Math.min(used, limit)} />
            <span class="quiet">
              {show(used)} of {show(limit)}
            </span>
          </label>
        );
      })}
    </div>
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
    const given = MEASURE_NAMES.filter((measure) => texts[measure].trim() !== '');
    const limits = Object.fromEntries(given.map((measure) => [measure, Number(texts[measure])]));
    const changed = await act(() => usageApi.setBudget(drops ? null : { ...limits, period }));
    if (changed) onDone(changed);
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
