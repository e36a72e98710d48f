import type { Mask } from '../../contract/frame';
import type { Transition } from '../transition';
import { ANY, type Board, findChanged, isSameSize, readBoard } from './board';
import { cellsAt, cellUnder, locate, type Picture, type Sighting } from './picture';

/** Says whether two packed frames are the same outside the mask. */
function isSameBoard(a: string, b: string, mask: Mask): boolean {
  if (a === b) return true;
  if (mask.size === 0 || a.length !== b.length) return false;
  const [one, other] = [readBoard(a), readBoard(b)];
  return isSameSize(one, other) && findChanged(one, other, mask).length === 0;
}

export const settledOf = (transition: Transition): string => transition.frames.at(-1) ?? transition.before;

/**
 * Returns the packed frame that an undo would restore: the board before the last action that changed it and was not
 * undone yet. Returns null when nothing is left to undo, or the history has a gap there.
 *
 * @param undoes id of the action that undoes; each of its own transitions takes one back
 */
export function findUndone(history: readonly Transition[], undoes: string, mask: Mask): string | null {
  let skip = 0;
  for (let i = history.length - 1; i >= 0; i--) {
    const step = history[i];
    const next = history[i + 1];
    if (!step || step.levelChanged || !step.certain || step.state === 'GAME_OVER') return null;
    if (next && next.before !== settledOf(step)) return null;
    if (isSameBoard(step.before, settledOf(step), mask)) continue;
    if (step.action.id === undoes) skip++;
    else if (skip === 0) return step.before;
    else skip--;
  }
  return null;
}

/** Returns the first packed frame of the current level; null when the history does not reach it. */
export function findStart(history: readonly Transition[]): string | null {
  for (let i = history.length - 1; i >= 0; i--) {
    const step = history[i];
    if (!step || step.levelChanged || step.state === 'GAME_OVER') return history[i + 1]?.before ?? null;
  }
  return history[0]?.before ?? null;
}

/**
 * Returns the colours that cells last had that are not in `hidden`, looking back on this level; {@link ANY} for cells
 * that never had one. `hides` lists the cells that something covered on a board.
 */
export function recallCells(
  cells: readonly number[],
  history: readonly Transition[],
  hides: (board: Board) => ReadonlySet<number> | null,
): number[] {
  const colours = cells.map(() => ANY);
  let missing = cells.length;
  const look = (packed: string): void => {
    const board = readBoard(packed);
    const hiddenCells = hides(board);
    if (hiddenCells === null) return;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i] ?? 0;
      if (colours[i] !== ANY || hiddenCells.has(cell) || cell >= board.cells.length) continue;
      colours[i] = board.cells[cell] ?? ANY;
      missing--;
    }
  };
  for (let i = history.length - 1; i >= 0 && missing > 0; i--) {
    const step = history[i];
    if (!step || step.levelChanged) break;
    look(settledOf(step));
    if (missing > 0) look(step.before);
  }
  return colours;
}

/**
 * Returns the colours of the ground that an object stands on: those that show through it, and those last seen where
 * it is now.
 */
export function groundUnder(
  board: Board,
  one: Sighting,
  who: Picture,
  history: readonly Transition[],
  mask: Mask,
): Set<number> | null {
  const colours = new Set<number>();
  const coveredCells = cellsAt(one.picture, one, board);
  const own = new Set(coveredCells);
  for (let i = 0; i < one.picture.cells.length; i++) {
    if (one.picture.cells[i] !== ANY) continue;
    const cell = cellUnder(one.picture, i, one, board);
    if (!own.has(cell)) colours.add(board.cells[cell] ?? 0);
  }
  const recalledColours = recallCells(coveredCells, history, (then) => {
    const position = locate(then, who, true, mask);
    return position && new Set(cellsAt(position.picture, position, then));
  });
  for (const colour of recalledColours) if (colour !== ANY) colours.add(colour);
  return colours.size === 0 || recalledColours.every((colour) => colour === ANY) ? null : colours;
}
