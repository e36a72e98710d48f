import { usageApi } from '../api/usage';
import { useRead } from '../kit/use-read';
import { BudgetMeters, SpentNote } from '../usage/budget-meters';
import '../usage/usage.css';

/** Shows the tenant's budgets and their use; when they can't be read, the page of usage says why. */
export function HomeBudgets() {
  const { value: budgets } = useRead(usageApi.budgets, 'budgets');
  if (!budgets) return null;
  const isLimited = budgets.operator !== null || budgets.tenant !== null;
  return (
    <section class="budgets" aria-labelledby="home-budgets-title">
      <h2 id="home-budgets-title">What may be spent</h2>
      <SpentNote budgets={budgets} />
      <BudgetMeters budgets={budgets} />
      <p class="quiet">
        {!isLimited && 'Nothing limits what may be spent. '}
        <a href="#/usage">{isLimited ? 'Usage, and our budget' : 'What it has cost, and a budget'}</a>
      </p>
    </section>
  );
}
