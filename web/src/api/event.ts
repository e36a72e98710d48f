import type { Event } from '../../../src/contract/events/events';

/** Keeps only the part of a payload that the page needs. */
export const keepPart = (event: Event, payload: object): Event => ({ ...event, payload }) as Event;

/** Reads one event. An unreadable event, for example from a newer server, changes nothing and is logged. */
export function readOr<T>(unchanged: T, read: () => T): T {
  try {
    return read();
  } catch (problem) {
    console.warn('An event was skipped', problem);
    return unchanged;
  }
}
