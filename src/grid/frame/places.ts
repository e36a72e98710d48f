import { memoizeObject } from '../../base/memoize';
import { type Mask, NO_MASK } from '../../contract/frame';
import type { Transition } from '../transition';
import { type Board, readBoard } from './board';
import { type Component, findComponents } from './components';

/** Limit of places offered for a click. */
const MAX_PLACES = 60;

/** Target of a click in the format of games: x is the column, y the row. */
export interface FramePlace {
  x: number;
  y: number;
}

/** An object larger than this share of the board is background. */
const GROUND_SHARE = 1 / 8;
/** In cells. Thinner objects at the edge are bars that show steps or lives, not buttons. */
const BAR_THICKNESS = 2;

/**
 * Returns click targets, one per object: its cell nearest to the middle. First comes one object of each kind,
 * large ones first because buttons are rarely specks, then background, then further objects of the same
 * kinds, then bars at the edge. Objects entirely inside the mask are skipped.
 */
export function clickPlaces(cells: string, mask: Mask = NO_MASK): FramePlace[] {
  const board = readBoard(cells);
  const kinds = new Set<string>();
  const rank = (object: Component): number => {
    if (isBar(object, board)) return 3;
    const kind = placeKind(object);
    if (kinds.has(kind)) return 2;
    kinds.add(kind);
    return isGround(object, board) ? 1 : 0;
  };
  return findClickable(board, mask)
    .map((object) => ({ object, rank: rank(object) }))
    .sort((a, b) => a.rank - b.rank || b.object.size - a.object.size)
    .slice(0, MAX_PLACES)
    .map(({ object }) => centerCell(object, board));
}

/**
 * Counts the kinds of objects (color and size) that no click has hit on any board. Bars at the edge do not
 * count.
 */
export function countKindsLeft(before: string, clicks: readonly Transition[], mask: Mask): number {
  const board = readBoard(before);
  const kinds = new Set(
    findClickable(board, mask)
      .filter((object) => !isBar(object, board))
      .map(placeKind),
  );
  for (const click of clicks) {
    if (kinds.size === 0) break;
    kinds.delete(clickKind(click));
  }
  return kinds.size;
}

/** Empty if the click misses the board. Cached, because a long run has more boards than fit in the cache of boards. */
const clickKind = memoizeObject(({ before, action: { x, y } }: Transition): string => {
  const board = readBoard(before);
  if (x === undefined || y === undefined || x >= board.cols) return '';
  const object = findComponents(board).find((one) => one.cells.includes(y * board.cols + x));
  return object ? placeKind(object) : '';
});

export function isOnBar(cells: string, { x, y }: Partial<FramePlace>): boolean {
  if (x === undefined || y === undefined) return false;
  const board = readBoard(cells);
  return findComponents(board).some(
    (object) => isBar(object, board) && object.cells.includes(y * board.cols + x),
  );
}

const findClickable = (board: Board, mask: Mask): Component[] =>
  findComponents(board).filter((object) => !object.cells.every((cell) => mask.has(cell)));

const placeKind = ({ colour, rows, cols, size }: Component): string => `${colour} ${rows}×${cols} ${size}`;

const isGround = ({ size }: Component, board: Board): boolean => size > board.cells.length * GROUND_SHARE;

function isBar({ top, left, rows, cols }: Component, board: Board): boolean {
  const isAcross = rows <= BAR_THICKNESS && (top === 0 || top + rows === board.rows);
  const isAlong = cols <= BAR_THICKNESS && (left === 0 || left + cols === board.cols);
  return Math.min(board.rows, board.cols) > 4 * BAR_THICKNESS && (isAcross || isAlong);
}

/** The cell of an object that is nearest to the middle of its box. */
export function centerCell({ top, left, rows, cols, cells }: Component, board: Board): FramePlace {
  const middle = { row: top + (rows - 1) / 2, col: left + (cols - 1) / 2 };
  let best = cells[0] ?? 0;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const far =
      Math.abs(Math.floor(cell / board.cols) - middle.row) + Math.abs((cell % board.cols) - middle.col);
    if (far < least) [best, least] = [cell, far];
  }
  return { x: best % board.cols, y: Math.floor(best / board.cols) };
}
