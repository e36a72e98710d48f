import { readBoard } from '../frame/board';
import type { Transition } from '../transition';

/** How many lines at each edge of the board may be bars. */
const RIM = 3;
/** How many transitions to check, and how many changes make a line a bar. */
const WINDOW = 12;
const CHANGES = 4;

/**
 * Finds step bars at the edge: lines in which cells change in one direction, from one color to another, each
 * once, with any action. Clicks and planning use them because the mask of the run needs more evidence and
 * comes later.
 *
 * @param transitions recent transitions, oldest first
 * @returns cells as `row * cols + col`
 */
export function findRimBars(transitions: readonly Transition[]): number[] {
  const recent = transitions
    .slice(-WINDOW)
    .filter((one) => !one.levelChanged && one.state === 'NOT_FINISHED');
  const last = recent.at(-1);
  if (!last) return [];
  const { rows, cols, cells } = readBoard(last.before);
  const lines: number[][] = [];
  for (let k = 0; k < RIM; k++) {
    for (const row of [k, rows - 1 - k])
      lines.push(Array.from({ length: cols }, (_, col) => row * cols + col));
    for (const col of [k, cols - 1 - k])
      lines.push(Array.from({ length: rows }, (_, row) => row * cols + col));
  }
  const boards = recent.map(
    (one) => [readBoard(one.before), readBoard(one.frames.at(-1) ?? one.before)] as const,
  );
  return lines.flatMap((line) => {
    const changedCells = new Set<number>();
    let [pair, changes] = ['', 0];
    for (const [was, is] of boards) {
      if (was.cells.length !== cells.length || is.cells.length !== cells.length) return [];
      let hasChanged = false;
      for (const cell of line) {
        if (was.cells[cell] === is.cells[cell]) continue;
        const colours = `${was.cells[cell]} ${is.cells[cell]}`;
        if (changedCells.has(cell) || (pair !== '' && pair !== colours)) return [];
        pair = colours;
        changedCells.add(cell);
        hasChanged = true;
      }
      if (hasChanged) changes++;
    }
    if (changes < CHANGES || changedCells.size > 6 * changes) return [];
    const colours = new Set(pair.split(' ').map(Number));
    return line.filter((cell) => colours.has(cells[cell] ?? -1) || changedCells.has(cell));
  });
}
