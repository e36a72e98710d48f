import type { GameAction } from '../../src/contract/agents';
import type { Transition } from '../../src/grid/transition';

/** Packs a board drawn in hex digits, rows separated by spaces (or packed); `.` is white floor. */
export const draw = (text: string): string => text.trim().split(/\s+/).join('/').replaceAll('.', '0');

/** One action on a drawn board, and the resulting board, as plain evidence. */
export const made = (
  before: string,
  after: string,
  action: GameAction = { id: 'ACTION1' },
  turn = 1,
): Transition => ({
  turn,
  beforeFrame: turn,
  afterFrame: turn + 1,
  action,
  role: 'target',
  before: draw(before),
  frames: [draw(after)],
  state: 'NOT_FINISHED',
  levelChanged: false,
  level: 0,
  certain: true,
});
