import type { StyledRun } from './looks';
import type { StoryResult } from './support';

export type StoryVersion = 3 | 4 | 5 | 8;

/** A validated story file. */
export interface Story {
  /** First 20 hexadecimal digits of the SHA-256 of `bytes`, a globally stable id. */
  hash: string;
  version: StoryVersion;
  release: number;
  serial: string;
  /** The Z-code, without its Blorb. */
  bytes: Uint8Array;
}

/**
 * Everything needed to continue a story: plain JSON with base64 strings, stored with every turn. Equal machine states
 * give byte-identical snapshots.
 */
export type StorySnapshot = {
  story: string;
  /** Dynamic memory (as a difference), stacks, program counter, random generator, windows. */
  state: string;
  /** States saved by `save_undo`, newest last; at most {@link MAX_UNDO}, fewer if they are large. */
  undo: string[];
  /** State saved by `save`; null if there is none. */
  saved: string | null;
  /** Instructions of the input that led here, which limit the trials. Absent if few. */
  spent?: number;
};

export const MAX_UNDO = 4;

/** `read`: by the standard, or because two sources agree; `inferred`: from one source. */
export type Confidence = 'read' | 'inferred' | 'unknown';

/**
 * Sources: the object tree; the status line, or its version 3 globals; a variable found by the survey; a reverted
 * command; the latest output.
 */
export type ReadingSource = 'tree' | 'status' | 'memory' | 'trial' | 'text';

/** An object of the story's tree. */
export type Thing = {
  id: number;
  /** Short name as printed. */
  name: string;
  /** Contents that the story named. */
  holds: Thing[];
  /** The story's remark in parentheses, such as `closed` or `providing light`; absent: none. */
  note?: string;
};

/** Facts about the story's world. A type alias, so that it is assignable to plain JSON. */
export type StoryReading = {
  location: { id: number; name: string } | null;
  score: number | null;
  moves: number | null;
  /** In stories that show the time instead of the score (z3). */
  time: string | null;
  inventory: Thing[];
  /**
   * Other things in the location that the story names in a reply to `look`. For trials, everything that the tree has
   * there, visible or not.
   */
  visible: Thing[];
  confidence: { location: Confidence; score: Confidence; inventory: Confidence };
  /** Maximum score as reported by the story; null: not reported; absent: not asked. */
  maximum?: number | null;
  /** Sources that agree on each value; absent if the story was not asked. */
  sources?: Record<'location' | 'score' | 'inventory' | 'visible', ReadingSource[]>;
};

/** `nothing`: the story has ended. */
export type Awaits = 'line' | 'key' | 'nothing';

/** Result of a start or an input. Plain JSON. */
export type StoryStep = {
  snapshot: StorySnapshot;
  /** Text of the lower window without the prompt; the middle of a very long text is cut. */
  text: string;
  /** Lines of the upper window without trailing spaces; line 0 of a z3 story is the status line. */
  upper: string[];
  /** Styled parts of `text`, and of each line of `upper`; absent: plain. */
  styles?: StyledRun[];
  upperStyles?: StyledRun[][];
  awaits: Awaits;
  /** Why the story awaits nothing: it quit, or an error or the instruction budget stopped it; else null. */
  stopped: { kind: 'quit' | 'error' | 'runaway'; message: string } | null;
  /** Actions of the interpreter: saves, restores, restarts, truncated inputs. */
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
  instructions: number;
};

export interface Trial {
  step: StoryStep;
  /**
   * True if it changed the world: the object table (tree, attributes, properties) or the location changed beyond the
   * effects of waiting. Texts, score clocks and turn counters don't count.
   */
  effect: boolean;
  /** True if the location changed. */
  moved: boolean;
  /**
   * True if the location changed, or a nearby object appeared, disappeared or changed its parent beyond the effects of
   * waiting.
   */
  rearranged: boolean;
  /** Equal for trials with the same resulting object table and location. */
  world: string;
}

export type ObjectChange = {
  id: number;
  name: string;
  /** Previous and new parent; null: none, as for a room or an object out of play. */
  from: { id: number; name: string } | null;
  to: { id: number; name: string } | null;
  /** True if attributes changed: opened, lit, worn, or another meaning in the story. */
  attributes: boolean;
  /** The player's object. */
  player?: true;
};

/** A way out, found by a trial. */
export interface Exit {
  direction: string;
  /** Null if blocked. */
  to: { id: number; name: string } | null;
  text: string;
  /** True if it ended the story or, as far as we can tell, killed the player. */
  deadly: boolean;
}

/** Plays a story from any of its snapshots. Deterministic: the same snapshot and input give the same step. */
export interface StoryPlayer {
  readonly story: Story;
  /** Plays from the beginning to the first input, read as by {@link StoryPlayer.perform}. */
  start(seed: string): StoryStep;
  /** Plays a line, or a key if the story waits for one. A story stopped by its budget continues with any input. */
  play(snapshot: StorySnapshot, input: string): StoryStep;
  /**
   * {@link StoryPlayer.play} with the effect on the world, and a reading from several sources: types and reverts
   * `look`, `inventory` and `score` afterwards.
   */
  perform(snapshot: StorySnapshot, input: string): Trial;
  /**
   * Plays and reverts several inputs. `effect` covers all of them. Each has a lower instruction limit than a normal
   * input: ten times the last turn, between 1 and 50 million.
   */
  attempt(snapshot: StorySnapshot, inputs: readonly string[]): Trial;
  /** Reads a trial's step as {@link StoryPlayer.perform} does. */
  read(step: StoryStep): StoryStep;
  /**
   * Objects moved or changed between two snapshots, beyond the effects of waiting for `turns` turns; empty for an
   * invalid snapshot.
   */
  changes(before: StorySnapshot, after: StorySnapshot, turns: number): ObjectChange[];
  /**
   * The Quetzal file that `save` would write, for other interpreters; null if the story cannot save there: it waits for
   * a key, has ended, or has no such command.
   */
  writeSave(snapshot: StorySnapshot): Uint8Array<ArrayBuffer> | null;
  /**
   * Restores a Quetzal file of this story as its own `restore` would; the step's notes include `restored`. `invalid` if
   * the file is of another story or damaged.
   */
  readSave(snapshot: StorySnapshot, file: Uint8Array): StoryResult<StoryStep>;
  /** Probes every direction word of the dictionary; skips slow ones. */
  exits(snapshot: StorySnapshot): Exit[];
  /** Dictionary words (6 or 9 letters), in order. */
  readonly vocabulary: readonly string[];
}

/** A player that may answer asynchronously: it yields between slices of work, so that other requests are served. */
export type SlicedPlayer = {
  [K in keyof StoryPlayer]: StoryPlayer[K] extends (...input: infer I) => infer A
    ? (...input: I) => A | Promise<A>
    : StoryPlayer[K];
};
