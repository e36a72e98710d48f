import { boundingBox } from '../frame/boxes';
import type { Evidence } from './evidence';

/** A solid rectangle whose cells all changed from one color to another: possibly a step of a bar. */
export interface Piece {
  from: number;
  to: number;
  top: number;
  left: number;
  rows: number;
  cols: number;
}

/** Longest side of a bar's step, in cells. */
const LONGEST = 8;
/** Transitions with more changed cells are not searched. */
const MAX_CHANGED = 1024;

/** Keyed by the array of changed cells, which stays the same across turns. */
const FOUND = new WeakMap<Evidence['cells'], readonly Piece[]>();

export function findPieces(evidence: Evidence): readonly Piece[] {
  const cachedPieces = FOUND.get(evidence.cells);
  if (cachedPieces) return cachedPieces;
  const pieces = cutPieces(evidence);
  FOUND.set(evidence.cells, pieces);
  return pieces;
}

function cutPieces({ before, after, cells }: Evidence): Piece[] {
  if (cells.length > MAX_CHANGED) return [];
  const { cols } = before;
  const kinds = new Map(cells.map((cell) => [cell, pieceKind(before.cells[cell], after.cells[cell])]));
  const pieces: Piece[] = [];
  for (const start of cells) {
    const kind = kinds.get(start);
    if (kind === undefined) continue;
    const queue = [start];
    kinds.delete(start);
    for (let i = 0; i < queue.length; i++) {
      const cell = queue[i] ?? 0;
      const col = cell % cols;
      const next = [cell - cols, cell + cols, col > 0 ? cell - 1 : -1, col < cols - 1 ? cell + 1 : -1];
      for (const other of next) {
        if (kinds.get(other) !== kind) continue;
        kinds.delete(other);
        queue.push(other);
      }
    }
    const box = boundingBox(queue, cols);
    const [rows, width] = [box.bottom - box.top + 1, box.right - box.left + 1];
    if (queue.length !== rows * width || rows > LONGEST || width > LONGEST) continue;
    pieces.push({ from: kind >> 4, to: kind & 15, top: box.top, left: box.left, rows, cols: width });
  }
  return pieces;
}

export const pieceKind = (from = 0, to = 0): number => (from << 4) | to;
