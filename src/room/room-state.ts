import type { Failure } from '../contract/problems';

/** Folded from its `*.started` event. */
export interface OpenRound {
  n: number;
  /** Starts at 1. */
  attempt: number;
  /**
   * Code of another journal version never replays the round's steps (docs/internals.md#ledger-and-journal).
   */
  version: string;
  /** The round sees events up to this seq. */
  inputSeq: number;
  /** Seqs of the inputs; empty for a turn of a run. */
  inputs: number[];
  seed: string;
  /** Seq of the `*.started` event at which replay begins; a resumed retry does not change it. */
  startSeq: number;
  /** First number of the round's journal steps. */
  firstStep: number;
  /** Steps of an earlier attempt whose answers are reused. */
  echo?: { attempt: number; firstStep: number; lastStep: number };
  /** Round of another room whose answers are reused for identical prompts. */
  replays?: { scene: string; round: number };
  startedAt: string;
}

/** True if the round repeats one that was played before: its inputs and the owner's decisions are known. */
export const isRepeat = ({ echo, replays }: OpenRound): boolean =>
  echo !== undefined || replays !== undefined;

export interface FailedRound {
  open: OpenRound;
  failure: Failure;
  /** `resume`: keep finished steps and repeat the failed request; `restart`: start from scratch. */
  retry: 'resume' | 'restart';
  /** Seq of its `*.failed` event. */
  at: number;
  /** Time of the automatic retry (ISO 8601); absent: a user must retry. */
  retryAt?: string;
}

/** State common to all rooms. Plain JSON, so it can be stored as a snapshot. */
export interface RoomState {
  id: string;
  title: string;
  /** Seq of the last folded event. */
  head: number;
  createdAt: string;
  /** Number of the last started round (turn); 0 before the first. */
  rounds: number;
  open: OpenRound | null;
  failed: FailedRound | null;
}
