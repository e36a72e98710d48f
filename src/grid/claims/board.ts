import { memoizeObject } from '../../base/memoize';
import type { Mask } from '../../contract/frame';
import type { Board } from '../frame/board';
import type { Region as Box } from '../frame/diff';

export { type Board, commonestColour, countColours, readBoard } from '../frame/board';
export type { Region as Box } from '../frame/diff';

/** Rows down and columns right; negative is up and left. */
export interface Shift {
  rows: number;
  cols: number;
}

export const isStill = (by: Shift): boolean => by.rows === 0 && by.cols === 0;
export const isSameShift = (a: Shift, b: Shift): boolean => a.rows === b.rows && a.cols === b.cols;

/** Marks a cell of a forecast whose colour is left open. */
export const ANY = -1;

/** Packs a board with some cells painted over; `?` stands where the paint is {@link ANY}. */
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

/** Returns a board with some cells painted over; cells painted {@link ANY} show no colour. */
export function paintOver(board: Board, paint: ReadonlyMap<number, number>): Board {
  if (paint.size === 0) return board;
  const cells = Uint8Array.from(board.cells);
  for (const [cell, colour] of paint) cells[cell] = colour === ANY ? NO_SHOWN_COLOUR : colour;
  return { ...board, cells };
}

const NO_SHOWN_COLOUR = 255;

/** Lists the cells outside the mask that differ, ascending. The boards have the same size. */
export function findChanged(a: Board, b: Board, mask: Mask): number[] {
  const changedCells: number[] = [];
  for (let cell = 0; cell < a.cells.length; cell++) {
    if (a.cells[cell] !== b.cells[cell] && !mask.has(cell)) changedCells.push(cell);
  }
  return changedCells;
}

export const isSameSize = (a: Board, b: Board): boolean => a.rows === b.rows && a.cols === b.cols;

/** Marks of the last floods; reused so that a flood need not clear a board's worth of them. */
let marks = new Int32Array(0);
let flooding = 0;

/** Lists the connected cells (over edges) of one colour that `start` belongs to, ascending. */
export function flood(board: Board, start: number): number[] {
  const { cells, cols } = board;
  if (marks.length < cells.length) marks = new Int32Array(cells.length);
  flooding++;
  const colour = cells[start];
  marks[start] = flooding;
  const component = [start];
  const take = (cell: number): void => {
    if (cells[cell] !== colour || marks[cell] === flooding) return;
    marks[cell] = flooding;
    component.push(cell);
  };
  for (let i = 0; i < component.length; i++) {
    const cell = component[i] ?? 0;
    const col = cell % cols;
    if (cell >= cols) take(cell - cols);
    if (cell + cols < cells.length) take(cell + cols);
    if (col > 0) take(cell - 1);
    if (col < cols - 1) take(cell + 1);
  }
  return component.sort((x, y) => x - y);
}

/** Lists the cells of a box, in reading order. */
export function cellsOf({ top, left, bottom, right }: Box, cols: number): number[] {
  const cells: number[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let col = left; col <= right; col++) cells.push(row * cols + col);
  }
  return cells;
}

/** Returns the box around some cells. */
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

let maskCount = 0;

/**
 * Returns a number that stands for a mask in cache keys. All runs of an isolate share boards but not masks, and two
 * masks may have the same size, so results are cached by board and mask.
 */
export const nameMask = memoizeObject((_mask: Mask): number => ++maskCount);

/** Makes a cache of results about boards, by board and key. */
export function rememberByBoard<T>(): (board: Board, key: string | number, make: () => T) => T {
  const resultsOf = memoizeObject((_board: Board) => new Map<string | number, T>());
  return (board, key, make) => {
    const byKey = resultsOf(board);
    let result = byKey.get(key);
    if (result === undefined) {
      result = make();
      byKey.set(key, result);
    }
    return result;
  };
}
