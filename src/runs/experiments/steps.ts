import type { ExperimentStatus, RowStatus, RunTally, STANDINGS } from '../../contract/experiments';
import type { Result } from '../../contract/problems';
import type { Allotment } from './budget';
import { explain } from './explain';
import type { Cell } from './plan';

/** Names what was asked of an experiment last. `wait`: it was made and not started. */
export type Wish = 'wait' | 'run' | 'pause' | 'stop';

/**
 * Standing of one run: `waiting` for its turn; `making`: it is being created; `playing`: it is there, and looked at until
 * it is `over`.
 */
export type Standing = (typeof STANDINGS)[number];

/** One run of an experiment as it is stored. Times are milliseconds since the epoch. */
export interface PlannedRun extends Cell {
  run: string;
  standing: Standing;
  status: RowStatus;
  reason: string | null;
  tally: RunTally | null;
  /** Failures in a row that were tried again. */
  tries: number;
  /** It pauses, or failed, and is to go on. */
  held: boolean;
  /** When to look at it, or to try again. */
  nextAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** Its share of the experiment's budget; null: none yet. */
  allotment: Allotment | null;
}

/** Fields of a run that a step changes. */
export type Change = Partial<Omit<PlannedRun, keyof Cell | 'run'>>;

/** Verbs that a run is told. */
export type Control = 'start' | 'pause' | 'resume' | 'stop';

/** Waits before a failed run is resumed, or an unavailable game asked again; after the last it counts as over. */
const RETRY_MS = [5_000, 30_000, 120_000] as const;
/** Waits between two looks at a run: short soon after its start, as short ones are over in a moment, then less often. */
const LOOKS = [
  { untilMs: 30_000, everyMs: 1_000 },
  { untilMs: 300_000, everyMs: 3_000 },
] as const;
const LAST_LOOK_MS = 10_000;

/**
 * Runs without a model that play at a time. They only compute, and the runs of a local stage share one thread with every
 * request to it.
 */
export const MAX_COMPUTED = 2;

/** State of an experiment from which its next steps follow. */
export interface Situation {
  wish: Wish;
  /** Runs that may play at a time. */
  parallel: number;
  /** Runs that are being made or played. */
  active: readonly PlannedRun[];
  /** The first of those that wait, in order; as many as may play at a time are enough. */
  waiting: readonly PlannedRun[];
  /** True for a run that asks no model. */
  isComputed: (run: Pick<PlannedRun, 'player'>) => boolean;
}

/** Returns the waiting runs that have a free place, in order. */
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

/** Returns the runs whose making goes on, and those to look at. */
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
      // What is being made does not play before it is told to.
      return { make: [], look: playing };
    case 'stop':
      return { make: [], look: due };
  }
}

/**
 * When there is something to do next, in milliseconds since the epoch; null: nothing, until something is asked.
 *
 * @param canBegin a waiting run has a place, and something of the budget
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

/** Says whether a run goes on by nobody's doing but its own, or is to be started. */
const isMoving = (status: RowStatus): boolean => status === 'running' || status === 'created';

/** The run is about to be created, with its share of the budget. */
export const beginMaking = (allotment: Allotment | null, now: number): Change => ({
  standing: 'making',
  nextAt: now,
  allotment,
});

/** Judges the creation of a run. `unavailable` is tried again, later each time; any other failure refuses it for good. */
export function judgeMaking(
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
 * Judges a look at a run: says what is noted, and what the run is told.
 *
 * @param tally null: there is no such run
 * @param isMetered the experiment has a budget of its own: its runs are looked at often, so that little is spent beyond it
 */
export function judgeLook(
  run: PlannedRun,
  wish: Wish,
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
    change: { ...newest, nextAt: now + (isMetered ? LOOKS[0].everyMs : lookAfter(run, now)), ...change },
    control,
  });
  if (status === 'finished') return over(newest);
  if (wish === 'stop') return goOn('stop', { nextAt: now + LOOKS[0].everyMs });
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
      // A budget is spent, or somebody paused it: its place goes to the next one.
      return run.held ? goOn('resume', { held: false }) : over(newest);
    case 'failed': {
      if (run.held) return goOn('resume', { held: false });
      const wait = RETRY_MS[run.tries];
      if (wait === undefined) return over(newest);
      return goOn(null, { held: true, tries: run.tries + 1, nextAt: now + wait });
    }
  }
}

function lookAfter({ startedAt }: Pick<PlannedRun, 'startedAt'>, now: number): number {
  const age = now - (startedAt ?? now);
  return LOOKS.find(({ untilMs }) => age < untilMs)?.everyMs ?? LAST_LOOK_MS;
}

/** The run is taken up again: it had paused, failed or been refused. Null: there is nothing to take up. */
export function takeUp(
  { standing, status }: Pick<PlannedRun, 'standing' | 'status'>,
  now: number,
): Change | null {
  if (standing !== 'over') return null;
  if (status === 'refused')
    return { standing: 'waiting', status: 'waiting', reason: null, tries: 0, endedAt: null };
  if (status !== 'paused' && status !== 'failed') return null;
  return { standing: 'playing', held: true, tries: 0, nextAt: now, endedAt: null };
}

/** Numbers of runs by their standing. */
export type Counts = Record<Standing, number>;

/** The status of an experiment: what was asked of it, and whether anything is left to play. */
export function statusOf(wish: Wish, counts: Counts): ExperimentStatus {
  if (wish === 'wait') return 'created';
  if (counts.waiting + counts.making + counts.playing === 0) return 'finished';
  return wish === 'pause' ? 'paused' : 'running';
}
