import { setTimeout } from 'node:timers/promises';
import type { CreateRun, Run } from '../../../src/api/runs';
import type { Progress } from './progress';
import type { Stage } from './stage';

const POLL_MS = 400;
/** Statuses in which a run goes on by nobody's doing but its own. */
const isMoving = ({ status }: Run): boolean => status === 'created' || status === 'running';

/** How far a run is, for its bar: turns of an adventure, actions of a grid game. */
export function progressOf(run: Run): Pick<Progress, 'done' | 'total' | 'note'> {
  const [done, total] =
    run.kind === 'grid' ? [run.used.actions, run.budgets.actions] : [run.used.turns, run.budgets.turns];
  return { done, total, note: describeRun(run) };
}

/** In a few words: how it stands. */
export function describeRun(run: Run): string {
  const end = run.finishReason ?? run.failed?.problem.detail ?? run.pauseReason ?? '';
  const found =
    run.kind === 'grid' && run.status === 'running'
      ? `${countSettled(run)} of ${Object.keys(run.actions).length} actions settled`
      : '';
  const score = run.kind === 'adventure' && run.score.best !== null ? `score ${run.score.best}` : '';
  return [run.status, found, score, end].filter((part) => part !== '').join(', ');
}

/** Actions of a grid game that are verified, or known to do nothing. */
export const countSettled = (run: Extract<Run, { kind: 'grid' }>): number =>
  Object.values(run.actions).filter(({ status }) => status === 'verified' || status === 'exhausted').length;

/** Makes a run and starts it; under the same key it is made once. */
export const startRun = (stage: Stage, body: Partial<CreateRun> & { game: string }, idempotencyKey: string) =>
  stage.post<Run>('/v1/runs', { ...body, start: true }, { idempotencyKey });

/** Waits for the end of a run: finished, failed or paused. */
export async function followRun(
  stage: Stage,
  id: string,
  signal: AbortSignal,
  onChange: (run: Run) => void,
): Promise<Run> {
  for (;;) {
    signal.throwIfAborted();
    const run = await stage.get<Run>(`/v1/runs/${id}`);
    onChange(run);
    if (!isMoving(run)) return run;
    // An abort ends the pause; what follows looks at it.
    await setTimeout(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

/** Aborts at the first Ctrl+C (or SIGTERM); a second one ends the process at once. */
export function interruptSignal(): AbortSignal {
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort());
  return abort.signal;
}
