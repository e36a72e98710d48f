import { memoizeObject, memoizeText } from '../../base/memoize';
import type { Mask } from '../../contract/frame';

/**
 * A frame as a flat array: cell `row * cols + col` holds a color, 0…15. Boards are shared, so never modify
 * one.
 */
export interface Board {
  rows: number;
  cols: number;
  cells: Uint8Array;
}

/** In characters of packed frames: 128 boards of 64×64. */
export const MAX_CACHED = 128 * (64 * 65 - 1);

/**
 * Reads a packed frame, which must be well-formed (`readFrame` validates input). Caches the latest boards
 * because many callers read the same frames.
 */
export const readBoard = memoizeText(unpackBoard, MAX_CACHED);

function unpackBoard(packed: string): Board {
  const slash = packed.indexOf('/');
  const cols = slash < 0 ? packed.length : slash;
  const rows = Math.round((packed.length + 1) / (cols + 1));
  const cells = new Uint8Array(rows * cols);
  let at = 0;
  for (let i = 0; i < packed.length; i++) {
    const code = packed.charCodeAt(i);
    if (code !== SLASH) cells[at++] = parseColorCode(code);
  }
  return { rows, cols, cells };
}

export const isSameSize = (a: Board, b: Board): boolean => a.rows === b.rows && a.cols === b.cols;

/** Returns the unmasked cells that differ, ascending. Both boards must have the same size. */
export function findChanged(a: Board, b: Board, mask: Mask): number[] {
  const changedCells: number[] = [];
  for (let cell = 0; cell < a.cells.length; cell++) {
    if (a.cells[cell] !== b.cells[cell] && !mask.has(cell)) changedCells.push(cell);
  }
  return changedCells;
}

/** Packs a board after painting cells on it. */
export function packPainted(board: Board, paint: ReadonlyMap<number, number>): string {
  const cells = board.cells.slice();
  for (const [cell, colour] of paint) cells[cell] = colour;
  return packBoard({ ...board, cells });
}

const HEX = Array.from({ length: 16 }, (_, colour) => colour.toString(16));

/** Packs a board. */
export function packBoard({ rows, cols, cells }: Board): string {
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    let line = '';
    for (let at = row * cols; at < (row + 1) * cols; at++) line += HEX[cells[at] ?? 0];
    lines.push(line);
  }
  return lines.join('/');
}

/** Cells per color, 0…15. */
export const countColors = memoizeObject(({ cells }: Board): Uint32Array => {
  const counts = new Uint32Array(16);
  for (const colour of cells) counts[colour] = (counts[colour] ?? 0) + 1;
  return counts;
});

/** The part outside the board is clipped. */
export function cropBoard(board: Board, top: number, left: number, rows: number, cols: number): Board {
  const [firstRow, firstCol] = [Math.max(0, top), Math.max(0, left)];
  const height = Math.min(board.rows, top + rows) - firstRow;
  const width = Math.min(board.cols, left + cols) - firstCol;
  const cells = new Uint8Array(height * width);
  for (let row = 0; row < height; row++) {
    const from = (firstRow + row) * board.cols + firstCol;
    cells.set(board.cells.subarray(from, from + width), row * width);
  }
  return { rows: height, cols: width, cells };
}

const SLASH = 47;

/** Reads one cell of a packed frame, given the character code of its hex digit. */
export const parseColorCode = (code: number): number => (code < 58 ? code - 48 : code - 87);
