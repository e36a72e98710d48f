import type { GameAction } from '../contract/agents';
import type { GameStatus } from '../runs/games/game';

/**
 * One executed action and its frames, uninterpreted. Read from the ledger (`action.executed` and its
 * `frame.captured`), oldest first.
 */
export interface Transition {
  turn: number;
  /** Number of the frame before, and of the settled frame after. */
  beforeFrame: number;
  afterFrame: number;
  action: GameAction;
  role: 'setup' | 'target' | 'refresh' | 'replay' | 'person';
  /** Packed frame before the action. */
  before: string;
  /** Packed frames after it, oldest first: the animation, ending with the settled frame. At least one. */
  frames: string[];
  state: GameStatus;
  /**
   * True if the action completed a level (or undid one). The settled frame then belongs to another level, so
   * do not compare it with `before`.
   */
  levelChanged: boolean;
  /** Completed levels before it. */
  level: number;
  /**
   * False if `before` may not be the game's real frame, because this action or the one before it is in doubt.
   * Never evidence.
   */
  certain: boolean;
}

/**
 * Inverse of {@link readActionKey}.
 *
 * @example
 * actionKey({ id: 'ACTION3' }); // 'ACTION3'
 * actionKey({ id: 'ACTION6', x: 4, y: 7 }); // 'ACTION6@4,7'
 */
export const actionKey = ({ id, x, y }: GameAction): string =>
  x === undefined || y === undefined ? id : `${id}@${x},${y}`;

/** Inverse of {@link actionKey}. */
export function readActionKey(key: string): GameAction {
  const [id, place] = key.split('@');
  const [x, y] = (place ?? '').split(',').map(Number);
  const plainAction = { id: id as GameAction['id'] };
  return place === undefined || x === undefined || y === undefined ? plainAction : { ...plainAction, x, y };
}
