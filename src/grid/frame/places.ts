import { type Mask, NO_MASK } from '../../contract/frame';
import type { Transition } from '../transition';
import { type Board, readBoard } from './board';
import { type Component, findComponents } from './components';

/** Most places that are offered for a click. */
const MAX_PLACES = 60;

/** Target of a click: column and row, as games take them. */
export interface FramePlace {
  x: number;
  y: number;
}

/** An object this much of the board is ground. */
const GROUND_SHARE = 1 / 8;
/** Thickness of a bar at the edge of a board, in cells: it shows steps or lives, and is no button. */
const BAR_THICKNESS = 2;

/**
 * Lists places worth a click: one cell of every object, nearest to its middle. One object of each kind comes first, of
 * these the large ones, as a button is no speck; then ground, then more of the same kinds. Bars at the edge come last,
 * and objects that lie wholly in the mask are left out.
 */
export function clickPlaces(cells: string, mask: Mask = NO_MASK): FramePlace[] {
  const board = readBoard(cells);
  const kinds = new Set<string>();
  const rank = (object: Component): number => {
    if (isBar(object, board)) return 3;
    const kind = kindOf(object);
    if (kinds.has(kind)) return 2;
    kinds.add(kind);
    return isGround(object, board) ? 1 : 0;
  };
  return findClickable(board, mask)
    .map((object) => ({ object, rank: rank(object) }))
    .sort((a, b) => a.rank - b.rank || b.object.size - a.object.size)
    .slice(0, MAX_PLACES)
    .map(({ object }) => middleOf(object, board));
}

/**
 * Counts the kinds of objects on a board, by colour and size, that no click has met; bars at the edge are none. A click that
 * met one of them on another board counts.
 */
export function countKindsLeft(before: string, clicks: readonly Transition[], mask: Mask): number {
  const board = readBoard(before);
  const kinds = new Set(
    findClickable(board, mask)
      .filter((object) => !isBar(object, board))
      .map(kindOf),
  );
  for (const { before: then, action } of clicks) {
    if (kinds.size === 0) break;
    const { x, y } = action;
    const kind = x === undefined || y === undefined ? null : clickKind(then, { x, y });
    if (kind !== null) kinds.delete(kind);
  }
  return kinds.size;
}

/** Names the kind of the object that a click meets; null beyond the board. */
function clickKind(cells: string, { x, y }: FramePlace): string | null {
  const board = readBoard(cells);
  const object = findComponents(board).find((one) => one.cells.includes(y * board.cols + x));
  return object && x < board.cols ? kindOf(object) : null;
}

/** True if a click goes to a bar at the edge of the board. */
export function isOnBar(cells: string, { x, y }: Partial<FramePlace>): boolean {
  if (x === undefined || y === undefined) return false;
  const board = readBoard(cells);
  return findComponents(board).some(
    (object) => isBar(object, board) && object.cells.includes(y * board.cols + x),
  );
}

const findClickable = (board: Board, mask: Mask): Component[] =>
  findComponents(board).filter((object) => !object.cells.every((cell) => mask.has(cell)));

const kindOf = ({ colour, rows, cols, size }: Component): string => `${colour} ${rows}×${cols} ${size}`;

const isGround = ({ size }: Component, board: Board): boolean => size > board.cells.length * GROUND_SHARE;

function isBar({ top, left, rows, cols }: Component, board: Board): boolean {
  const isAcross = rows <= BAR_THICKNESS && (top === 0 || top + rows === board.rows);
  const isAlong = cols <= BAR_THICKNESS && (left === 0 || left + cols === board.cols);
  return Math.min(board.rows, board.cols) > 4 * BAR_THICKNESS && (isAcross || isAlong);
}

function middleOf({ top, left, rows, cols, cells }: Component, board: Board): FramePlace {
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
