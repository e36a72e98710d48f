import type { Grid } from './frame';

/** A frame in one flat array. Cell `row * cols + col` holds a colour, 0…15. Boards are shared and never written to. */
export interface Board {
  rows: number;
  cols: number;
  cells: Uint8Array;
}

/** The boards that were read last, by their packed frame. */
const read = new Map<string, Board>();
const MAX_READ = 128;

/**
 * Reads the board of a packed frame, which must be well formed (`readFrame` checks frames that come in). Caches the
 * last few, because many callers read the same frames.
 */
export function readBoard(packed: string): Board {
  const cachedBoard = read.get(packed);
  if (cachedBoard) return cachedBoard;
  const board = unpackBoard(packed);
  for (const oldest of read.keys()) {
    if (read.size < MAX_READ) break;
    read.delete(oldest);
  }
  read.set(packed, board);
  return board;
}

function unpackBoard(packed: string): Board {
  const slash = packed.indexOf('/');
  const cols = slash < 0 ? packed.length : slash;
  const rows = Math.round((packed.length + 1) / (cols + 1));
  const cells = new Uint8Array(rows * cols);
  let at = 0;
  for (let i = 0; i < packed.length; i++) {
    const code = packed.charCodeAt(i);
    if (code !== SLASH) cells[at++] = colourOf(code);
  }
  return { rows, cols, cells };
}

/** Makes the board of a grid. */
export function boardOf(grid: Grid): Board {
  const cols = grid[0]?.length ?? 0;
  const cells = new Uint8Array(grid.length * cols);
  grid.forEach((row, r) => {
    cells.set(row, r * cols);
  });
  return { rows: grid.length, cols, cells };
}

/** Cuts out a part of a board, clipped to it. */
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

/** Colour of a packed cell, by the character code of its hex digit. */
export const colourOf = (code: number): number => (code < 58 ? code - 48 : code - 87);
