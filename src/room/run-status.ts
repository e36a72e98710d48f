import type { EventDraft, PayloadOf } from '../contract/events/events';
import type { RunStatus } from '../contract/run-parts';
import { toProblem } from '../contract/to-problem';
import type { RoomState } from './room-state';

/** The status set by controls; a failed turn is stored separately. */
export type ControlledRun = Exclude<RunStatus, 'failed'>;

/**
 * The public status of a run. A running run whose turn failed is `failed`, or `running` while it retries
 * automatically. A paused run stays `paused` even if its turn failed.
 */
export const runStatus = ({
  status,
  failed,
}: Pick<RoomState, 'failed'> & { status: ControlledRun }): RunStatus =>
  failed !== null && failed.retryAt === undefined && status === 'running' ? 'failed' : status;

export type Pause = PayloadOf<'run.paused'>;

export const runPaused = (pause: Pause): EventDraft => ({
  kind: 'run.paused',
  actor: 'system',
  payload: pause,
});

type StatusParts = Pick<RoomState, 'failed'> & {
  status: ControlledRun;
  finishReason: string | null;
  pause: Pause | null;
};

/** Reason of a pause; null if the run is not paused, or paused after a requested number of turns. */
export const pauseReason = ({ status, pause }: Pick<StatusParts, 'status' | 'pause'>): string | null =>
  status === 'paused' && pause !== null ? pause.detail : null;

/** Text for a report. @param reasons text by finish reason */
export function describeStatus(state: StatusParts, reasons: Readonly<Record<string, string>>): string {
  const { finishReason, failed } = state;
  const status = runStatus(state);
  if (status === 'finished') return `Finished: ${reasons[finishReason ?? ''] ?? finishReason}.`;
  const why = failed && status === 'failed' ? toProblem(failed.failure).detail : pauseReason(state);
  const because = why === null ? '' : ` (${why.replace(/\.$/, '')})`;
  return `It is ${status}${because}: this account is not final.`;
}
