import { isObject } from '../../../src/base/json';
import type { Event } from '../../../src/events/events';

/**
 * Says whether a value from the network is an event. The pages rely on the type from here on, and narrow it by `kind`; a
 * newer server may send kinds that they don't know.
 */
export const isEvent = (value: unknown): value is Event =>
  isObject(value) &&
  typeof value.seq === 'number' &&
  typeof value.kind === 'string' &&
  isObject(value.payload);

/** Replaces a payload by the part of it that a page keeps; no fold reads the rest. */
export const keepPart = (event: Event, payload: object): Event => ({ ...event, payload }) as Event;

/** Reads one event. An event that the page can't read, as a newer server wrote it, changes nothing; the console names it. */
export function readOr<T>(unchanged: T, read: () => T): T {
  try {
    return read();
  } catch (problem) {
    console.warn('An event was passed over', problem);
    return unchanged;
  }
}
