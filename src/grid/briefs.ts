import type { GameAction, Suggestion } from '../contract/agents';
import type { ActionKnowledge, InferredRule, Knowledge } from '../contract/run-knowledge';
import type { Brief } from '../room/step-context';
import type { GameStatus } from '../runs/games/game';
import type { Refusal, Situation } from './choose';
import type { FrameDiff } from './frame/diff';
import type { ObjectChanges } from './frame/objects';
import type { Transition } from './transition';

/**
 * The typed tasks of a run. They hold what an observer has: frames, what changed between them, what was learnt so
 * far. Never the text of a prompt, and nothing of the game's rules.
 */

/** A suggestion that was refused, and why; the explorer is asked once more. */
export interface RefusedSuggestion {
  suggestion: Suggestion;
  refusals: Refusal[];
}

/** Call A: what to try next. */
export interface ExplorerBrief extends Brief {
  task: 'explorer';
  seed: string;
  /** Packed frame that the game shows now, and its number. */
  frame: string;
  frameNumber: number;
  /** Masked cells, as `row * cols + col`. */
  mask: number[];
  situation: Situation;
  /** `level`: levels completed. */
  game: { state: GameStatus; level: number };
  environment: Knowledge['environment'];
  /** Every transition of the run so far that is still kept, oldest first; made when it is asked for. */
  history: () => readonly Transition[];
  refused: RefusedSuggestion | null;
}

/** Call B: what the action did. */
export interface AnalystBrief extends Brief {
  task: 'analyst';
  seed: string;
  action: GameAction;
  /** The action was never analysed before. */
  first: boolean;
  /** Packed frames: before the action, and what followed, the last one settled. */
  before: string;
  after: string[];
  beforeFrame: number;
  afterFrame: number;
  diff: FrameDiff;
  objects: ObjectChanges;
  /** Lines on the animation; empty for an answer of a single frame. */
  animation: string[];
  /** Masked cells (a HUD), as `row * cols + col`: what changes there says nothing about the action. */
  mask: number[];
  /** The game after the action. */
  game: { state: GameStatus; level: number };
  /** Every transition that is still kept, oldest first, the one to be analysed last; made when it is asked for. */
  history: () => readonly Transition[];
  /** Whether the explorer expected the action to change the board; null: it did not say. */
  expectsChange: boolean | null;
  /** Rules that code inferred from all of them. */
  rules: readonly InferredRule[];
  /** Every action offered so far, this one included. */
  actions: Record<string, ActionKnowledge>;
  environment: Knowledge['environment'];
  /** The action completed a level: what follows `after` belongs to the next one and is not shown. */
  levelCompleted: boolean;
  /** The board belongs to another level than before, completed or taken back. */
  levelChanged: boolean;
}
