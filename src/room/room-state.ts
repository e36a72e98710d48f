import type { Failure } from '../contract/problems';

/** The round (or turn) that is being played; folded from its `*.started` event. */
export interface OpenRound {
  n: number;
  /** Counts tries of this round, from 1. */
  attempt: number;
  /**
   * Version of the journal that wrote its steps: code of another version never replays them
   * (docs/internals.md#ledger-and-journal).
   */
  version: string;
  /** Everything up to here is the round's frozen input. */
  inputSeq: number;
  /** Seqs of the inputs this round answers; empty for a turn of a run. */
  inputs: number[];
  /** Seed of every random choice in the round. */
  seed: string;
  /** Seq of the `*.started` event at which replay begins: not moved by a retry that resumes. */
  startSeq: number;
  /** Steps of the journal with this number or higher belong to the round. */
  firstStep: number;
  /** An earlier try that was chosen again: answers to its calls, which are steps of these numbers, are given anew. */
  echo?: { attempt: number; firstStep: number; lastStep: number };
  startedAt: string;
}

/** A round that failed and may be tried again. */
export interface FailedRound {
  open: OpenRound;
  failure: Failure;
  /** `resume`: finished steps are kept and the failed ask is made again; `restart`: the round begins anew. */
  retry: 'resume' | 'restart';
  /** Seq of its `*.failed` event. */
  at: number;
  /** When the room tries it again by itself, as ISO 8601; absent: somebody has to. */
  retryAt?: string;
}

/** Part of the state that rooms of every kind have. Plain JSON: it is stored as a snapshot. */
export interface RoomState {
  id: string;
  title: string;
  /** Seq of the last event folded in. */
  head: number;
  createdAt: string;
  /** Number of the last round (turn) that was started; 0 before the first. */
  rounds: number;
  open: OpenRound | null;
  failed: FailedRound | null;
}
