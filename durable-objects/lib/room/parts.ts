import type { EventDraft } from '../../../src/contract/events/events';
import type { OpenRound, RoomState } from '../../../src/room/room-state';
import type { Job } from '../jobs';
import type { RoomDeps } from './deps';
import type { RoomEngine } from './engine';
import type { Sockets } from './sockets';

/**
 * Points in a step at which tests can interrupt the room: before the intent, between intent and result, after
 * the result.
 */
export type Probe = (step: string, point: 'before' | 'intent' | 'after') => Promise<void>;

export interface RoomJobs {
  rounds: Job;
  /** Work that stored events require outside of rounds. */
  followUps: Job;
  settling: Job;
  outbox: Job;
  traces: Job;
}

/** A round of another room that this room plays again. */
export interface ReplayRound {
  seed: string;
  replays: NonNullable<OpenRound['replays']>;
  /** Events to store before its start; `inputs` are positions in it. */
  before: EventDraft[];
  inputs: number[];
  /** Events to store after its start. */
  decisions: EventDraft[];
}

/** Intent and result of a call, as JSON. */
export interface ReplayedCall {
  intent: string;
  result: string;
}

/** Rounds of another room that a room plays again before its own, with the answers that the models gave. */
export interface Replay<S> {
  /** The next of them; null: there is none, or a round has failed. */
  next(state: S): ReplayRound | null;
  /** The other room's call in the step of round `n`; null: it made none. */
  call(n: number, step: string): ReplayedCall | null;
  /** True if the other room stored events under this step name in the round. */
  committed(n: number, step: string): boolean;
  /** Makes the understudy answer differently in each branch. */
  readonly salt: string;
}

/**
 * The room as its parts see it. `RoomCore` implements it and passes itself to every part (meter, outbox,
 * pump, journal, …), so that parts need no callbacks. A part that works on one round also gets the
 * `LoadedRoom`.
 *
 * Read `state`, `version`, `probe` and `isErasing` at the point of use: they change while the object lives.
 */
export interface RoomParts<S extends RoomState = RoomState> {
  readonly ctx: Pick<DurableObjectState, 'storage' | 'waitUntil'>;
  readonly env: Env;
  readonly engine: RoomEngine<S>;
  readonly deps: RoomDeps;
  readonly sockets: Sockets;
  readonly jobs: RoomJobs;
  /** Current state; null before creation and during erasure. */
  readonly state: S | null;
  readonly isErasing: boolean;
  /** Null: the room plays only its own rounds. */
  readonly replay: Replay<S> | null;
  /** Code version recorded for rounds played from now on. */
  readonly version: string;
  readonly probe: Probe;
  /** Called after each write and when the pump stops. May fire when nothing changed. */
  onStateChanged(state: S): void;
}
