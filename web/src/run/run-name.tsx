import type { Connection } from '../../../packages/client/src/index';
import type { Run } from '../../../src/contract/runs';
import { ConnectionMark, StatusMark } from '../kit/marks';
import { runAddress } from '../router';
import { describePause } from './run-verbs';

/** Shows a run's name, status, connection and origin; the same for every game. */
export function RunName({ run, live }: { run: Run; live: Connection }) {
  const { id, title, status, forkedFrom } = run;
  const pauseText = describePause(run);
  return (
    <>
      <h1 dir="auto">{title}</h1>
      <div class="marks">
        <StatusMark status={status} />
        <ConnectionMark state={live} />
        <a href={`#/calls?room=${id}`}>Calls</a>
        {forkedFrom && (
          <a href={`#${runAddress(forkedFrom.run, { turn: Math.max(1, forkedFrom.turn) })}`}>
            Forked after turn {forkedFrom.turn}
          </a>
        )}
      </div>
      {pauseText && <p class="quiet paused">{pauseText}</p>}
    </>
  );
}
