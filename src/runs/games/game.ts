import type { JsonObject } from '../../base/json';
import { type ActionId, BOARD_MAX, type GameAction } from '../../contract/agents';
import type { GridGame } from '../../contract/runs';

/** Maximum board size; also used while the size is unknown. */
export const FULL_BOARD = { kind: 'grid', rows: BOARD_MAX, cols: BOARD_MAX } as const;

export type GameStatus = 'NOT_FINISHED' | 'WIN' | 'GAME_OVER';

/** Result of a start or an action. A type alias, so that it counts as plain JSON. */
export type GameStep = {
  /** The game's complete state; plain JSON, stored with the run. */
  snapshot: JsonObject;
  /**
   * Packed frames (src/contract/frame.ts), oldest first: the animation, the last one settled. At least one.
   */
  frames: string[];
  state: GameStatus;
  levelsCompleted: number;
  /** Levels needed to win. Absent: unknown. */
  winLevels?: number;
  /** Actions available next. */
  availableActions: ActionId[];
};

/**
 * A built-in game. All functions are pure: the same seed, snapshot and action always give the same step, so a turn can
 * be replayed after a crash.
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
  /** Restarts the current level, for example after a game over. */
  restart(snapshot: JsonObject): GameStep;
  /** An action without meaning in the current state changes nothing; never throws. */
  act(snapshot: JsonObject, action: GameAction): GameStep;
}

export type Games = Readonly<Record<string, BuiltinGame>>;
