import type { Mask } from '../../contract/frame';
import type { Transition } from '../transition';
import { type Board, findChanged, isSameSize, readBoard } from './board';

export interface SeenTransition {
  before: Board;
  after: Board;
  /** Cells that differ on the settled board, ascending. */
  changed: number[];
  /** True if the animation showed a change that the settled board does not. */
  flashed: boolean;
}

const SEEN = new WeakMap<Transition, { mask: Mask; seen: SeenTransition | null }>();

export const settledBoard = (transition: Transition): string => transition.frames.at(-1) ?? transition.before;

/**
 * Returns null for transitions that are not evidence: uncertain ones, completed levels, and changes of the
 * board's size.
 */
export function readTransition(transition: Transition, mask: Mask): SeenTransition | null {
  const cachedEntry = SEEN.get(transition);
  if (cachedEntry?.mask === mask) return cachedEntry.seen;
  const seen = look(transition, mask);
  SEEN.set(transition, { mask, seen });
  return seen;
}

function look(transition: Transition, mask: Mask): SeenTransition | null {
  if (!transition.certain || transition.levelChanged || transition.frames.length === 0) return null;
  const before = readBoard(transition.before);
  const after = readBoard(settledBoard(transition));
  if (!isSameSize(before, after)) return null;
  const flashed = transition.frames.slice(0, -1).some((frame) => hasAnimation(frame, before, after, mask));
  return { before, after, changed: findChanged(before, after, mask), flashed };
}

/** True if a frame of the animation changes a cell that ends as it began. */
function hasAnimation(frame: string, before: Board, after: Board, mask: Mask): boolean {
  const board = readBoard(frame);
  if (!isSameSize(board, before)) return false;
  return board.cells.some(
    (colour, cell) =>
      colour !== before.cells[cell] && before.cells[cell] === after.cells[cell] && !mask.has(cell),
  );
}
