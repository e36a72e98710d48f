import type { Event } from '../../../src/contract/events/events';

/** Replaces a payload by the part of it that a page keeps; no fold reads the rest. */
export const keepPart = (event: Event, payload: object): Event => ({ ...event, payload }) as Event;

/** Reads one event. An event that the page can't read, as a newer server wrote it, changes nothing; the console names it. */
export function readOr<T>(unchanged: T, read: () => T): T {
  try {
    return read();
  } catch (problem) {
    console.warn('An event was skipped', problem);
    return unchanged;
  }
}
