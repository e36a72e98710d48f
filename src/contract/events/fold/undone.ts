import type { Event, EventOf } from '../events';
import { inputSeq } from './hidden';

/** True if a rollback undoes the event: same round, written since the round started. */
const isUndo = ({ round = 0, seq, payload }: EventOf<'round.rolledback'>, event: Event): boolean =>
  event.round === round && event.seq >= (payload.fromSeq ?? seq) && event.seq < seq;

/** Yields the events that were not rolled back. Input and output are newest first. */
export function* liveEvents(newestFirst: Iterable<Event>): Generator<Event> {
  const rollbacks: EventOf<'round.rolledback'>[] = [];
  for (const event of newestFirst) {
    if (event.kind === 'round.rolledback') rollbacks.push(event);
    else if (!rollbacks.some((back) => isUndo(back, event))) yield event;
  }
}

/**
 * Returns the events that were not rolled back, oldest first, and keeps the rollback events. Drops inputs that only
 * an undone round answered.
 */
export function withoutUndone(events: readonly Event[]): Event[] {
  const rollbacks = events.filter((event) => event.kind === 'round.rolledback');
  if (rollbacks.length === 0) return [...events];
  const isUndone = (event: Event) => rollbacks.some((back) => isUndo(back, event));
  const liveOnes = events.filter((event) => !isUndone(event));
  const liveRounds = roundsByInput(liveOnes);
  const answeredBefore = roundsByInput(events.filter(isUndone));
  return liveOnes.filter((event) => !answeredBefore.has(inputSeq(event)) || liveRounds.has(inputSeq(event)));
}

/** Maps the seq of an input to the round that answers it. Pending inputs are missing. */
export function roundsByInput(events: readonly Event[]): Map<number, number> {
  const rounds = new Map<number, number>();
  for (const event of events) {
    if (event.kind !== 'round.started') continue;
    for (const input of event.payload.inputs ?? []) rounds.set(input, event.round ?? event.payload.n);
  }
  return rounds;
}
