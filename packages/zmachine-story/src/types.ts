import type { StyledRun } from './looks';
import type { StoryResult } from './support';

/** Versions of the Z-machine that are played here. */
export type StoryVersion = 3 | 4 | 5 | 8;

/** A story file that was checked and can be played. */
export interface Story {
  /** First 20 hexadecimal digits of the SHA-256 of `bytes`: the same file is the same story everywhere. */
  hash: string;
  version: StoryVersion;
  release: number;
  serial: string;
  /** The Z-code itself, without a Blorb around it. */
  bytes: Uint8Array;
}

/**
 * Everything a story needs to go on: plain JSON, stored with every turn. The strings are base64. The same machine
 * state always gives the same snapshot, byte for byte.
 */
export type StorySnapshot = {
  /** Hash of the story it belongs to. */
  story: string;
  /** Dynamic memory as it differs from the story's, stacks, program counter, random generator, windows. */
  state: string;
  /** States that the story saved by `save_undo`, newest last; at most {@link MAX_UNDO}, fewer when they are large. */
  undo: string[];
  /** State that the story saved by `save`; null when it never did. */
  saved: string | null;
  /** Instructions of the input that led here, in large stories: trials may take a multiple of them. Absent: few. */
  spent?: number;
};

export const MAX_UNDO = 4;

/**
 * Confidence of a reading: `read` by the standard, or because two readers agree; `inferred` by one reader; else `unknown`.
 */
export type Confidence = 'read' | 'inferred' | 'unknown';

/**
 * Reader that a value comes from: the tree of objects; the status line, or what version 3 shows there; a variable of the
 * story that was found to hold it; a command that was typed and taken back; the text the story just printed.
 */
export type ReadingSource = 'tree' | 'status' | 'memory' | 'trial' | 'text';

/** An object of the story's tree. */
export type Thing = {
  /** Its number in the object table. */
  id: number;
  /** Its short name, as the story prints it. */
  name: string;
  /** Things inside it or on it, of those that the story named. */
  holds: Thing[];
  /** Words of the story on it in brackets, such as `closed` or `providing light`; absent: none. */
  note?: string;
};

/** Readable facts of the story's world. A type alias, so that it counts as plain JSON. */
export type StoryReading = {
  location: { id: number; name: string } | null;
  score: number | null;
  moves: number | null;
  /** Hours and minutes, for a story that shows the time instead of a score (z3). */
  time: string | null;
  /** Things that the player carries. */
  inventory: Thing[];
  /**
   * Other things in the location, without the player: those that the story names when it is asked to look. Of a step that
   * was only tried, all that the tree has there, seen or not.
   */
  visible: Thing[];
  confidence: { location: Confidence; score: Confidence; inventory: Confidence };
  /** Highest score possible, as the story says; null: it does not; absent: it was not asked. */
  maximum?: number | null;
  /** Readers that agree on each value; absent where the story was not asked. */
  sources?: Record<'location' | 'score' | 'inventory' | 'visible', ReadingSource[]>;
};

/** Next input of a story: a line, a single key, or nothing because it has ended. */
export type Awaits = 'line' | 'key' | 'nothing';

/** Result of a start or of one input. Plain JSON. */
export type StoryStep = {
  snapshot: StorySnapshot;
  /** Text of the lower window, without the prompt; a very long one keeps its beginning and end. */
  text: string;
  /** Lines of the upper window, trailing spaces cut; the status line of a z3 story is line 0. */
  upper: string[];
  /** Parts of `text` that are not plain, and of each line of `upper`; absent: all is plain. */
  styles?: StyledRun[];
  upperStyles?: StyledRun[][];
  awaits: Awaits;
  /** Reason why the story awaits nothing: it quit, or an error or the instruction budget stopped it; else null. */
  stopped: { kind: 'quit' | 'error' | 'runaway'; message: string } | null;
  /** Acts of the machine for the story: it saved or restored a state, restarted, cut an input. */
  notes: (
    | 'saved'
    | 'save_failed'
    | 'restored'
    | 'restore_failed'
    | 'undone'
    | 'undo_failed'
    | 'restarted'
    | 'input_cut'
  )[];
  reading: StoryReading;
  /** Instructions it took. */
  instructions: number;
};

