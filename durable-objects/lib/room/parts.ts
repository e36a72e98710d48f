import type { RoomState } from '../../../src/room/room-state';
import type { Job } from '../jobs';
import type { RoomDeps } from './deps';
import type { RoomEngine } from './engine';
import type { Sockets } from './sockets';

/** Where in a step a test may cut the room off: before its intent, between intent and result, after its result. */
export type Probe = (step: string, point: 'before' | 'intent' | 'after') => Promise<void>;

/** The background work of a room that its parts start. */
export interface RoomJobs {
  /** Plays rounds. */
  rounds: Job;
  /** Does what stored events call for beside the rounds. */
  followUps: Job;
  /** Tells the tenant what was spent. */
  settling: Job;
  /** Carries the room to D1 and R2. */
  outbox: Job;
}

/**
 * The room as its parts see it. `RoomCore` implements it and passes itself to every part (meter, outbox, pump, journal, …),
 * so that no part has callbacks of its own. A part that works on one round also gets the `LoadedRoom`.
 *
 * Read `state`, `version`, `probe` and `isErasing` where you use them: they change while the object lives.
 */
export interface RoomParts<S extends RoomState = RoomState> {
  readonly ctx: Pick<DurableObjectState, 'storage' | 'waitUntil'>;
  readonly env: Env;
  readonly engine: RoomEngine<S>;
  readonly deps: RoomDeps;
  readonly sockets: Sockets;
  readonly jobs: RoomJobs;
  /** The room as it is at the moment of asking; null: nothing has been created here, or it is being erased. */
  readonly state: S | null;
  readonly isErasing: boolean;
  /** Version of the code that plays from here on. */
  readonly version: string;
  readonly probe: Probe;
  /** Called after each write and when the pump stops. May be called when nothing changed. */
  onMoved(state: S): void;
}
