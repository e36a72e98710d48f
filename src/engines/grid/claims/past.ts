import type { Mask } from '../frame/frame';
import type { Transition } from '../transition';
import { ANY, type Board, findChanged, isSameSize, readBoard } from './board';
import { cellsAt, locate, type Picture, type Sighting } from './picture';

/** Whether two packed frames are the same outside the mask. */
function isSameBoard(a: string, b: string, mask: Mask): boolean {
  if (a === b) return true;
  if (mask.size === 0 || a.length !== b.length) return false;
  const [one, other] = [readBoard(a), readBoard(b)];
  return isSameSize(one, other) && findChanged(one, other, mask).length === 0;
}

export const settledOf = (transition: Transition): string => transition.frames.at(-1) ?? transition.before;

/**
 * The packed frame that an undo would bring back: the board before the last action that changed it and was not undone
 * yet. Null when nothing is left to undo, or the history has a gap there.
 *
 * @param undoes id of the action that undoes: its own transitions take one back
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

/** The first packed frame of the level that stands; null when the history does not reach it. */
export function findStart(history: readonly Transition[]): string | null {
  for (let i = history.length - 1; i >= 0; i--) {
    const step = history[i];
    if (!step || step.levelChanged || step.state === 'GAME_OVER') return history[i + 1]?.before ?? null;
  }
  return history[0]?.before ?? null;
}

/**
 * Colours that cells had when they last had none of `hidden`, looking back on this level; {@link ANY} for cells that
 * never had. `hides` tells which cells something covered on a board.
 */
export function recallCells(
  cells: readonly number[],
  history: readonly Transition[],
  hides: (board: Board) => ReadonlySet<number> | null,
): number[] {
  const found = cells.map(() => ANY);
  let missing = cells.length;
  const look = (packed: string): void => {
    const board = readBoard(packed);
    const hidden = hides(board);
    if (hidden === null) return;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i] ?? 0;
      if (found[i] !== ANY || hidden.has(cell) || cell >= board.cells.length) continue;
      found[i] = board.cells[cell] ?? ANY;
      missing--;
    }
  };
  for (let i = history.length - 1; i >= 0 && missing > 0; i--) {
    const step = history[i];
    if (!step || step.levelChanged) break;
    look(settledOf(step));
    if (missing > 0) look(step.before);
  }
  return found;
}

/** Colours of the ground an object stands on: what shows through it, and what was seen where it is now. */
export function groundUnder(
  board: Board,
  one: Sighting,
  who: Picture,
  history: readonly Transition[],
  mask: Mask,
): Set<number> | null {
  const colours = new Set<number>();
  const covered = cellsAt(one.picture, one, board);
  const own = new Set(covered);
  for (let i = 0; i < one.picture.cells.length; i++) {
    if (one.picture.cells[i] !== ANY) continue;
    const cell =
      (one.top + Math.floor(i / one.picture.cols)) * board.cols + one.left + (i % one.picture.cols);
    if (!own.has(cell)) colours.add(board.cells[cell] ?? 0);
  }
  const recalled = recallCells(covered, history, (then) => {
    const seen = locate(then, who, true, mask);
    return seen && new Set(cellsAt(seen.picture, seen, then));
  });
  for (const colour of recalled) if (colour !== ANY) colours.add(colour);
  return colours.size === 0 || recalled.every((colour) => colour === ANY) ? null : colours;
}
