import { termLabel } from '../words/terms';
import type { Spent } from './fold-spent';

/** Reports a spent budget and links to the form that raises it. */
export function SpentNote({ spent }: { spent: Spent }) {
  return (
    <p class="card spent" role="status">
      The budget is spent: too few <strong>{termLabel(spent.what)}</strong> are left for the next call.{' '}
      {spent.whose === 'room' ? (
        'Raise it below'
      ) : (
        <>
          This is the budget for all rooms: <a href="#/usage">raise it</a>
        </>
      )}
      , then resume. Completed calls are not repeated.
    </p>
  );
}
