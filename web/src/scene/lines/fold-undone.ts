import type { Event } from '../../../../src/events/events';
import { numberOf } from '../../api/payload';
import { inputSeqOf } from './fold-hidden';

/**
 * Returns the events that still count: leaves out those of a round that was rolled back, as every prompt does, and
 * the lines that players said for that round alone.
 */
export function withoutUndone(events: readonly Event[]): Event[] {
  const undone = events.filter((event) => event.kind === 'round.rolledback');
  if (undone.length === 0) return [...events];
  const isUndone = (event: Event) =>
    undone.some(
      (back) =>
        event.round === back.round &&
        event.seq >= (numberOf(back.payload, 'fromSeq') ?? back.seq) &&
        event.seq < back.seq,
    );
  const counted = events.filter((event) => !isUndone(event));
  const answered = roundsOfInputs(counted);
  const once = roundsOfInputs(events.filter(isUndone));
  return counted.filter((event) => !once.has(inputSeqOf(event)) || answered.has(inputSeqOf(event)));
}

/** Maps the seq of an input to the round that answers it. Waiting inputs have none. */
export function roundsOfInputs(events: readonly Event[]): Map<unknown, number> {
  const rounds = new Map<unknown, number>();
  for (const { kind, round, payload } of events) {
    if (kind !== 'round.started' || !Array.isArray(payload.inputs)) continue;
    for (const input of payload.inputs) rounds.set(input, round ?? numberOf(payload, 'n') ?? 0);
  }
  return rounds;
}
