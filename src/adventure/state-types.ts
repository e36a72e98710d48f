import type { Exit, StoryStep } from 'zmachine-story';
import type { AdventureRole, ExtractorAnswer } from '../contract/adventure-agents';
import type { AdventureRun, ObjectiveList } from '../contract/adventures';
import type { PayloadOf } from '../contract/events/events';
import type { RunLimits } from '../contract/money';
import type { ResolvedProfile } from '../contract/profiles';
import type { AnyRunState } from '../runs/state';

/** The story where it stands, as every event that moves it carries it whole. */
export type StoryStanding = Omit<StoryStep, 'instructions'>;
/** Payload of `memory.written` in a run. */
export type NotePayload = Extract<PayloadOf<'memory.written'>, { id: string }>;

export interface AdventureConfig {
  /** Id of the story, as in `GET /v1/games`. */
  game: string;
  /** Hash of its file: the run plays this file, whatever becomes of the id. */
  story: string;
  /** Author of the story; absent: not known. */
  author?: string;
  profiles: Record<AdventureRole, ResolvedProfile>;
  budgets: { turns: number; calls: number } & RunLimits;
  seed: string;
  options: AdventureOptions;
}

/** Options of a run, with every default filled in. */
export type AdventureOptions = Omit<AdventureRun['options'], 'critic'> & {
  critic: { on: boolean; threshold: number };
};

/** Thoughts of an adventurer as it last typed a command at a place. */
export interface Thought {
  /** Its thoughts, cut to {@link MAX_THOUGHT} characters. */
  text: string;
  turn: number;
  /** State of the world before that command. */
  world: number;
}
export const MAX_THOUGHT = 1_200;

/** Author of an objective. The three never overwrite each other: ids are counted apart (`A1`, `D1`, `P1`). */
export type ObjectiveSource = PayloadOf<'objective.added'>['source'];

export type Objective = Omit<ObjectiveList['items'][number], 'ended'> & {
  /** Turn, cause and evidence of its end; null while it is active. */
  ended: { turn: number; by: PayloadOf<'objective.completed'>['by']; why: string } | null;
};

/** A place of the map. `id` is the number of its object; see `placeName` for how prompts name it. */
export interface Room {
  id: number;
  name: string;
  /** Turn of the first visit; of hearing of it, while it was never visited. */
  firstTurn: number;
  /** Number of times it was entered; 0: only known from trying a way to it. */
  visits: number;
}

/** A way from a place: a direction word, or a walking command such as `enter window` that led there. */
export interface Edge {
  from: number;
  direction: string;
  to: number;
  /** `walked` beats `probed`. */
  how: 'walked' | 'probed';
  turn: number;
}

/** A direction that led nowhere from a place. `world`: the state of the world it was tried in. */
export interface Blocked extends Omit<Edge, 'to'> {
  text: string;
  world: number;
  /** It killed the player, or was found to. */
  deadly?: true;
}

export interface AdventureMap {
  rooms: Room[];
  edges: Edge[];
  blocked: Blocked[];
}

/** Something worth knowing at a place. */
export type Note = PayloadOf<'episode.started'>['notes'][number];

/** One command that was given to the story, and what came of it. */
export interface Move
  extends Pick<
    PayloadOf<'command.executed'>,
    'command' | 'by' | 'from' | 'to' | 'effect' | 'moved' | 'died' | 'thinking'
  > {
  turn: number;
  /** Answer of the story, cut to {@link RECENT_TEXT} characters. */
  text: string;
  score: number | null;
}

/** Moves and characters of their texts that a state keeps at hand. */
export const RECENT_MOVES = 30;
export const RECENT_TEXT = 1_000;

export type EpisodeEnd = PayloadOf<'episode.completed'>['end'];

export type Episode = AdventureRun['episodes'][number];

/** Record for stuck detection; see `stuck.ts`. */
export interface Progress {
  /** Turn that last brought something new: score, a new place, a new thing in hand, a real effect not seen before. */
  turn: number;
  /** Places after each of the newest turns of this episode. */
  trail: (number | null)[];
  /** Turns at which a warning was given since. */
  warned: number[];
  /** Highest score and what was ever carried, in this episode. */
  best: number | null;
  carried: number[];
  /** Commands that changed the world in this episode, with their place (`L12 open door`); the newest. */
  effective: string[];
}

/** Command that a person gave. */
export type Given = PayloadOf<'command.given'> & { seq: number };

/** Something that an adventurer wrote and that was not taken, as it is told. */
export interface Refusal {
  /** Text of the adventurer; null where `why` says all. */
  text: string | null;
  why: string;
}

/** Everything an adventure knows. Plain JSON; a fold of the ledger. */
export interface AdventureState extends AnyRunState<AdventureConfig> {
  /** The story where it stands; null before the first turn. */
  story: StoryStanding | null;
  /** Exits found by trying, at the place where it stands; null when nothing was tried here. */
  exits: Exit[] | null;
  /** Extractor's answer to the newest text; null when it was not asked. */
  extracted: ExtractorAnswer | null;
  /** Counts changes of the world other than walking; what failed may be worth another try when it moved on. */
  world: number;
  /** Commands that had no effect, by place (`L<id>`): the state of the world they were last tried in. */
  vain: Record<string, Record<string, number>>;
  /** Commands that killed the player, by place; remembered across lives and episodes. */
  deadly: Record<string, string[]>;
  /** Newest thoughts of the adventurer by place, over all episodes. Kept for the understudy alone. */
  thoughts: Record<string, Thought>;
  episodes: Episode[];
  progress: Progress;
  map: AdventureMap;
  objectives: Objective[];
  /** Refused parts of the adventurer's answers since it was asked last, the oldest first. */
  refusals: Refusal[];
  /** Objectives declared so far by source, refused ones included under `refused`. */
  declared: {
    agent: number;
    discovered: number;
    player: number;
    refused: number;
    /** Refused ones of the adventurer, and the number that repeated another. */
    byAgent: { refused: number; repeated: number };
  };
  notes: Note[];
  /** Knowledge of the story from other runs and earlier episodes; null: none. */
  knowledge: string | null;
  recent: Move[];
  given: Given[];
  /**
   * Turns that led to where the story stands, the newest last; those of before an undo are gone. A negative number is a
   * file that was restored behind that turn.
   */
  trail: number[];
  saves: PayloadOf<'story.saved'>[];
  used: { turns: number; calls: number; promptTokens: number; completionTokens: number };
  /** `[turn, score]` whenever the score changed. */
  curve: [number, number][];
  /** Highest score possible, as the story said last; absent: it never did. */
  maximum?: number;
}
