import { storeKey } from '../api/credentials';
import { usageApi } from '../api/usage';
import { LanguageField } from '../kit/language-choice';
import type { Listing } from '../kit/use-list';
import { useRead } from '../kit/use-read';
import { BudgetMeters, SpentNote } from '../usage/budget-meters';
import { RoomShelf } from './room-shelf';
import type { ShelfItem } from './use-rooms';
import '../kit/form/form.css';
import '../usage/usage.css';
import './home-rest.css';

/** All rooms, the budgets, and the foot of the home page. */
export function HomeRest({ scenes, runs }: { scenes: Listing<ShelfItem>; runs: Listing<ShelfItem> }) {
  return (
    <>
      <div class="shelves">
        <RoomShelf kind="scenes" list={scenes} />
        <RoomShelf kind="runs" list={runs} />
      </div>
      <p>
        <a href="#/experiments">Experiments: compare models across games</a>
      </p>
      <HomeBudgets />
      <footer class="foot row between">
        <span class="row">
          <a href="#/library">Library</a>
          <a href="#/keys">Keys</a>
        </span>
        <LanguageField />
        <button type="button" class="plain" onClick={() => storeKey(null)}>
          Sign out
        </button>
      </footer>
    </>
  );
}

/** The tenant's budgets and usage. If they fail to load, the usage page says why. */
function HomeBudgets() {
  const { value: budgets } = useRead(usageApi.budgets, 'budgets');
  if (!budgets) return null;
  const isLimited = budgets.operator !== null || budgets.tenant !== null;
  return (
    <section class="budgets" aria-labelledby="home-budgets-title">
      <h2 id="home-budgets-title">Spending</h2>
      <SpentNote budgets={budgets} />
      <BudgetMeters budgets={budgets} />
      <p class="quiet">
        {!isLimited && 'No limit set. '}
        <a href="#/usage">{isLimited ? 'Usage and your budget' : 'See usage, or set a budget'}</a>
      </p>
    </section>
  );
}
