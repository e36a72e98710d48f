import type { JsonObject } from '../../src/base/json';
import type { Event, EventDraft } from '../../src/contract/events/events';

/** The fields of a payload by any name: for a test that reads a field without asking what kind the event is of. */
export const fieldsOf = (payload: object | undefined): JsonObject => (payload ?? {}) as JsonObject;

/** An event with no more fields than a test is about. */
export const eventWith = (event: object): Event => event as Event;

/** A draft with no more fields than a test is about. */
export const draftWith = (draft: object): EventDraft => draft as EventDraft;
