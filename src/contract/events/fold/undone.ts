import type { Event, EventOf } from '../events';
import { inputSeqOf } from './hidden';

/** Says whether a rollback takes an event back: it is of that round, and was written since the round began. */
const takesBack = ({ round = 0, seq, payload }: EventOf<'round.rolledback'>, event: Event): boolean =>
  event.round === round && event.seq >= (payload.fromSeq ?? seq) && event.seq < seq;

/** Yields the events that still count: those of a round that was rolled back do not. Takes and gives the newest first. */
export function* liveEvents(newestFirst: Iterable<Event>): Generator<Event> {
  const rollbacks: EventOf<'round.rolledback'>[] = [];
  for (const event of newestFirst) {
    if (event.kind === 'round.rolledback') rollbacks.push(event);
    else if (!rollbacks.some((back) => takesBack(back, event))) yield event;
  }
}

/**
 * Returns the events that still count, oldest first, with the rollbacks among them. The lines that players said for an
 * undone round alone are left out as well.
 */
export function withoutUndone(events: readonly Event[]): Event[] {
  const rollbacks = events.filter((event) => event.kind === 'round.rolledback');
  if (rollbacks.length === 0) return [...events];
  const isUndone = (event: Event) => rollbacks.some((back) => takesBack(back, event));
  const liveOnes = events.filter((event) => !isUndone(event));
  const liveRounds = roundsOfInputs(liveOnes);
  const answeredBefore = roundsOfInputs(events.filter(isUndone));
  return liveOnes.filter(
    (event) => !answeredBefore.has(inputSeqOf(event)) || liveRounds.has(inputSeqOf(event)),
  );
}

/** Maps the seq of an input to the round that answers it. Waiting inputs have none. */
export function roundsOfInputs(events: readonly Event[]): Map<number, number> {
  const rounds = new Map<number, number>();
  for (const event of events) {
    if (event.kind !== 'round.started') continue;
    for (const input of event.payload.inputs ?? []) rounds.set(input, event.round ?? event.payload.n);
  }
  return rounds;
}
