import type { GameAction } from '../../src/contract/agents';
import type { Transition } from '../../src/grid/transition';

/** Packs a board drawn in hex digits, rows separated by spaces (or packed); `.` is white floor. */
export const draw = (text: string): string => text.trim().split(/\s+/).join('/').replaceAll('.', '0');

/** One action on a packed board, and the resulting one, as plain evidence. */
export const transition = (
  turn: number,
  action: GameAction,
  before: string,
  after: string,
  more: Partial<Transition> = {},
): Transition => ({
  turn,
  beforeFrame: turn,
  afterFrame: turn + 1,
  action,
  role: 'target',
  before,
  frames: [after],
  state: 'NOT_FINISHED',
  levelChanged: false,
  level: 0,
  certain: true,
  ...more,
});

/** As {@link transition}, on drawn boards. */
export const made = (before: string, after: string, action: GameAction = { id: 'ACTION1' }, turn = 1) =>
  transition(turn, action, draw(before), draw(after));

/** A board of 12×12 of dark grey with a blue 2×2 thing, and other cells by place. */
export const drawField = (row: number, col: number, others: Readonly<Record<string, string>> = {}): string =>
  Array.from({ length: 12 }, (_, r) =>
    Array.from({ length: 12 }, (_, c) =>
      r >= row && r < row + 2 && c >= col && c < col + 2 ? '9' : (others[`${r},${c}`] ?? '4'),
    ).join(''),
  ).join('/');
