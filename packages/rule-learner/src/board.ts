import { once } from './memo';
import type { Board, Mask, Vec } from './types';

interface Box {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A connected area of one color (4-neighbourhood). */
export interface Component extends Box {
  id: number;
  color: number;
  /** In ascending order. */
  cells: number[];
  cols: number;
}

export interface Components {
  list: Component[];
  /** Index in `list` of each cell's component. */
  of: Int32Array;
}

export const findComponents = once(({ rows, cols, cells }: Board): Components => {
  const of = new Int32Array(cells.length).fill(-1);
  const list: Component[] = [];
  const queue = new Int32Array(cells.length);
  let length = 0;
  const visit = (cell: number, id: number, color: number) => {
    if (of[cell] !== -1 || cells[cell] !== color) return;
    of[cell] = id;
    queue[length++] = cell;
  };
  for (let first = 0; first < cells.length; first++) {
    if (of[first] !== -1) continue;
    const [id, color] = [list.length, cells[first] as number];
    length = 0;
    visit(first, id, color);
    for (let i = 0; i < length; i++) {
      const cell = queue[i] as number;
      const col = cell % cols;
      if (cell >= cols) visit(cell - cols, id, color);
      if (cell < (rows - 1) * cols) visit(cell + cols, id, color);
      if (col > 0) visit(cell - 1, id, color);
      if (col < cols - 1) visit(cell + 1, id, color);
    }
    const box = boundingBox(queue.subarray(0, length), cols);
    list.push({ id, color, cells: [], cols, ...box });
  }
  for (let cell = 0; cell < cells.length; cell++) list[of[cell] as number]?.cells.push(cell);
  return { list, of };
});

export function boundingBox(cells: ArrayLike<number>, cols: number): Box {
  const box = { top: Number.MAX_SAFE_INTEGER, left: Number.MAX_SAFE_INTEGER, bottom: -1, right: -1 };
  for (let i = 0; i < cells.length; i++) {
    const [row, col] = [Math.floor((cells[i] as number) / cols), (cells[i] as number) % cols];
    if (row < box.top) box.top = row;
    if (row > box.bottom) box.bottom = row;
    if (col < box.left) box.left = col;
    if (col > box.right) box.right = col;
  }
  return box;
}

/** Equal for components of the same color and shape. */
export const shapeKey = once(({ cells, color, cols, ...box }: Component): string => {
  const [height, width] = [box.bottom - box.top + 1, box.right - box.left + 1];
  if (cells.length === height * width) return `${color}:${height}x${width}`;
  const places = cells.map((cell) => (Math.floor(cell / cols) - box.top) * width + (cell % cols) - box.left);
  return `${color}:${width}:${places.join('.')}`;
});

/** Unmasked cells that differ between two boards, in ascending order. */
export function changedCells(before: Board, after: Board, mask: Mask): number[] {
  const changed: number[] = [];
  for (let i = 0; i < before.cells.length; i++)
    if (before.cells[i] !== after.cells[i] && !mask.has(i)) changed.push(i);
  return changed;
}

export const sameBoards = (board: Board, other: Board, mask: Mask): boolean =>
  board.cells.length === other.cells.length && changedCells(board, other, mask).length === 0;

/** Groups cells that touch, also at corners. */
export function floodCells(board: Board, cells: ReadonlySet<number>): number[][] {
  const seen = new Set<number>();
  const groups: number[][] = [];
  for (const first of cells) {
    if (seen.has(first)) continue;
    seen.add(first);
    const group = [first];
    for (const cell of group)
      for (const near of ringAround(board, [cell]))
        if (cells.has(near) && !seen.has(near)) {
          seen.add(near);
          group.push(near);
        }
    groups.push(group);
  }
  return groups;
}

/** The up to eight cells around each of these cells, without the cells themselves. */
export function ringAround({ rows, cols, cells: { length } }: Board, cells: readonly number[]): number[] {
  if (marks.length < length) marks = new Uint32Array(length);
  mark += 1;
  for (const cell of cells) marks[cell] = mark;
  const ring: number[] = [];
  for (const cell of cells) {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
      for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
        const near = r * cols + c;
        if (marks[near] === mark) continue;
        marks[near] = mark;
        ring.push(near);
      }
  }
  return ring;
}

/** Marks cells within one call: much faster than a set. */
let marks = new Uint32Array(0);
let mark = 0;

/** null for other actions and for clicks outside the board. */
export function clickedComponent(board: Board, action: { x?: number; y?: number }): Component | null {
  const { x, y } = action;
  if (x === undefined || y === undefined || x < 0 || y < 0 || x >= board.cols || y >= board.rows) return null;
  const { list, of } = findComponents(board);
  return list[of[y * board.cols + x] as number] ?? null;
}

/** Compares masks by identity: games may share boards while their masks differ but have the same size. */
const hashCache = new WeakMap<Board, { mask: Mask; key: string }>();

export function boardKey(board: Board, mask: Mask): string {
  const known = hashCache.get(board);
  if (known?.mask === mask) return known.key;
  const cells: number[] = [];
  for (let cell = 0; cell < board.cells.length; cell++) if (!mask.has(cell)) cells.push(cell);
  const key = cellsHash(board, cells);
  hashCache.set(board, { mask, key });
  return key;
}

/** A hash of these cells and their colors. */
export function cellsHash({ cells }: Board, of: readonly number[]): string {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (const cell of of) {
    const value = (cells[cell] as number) + 1;
    a = Math.imul(a ^ value, 0x01000193);
    b = Math.imul(b ^ (value + cell), 0x85ebca6b) ^ (b >>> 13);
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}

/** The coordinate of a place along the axis and sign of a step. */
export const project = (at: Vec, step: Vec): number =>
  at[0] * Math.sign(step[0]) + at[1] * Math.sign(step[1]);

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1]];
export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1]];
export const isSame = (a: Vec, b: Vec): boolean => a[0] === b[0] && a[1] === b[1];
export const isZero = (v: Vec): boolean => isSame(v, [0, 0]);
export const parseVec = (text: string): Vec => text.split(',').map(Number) as unknown as Vec;
/** The distance in a label such as "by 2,0". */
export const parseStep = (label: string): Vec => parseVec(label.slice('by '.length));
