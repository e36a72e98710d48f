import { type Board, nameMask } from '../../grid/claims/board';

const HASHES = new WeakMap<Board, Map<number, [number, number]>>();

const mix = (cell: number, colour: number, salt: number): number => {
  let x = Math.imul(cell * 16 + colour + salt, 0x9e3779b1);
  x ^= x >>> 15;
  x = Math.imul(x, 0x85ebca6b);
  return x ^ (x >>> 13);
};

function hashBoard(board: Board, mask: ReadonlySet<number>): [number, number] {
  const memory = HASHES.get(board) ?? new Map<number, [number, number]>();
  const cachedHash = memory.get(nameMask(mask));
  if (cachedHash) return cachedHash;
  let [a, b] = [0, 0];
  for (let cell = 0; cell < board.cells.length; cell++) {
    if (mask.has(cell)) continue;
    const colour = board.cells[cell] ?? 0;
    a ^= mix(cell, colour, 1);
    b ^= mix(cell, colour, 77_777);
  }
  memory.set(nameMask(mask), [a, b]);
  HASHES.set(board, memory);
  return [a, b];
}

/** A name for a board outside the mask; equal boards have equal names. */
export const keyBoard = (board: Board, mask: ReadonlySet<number>): string => hashBoard(board, mask).join();

export type CellChange = [cell: number, from: number, to: number];

/** The key of a board that differs from a keyed one in a few cells, without hashing all of it again. */
export function keyChanged(
  old: Board,
  board: Board,
  mask: ReadonlySet<number>,
  changes: readonly CellChange[],
): string {
  let [a, b] = hashBoard(old, mask);
  for (const [cell, from, to] of changes) {
    a ^= mix(cell, from, 1) ^ mix(cell, to, 1);
    b ^= mix(cell, from, 77_777) ^ mix(cell, to, 77_777);
  }
  HASHES.set(board, new Map([[nameMask(mask), [a, b]]]));
  return keyBoard(board, mask);
}
