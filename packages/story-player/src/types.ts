import type { Exit, StoryStep, Trial } from 'zmachine-story';

/** A place of the map. */
export interface Room {
  /** Number of the place's object. */
  id: number;
  name: string;
  /** Turn of the first visit or, if unvisited, of the discovery. */
  firstTurn: number;
  /** 0: known only from probing. */
  visits: number;
}

/** A way between two places. `direction` may also be a walking command such as `enter window`. */
export interface Edge {
  from: number;
  direction: string;
  to: number;
  /** `walked` overrides `probed`. */
  how: 'walked' | 'probed';
  turn: number;
}

/** A way that failed. `world`: state of the world in which it was tried. */
export interface Blocked extends Omit<Edge, 'to'> {
  text: string;
  world: number;
  /** True if it kills the player. */
  deadly?: true;
}

export interface StoryMap {
  rooms: Room[];
  edges: Edge[];
  blocked: Blocked[];
}

/** The story as a step left it. */
export type Standing = Omit<StoryStep, 'instructions'>;

/** A typed command and its result. Places are ids; null if unknown. */
export interface Played {
  command: string;
  by: 'adventurer' | 'player';
  /** The player's reason and memo (see `playTurn`); null for a person's command. */
  thinking: string | null;
  from: number | null;
  to: number | null;
  /** True if the world changed; `moved`: if the place changed. */
  effect: boolean;
  moved: boolean;
  died: boolean;
  story: Standing;
  /** Probed ways out of `to`; null if not probed. */
  exits: Exit[] | null;
}

/** A command as remembered, with its reply and the score afterwards. */
export interface Move extends Omit<Played, 'story' | 'exits'> {
  turn: number;
  text: string;
  score: number | null;
}

/** A fact to remember across lives. Ids of notes from this run begin with `M`. */
export interface Note {
  id: string;
  place: number | null;
  category: 'success' | 'failure' | 'discovery' | 'danger' | 'puzzle' | 'note';
  text: string;
  turn: number;
  episode: number;
  /** The note that corrects it; null if none does. */
  correctedBy: string | null;
}

/** What counts as progress in the current life. */
export interface Progress {
  /** Last turn with progress: a higher score, a new place, a newly carried object or a new effect. */
  turn: number;
  /** Places after the newest turns. */
  trail: (number | null)[];
  /** Turns with a warning since then; set by the host. A warned player tries more. */
  warned: number[];
  /** Best score, and all objects ever carried. */
  best: number | null;
  carried: number[];
  /** The newest commands that changed the world, with their place: `L12 open door`. */
  effective: string[];
}

/** From a start of the story to its end. */
export interface Life {
  n: number;
  /** Turn in which it began. */
  turn: number;
  turns: number;
  deaths: number;
  score: number | null;
  best: number | null;
  /** How it ended; null while it lasts. */
  end: string | null;
}

/** A player's memory. Plain JSON, changed only by the functions of `story-player/memory`. */
export interface Memory {
  /** Null before the first life. */
  story: Standing | null;
  exits: Exit[] | null;
  /** Counts changes of the world other than walking: after a change, failed commands may work. */
  world: number;
  /** Commands without effect, by place (`L12`), with the state of the world when last tried. */
  vain: Record<string, Record<string, number>>;
  /** Commands that killed the player, by place, in all lives. */
  deadly: Record<string, string[]>;
  /** Reason and memo of the player's last command at each place. `world`: before that command. */
  thoughts: Record<string, { text: string; turn: number; world: number }>;
  map: StoryMap;
  /** The newest moves of this life, oldest first. */
  recent: Move[];
  progress: Progress;
  /** Lives, oldest first. */
  episodes: readonly Life[];
  /** `[turn, score]` at each change. */
  curve: [number, number][];
  /** The maximum score that the story last reported; absent if it never did. */
  maximum?: number;
  /** Written by `noteTurn`, and kept by the host. */
  notes: readonly Note[];
  /** Goals that the host tracks; the player's own have the source `agent`. */
  objectives: readonly { text: string; turn: number; source: string; status: string }[];
}

/** Everything for one decision. */
export interface Turn {
  state: Memory;
  /** Number of this turn, from 1. */
  turn: number;
  /** Plays from the text alone: `attempt` and `exits` are not called. */
  isFair?: boolean;
  /** The story's dictionary. */
  vocabulary: readonly string[];
  /** Plays commands from the current state and reverts them. */
  attempt: (commands: readonly string[]) => Trial;
  /** Tries every direction from the current state. */
  exits: () => Exit[];
  /** Commands of this turn that the host turned down, oldest first. */
  rejected?: readonly { command: string }[];
  /** A command that somebody proposes; null if none. */
  suggested?: string | null;
}
