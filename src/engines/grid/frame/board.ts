import type { Grid } from './frame';

/**
 * A frame in one flat array: what perception works on. Cell `row * cols + col` holds a colour, 0…15. Never written to:
 * boards are shared.
 */
export interface Board {
  rows: number;
  cols: number;
  cells: Uint8Array;
}

/** Boards that were read last, by their packed frame; a pure function's memory. */
const read = new Map<string, Board>();
const MAX_READ = 128;

/**
 * The board of a packed frame, which must be well formed (`readFrame` sees to that where frames come in). Remembered
 * for the last few frames, because everyone looks at the same ones.
 */
export function readBoard(packed: string): Board {
  const known = read.get(packed);
  if (known) return known;
  const board = unpackBoard(packed);
  for (const oldest of read.keys()) {
    if (read.size < MAX_READ) break;
    read.delete(oldest);
  }
  read.set(packed, board);
  return board;
}

function unpackBoard(packed: string): Board {
  const cut = packed.indexOf('/');
  const cols = cut < 0 ? packed.length : cut;
  const rows = Math.round((packed.length + 1) / (cols + 1));
  const cells = new Uint8Array(rows * cols);
  let at = 0;
  for (let i = 0; i < packed.length; i++) {
    const code = packed.charCodeAt(i);
    if (code !== SLASH) cells[at++] = colourOf(code);
  }
  return { rows, cols, cells };
}

/** The board of a grid. */
export function boardOf(grid: Grid): Board {
  const cols = grid[0]?.length ?? 0;
  const cells = new Uint8Array(grid.length * cols);
  grid.forEach((row, r) => {
    cells.set(row, r * cols);
  });
  return { rows: grid.length, cols, cells };
}

/** A part of a board, clipped to it. */
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
