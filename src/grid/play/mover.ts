import type { Mask } from '../../contract/frame';
import { type Board, readBoard } from '../frame/board';
import { compareBoards } from '../frame/objects';
import type { Transition } from '../transition';

/** Top left corner, as `row * cols + col`. */
export type Corner = number;

/** The look of an object that actions move: colors by row and column. Cells of -1 are not part of it. */
export interface Look {
  key: string;
  rows: number;
  cols: number;
  cells: readonly { row: number; col: number; colour: number }[];
}

export interface Shift {
  rows: number;
  cols: number;
}

/** Larger objects do not count as the mover. */
const MAX_CELLS = 500;

export function makeLook(cells: readonly { row: number; col: number; colour: number }[]): Look {
  const rows = 1 + Math.max(...cells.map(({ row }) => row));
  const cols = 1 + Math.max(...cells.map(({ col }) => col));
  const inOrder = [...cells].sort((a, b) => a.row - b.row || a.col - b.col);
  return {
    key: inOrder.map(({ row, col, colour }) => `${row},${col},${colour}`).join(' '),
    rows,
    cols,
    cells: inOrder,
  };
}

/** True if all cells of the look match at this corner. */
export function standsAt(board: Board, look: Look, corner: Corner): boolean {
  const [top, leftCol] = [Math.floor(corner / board.cols), corner % board.cols];
  if (top < 0 || top + look.rows > board.rows || leftCol + look.cols > board.cols) return false;
  for (const { row, col, colour } of look.cells) {
    if (board.cells[corner + row * board.cols + col] !== colour) return false;
  }
  return true;
}

/** Finds a look on a board: at the expected corner, or else at the nearest one. */
export function findLook(board: Board, look: Look, near: Corner): Corner | null {
  if (near >= 0 && standsAt(board, look, near)) return near;
  const [nearRow, nearCol] = [Math.floor(near / board.cols), near % board.cols];
  let best: Corner | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let top = 0; top + look.rows <= board.rows; top++) {
    for (let leftCol = 0; leftCol + look.cols <= board.cols; leftCol++) {
      const far = Math.abs(top - nearRow) + Math.abs(leftCol - nearCol);
      if (far >= least || !standsAt(board, look, top * board.cols + leftCol)) continue;
      [best, least] = [top * board.cols + leftCol, far];
    }
  }
  return best;
}

/** Finds the largest object that moved as a whole by one shift. */
export function findMoved(
  { before, frames }: Pick<Transition, 'before' | 'frames'>,
  mask: Mask,
  expected: Shift | null,
): { look: Look; from: Corner; by: Shift } | null {
  const [was, is] = [readBoard(before), readBoard(frames.at(-1) ?? before)];
  const { moved } = compareBoards(was, is, mask);
  const groups = new Map<string, typeof moved>();
  for (const one of moved) {
    const key = `${one.byRows},${one.byCols}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const usual = expected && groups.get(`${expected.rows},${expected.cols}`);
  const weight = (list: typeof moved) => list.reduce((sum, { size }) => sum + size, 0);
  const group = usual ?? [...groups.values()].sort((a, b) => weight(b) - weight(a))[0];
  const first = group?.[0];
  if (!group || !first || weight(group) > MAX_CELLS) return null;
  const by = { rows: first.byRows, cols: first.byCols };
  const top = Math.min(...group.map((one) => one.top));
  const leftCol = Math.min(...group.map((one) => one.left));
  const bottom = Math.max(...group.map((one) => one.top + one.rows));
  const right = Math.max(...group.map((one) => one.left + one.cols));
  if ((bottom - top) * (right - leftCol) > 4 * MAX_CELLS) return null;
  const colours = new Set(group.map(({ colour }) => colour));
  const cells: { row: number; col: number; colour: number }[] = [];
  for (let row = 0; row < bottom - top; row++) {
    for (let col = 0; col < right - leftCol; col++) {
      const colour = was.cells[(top + row) * was.cols + leftCol + col] ?? 0;
      const then = is.cells[(top + row + by.rows) * is.cols + leftCol + col + by.cols];
      // A cell with the same color before and after the shift is part of the object.
      if (colours.has(colour) && then === colour) cells.push({ row, col, colour });
    }
  }
  if (cells.length === 0) return null;
  return { look: makeLook(cells), from: top * was.cols + leftCol, by };
}
