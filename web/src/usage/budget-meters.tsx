import type { Period, TenantBudget, TenantBudgets } from '../../../src/contract/money';
import { showMoney } from './show-money';
import { MEASURE_NAMES, MEASURES, spentOf } from './usage-query';

const SINCE: Record<Period, string> = { day: 'today (UTC)', month: 'this month (UTC)', total: 'in all' };

/** The operator's budget and our own, as they stand; nothing where there is none. */
export function BudgetMeters({ budgets }: { budgets: TenantBudgets }) {
  return (
    <>
      {budgets.operator && (
        <OneBudget title="Set by the operator" budget={budgets.operator} currency={budgets.currency} />
      )}
      {budgets.tenant && <OneBudget title="Our own" budget={budgets.tenant} currency={budgets.currency} />}
    </>
  );
}

/** Out of budget: what ran out, and what to do. */
export function SpentNote({ budgets }: { budgets: TenantBudgets }) {
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

function OneBudget(props: { title: string; budget: TenantBudget; currency: string }) {
  const { title, budget, currency } = props;
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
              {measure === 'money' && ` ${currency}`}
            </span>
          </label>
        );
      })}
    </div>
  );
}
