import type { Mask } from '../../contract/frame';
import type { Transition } from '../transition';
import { ANY, type Board, findChanged, isSameSize, readBoard } from './board';
import type { Claim } from './claim';
import { settledOf } from './past';
import type { Forecast } from './scope';

export type Check = 'fits' | 'contradicts' | 'silent';

/** A transition as it looks outside the mask. */
export interface Seen {
  transition: Transition;
  before: Board;
  after: Board;
  /** Cells that differ once the board has settled, ascending. */
  changed: number[];
  /** Says whether the animation showed something that the settled board does not. */
  flashed: boolean;
  /** Says whether any frame changed at all. */
  effect: boolean;
}

const SEEN = new WeakMap<Transition, { mask: Mask; seen: Seen | null }>();

/**
 * Looks at a transition. Returns null when it is no evidence: it is uncertain, completes a level or changes the
 * board's size.
 */
export function seeTransition(transition: Transition, mask: Mask): Seen | null {
  const cachedEntry = SEEN.get(transition);
  if (cachedEntry?.mask === mask) return cachedEntry.seen;
  const observation = look(transition, mask);
  SEEN.set(transition, { mask, seen: observation });
  return observation;
}

function look(transition: Transition, mask: Mask): Seen | null {
  if (!transition.certain || transition.levelChanged || transition.frames.length === 0) return null;
  const before = readBoard(transition.before);
  const after = readBoard(settledOf(transition));
  if (!isSameSize(before, after)) return null;
  const changedCells = findChanged(before, after, mask);
  const hasFlash = transition.frames.slice(0, -1).some((frame) => showsMore(frame, before, after, mask));
  return {
    transition,
    before,
    after,
    changed: changedCells,
    flashed: hasFlash,
    effect: hasFlash || changedCells.length > 0,
  };
}

/** Says whether a frame on the way shows something, while the board ends as it began. */
function showsMore(frame: string, before: Board, after: Board, mask: Mask): boolean {
  const board = readBoard(frame);
  if (!isSameSize(board, before)) return false;
  return board.cells.some(
    (colour, cell) =>
      colour !== before.cells[cell] && before.cells[cell] === after.cells[cell] && !mask.has(cell),
  );
}

/** Lists the colours that claims leave aside. */
export const asidesOf = (claims: readonly Claim[]): number[] =>
  claims.flatMap((claim) => (claim.kind === 'aside' ? claim.colours : []));

/**
 * Says whether a cell has a colour that is left aside, before or after, or is a mark within a thing of such a colour: then
 * all cells next to it have one.
 */
export const isLeftAside = (
  { before, after }: Pick<Seen, 'before' | 'after'>,
  cell: number,
  asides: readonly number[],
): boolean =>
  asides.length > 0 &&
  [before, after].some((board) => asides.includes(board.cells[cell] ?? ANY) || isWithin(board, cell, asides));

function isWithin({ cells, cols }: Board, cell: number, colours: readonly number[]): boolean {
  const col = cell % cols;
  if (col === 0 || col === cols - 1) return false;
  return [cell - cols, cell + cols, cell - 1, cell + 1].every((next) => colours.includes(cells[next] ?? ANY));
}

/** Compares a forecast with what happened. */
export function compareForecast(foretold: Forecast, seen: Seen, asides: readonly number[]): Check {
  if (foretold.kind === 'silent') return 'silent';
  const { after, changed } = seen;
  const isAside = (cell: number): boolean => isLeftAside(seen, cell, asides);
  if (foretold.kind === 'nothing') {
    if (changed.some((cell) => !isAside(cell))) return 'contradicts';
    return seen.flashed ? 'silent' : 'fits';
  }
  if (foretold.flash && foretold.paint.size === 0) {
    return seen.flashed && changed.every(isAside) ? 'fits' : 'contradicts';
  }
  for (const [cell, colour] of foretold.paint) {
    if (colour !== ANY && after.cells[cell] !== colour && !isAside(cell)) return 'contradicts';
  }
  for (const cell of changed) if (!foretold.paint.has(cell) && !isAside(cell)) return 'contradicts';
  return 'fits';
}
