import type { Event, EventDraft } from '../contract/events/events';
import { runPaused } from '../room/run-status';
import type { AnyRunState } from './state';

/** Turns in a row without a usable answer after which a run pauses: what goes on like that only costs. */
export const MAX_UNANSWERED = 3;

/**
 * Says for `turn.completed` whether every agent that a turn can't do without gave a usable answer; null: none was asked.
 * `fallback` marks that the service went on without one; a slip in an explorer's answer is none, as the service's pick
 * tells as much.
 */
export function wasAnswered(played: readonly Event[]): boolean | null {
  const answers = played.filter(
    (event) =>
      event.kind === 'action.suggested' ||
      event.kind === 'action.analyzed' ||
      event.kind === 'command.proposed',
  );
  // In a survey and at play the service chooses most actions, and nobody is asked.
  const asked = answers.filter(
    ({ payload }) =>
      !('play' in payload && payload.play && payload.calls === 0) && !('survey' in payload && payload.survey),
  );
  return asked.length === 0
    ? null
    : asked.every(({ payload }) => payload.fallback !== true || ('slip' in payload && payload.slip === true));
}

/**
 * The pause that follows from a turn without a usable answer, when it was one too many.
 *
 * @param state the run as it is at this moment, before the turn's end
 * @returns null: the run goes on as it would, or stands still anyway
 */
export function pauseUnanswered(
  { status, unanswered }: Pick<AnyRunState, 'status' | 'unanswered'>,
  answered: boolean | null,
): EventDraft | null {
  if (answered !== false || status !== 'running' || unanswered + 1 < MAX_UNANSWERED) return null;
  const detail =
    `${MAX_UNANSWERED} turns in a row had no usable answer of a model, so that the service had to decide. ` +
    'Look at the calls of the last turn, change the model or its profile, then resume';
  return runPaused({ reason: 'unanswered', detail });
}
