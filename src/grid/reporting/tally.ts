import type { Event } from '../../contract/events/events';
import type { RunTally } from '../../contract/experiments';
import { runStatus } from '../../room/run-status';
import { answererNames, endReason } from '../../runs/views';
import type { RunState } from '../state';

/**
 * Summarizes a run for a table. Counts predictions and the actions of each level only when the run is not
 * active, because that reads the entire ledger.
 *
 * @param readEvents reads the run's entire ledger, in order
 */
export function tallyRun(
  state: RunState,
  readEvents: () => readonly Event[],
): Omit<RunTally, 'tokens' | 'money'> {
  const status = runStatus(state);
  const isMoving = status === 'running' || status === 'created';
  const known = Object.values(state.knowledge.actions);
  const levels = state.game?.level ?? 0;
  const events = isMoving ? null : readEvents();
  return {
    status,
    reason: endReason(state),
    isShort: status === 'paused' && state.pause?.reason === 'budget',
    answeredBy: answererNames(state),
    ...{ score: levels, levels, levelActions: countLevelActions(events ?? []) },
    ...{ maximum: null, shareOfMaximum: null, moves: null, deaths: null, places: null },
    turns: state.rounds,
    ...{ actions: state.used.actions, calls: state.used.calls },
    verified: known.filter((one) => one.status === 'verified').length,
    known: known.length,
    ...countPredictions(events),
  };
}

function countPredictions(
  events: readonly Event[] | null,
): Pick<RunTally, 'predictedRight' | 'predictedWrong'> {
  if (events === null) return { predictedRight: null, predictedWrong: null };
  const predictions = events.flatMap((event) =>
    event.kind === 'predictions.checked' ? event.payload.predictions : [],
  );
  return {
    predictedRight: predictions.filter(({ effect, result }) => effect && result === 'right').length,
    predictedWrong: predictions.filter(({ result }) => result === 'wrong').length,
  };
}

/** Actions used for each completed level, in order. A restarted level counts all its actions. */
export function countLevelActions(events: readonly Event[]): number[] {
  const counts: number[] = [];
  let actions = 0;
  for (const { kind, payload } of events) {
    if (kind !== 'action.executed') continue;
    actions += 1;
    // If the server completes two levels with one action, the second counts 0 actions.
    for (; !payload.inDoubt && counts.length < payload.level; actions = 0) counts.push(actions);
  }
  return counts;
}
