import type { Round } from '../../../../src/api/rounds';
import type { Scene } from '../../../../src/api/scenes';
import { api } from '../../api/api';
import { hand } from '../../api/scene';
import { ConfirmButton } from '../../kit/confirm-button';
import type { Act } from '../../kit/use-act';
import { go } from '../../router';
import { canPlayAnew, counts, lastCounted } from '../direct/counted-rounds';
import { TakeBack } from '../direct/take-back';
import { backstagePath } from './use-backstage';

/** Controls of a whole round: play it again, go back to it, fork after it. */
export function RoundDeeds({ scene, round, act }: { scene: Scene; round: Round; act: Act }) {
  const { id } = scene;
  const { n } = round;
  const idle = scene.round === null && !act.busy;
  const isLast = n === lastCounted(scene);
  const isFailed = scene.failed?.n === n;
  const fork = async () => {
    const fork = await act.act((key) => hand.fork(id, { round: n }, key), `fork ${n}`);
    if (fork) go(`/scenes/${fork.id}`);
  };
  const again = () => void act.act(() => api.retryRound(id, n));
  if (!counts(scene, n)) return <p class="quiet">This round was taken back. The ledger keeps it.</p>;
  return (
    <section class="buttons" aria-label={`Round ${n}`}>
      {isFailed && (
        <button type="button" class="primary" disabled={!idle} onClick={again}>
          Retry round {n}
        </button>
      )}
      {canPlayAnew(scene, n) && !isFailed && round.status !== 'running' && (
        <ConfirmButton
          label="Play it anew"
          question={`What round ${n} said and changed is taken back, and it is played once more with other dice.`}
          verb="Play it anew"
          disabled={!idle}
          onConfirm={again}
        />
      )}
      {!isLast && (
        <ConfirmButton
          label="Back to here"
          question={`Everything after round ${n} is taken back: lines, moods, places, the world. The ledger keeps it, but nobody will remember it.`}
          verb={`Back to the end of round ${n}`}
          disabled={!idle}
          onConfirm={() => void act.act((key) => hand.rollBack(id, n, key), `back to ${n}`)}
        />
      )}
      {isLast && round.status !== 'running' && (
        <TakeBack
          label="Take it back"
          scene={scene}
          n={n}
          act={act}
          onDone={(to) => go(backstagePath(id, to))}
        />
      )}
      {round.status === 'completed' && (
        <button type="button" disabled={act.busy} onClick={() => void fork()}>
          Fork here
        </button>
      )}
    </section>
  );
}
