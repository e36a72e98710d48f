import type { Period, TenantBudget, TenantBudgets } from '../../../src/contract/money';
import { BudgetMeter } from '../kit/budget-meter';
import { LOCALE } from '../words/languages';
import { termLabel } from '../words/terms';
import { formatMoney } from './show-money';
import { MEASURE_NAMES, MEASURES, rowSpent } from './usage-query';

const SINCE: Record<Period, string> = { day: 'today (UTC)', month: 'this month (UTC)', total: 'in total' };

/** The operator's and the tenant's budgets, if set. */
export function BudgetMeters({ budgets }: { budgets: TenantBudgets }) {
  return (
    <>
      {budgets.operator && (
        <OneBudget title="Set by the operator" budget={budgets.operator} currency={budgets.currency} />
      )}
      {budgets.tenant && <OneBudget title="Yours" budget={budgets.tenant} currency={budgets.currency} />}
    </>
  );
}

/** Names the spent budget and what to do. */
export function SpentNote({ budgets }: { budgets: TenantBudgets }) {
  const [operators, own] = [rowSpent(budgets.operator), rowSpent(budgets.tenant)];
  if (operators.length + own.length === 0) return null;
  const what = [...new Set([...operators, ...own])].map(termLabel).join(', ');
  return (
    <div class="problem" role="alert">
      <p>
        <strong>The budget is spent.</strong> No more {what} for now: rounds fail and runs are paused.
      </p>
      <p class="fix">
        {operators.length > 0
          ? 'Only the operator can raise this limit.'
          : 'Raise your budget below, then retry the round or resume the run.'}
      </p>
    </div>
  );
}

const showCount = (n: number): string => n.toLocaleString(LOCALE);

function OneBudget(props: { title: string; budget: TenantBudget; currency: string }) {
  const { title, budget, currency } = props;
  const spentMeasures = rowSpent(budget);
  const limitedMeasures = MEASURE_NAMES.filter((measure) => budget[measure] !== null);
  return (
    <div class="spending">
      <h3>
        {title}, {SINCE[budget.period]}
      </h3>
      {limitedMeasures.length === 0 && <p class="quiet">No limit.</p>}
      {limitedMeasures.map((measure) => {
        const isMoney = measure === 'money';
        return (
          <BudgetMeter
            key={measure}
            title={MEASURES[measure]}
            used={budget.used[measure]}
            limit={budget[measure] ?? 0}
            isSpent={spentMeasures.includes(measure)}
            show={isMoney ? formatMoney : showCount}
            unit={isMoney ? currency : ''}
          />
        );
      })}
    </div>
  );
}
