import type { Board } from '../frame/board';
import type { Region as Box } from '../frame/diff';
import type { Mask } from '../frame/frame';

export { type Board, readBoard } from '../frame/board';
export type { Region as Box } from '../frame/diff';

/** A cell of a forecast that says nothing about its colour. */
export const ANY = -1;

/** A board with some cells painted over, packed; `?` where the paint is {@link ANY}. */
export function packPainted(board: Board, paint: ReadonlyMap<number, number>): string {
  const rows: string[] = [];
  for (let row = 0; row < board.rows; row++) {
    let line = '';
    for (let col = 0; col < board.cols; col++) {
      const cell = row * board.cols + col;
      const colour = paint.get(cell) ?? board.cells[cell] ?? 0;
      line += colour === ANY ? '?' : colour.toString(16);
    }
    rows.push(line);
  }
  return rows.join('/');
}

/** Cells that differ, outside the mask, ascending. The boards have the same size. */
export function findChanged(a: Board, b: Board, mask: Mask): number[] {
  const changed: number[] = [];
  for (let cell = 0; cell < a.cells.length; cell++) {
    if (a.cells[cell] !== b.cells[cell] && !mask.has(cell)) changed.push(cell);
  }
  return changed;
}

export const isSameSize = (a: Board, b: Board): boolean => a.rows === b.rows && a.cols === b.cols;

/** Marks of the last floods, so that each need not clear a board's worth of them. */
let marks = new Int32Array(0);
let flooding = 0;

/** The connected cells (over edges) of one colour that `start` belongs to, ascending. */
export function flood(board: Board, start: number): number[] {
  const { cells, cols } = board;
  if (marks.length < cells.length) marks = new Int32Array(cells.length);
  flooding++;
  const colour = cells[start];
  marks[start] = flooding;
  const found = [start];
  const take = (cell: number): void => {
    if (cells[cell] !== colour || marks[cell] === flooding) return;
    marks[cell] = flooding;
    found.push(cell);
  };
  for (let i = 0; i < found.length; i++) {
    const cell = found[i] ?? 0;
    const col = cell % cols;
    if (cell >= cols) take(cell - cols);
    if (cell + cols < cells.length) take(cell + cols);
    if (col > 0) take(cell - 1);
    if (col < cols - 1) take(cell + 1);
  }
  return found.sort((x, y) => x - y);
}

/** Rows and columns that cells take up. */
export function boxOf(cells: Iterable<number>, cols: number): Box {
  const box = { top: Number.MAX_SAFE_INTEGER, left: Number.MAX_SAFE_INTEGER, bottom: -1, right: -1 };
  for (const cell of cells) {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    if (row < box.top) box.top = row;
    if (row > box.bottom) box.bottom = row;
    if (col < box.left) box.left = col;
    if (col > box.right) box.right = col;
  }
  return box;
}

const COUNTS = new WeakMap<Board, Uint32Array>();

/** How many cells of a board have each colour, 0…15. */
export function countColours(board: Board): Uint32Array {
  const known = COUNTS.get(board);
  if (known) return known;
  const counts = new Uint32Array(16);
  for (const colour of board.cells) counts[colour] = (counts[colour] ?? 0) + 1;
  COUNTS.set(board, counts);
  return counts;
}

const NAMES = new WeakMap<Mask, number>();
let named = 0;

/**
 * What is remembered of a board holds under one mask: a name of that mask for the memory's keys. Boards are shared by
 * all runs of an isolate, masks are not, and two of them may well be of one size.
 */
export function nameMask(mask: Mask): number {
  const known = NAMES.get(mask);
  if (known !== undefined) return known;
  named++;
  NAMES.set(mask, named);
  return named;
}

/** A memory of what was worked out about boards, by board and key. */
export function rememberByBoard<T>(): (board: Board, key: string | number, make: () => T) => T {
  const memory = new WeakMap<Board, Map<string | number, T>>();
  return (board, key, make) => {
    let known = memory.get(board);
    if (!known) {
      known = new Map();
      memory.set(board, known);
    }
    let found = known.get(key);
    if (found === undefined) {
      found = make();
      known.set(key, found);
    }
    return found;
  };
}
