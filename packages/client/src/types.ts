import type { components } from './openapi';

/** All schemas of the API by name, such as `Schemas['Scene']`. */
export type Schemas = components['schemas'];

/** An entry of a room's ledger, discriminated by `kind`. */
export type Event = Schemas['Event'];

/** Dotted name in the past tense. The list grows: a stage may send kinds this version does not know. */
export type EventKind = Event['kind'];

/** An event of one of these kinds. */
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>;

export type PayloadOf<K extends EventKind> = EventOf<K>['payload'];

/** A part of a line that is still being written. It is never stored and has no `seq`. */
export interface Delta {
  kind: 'character.delta';
  at: string;
  actor: string;
  audience: string[];
  round: number;
  /** `part` counts from 0, and 0 starts the line over; `step` is the call that writes it. */
  payload: { text: string; step: string; part: number };
}

/** Someone else started or stopped typing. Never stored. */
export interface Typing {
  type: 'typing';
  actor: string;
  name: string;
  on: boolean;
  audience: string[];
}

export type Scene = Schemas['Scene'];
/** A scene as a person on a seat sees it. */
export type SceneSeen = Schemas['SceneSeen'];
export type Run = Schemas['Run'];
export type TurnInput = Schemas['TurnInput'];
export type TurnAccepted = Schemas['TurnAccepted'];
export type CommandGiven = Schemas['CommandGiven'];

/** True if a value from the network is an event. */
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
