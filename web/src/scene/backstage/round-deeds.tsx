import type { Round } from '../../../../src/contract/rounds';
import type { Scene } from '../../../../src/contract/scenes';
import { api } from '../../api/api';
import { hand } from '../../api/scene';
import { ConfirmButton } from '../../kit/confirm-button';
import type { Act } from '../../kit/use-act';
import { go } from '../../router';
import { canRetry, countedAfter, counts, lastCounted } from '../direct/counted-rounds';
import { useUndo } from '../direct/take-back';

/** Controls of a whole round: replay, rewind to it, branch from it. */
export function RoundDeeds({ scene, round, act }: { scene: Scene; round: Round; act: Act }) {
  const { id } = scene;
  const { n } = round;
  const idle = scene.round === null && !act.busy;
  const isLast = n === lastCounted(scene);
  const takeBack = useUndo();
  const next = countedAfter(scene, n);
  const isFailed = scene.failed?.n === n;
  const fork = async () => {
    const fork = await act.act((key) => hand.fork(id, { round: n }, key), `fork ${n}`);
    if (fork) go(`/scenes/${fork.id}`);
  };
  const again = () => void act.act(() => api.retryRound(id, n));
  if (!counts(scene, n)) return <p class="quiet">This round was removed. The event log still has it.</p>;
  return (
    <section class="buttons" aria-label={`Round ${n}`}>
      {isFailed && (
        <button type="button" class="primary" disabled={!idle} onClick={again}>
          Retry round {n}
        </button>
      )}
      {canRetry(scene, n) && !isFailed && round.status !== 'running' && (
        <ConfirmButton
          label="Replay this round"
          question={`Round ${n} is undone and played again with a new random seed.`}
          verb="Replay this round"
          disabled={!idle}
          onConfirm={again}
        />
      )}
      {!isLast && (
        <button type="button" disabled={!idle} onClick={() => takeBack(next)}>
          Rewind to here
        </button>
      )}
      {isLast && round.status !== 'running' && (
        <button type="button" disabled={!idle} onClick={() => takeBack(n)}>
          Remove this round
        </button>
      )}
      {round.status === 'completed' && (
        <button type="button" disabled={act.busy} onClick={() => void fork()}>
          Branch from here
        </button>
      )}
    </section>
  );
}
