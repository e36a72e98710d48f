import { setTimeout } from 'node:timers/promises';
import type { Run, Stage } from '../../../client/src/index';
import { isTransient } from './errors';
import type { Progress } from './progress';

const POLL_MS = 400;
/** Failed polls in a row before giving up: about a minute. */
const MAX_FAILURES = 150;
/** True if a run proceeds by itself. */
const isMoving = ({ status }: Run): boolean => status === 'created' || status === 'running';

/** Progress for the bar: turns of an adventure, actions of a grid game. */
export function runProgress(run: Run): Pick<Progress, 'done' | 'total' | 'note'> {
  const [done, total] =
    run.kind === 'grid' ? [run.used.actions, run.budgets.actions] : [run.used.turns, run.budgets.turns];
  return { done, total, note: describeRun(run) };
}

/** Describes the status in a few words. */
export function describeRun(run: Run): string {
  const end = run.finishReason ?? run.failed?.problem.detail ?? run.pauseReason ?? '';
  const progress =
    run.kind === 'grid' && run.status === 'running'
      ? `${countSettled(run)} of ${Object.keys(run.actions).length} actions understood`
      : '';
  const level = run.kind === 'grid' ? describeLevel(run) : '';
  const score = run.kind === 'adventure' && run.score.best !== null ? `score ${writeScore(run.score)}` : '';
  return [run.status, level, progress, score, end].filter((part) => part !== '').join(', ');
}

/** The current level, if the number of levels is known. */
const describeLevel = ({ level, winLevels }: Extract<Run, { kind: 'grid' }>): string =>
  winLevels === null ? '' : `level ${Math.min(level + 1, winLevels)} of ${winLevels}`;

/** The best score, with the maximum if known. */
const writeScore = ({ best, maximum }: { best: number | null; maximum?: number | null }): string =>
  typeof maximum === 'number' ? `${best} of ${maximum}` : `${best}`;

/** Number of actions that are verified or have no effect. */
export const countSettled = (run: Extract<Run, { kind: 'grid' }>): number =>
  Object.values(run.actions).filter(({ status }) => status === 'verified' || status === 'exhausted').length;

/**
 * Waits until a run is finished, failed or paused. Tolerates restarts of the stage.
 *
 * @param pauseMs polling interval
 */
export async function followRun(
  stage: Pick<Stage, 'GET'>,
  id: string,
  signal: AbortSignal,
  onChange: (run: Run) => void,
  pauseMs = POLL_MS,
): Promise<Run> {
  for (let failures = 0; ; ) {
    signal.throwIfAborted();
    try {
      const run = await stage.GET('/v1/runs/{id}', { path: { id } });
      failures = 0;
      onChange(run);
      if (!isMoving(run)) return run;
    } catch (error) {
      failures += 1;
      if (!isTransient(error) || failures > MAX_FAILURES) throw error;
    }
    // An abort ends the pause; the loop checks it.
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Aborts at the first Ctrl+C (or SIGTERM); a second one ends the process. */
export function interruptSignal(): AbortSignal {
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort());
  return abort.signal;
}
