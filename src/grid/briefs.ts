import type { GameAction, Suggestion } from '../contract/agents';
import type { ActionKnowledge, InferredRule, Knowledge } from '../contract/run-knowledge';
import type { Brief } from '../room/step-context';
import type { GameStatus } from '../runs/games/game';
import type { Refusal, Situation } from './choose';
import type { FrameDiff } from './frame/diff';
import type { ObjectChanges } from './frame/objects';
import type { Transition } from './transition';

/**
 * Briefs contain only an observer's data: frames, changes between them, and knowledge so far. Never prompt
 * text, and none of the game's rules.
 */

export interface RefusedSuggestion {
  suggestion: Suggestion;
  refusals: Refusal[];
}

/** Call A: choose the next action. */
export interface ExplorerBrief extends Brief {
  task: 'explorer';
  seed: string;
  /** Packed current frame and its number. */
  frame: string;
  frameNumber: number;
  /** Masked cells, as `row * cols + col`. */
  mask: number[];
  situation: Situation;
  /** `level`: completed levels. */
  game: { state: GameStatus; level: number };
  environment: Knowledge['environment'];
  /** Every stored transition of the run, oldest first. Computed on call. */
  history: () => readonly Transition[];
  refused: RefusedSuggestion | null;
}

/** Call B: explain the action's effect. */
export interface AnalystBrief extends Brief {
  task: 'analyst';
  seed: string;
  action: GameAction;
  /** True for the first analysis of the action. */
  first: boolean;
  /** Packed frames: before the action, and all that followed, the settled one last. */
  before: string;
  after: string[];
  beforeFrame: number;
  afterFrame: number;
  diff: FrameDiff;
  objects: ObjectChanges;
  /** Lines on the animation; empty for a single frame. */
  animation: string[];
  /** Masked cells (a HUD), as `row * cols + col`. Changes there are no evidence about the action. */
  mask: number[];
  game: { state: GameStatus; level: number };
  /** Every stored transition, oldest first, the analyzed one last. Computed on call. */
  history: () => readonly Transition[];
  /** True if the explorer expects the board to change; null: no expectation. */
  expectsChange: boolean | null;
  /** Rules inferred from these transitions. */
  rules: readonly InferredRule[];
  /** Every action offered so far, including this one. */
  actions: Record<string, ActionKnowledge>;
  environment: Knowledge['environment'];
  /** True if the action completed a level: frames after `after` belong to the next level and are omitted. */
  levelCompleted: boolean;
  /** True if the level changed in either direction. */
  levelChanged: boolean;
}
