import type { JsonObject } from '../../src/base/json';
import type { Event, EventDraft, EventOf } from '../../src/contract/events/events';

/** The fields of a payload by any name: for a test that reads a field without asking what kind the event is of. */
export const fieldsOf = (payload: object | undefined): JsonObject => (payload ?? {}) as JsonObject;

/** An event with no more fields than a test is about. */
export const eventWith = (event: object): Event => event as Event;

/**
 * A whole event; a test names what it is about: `makeEvent('player.spoke', { text: 'Hm.' }, { seq: 7 })`.
 */
export const makeEvent = <K extends Event['kind']>(
  kind: K,
  payload: object = {},
  more: object = {},
): EventOf<K> =>
  eventWith({
    ...{ seq: 1, at: '2026-01-01T00:00:00.000Z', kind, actor: 'system', audience: ['*'], payload },
    ...more,
  }) as EventOf<K>;

/** A draft with no more fields than a test is about. */
export const draftWith = (draft: object): EventDraft => draft as EventDraft;
