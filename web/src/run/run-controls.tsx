import { useState } from 'preact/hooks';
import type { Run } from '../../../src/contract/runs';
import { api, type PageProblem } from '../api/api';
import { go } from '../router';
import { offerVerbs, type Verb } from './run-verbs';

/** Forks a run after a turn (null: the last completed one) and opens the new run. */
export async function forkAndGo(
  id: string,
  turn: number | null,
  onProblem: (problem: PageProblem | null) => void,
): Promise<void> {
  const fork = await api.forkRun(id, turn === null ? {} : { turn });
  if (fork.ok) go(`/runs/${fork.value.id}`);
  else onProblem(fork.problem);
}

/** The buttons for the run's status; the first is the most likely. */
export function RunControls(props: {
  run: Run;
  onDone: () => void;
  onProblem: (problem: PageProblem | null) => void;
  /** Default: true. Remote games cannot be restored. */
  canFork?: boolean;
}) {
  const { run, canFork = true } = props;
  const [busy, setBusy] = useState(false);
  const control = async (verb: Verb) => {
    setBusy(true);
    const reply = await api.controlRun(run.id, verb);
    setBusy(false);
    // The run ended by itself just before: the page shows that, so this is not an error.
    const isLate = !reply.ok && reply.problem.type === '/problems/finished';
    props.onProblem(reply.ok || isLate ? null : reply.problem);
    props.onDone();
  };
  const fork = async () => {
    setBusy(true);
    await forkAndGo(run.id, null, props.onProblem);
    setBusy(false);
  };
  return (
    <section class="buttons controls" aria-label="Run controls">
      {offerVerbs(run).map(([verb, label], i) => (
        <button
          type="button"
          key={verb}
          class={i === 0 ? 'primary' : ''}
          disabled={busy}
          onClick={() => void control(verb)}
        >
          {label}
        </button>
      ))}
      {canFork && (
        <button type="button" disabled={busy} onClick={() => void fork()}>
          Fork
        </button>
      )}
    </section>
  );
}
