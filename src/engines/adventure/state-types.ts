import type { AdventureRole, ExtractorAnswer, Priority } from '../../api/adventure-agents';
import type { RunLimits } from '../../api/money';
import type { ResolvedProfile } from '../../api/profiles';
import type { PayloadOf } from '../../events/events';
import type { Exit, StoryStep } from '../../games/zmachine/types';
import type { AnyRunState } from '../runs/state';

/** The story where it stands, as every event that moves it carries it whole. */
export type Standing = Omit<StoryStep, 'instructions'>;
/** Payload of `memory.written` in a run. */
export type NotePayload = Extract<PayloadOf<'memory.written'>, { id: string }>;

export interface AdventureConfig {
  /** Id of the story, as in `GET /v1/games`. */
  game: string;
  /** Hash of its file: the run plays this file, whatever becomes of the id. */
  story: string;
  profiles: Record<AdventureRole, ResolvedProfile>;
  /** Runs of before `tokens` and `money` existed have none. */
  budgets: { turns: number; calls: number } & RunLimits;
  seed: string;
  options: AdventureOptions;
}

export interface AdventureOptions {
  /** Episodes the run may hold; the next begins when the story ended or nothing goes forward any more. */
  episodes: number;
  /** Turns after which an episode ends; null: no limit but the run's. */
  turnsPerEpisode: number | null;
  critic: { on: boolean; threshold: number };
  extractor: boolean;
  chronicler: boolean;
  /** Objectives are looked for every so many turns; 0: never. */
  discoverEvery: number;
  /** Active objectives above which they are refined. */
  refineAbove: number;
  /** Turns without any progress of theirs after which objectives of agents are stale. */
  staleAfter: number;
  /** Knowledge is written every so many turns, and when an episode ends; 0: at its end only. */
  synthesizeEvery: number;
  /** Turns without any progress after which the episode ends; 0: never. */
  stuckAfter: number;
  /** True when prompts carry exits that were found by trying and taking back. */
  probe: boolean;
  /** True when the run uses memories and knowledge of other runs of its story, and leaves its own to them. */
  share: boolean;
}

/** Author of an objective. The three never overwrite each other: ids are counted apart (`A1`, `D1`, `P1`). */
export type ObjectiveSource = PayloadOf<'objective.added'>['source'];
export type ObjectiveStatus = 'active' | 'completed' | 'merged' | 'dropped';

export interface Objective {
  id: string;
  text: string;
  source: ObjectiveSource;
  priority: Priority;
  /** Id of the objective it is a part of. */
  parent: string | null;
  status: ObjectiveStatus;
  /** Turn in which it was added, and the newest turn that moved it forward: added, reworded, a part of it done. */
  turn: number;
  touched: number;
  /** Where the player stood when it was added, as `L<id>`. */
  place: string | null;
  /** Turn, cause and evidence of its end; null while it is active. */
  ended: { turn: number; by: 'adventurer' | 'keeper' | 'player' | 'service'; why: string } | null;
  /** Objectives that were merged into it. */
  absorbed: string[];
  /** Earlier wordings, oldest first. */
  wordings: { turn: number; text: string }[];
}

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
export interface Blocked {
  from: number;
  direction: string;
  text: string;
  how: 'walked' | 'probed';
  turn: number;
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
export interface Move {
  turn: number;
  command: string;
  by: 'adventurer' | 'player';
  /** Number and name of the place before and after; null when they can't be read. */
  from: number | null;
  to: number | null;
  /** Answer of the story, cut to {@link RECENT_TEXT} characters. */
  text: string;
  effect: boolean;
  moved: boolean;
  score: number | null;
  died: boolean;
  thinking: string | null;
}

/** Moves and characters of their texts that a state keeps at hand. */
export const RECENT_MOVES = 30;
export const RECENT_TEXT = 1_000;

export type EpisodeEnd = PayloadOf<'episode.completed'>['end'];

export interface Episode {
  n: number;
  /** Turn it began with. */
  turn: number;
  turns: number;
  deaths: number;
  /** Newest and highest score; null when the story's can't be read. */
  score: number | null;
  best: number | null;
  end: EpisodeEnd | null;
}

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
  story: Standing | null;
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
  episodes: Episode[];
  progress: Progress;
  map: AdventureMap;
  objectives: Objective[];
  /** Refused parts of the adventurer's answers since it was asked last, the oldest first; absent: none. */
  refusals?: Refusal[];
  /** Objectives declared so far by source, refused ones included under `refused`. */
  declared: {
    agent: number;
    discovered: number;
    player: number;
    refused: number;
    /** Refused ones of the adventurer, and the number that repeated another; absent: none. */
    byAgent?: { refused: number; repeated: number };
  };
  notes: Note[];
  /** Knowledge of the story from other runs and earlier episodes; null: none. */
  knowledge: string | null;
  recent: Move[];
  given: Given[];
  used: { turns: number; calls: number; promptTokens: number; completionTokens: number };
  /** `[turn, score]` whenever the score changed. */
  curve: [number, number][];
}
