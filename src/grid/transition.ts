import type { GameAction } from '../contract/agents';
import type { GameStatus } from '../runs/games/game';

/**
 * One executed action and what the game showed: the raw material of everything a run learns. Transitions are read
 * from the ledger (`action.executed` and its `frame.captured`), oldest first; nothing in them is interpreted.
 */
export interface Transition {
  turn: number;
  /** Numbers of the frame before and of the settled frame after. */
  beforeFrame: number;
  afterFrame: number;
  action: GameAction;
  role: 'setup' | 'target' | 'refresh' | 'replay' | 'person';
  /** Packed frame before the action. */
  before: string;
  /** Packed frames after it, oldest first: the animation, the last one settled. At least one. */
  frames: string[];
  /** The game's state after it. */
  state: GameStatus;
  /**
   * The action completed a level (or took one back): the settled frame belongs to another level and is not compared
   * with `before`.
   */
  levelChanged: boolean;
  /** Levels completed before it. */
  level: number;
  /**
   * False when `before` may not be what the game really showed (an action in doubt came before it, or this one is
   * in doubt itself): it is never evidence.
   */
  certain: boolean;
}

/**
 * Name of an action in keys and texts; {@link readActionKey} reads it.
 *
 * @example
 * actionKey({ id: 'ACTION3' }); // 'ACTION3'
 * actionKey({ id: 'ACTION6', x: 4, y: 7 }); // 'ACTION6@4,7'
 */
export const actionKey = ({ id, x, y }: GameAction): string =>
  x === undefined || y === undefined ? id : `${id}@${x},${y}`;

/** The action of a key that {@link actionKey} made. */
export function readActionKey(key: string): GameAction {
  const [id, place] = key.split('@');
  const [x, y] = (place ?? '').split(',').map(Number);
  const plainAction = { id: id as GameAction['id'] };
  return place === undefined || x === undefined || y === undefined ? plainAction : { ...plainAction, x, y };
}
