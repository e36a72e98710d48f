import { api } from '../../api/api';
import { hand } from '../../api/scene';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { useNow } from '../../kit/use-now';
import type { Names } from '../lines/fold-scene';
import { type AnyScene, findSeat, isOwn } from '../who';
import { describeWaiting, formatSeconds, secondsUntil } from './fold-pace';

interface PaceProps {
  scene: AnyScene;
  names: Names;
  /** Id of the persona that speaks here; undefined: none. */
  persona: string | undefined;
  onDone: () => void;
}

/** Shows whom the next round waits for, and the progress of auto-play. */
export function PaceBar({ scene, names, persona, onDone }: PaceProps) {
  const { id, waiting, autonomy } = scene;
  const { busy, problem, act } = useAct(onDone);
  const until = scene.round ? null : (waiting?.startsAt ?? autonomy?.nextAt ?? null);
  const seconds = secondsUntil(until, useNow(until !== null));
  if (!waiting && !autonomy && !problem) return null;
  const own = isOwn(scene);
  const waitingText = waiting && describeWaiting(waiting, names, findSeat(scene)?.persona ?? null);
  const passes = waiting && persona && waiting.waitsFor.includes(persona);
  return (
    <div class="pace">
      {waiting && waitingText && (
        <p>
          {waitingText.waits}
          {waiting.startsAt === null && own && ' for you to start it'}
          {waiting.startsAt === null && !own && ' for the scene owner'}
          {waiting.startsAt !== null && seconds !== null && (
            <span class="countdown">
              {' '}
              · {seconds > 0 ? `starts in ${formatSeconds(seconds)}` : 'starts now'}
            </span>
          )}
          {waitingText.ready && <span class="quiet"> · ready: {waitingText.ready}</span>}
        </p>
      )}
      {autonomy && (
        <p>
          Auto-play: {autonomy.played} of {autonomy.rounds}
          {!waiting && seconds !== null && (
            <span class="countdown"> · {seconds > 0 ? `next in ${formatSeconds(seconds)}` : 'next now'}</span>
          )}
        </p>
      )}
      {problem && <ProblemNote problem={problem} />}
      <div class="buttons">
        {passes && (
          <button
            type="button"
            disabled={busy}
            onClick={() =>
              void act(
                (key) => api.turn(id, { type: 'continuation', personaId: persona, to: [] }, key),
                'pass',
              )
            }
          >
            {names.get(persona) ?? persona} passes
          </button>
        )}
        {waiting && own && (
          <button
            type="button"
            disabled={busy}
            onClick={() => void act((key) => hand.begin(id, key), 'begin')}
          >
            Start the round
          </button>
        )}
        {autonomy && own && (
          <button type="button" disabled={busy} onClick={() => void act(() => hand.stop(id))}>
            Stop auto-play
          </button>
        )}
      </div>
    </div>
  );
}
