import type { AdventureRun } from '../../../../src/contract/adventures';
import type { TrailStep } from '../../../../src/contract/events/fold/story-trail';
import { api } from '../../api/api';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { listUndoable } from '../story-trail';

/** Most moves that the list offers. */
const MOST = 50;

/** The last moves, newest first, each to be taken back with all that came after it. */
export function UndoList(props: { run: AdventureRun; trail: readonly TrailStep[]; onDone: () => void }) {
  const { run, trail, onDone } = props;
  const { busy, problem, act } = useAct();
  const steps = listUndoable(trail).slice(0, MOST);
  const undo = async (turn: number) => {
    if ((await act((key) => api.restoreStory(run.id, { turn }, key), `undo to ${turn}`)) !== null) onDone();
  };
  return (
    <>
      <p class="quiet">A move is taken back with all that came after it. The map stays.</p>
      {problem && <ProblemNote problem={problem} />}
      {steps.length === 0 && <p class="quiet">There is nothing to take back.</p>}
      <ol class="undo-list">
        {steps.map(({ commands, to, count }) => (
          <li key={to}>
            <button type="button" class="plain" disabled={busy} onClick={() => void undo(to)}>
              <span class="echo" dir="auto">
                {commands.map((command) => command || 'Enter').join(', ') || 'a saved game'}
              </span>{' '}
              <span class="quiet small">{count === 1 ? '1 move' : `${count} moves`}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
