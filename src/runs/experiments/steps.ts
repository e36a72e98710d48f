import type { EXPORTED_STATUS, ExperimentStatus, RowStatus, RunTally } from '../../contract/experiments';
import type { Result } from '../../contract/problems';
import type { Allotment } from './budget';
import { explain } from './explain';
import type { Cell } from './plan';

/** The user's last request. `wait`: created but not started. */
export type DesiredState = 'wait' | 'run' | 'pause' | 'stop';

/**
 * `waiting`: not created yet; `making`: being created; `playing`: exists and is checked until it is `over`.
 */
export type RunStanding = (typeof EXPORTED_STATUS)[number];

/** Times are milliseconds since the epoch. */
export interface PlannedRun extends Cell {
  run: string;
  standing: RunStanding;
  status: RowStatus;
  reason: string | null;
  tally: RunTally | null;
  /** Consecutive failures that were retried. */
  tries: number;
  /** Paused or failed, and must be resumed. */
  held: boolean;
  /** Time of the next check or retry. */
  nextAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** Share of the experiment's budget; null: none yet. */
  allotment: Allotment | null;
}

export type Change = Partial<Omit<PlannedRun, keyof Cell | 'run'>>;

export type Control = 'start' | 'pause' | 'resume' | 'stop';

/**
 * Delays before a failed run is resumed or an unavailable game is tried again; after the last, the run is
 * over.
 */
const RETRY_MS = [5_000, 30_000, 120_000] as const;
/** Intervals between checks: short at first, because some runs end within seconds. */
const POLL_DELAYS = [
  { untilMs: 30_000, everyMs: 1_000 },
  { untilMs: 300_000, everyMs: 3_000 },
] as const;
const MAX_POLL_MS = 10_000;

/**
 * Maximum concurrent runs without a model. They are CPU-bound, and in local development all runs share a
 * thread with the requests.
 */
export const MAX_COMPUTED = 2;

export interface Situation {
  wish: DesiredState;
  parallel: number;
  active: readonly PlannedRun[];
  /** The first waiting runs, in order; `parallel` of them are enough. */
  waiting: readonly PlannedRun[];
  /** True for a run that makes no model calls. */
  isComputed: (run: Pick<PlannedRun, 'player'>) => boolean;
}

/** The waiting runs that can start now, in order. */
export function choosePlayers({ wish, parallel, active, waiting, isComputed }: Situation): PlannedRun[] {
  if (wish !== 'run') return [];
  let free = parallel - active.length;
  let freeComputed = MAX_COMPUTED - active.filter(isComputed).length;
  return waiting.filter((run) => {
    if (free <= 0 || (isComputed(run) && freeComputed <= 0)) return false;
    free -= 1;
    if (isComputed(run)) freeComputed -= 1;
    return true;
  });
}

export function chooseSteps(
  { wish, active }: Pick<Situation, 'wish' | 'active'>,
  now: number,
): { make: PlannedRun[]; look: PlannedRun[] } {
  const due = active.filter(({ nextAt }) => nextAt <= now);
  const making = due.filter(({ standing }) => standing === 'making');
  const playing = due.filter(({ standing }) => standing === 'playing');
  switch (wish) {
    case 'wait':
      return { make: [], look: [] };
    case 'run':
      return { make: making, look: playing };
    case 'pause':
      // While paused, creation does not continue.
      return { make: [], look: playing };
    case 'stop':
      return { make: [], look: due };
  }
}

/**
 * Time of the next step, in milliseconds since the epoch; null: wait for a request.
 *
 * @param canBegin a waiting run has a free slot and some budget
 */
export function nextStepAt(
  { wish, active }: Pick<Situation, 'wish' | 'active'>,
  canBegin: boolean,
  now: number,
): number | null {
  if (wish === 'wait') return null;
  if (wish === 'run' && canBegin) return now;
  const watchedRuns = active.filter(
    ({ standing, status }) => wish !== 'pause' || (standing === 'playing' && isMoving(status)),
  );
  return watchedRuns.length === 0 ? null : Math.min(...watchedRuns.map(({ nextAt }) => nextAt));
}

