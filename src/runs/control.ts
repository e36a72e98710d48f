import type { EventDraft } from '../contract/events/events';
import { fail, ok, type Result } from '../contract/problems';
import type { RunControlled } from '../contract/runs';
import type { RoomState } from '../room/room-state';
import { type ControlledRun, runPaused, runStatus } from '../room/run-status';

export interface ControlResult extends Pick<RoomState, 'id' | 'open' | 'failed' | 'rounds'> {
  status: ControlledRun;
  finishReason: string | null;
  /** Turns left before the run pauses automatically; null: no limit. */
  steps: number | null;
}

export type Verb = 'start' | 'pause' | 'resume' | 'stop' | 'step';

/** @param steps turns before the run pauses automatically; null: no limit */
export const runStarted = (steps: number | null): EventDraft => ({
  kind: 'run.started',
  actor: 'system',
  payload: { steps },
});

/** @param steps turns before the run pauses automatically; null: no limit */
export const resumeEvents = (steps: number | null): EventDraft => ({
  kind: 'run.resumed',
  actor: 'system',
  payload: { steps },
});

/** Requests for the current status change nothing and succeed. */
export function decideControl(state: ControlResult, verb: Verb): Result<EventDraft[]> {
  if (state.status === 'finished') {
    const detail = `The run has finished (${state.finishReason ?? 'ended'}); create a new run to continue.`;
    return verb === 'stop' ? ok([]) : fail({ code: 'finished', room: state.id, detail });
  }
  switch (verb) {
    case 'start':
      return state.status === 'created' ? ok([runStarted(null)]) : draftResume(state);
    case 'resume':
      if (state.status === 'created') {
        return fail({
          code: 'conflict',
          detail: 'The run has not started.',
          fix: 'Start it first: POST …/start.',
        });
      }
      return draftResume(state);
    case 'pause':
      return ok(
        state.status === 'running' ? [runPaused({ reason: 'asked', detail: 'its owner asked for it' })] : [],
      );
    case 'step':
      if (state.open) {
        return fail({
          code: 'conflict',
          detail: 'A turn is in progress.',
          fix: 'Wait for it, or pause the run.',
        });
      }
      return ok([state.status === 'created' ? runStarted(1) : resumeEvents(1)]);
    case 'stop':
      return ok([
        ...cancelTurn(state),
        { kind: 'run.finished', actor: 'system', payload: { reason: 'stopped' } },
      ]);
  }
}

/** Stopping cancels the current turn; the result of its step is dropped. */
const cancelTurn = ({ open }: ControlResult): EventDraft[] =>
  open ? [{ kind: 'turn.cancelled', actor: 'system', turn: open.n, payload: { n: open.n } }] : [];

/** Also resumes a run that was limited to a number of turns. */
const draftResume = (state: ControlResult): Result<EventDraft[]> =>
  state.status === 'paused' || state.steps !== null ? ok([resumeEvents(null)]) : ok([]);

export const controlResult = (state: ControlResult): RunControlled => ({
  id: state.id,
  status: runStatus(state),
  turns: state.rounds,
});
