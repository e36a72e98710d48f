import type { EventDraft } from '../../../src/contract/events/events';
import type { OpenRound } from '../../../src/room/room-state';

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
