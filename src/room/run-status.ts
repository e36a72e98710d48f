import type { EventDraft, PayloadOf } from '../contract/events/events';
import type { RunStatus } from '../contract/run-parts';
import { toProblem } from '../contract/to-problem';
import type { RoomState } from './room-state';

/** The status that controls set; a failed turn is kept beside it. */
export type Steered = Exclude<RunStatus, 'failed'>;

/**
 * The status of a run, the same wherever it is told: a run that was to go on and stands still, as its turn failed, is
 * `failed` and never `running`; while it tries the turn again by itself it is `running`. One that was paused as well is
 * `paused`: by its owner, or as a budget is spent.
 */
export const statusOf = ({ status, failed }: Pick<RoomState, 'failed'> & { status: Steered }): RunStatus =>
  failed !== null && failed.retryAt === undefined && status === 'running' ? 'failed' : status;

/** The cause of a pause. */
export type Pause = PayloadOf<'run.paused'>;

export const runPaused = (pause: Pause): EventDraft => ({
  kind: 'run.paused',
  actor: 'system',
  payload: pause,
});

type StatusParts = Pick<RoomState, 'failed'> & {
  status: Steered;
  finishReason: string | null;
  pause: Pause | null;
};

/** Explains a pause; null for other runs, and for one that was asked for a number of turns. */
export const pauseReason = ({ status, pause }: Pick<StatusParts, 'status' | 'pause'>): string | null =>
  status === 'paused' && pause !== null ? pause.detail : null;

/** Describes the status for a report. @param reasons words for the reasons of its end */
export function describeStatus(state: StatusParts, reasons: Readonly<Record<string, string>>): string {
  const { finishReason, failed } = state;
  const status = statusOf(state);
  if (status === 'finished') return `Finished: ${reasons[finishReason ?? ''] ?? finishReason}.`;
  const why = failed && status === 'failed' ? toProblem(failed.failure).detail : pauseReason(state);
  const because = why === null ? '' : ` (${why.replace(/\.$/, '')})`;
  return `It is ${status}${because}: this account is not final.`;
}
