import type { Event, EventDraft } from '../contract/events/events';
import { runPaused } from '../room/run-status';
import type { AnyRunState } from './state';

/**
 * A run pauses after this many consecutive turns without a usable answer; continuing would only cost money.
 */
export const MAX_UNANSWERED = 3;

/**
 * For `turn.completed`: true if every required agent gave a usable answer; null: the turn made no requests.
 * `fallback` marks an unusable answer. An explorer's slip does not count, because the service's own choice is
 * as informative.
 */
export function hasAnswer(played: readonly Event[]): boolean | null {
  const answers = played.filter(
    (event) =>
      event.kind === 'action.suggested' ||
      event.kind === 'action.analyzed' ||
      event.kind === 'command.proposed',
  );
  // During surveys and play, the service chooses most actions without asking an agent.
  const asked = answers.filter(
    ({ payload }) =>
      !('play' in payload && payload.play && payload.calls === 0) && !('survey' in payload && payload.survey),
  );
  return asked.length === 0
    ? null
    : asked.every(({ payload }) => payload.fallback !== true || ('slip' in payload && payload.slip === true));
}

/**
 * Pauses the run after too many consecutive unanswered turns.
 *
 * @param state current state, before the end of the turn
 * @returns null if the run continues or is not running
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
