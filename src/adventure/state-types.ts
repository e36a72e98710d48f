import type { Exit, StoryStep } from 'zmachine-story';
import type { AdventureRole, ExtractorAnswer } from '../contract/adventure-agents';
import type { AdventureRun, ObjectiveList } from '../contract/adventures';
import type { PayloadOf } from '../contract/events/events';
import type { RunLimits } from '../contract/money';
import type { ResolvedProfile } from '../contract/profiles';
import type { AnyRunState } from '../runs/state';

/** The story's current state; every event that changes it contains all of it. */
export type StoryStanding = Omit<StoryStep, 'instructions'>;
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

/** The adventurer's thoughts at its last command at a place. */
export interface AgentThought {
  text: string;
  turn: number;
  /** State of the world before that command. */
  world: number;
}
export const MAX_THOUGHT = 1_200;

/** Author of an objective. Ids are counted per source (`A1`, `D1`, `P1`), and sources never overwrite each other. */
export type ObjectiveSource = PayloadOf<'objective.added'>['source'];

export type Objective = Omit<ObjectiveList['items'][number], 'ended'> & {
  /** Null while active. */
  ended: { turn: number; by: PayloadOf<'objective.completed'>['by']; why: string } | null;
};

/** `id` is the number of the place's object; prompts use `placeName`. */
export interface Room {
  id: number;
  name: string;
  /** Turn of the first visit or, if unvisited, of the discovery. */
  firstTurn: number;
  /** 0: known only from probing. */
  visits: number;
}

/** `direction` may also be a walking command such as `enter window`. */
export interface Edge {
  from: number;
  direction: string;
  to: number;
  /** `walked` overrides `probed`. */
  how: 'walked' | 'probed';
  turn: number;
}

/** `world`: state of the world in which it was tried. */
export interface Blocked extends Omit<Edge, 'to'> {
  text: string;
  world: number;
  /** True if it kills the player. */
  deadly?: true;
}

export interface AdventureMap {
  rooms: Room[];
  edges: Edge[];
  blocked: Blocked[];
}

export type Note = PayloadOf<'episode.started'>['notes'][number];

/** A command and its result. */
export interface Move
  extends Pick<
    PayloadOf<'command.executed'>,
    'command' | 'by' | 'from' | 'to' | 'effect' | 'moved' | 'died' | 'thinking'
  > {
  turn: number;
  /** The reply, cut to {@link RECENT_TEXT} characters. */
  text: string;
  score: number | null;
}

/** Limits of the recent moves in the state: number, and characters of a reply. */
export const RECENT_MOVES = 30;
export const RECENT_TEXT = 1_000;

export type EpisodeEnd = PayloadOf<'episode.completed'>['end'];

export type Episode = AdventureRun['episodes'][number];

/** Data for stuck detection; see `stuck.ts`. */
export interface Progress {
  /** Last turn with progress: a higher score, a new place, a newly carried object or a new effect. */
  turn: number;
  /** Places after the newest turns of this episode. */
  trail: (number | null)[];
  /** Turns with a warning since then. */
  warned: number[];
  /** Best score and all carried objects of this episode. */
  best: number | null;
  carried: number[];
  /** The newest commands that changed the world in this episode, with their place: `L12 open door`. */
  effective: string[];
}

export type QueuedCommand = PayloadOf<'command.given'> & { seq: number };

/** A part of the adventurer's answer that was refused. */
export interface Refusal {
  /** The adventurer's text; null if `why` is enough. */
  text: string | null;
  why: string;
}

/** A fold of the ledger; plain JSON. */
export interface AdventureState extends AnyRunState<AdventureConfig> {
  /** Null before the first turn. */
  story: StoryStanding | null;
  /** Probed ways of the current place; null if not probed. */
  exits: Exit[] | null;
  /** The extractor's answer to the newest text; null if not asked. */
  extracted: ExtractorAnswer | null;
  /** Counts changes of the world other than walking: after a change, failed commands may work. */
  world: number;
  /** Commands without effect, by place (`L<id>`), with the state of the world when last tried. */
  vain: Record<string, Record<string, number>>;
  /** Commands that killed the player, by place; kept across lives and episodes. */
  deadly: Record<string, string[]>;
  /** The adventurer's newest thoughts by place, across episodes. Only for the understudy. */
  thoughts: Record<string, AgentThought>;
  episodes: Episode[];
  progress: Progress;
  map: AdventureMap;
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
  recent: Move[];
  given: QueuedCommand[];
  /**
   * Turns that led to the current state, newest last; without turns that were undone. A negative number is a file
   * restored after that turn.
   */
  trail: number[];
  saves: PayloadOf<'story.saved'>[];
  used: { turns: number; calls: number; promptTokens: number; completionTokens: number };
  /** `[turn, score]` at each change. */
  curve: [number, number][];
  /** The maximum score that the story last reported; absent if it never did. */
  maximum?: number;
}
