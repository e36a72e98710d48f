import type { components } from './openapi';

/** Every schema of the API by its name, such as `Schemas['Scene']`. */
export type Schemas = components['schemas'];

/** One entry of a room's ledger, told apart by its `kind`. */
export type Event = Schemas['Event'];

/** The kind of an event, dotted and past tense. The list grows: a stage may send kinds that this version does not know. */
export type EventKind = Event['kind'];

/** An event of that kind, or of one of those kinds. */
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>;

/** The payload of an event of that kind. */
export type PayloadOf<K extends EventKind> = EventOf<K>['payload'];

/** One sentence more of a line that is still being written. It is never stored and has no `seq`. */
export interface Delta {
  kind: 'character.delta';
  at: string;
  actor: string;
  audience: string[];
  round: number;
  /** `part` counts from 0, and 0 begins the line anew; `step` is the call that writes it. */
  payload: { text: string; step: string; part: number };
}

/** Somebody else is typing, or has stopped. It is never stored. */
export interface Typing {
  type: 'typing';
  actor: string;
  name: string;
  on: boolean;
  audience: string[];
}

export type Scene = Schemas['Scene'];
/** A scene as the person on a seat sees it. */
export type SceneSeen = Schemas['SceneSeen'];
export type Run = Schemas['Run'];
export type TurnInput = Schemas['TurnInput'];
export type TurnAccepted = Schemas['TurnAccepted'];
export type CommandGiven = Schemas['CommandGiven'];

/** Says whether a value from the network is an event. */
export const isEvent = (value: unknown): value is Event =>
  typeof value === 'object' &&
  value !== null &&
  'seq' in value &&
  typeof value.seq === 'number' &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  'payload' in value &&
  typeof value.payload === 'object' &&
  value.payload !== null;