/** True if the run progresses on its own or must still be started. */
const isMoving = (status: RowStatus): boolean => status === 'running' || status === 'created';

export const startCreation = (allotment: Allotment | null, now: number): Change => ({
  standing: 'making',
  nextAt: now,
  allotment,
});

/** `unavailable` is retried with growing delays; any other failure is final. */
export function settleCreation(
  { tries }: Pick<PlannedRun, 'tries'>,
  result: Result<unknown>,
  now: number,
): Change {
  if (result.ok) return { standing: 'playing', status: 'created', tries: 0, nextAt: now, startedAt: now };
  const { failure } = result;
  const reason = explain(failure);
  const wait = failure.code === 'unavailable' ? RETRY_MS[tries] : undefined;
  if (wait !== undefined) return { reason, tries: tries + 1, nextAt: now + wait };
  return { standing: 'over', status: 'refused', reason, endedAt: now };
}

/**
 * Decides on a checked run: the changes to store and the control to send.
 *
 * @param tally null: the run does not exist
 * @param isMetered the experiment has a budget, so check often to limit overspending
 */
export function settlePoll(
  run: PlannedRun,
  wish: DesiredState,
  tally: RunTally | null,
  now: number,
  isMetered = false,
): { change: Change; control: Control | null } {
  const over = (change: Change): { change: Change; control: null } => ({
    change: { standing: 'over', endedAt: now, held: false, ...change },
    control: null,
  });
  if (!tally) return over(run.standing === 'making' ? { status: 'skipped' } : { status: 'deleted' });
  const { status, reason } = tally;
  const newest = { tally, status, reason };
  const goOn = (control: Control | null, change: Change = {}) => ({
    change: {
      ...newest,
      nextAt: now + (isMetered ? POLL_DELAYS[0].everyMs : nextPollAt(run, now)),
      ...change,
    },
    control,
  });
  if (status === 'finished') return over(newest);
  if (wish === 'stop') return goOn('stop', { nextAt: now + POLL_DELAYS[0].everyMs });
  if (wish === 'pause' || wish === 'wait')
    return isMoving(status)
      ? goOn(status === 'running' ? 'pause' : null, {
          held: true,
          ...(status === 'created' && { status: 'paused' }),
        })
      : goOn(null, { held: true });
  switch (status) {
    case 'created':
      return goOn('start', { held: false });
    case 'running':
      return goOn(null, { held: false });
    case 'paused':
      // Its budget is spent or a user paused it; the next run gets its slot.
      return run.held ? goOn('resume', { held: false }) : over(newest);
    case 'failed': {
      if (run.held) return goOn('resume', { held: false });
      const wait = RETRY_MS[run.tries];
      if (wait === undefined) return over(newest);
      return goOn(null, { held: true, tries: run.tries + 1, nextAt: now + wait });
    }
  }
}

function nextPollAt({ startedAt }: Pick<PlannedRun, 'startedAt'>, now: number): number {
  const age = now - (startedAt ?? now);
  return POLL_DELAYS.find(({ untilMs }) => age < untilMs)?.everyMs ?? MAX_POLL_MS;
}

/** Resumes a run that had paused, failed or been refused. null: the run cannot be resumed. */
export function resumeRun(
  { standing, status }: Pick<PlannedRun, 'standing' | 'status'>,
  now: number,
): Change | null {
  if (standing !== 'over') return null;
  if (status === 'refused')
    return { standing: 'waiting', status: 'waiting', reason: null, tries: 0, endedAt: null };
  if (status !== 'paused' && status !== 'failed') return null;
  return { standing: 'playing', held: true, tries: 0, nextAt: now, endedAt: null };
}

export type Counts = Record<RunStanding, number>;

export function experimentStatus(wish: DesiredState, counts: Counts): ExperimentStatus {
  if (wish === 'wait') return 'created';
  if (counts.waiting + counts.making + counts.playing === 0) return 'finished';
  return wish === 'pause' ? 'paused' : 'running';
}
