import type { RoomState } from '../../../src/room/room-state';
import type { Job } from '../jobs';
import type { RoomDeps } from './deps';
import type { RoomEngine } from './engine';
import type { Sockets } from './sockets';

/**
 * Points in a step at which tests can interrupt the room: before it, after its intent is stored (a call) or its
 * message is sent (to another Durable Object), and after its result is stored.
 */
export type Probe = (step: string, point: 'before' | 'intent' | 'sent' | 'after') => Promise<void>;

export interface RoomJobs {
  rounds: Job;
  /** Work that stored events require outside of rounds. */
  followUps: Job;
  settling: Job;
  outbox: Job;
  traces: Job;
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
  /** Code version recorded for rounds played from now on. */
  readonly version: string;
  readonly probe: Probe;
  /** Called after each write and when the pump stops. May fire when nothing changed. */
  onStateChanged(state: S): void;
}
