import { pictureIn } from '../../engines/grid/claims/area';
import { type Board, type Box, boxOf } from '../../engines/grid/claims/board';
import { NO_SCOPE, type SwapClaim } from '../../engines/grid/claims/claim';
import { keyOf, type Picture } from '../../engines/grid/claims/picture';
import type { Case } from './cases';

/** Looks a claim may speak of at most. */
const MAX_PAIRS = 4;

/** The two looks of the things that changed where they are; null when there are too many for a rule. */
export function findSwap(effective: readonly Case[]): SwapClaim | null {
  const pairs = new Map<string, [Picture, Picture]>();
  for (const { seen } of effective) {
    for (const box of groupChanged(seen.changed, seen.before)) {
      const spot = {
        top: box.top,
        left: box.left,
        rows: box.bottom - box.top + 1,
        cols: box.right - box.left + 1,
      };
      const both: [Picture, Picture] = shrink(pictureIn(seen.before, spot), pictureIn(seen.after, spot));
      both.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      pairs.set(both.map(keyOf).join(' '), both);
      if (pairs.size > MAX_PAIRS) return null;
    }
  }
  // The looks of one thing must not be those of another: then one would not know what it becomes.
  const looks = [...pairs.values()].flatMap((pair) => pair.map(keyOf));
  if (pairs.size === 0 || new Set(looks).size < looks.length) return null;
  return { ...NO_SCOPE, kind: 'swap', pairs: [...pairs.values()] };
}

/** Boxes of changed cells that touch, corners included. */
function groupChanged(changed: readonly number[], board: Board): Box[] {
  const open = new Set(changed);
  const boxes: Box[] = [];
  for (const start of changed) {
    if (!open.delete(start)) continue;
    const group = [start];
    for (let i = 0; i < group.length; i++) {
      const cell = group[i] ?? 0;
      const col = cell % board.cols;
      for (let down = -1; down <= 1; down++) {
        for (let right = -1; right <= 1; right++) {
          const next = cell + down * board.cols + right;
          if (col + right < 0 || col + right >= board.cols || !open.delete(next)) continue;
          group.push(next);
        }
      }
    }
    boxes.push(boxOf(group, board.cols));
  }
  return boxes;
}

/** The smallest tile that both pictures repeat. */
function shrink(a: Picture, b: Picture): [Picture, Picture] {
  const divisors = (n: number): number[] =>
    Array.from({ length: n }, (_, i) => i + 1).filter((k) => n % k === 0);
  for (const rows of divisors(a.rows)) {
    for (const cols of divisors(a.cols)) {
      // A single cell is a colour, not a look.
      if (rows * cols > 1 && repeats(a, rows, cols) && repeats(b, rows, cols)) {
        return [corner(a, rows, cols), corner(b, rows, cols)];
      }
    }
  }
  return [a, b];
}

const repeats = ({ cells, cols: width }: Picture, rows: number, cols: number): boolean =>
  cells.every((colour, i) => {
    const [row, col] = [Math.floor(i / width) % rows, (i % width) % cols];
    return cells[row * width + col] === colour;
  });

const corner = ({ cells, cols: width }: Picture, rows: number, cols: number): Picture => ({
  rows,
  cols,
  cells: Array.from({ length: rows * cols }, (_, i) => cells[Math.floor(i / cols) * width + (i % cols)] ?? 0),
});
