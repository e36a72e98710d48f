import type { JsonObject } from '../../base/json';
import { type ActionId, BOARD_MAX, type GameAction } from '../../contract/agents';
import type { GridGame } from '../../contract/runs';

/** Board of a game when it is the largest there may be, or not known before it is seen. */
export const FULL_BOARD = { kind: 'grid', rows: BOARD_MAX, cols: BOARD_MAX } as const;

export type GameStatus = 'NOT_FINISHED' | 'WIN' | 'GAME_OVER';

/** Answer of a game to a start or an action. A type alias, so that it counts as plain JSON. */
export type GameStep = {
  /** Everything the game needs to go on from here; plain JSON, stored with the run. */
  snapshot: JsonObject;
  /** Packed frames (src/contract/frame.ts), oldest first: the animation, the last one settled. At least one. */
  frames: string[];
  state: GameStatus;
  levelsCompleted: number;
  /** Levels that win the game. Absent: it does not say. */
  winLevels?: number;
  /** Actions that may be sent next. */
  availableActions: ActionId[];
};

/**
 * A game that lives in this repository. All functions are pure: the same seed, snapshot and action always give the same
 * step, so a turn can be played again after a crash.
 *
 * @example
 * ```ts
 * let step = game.start('seed');
 * step = game.act(step.snapshot, { id: 'ACTION1' });
 * const [frame] = step.frames.slice(-1);
 * ```
 */
export interface BuiltinGame {
  info: GridGame;
  start(seed: string): GameStep;
  /** The level that stands, from its beginning: what a player gets after a game over. */
  restart(snapshot: JsonObject): GameStep;
  /** An action that means nothing where the game stands changes nothing; it never throws. */
  act(snapshot: JsonObject, action: GameAction): GameStep;
}

/** Built-in games by id. */
export type Games = Readonly<Record<string, BuiltinGame>>;
