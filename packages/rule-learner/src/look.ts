import { boundingBox, ringAround } from './board';
import { remember } from './memo';
import type { Board, Vec } from './types';

/** The picture of an object: colored cells relative to its top left corner. */
export interface Look {
  /** Rows of hex digits joined by "/"; "." marks cells in the box that are not part of the object. */
  key: string;
  /** The key as a feature. */
  feature: string;
  rows: number;
  cols: number;
  parts: readonly (readonly [row: number, col: number, color: number])[];
}

export function parseLook(key: string): Look {
  const lines = key.split('/');
  const parts: [number, number, number][] = [];
  lines.forEach((line, row) => {
    for (let col = 0; col < line.length; col++)
      if (line[col] !== '.') parts.push([row, col, Number.parseInt(line[col] as string, 16)]);
  });
  return { key, feature: `look:${key}`, rows: lines.length, cols: lines[0]?.length ?? 0, parts };
}

export function cutLook(board: Board, cells: readonly number[]): { look: Look; at: Vec } {
  const box = boundingBox(cells, board.cols);
  const [rows, cols] = [box.bottom - box.top + 1, box.right - box.left + 1];
  const grid = Array.from({ length: rows }, () => new Array<string>(cols).fill('.'));
  for (const cell of cells) {
    const line = grid[Math.floor(cell / board.cols) - box.top] as string[];
    line[(cell % board.cols) - box.left] = (board.cells[cell] as number).toString(16);
  }
  return { look: parseLook(grid.map((line) => line.join('')).join('/')), at: [box.top, box.left] };
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

export interface Site {
  look: Look;
  at: Vec;
  cells: readonly number[];
  /** The up to eight cells around each of them; computed when read. */
  readonly ring: readonly number[];
}

interface BoardIndex {
  byColor: number[][];
  sites: Map<string, readonly Site[]>;
}

const indexes = new WeakMap<Board, BoardIndex>();

/** Stop after this many occurrences: they no longer identify an object. */
const MAX_PLACES = 64;

/** Objects with this look, top to bottom. Cached by board, because every new model asks again. */
export function findLook(board: Board, look: Look): readonly Site[] {
  const { byColor, sites } = remember(indexes, board, () => indexBoard(board));
  return remember(sites, look.key, () =>
    searchLook(board, look, byColor).map((at) => makeSite(board, look, at)),
  );
}

export function makeSite(board: Board, look: Look, at: Vec): Site {
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

function indexBoard(board: Board): BoardIndex {
  const byColor: number[][] = Array.from({ length: 16 }, () => []);
  for (let i = 0; i < board.cells.length; i++) byColor[board.cells[i] as number]?.push(i);
  return { byColor, sites: new Map() };
}

/** Starts from the look's rarest color on this board. */
function searchLook(board: Board, look: Look, byColor: readonly number[][]): Vec[] {
  let rarest = look.parts[0];
  if (!rarest) return [];
  const count = (color: number) => byColor[color]?.length ?? 0;
  for (const part of look.parts) if (count(part[2]) < count(rarest[2])) rarest = part;
  const places: Vec[] = [];
  for (const cell of byColor[rarest[2]] ?? []) {
    const place: Vec = [Math.floor(cell / board.cols) - rarest[0], (cell % board.cols) - rarest[1]];
    if (fits(board, look, place)) places.push(place);
    if (places.length > MAX_PLACES) return [];
  }
  return places;
}
