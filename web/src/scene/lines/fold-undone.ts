import type { Event } from '../../../../src/events/events';
import { numberOf } from '../../api/payload';
import { inputSeqOf } from './fold-hidden';

/**
 * The events that still count: what a round did before it was rolled back is left out, as it is in every prompt, and
 * with it what players said for that round alone.
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

/** By the seq of an input: the round that answers it. What still waits has none. */
export function roundsOfInputs(events: readonly Event[]): Map<unknown, number> {
  const rounds = new Map<unknown, number>();
  for (const { kind, round, payload } of events) {
    if (kind !== 'round.started' || !Array.isArray(payload.inputs)) continue;
    for (const input of payload.inputs) rounds.set(input, round ?? numberOf(payload, 'n') ?? 0);
  }
  return rounds;
}
