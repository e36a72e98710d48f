import type { Connection } from '../../../packages/client/src/index';
import type { Run } from '../../../src/contract/runs';
import { ConnectionMark, StatusMark } from '../kit/marks';
import { runAddress } from '../router';
import { describePause } from './run-verbs';

/** Shows a run's name, status, connection and origin; the same for every game. */
export function RunName({ run, live }: { run: Run; live: Connection }) {
  const { title, status, forkedFrom } = run;
  const pauseText = describePause(run);
  return (
    <>
      <h1 dir="auto">{title}</h1>
      <div class="marks">
        <StatusMark status={status} />
        {/* Nothing more happens in a finished run, so only a lost connection matters. */}
        {(status !== 'finished' || live !== 'live') && <ConnectionMark state={live} />}
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
