import { boundingBox, ringAround } from './board';
import { once, remember } from './memo';
import type { Board, Vec } from './types';

/** The picture of an object: colored cells relative to its top left corner. */
export interface Look {
  /** Rows of hex digits joined by "/"; "." marks cells in the box that are not part of the object. */
  key: string;
  rows: number;
  cols: number;
  parts: readonly (readonly [row: number, col: number, color: number])[];
}

/** A look at a place of a board. */
export interface Site {
  look: Look;
  at: Vec;
  /** Without those outside the board. */
  cells: readonly number[];
  /** The up to eight cells around each of them. */
  readonly ring: readonly number[];
}

export function parseLook(key: string): Look {
  const lines = key.split('/');
  const parts: [number, number, number][] = [];
  for (const [row, line] of lines.entries())
    for (let col = 0; col < line.length; col++)
      if (line[col] !== '.') parts.push([row, col, Number.parseInt(line[col] as string, 16)]);
  return { key, rows: lines.length, cols: lines[0]?.length ?? 0, parts };
}

export function placeLook(board: Board, look: Look, at: Vec): Site {
  const cells = cellsAt(board, look, at);
  return {
    look,
    at,
    cells,
    get ring() {
      return ringAround(board, cells);
    },
  };
}

export function cutSite(board: Board, cells: readonly number[]): Site {
  const box = boundingBox(cells, board.cols);
  const [rows, cols] = [box.bottom - box.top + 1, box.right - box.left + 1];
  const grid = Array.from({ length: rows }, () => new Array<string>(cols).fill('.'));
  for (const cell of cells) {
    const line = grid[Math.floor(cell / board.cols) - box.top] as string[];
    line[(cell % board.cols) - box.left] = (board.cells[cell] as number).toString(16);
  }
  const look = parseLook(grid.map((line) => line.join('')).join('/'));
  return placeLook(board, look, [box.top, box.left]);
}

export function fits(board: Board, look: Look, [top, left]: Vec): boolean {
  if (!isInside(board, look, [top, left])) return false;
  for (const [row, col, color] of look.parts)
    if (board.cells[(top + row) * board.cols + left + col] !== color) return false;
  return true;
}

export function isInside(board: Board, look: Look, [top, left]: Vec): boolean {
  return top >= 0 && left >= 0 && top + look.rows <= board.rows && left + look.cols <= board.cols;
}

/** Sets the colors of a look's cells at a place inside the board. */
export function paintLook(cells: Map<number, number>, board: Board, look: Look, [top, left]: Vec): void {
  for (const [row, col, color] of look.parts) cells.set((top + row) * board.cols + left + col, color);
}

/** Cells of a look at a place, without those outside the board. */
export function cellsAt(board: Board, look: Look, [top, left]: Vec): number[] {
  const cells: number[] = [];
  for (const [row, col] of look.parts) {
    const [r, c] = [top + row, left + col];
    if (r >= 0 && c >= 0 && r < board.rows && c < board.cols) cells.push(r * board.cols + c);
  }
  return cells;
}

const indexBoard = once((board: Board) => {
  const byColor = Array.from({ length: 16 }, (): number[] => []);
  for (let i = 0; i < board.cells.length; i++) byColor[board.cells[i] as number]?.push(i);
  return { byColor, sites: new Map<string, readonly Site[]>() };
});

/** Stop after this many occurrences: they no longer identify an object. */
const MAX_PLACES = 64;

/** Objects with this look, top to bottom. Cached by board, because every new model asks again. */
export function findLook(board: Board, look: Look): readonly Site[] {
  const { byColor, sites } = indexBoard(board);
  return remember(sites, look.key, () => {
    const isRarer = (a: number, b: number) => Number(byColor[a]?.length) < Number(byColor[b]?.length);
    const [first = [0, 0, -1]] = look.parts;
    // Starts from the look's rarest color on this board.
    const [row, col, color] = look.parts.reduce(
      (best, part) => (isRarer(part[2], best[2]) ? part : best),
      first,
    );
    const found: Site[] = [];
    for (const cell of byColor[color] ?? []) {
      const at: Vec = [Math.floor(cell / board.cols) - row, (cell % board.cols) - col];
      if (fits(board, look, at)) found.push(placeLook(board, look, at));
      if (found.length > MAX_PLACES) return [];
    }
    return found;
  });
}
