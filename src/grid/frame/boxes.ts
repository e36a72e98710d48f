import type { Region as Box } from './diff';

export type { Region as Box } from './diff';

/** In reading order. */
export function listCells({ top, left, bottom, right }: Box, cols: number): number[] {
  const cells: number[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let col = left; col <= right; col++) cells.push(row * cols + col);
  }
  return cells;
}

export function boundingBox(cells: Iterable<number>, cols: number): Box {
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
