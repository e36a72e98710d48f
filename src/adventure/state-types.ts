import type { Memory } from 'story-player/memory';
import type { AdventureRole, ExtractorAnswer } from '../contract/adventure-agents';
import type { AdventureRun, ObjectiveList } from '../contract/adventures';
import type { PayloadOf } from '../contract/events/events';
import type { RunLimits } from '../contract/money';
import type { ResolvedProfile } from '../contract/profiles';
import type { AnyRunState } from '../runs/state';

export type NotePayload = Extract<PayloadOf<'memory.written'>, { id: string }>;

export interface AdventureConfig {
  /** As in `GET /v1/games`. */
  game: string;
  /** Hash of the story file: the run keeps this file even if the id changes. */
  story: string;
  /** Absent if unknown. */
  author?: string;
  profiles: Record<AdventureRole, ResolvedProfile>;
  budgets: { turns: number; calls: number } & RunLimits;
  seed: string;
  options: AdventureOptions;
}

/** With all defaults. */
export type AdventureOptions = Omit<AdventureRun['options'], 'critic'> & {
  critic: { on: boolean; threshold: number };
};

/** Author of an objective. Ids are counted per source (`A1`, `D1`, `P1`), and sources never overwrite each other. */
export type ObjectiveSource = PayloadOf<'objective.added'>['source'];

export type Objective = Omit<ObjectiveList['items'][number], 'ended'> & {
  /** Null while active. */
  ended: { turn: number; by: PayloadOf<'objective.completed'>['by']; why: string } | null;
};

export type Note = PayloadOf<'episode.started'>['notes'][number];

export type EpisodeEnd = PayloadOf<'episode.completed'>['end'];

export type Episode = AdventureRun['episodes'][number];

export type QueuedCommand = PayloadOf<'command.given'> & { seq: number };

/** A part of the adventurer's answer that was refused. */
export interface Refusal {
  /** The adventurer's text; null if `why` is enough. */
  text: string | null;
  why: string;
}

/** A fold of the ledger; plain JSON. Only the understudy has `thoughts`. */
export interface AdventureState extends AnyRunState<AdventureConfig>, Memory {
  /** The extractor's answer to the newest text; null if not asked. */
  extracted: ExtractorAnswer | null;
  episodes: Episode[];
  objectives: Objective[];
  /** Refusals to show in the adventurer's next prompt, oldest first. */
  refusals: Refusal[];
  /** Number of declared objectives by source; refused ones count only as `refused`. */
  declared: {
    agent: number;
    discovered: number;
    player: number;
    refused: number;
    /** The adventurer's refused objectives, and how many were repetitions. */
    byAgent: { refused: number; repeated: number };
  };
  notes: Note[];
  /** Knowledge from other runs and earlier episodes; null: none. */
  knowledge: string | null;
  given: QueuedCommand[];
  /**
   * Turns that led to the current state, newest last; without turns that were undone. A negative number is a file
   * restored after that turn.
   */
  trail: number[];
  saves: PayloadOf<'story.saved'>[];
  used: { turns: number; calls: number; promptTokens: number; completionTokens: number };
}