/** Effect of a command that was played and taken back. */
export interface Trial {
  step: StoryStep;
  /**
   * True when it changed the world: bytes of the object table (tree, attributes, properties) or the location changed in a
   * way that waiting does not explain. Text alone, score clocks and turn counters are no effect.
   */
  effect: boolean;
  /** The location changed. */
  moved: boolean;
  /** The location changed, or an object near came, went or changed hands in a way that waiting does not explain. */
  rearranged: boolean;
  /** The same for trials that leave the object table and the location alike, whatever was typed or said. */
  world: string;
}

/** An object that a command moved or changed. Plain JSON. */
export type ObjectChange = {
  id: number;
  name: string;
  /** What it was in or on, and what it is in or on now; null: nothing, as a room is, or what is out of play. */
  from: { id: number; name: string } | null;
  to: { id: number; name: string } | null;
  /** Attributes of it changed: it was opened, lit, worn, or whatever they mean in the story. */
  attributes: boolean;
  /** It is the player's own object. */
  player?: true;
};

/** A way out, as it was found by trying it and taking it back. */
export interface Exit {
  /** A direction word, e.g. `north`. */
  direction: string;
  /** Place it leads to; null when it is blocked. */
  to: { id: number; name: string } | null;
  /** Answer of the story. */
  text: string;
  /** It ended the story, or killed the player as far as can be told. */
  deadly: boolean;
}

/** A story that can be played from any snapshot of it. Deterministic: the same snapshot and input give the same step. */
export interface StoryPlayer {
  readonly story: Story;
  /** From the beginning, up to the first input, read as {@link StoryPlayer.perform} does. */
  start(seed: string): StoryStep;
  /**
   * One line, or one key when that is what the story waits for. A story that was stopped because it took too long goes on,
   * whatever the input.
   */
  play(snapshot: StorySnapshot, input: string): StoryStep;
  /**
   * {@link StoryPlayer.play}, with what it did to the world, and readings on which several readers agree: `look`,
   * `inventory` and `score` are typed after it and taken back.
   */
  perform(snapshot: StorySnapshot, input: string): Trial;
  /**
   * Several inputs, played and taken back. `effect` is judged over all of them. Each may take fewer instructions than
   * one that is played for good: ten times those of the last turn, between 1 and 50 million.
   */
  attempt(snapshot: StorySnapshot, inputs: readonly string[]): Trial;
  /** A step that was tried, read as {@link StoryPlayer.perform} reads one. */
  read(step: StoryStep): StoryStep;
  /**
   * Objects that are elsewhere at the second snapshot, or were changed, otherwise than waiting for so many turns changes
   * them; none where a snapshot can't be used.
   */
  changes(before: StorySnapshot, after: StorySnapshot, turns: number): ObjectChange[];
  /**
   * Writes what the story saves when `save` is typed, as a Quetzal file that other interpreters restore; null when it saves nothing
   * there: it waits for a key, has ended, or knows no such command.
   */
  writeSave(snapshot: StorySnapshot): Uint8Array<ArrayBuffer> | null;
  /**
   * Goes on from a Quetzal file of this story, as its own `restore` would. Notes of the step say `restored`. `invalid` when
   * the file is none of this story, or damaged.
   */
  readSave(snapshot: StorySnapshot, file: Uint8Array): StoryResult<StoryStep>;
  /** Every direction word the story's dictionary has, tried and taken back; not those that take too long. */
  exits(snapshot: StorySnapshot): Exit[];
  /** Words of the story's dictionary, as far as it keeps them (6 or 9 letters), in its order. */
  readonly vocabulary: readonly string[];
}

/** A player whose answers may take a while: it pauses between slices of work, so that others are served meanwhile. */
export type SlicedPlayer = {
  [K in keyof StoryPlayer]: StoryPlayer[K] extends (...input: infer I) => infer A
    ? (...input: I) => A | Promise<A>
    : StoryPlayer[K];
};
