import type { JsonObject } from '../../src/base/json';
import type { Event, EventDraft, EventOf } from '../../src/contract/events/events';

export const fieldsOf = (payload: object | undefined): JsonObject => (payload ?? {}) as JsonObject;

/** An event with only the fields that a test needs. */
export const eventWith = (event: object): Event => event as Event;

/** A complete event with defaults: `makeEvent('player.spoke', { text: 'Hm.' }, { seq: 7 })`. */
export const makeEvent = <K extends Event['kind']>(
  kind: K,
  payload: object = {},
  more: object = {},
): EventOf<K> =>
  eventWith({
    ...{ seq: 1, at: '2026-01-01T00:00:00.000Z', kind, actor: 'system', audience: ['*'], payload },
    ...more,
  }) as EventOf<K>;

export const draftWith = (draft: object): EventDraft => draft as EventDraft;
