import { useState } from 'preact/hooks';
import { api, type PageProblem } from '../api/api';
import { ProblemNote } from '../kit/problem-note';
import { roundNumber } from './direct/counted-rounds';
import { type AnyScene, isOwn } from './who';

/** Reports a failed round; the owner also gets the reason and a retry button. */
export function FailedRound(props: {
  scene: AnyScene;
  onProblem: (problem: PageProblem | null) => void;
  /** Opens the model settings. Absent: not offered. */
  onModels?: () => void;
  onDone: () => void;
}) {
  const { scene, onProblem, onModels, onDone } = props;
  const [busy, setBusy] = useState(false);
  const { failed } = scene;
  if (!failed) return null;
  const n = roundNumber(scene, failed.n);
  if (!isOwn(scene) || !scene.failed)
    return (
      <p class="quiet" role="status">
        Round {n} could not be{' '}
        {failed.problem.type === '/problems/model-unreachable'
          ? 'completed: the model did not respond.'
          : 'completed.'}{' '}
        The scene owner can retry it; all lines are safe.
      </p>
    );
  const { problem } = scene.failed;
  const retry = async () => {
    setBusy(true);
    const reply = await api.retryRound(scene.id, failed.n);
    setBusy(false);
    onProblem(reply.ok ? null : reply.problem);
    onDone();
  };
  return (
    <ProblemNote problem={problem}>
      <button type="button" class="primary" disabled={busy} onClick={() => void retry()}>
        Retry round {n}
      </button>
      {onModels && /^\/problems\/model-/.test(problem.type ?? '') && (
        <button type="button" onClick={onModels}>
          Model settings
        </button>
      )}
    </ProblemNote>
  );
}
