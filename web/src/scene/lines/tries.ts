import type { Event, EventOf } from '../../../../src/contract/events/events';

/** The completed tries of a round, and the index of the current one. */
export interface Tries {
  attempts: number[];
  chosen: number;
}

type Start = EventOf<'round.started'>;

/** Returns the tries of a round, as far as its events are loaded; null if there is no choice. */
export function readTries(events: readonly Event[], n: number): Tries | null {
  const own = events.filter((event) => (event.round ?? 0) === n);
  const starts = own.filter((event): event is Start => event.kind === 'round.started');
  const attempts = starts
    .filter(({ seq, payload }, at) => {
      const end = starts[at + 1]?.seq ?? Number.POSITIVE_INFINITY;
      return (
        payload.echo === undefined &&
        own.some((event) => event.kind === 'round.completed' && event.seq > seq && event.seq < end)
      );
    })
    .map(({ payload }) => payload.attempt);
  const last = starts.at(-1)?.payload;
  const chosen = last ? attempts.indexOf(last.echo?.attempt ?? last.attempt) : -1;
  return attempts.length > 1 && chosen >= 0 ? { attempts, chosen } : null;
}
