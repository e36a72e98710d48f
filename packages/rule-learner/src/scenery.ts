import { type Component, findComponents } from './board';
import type { Board, Transition } from './types';

/** Components above this share of the board are ground. */
const GROUND_SHARE = 0.15;
const GROUND_COLOUR_SHARE = 0.2;

/** In cells. */
export const maxObjectSize = (board: Board): number => Math.max(4, GROUND_SHARE * board.cells.length);

export const isGround = (
  { colour, cells }: Component,
  board: Board,
  groundColours: ReadonlySet<number>,
): boolean => groundColours.has(colour) || cells.length > maxObjectSize(board);

/** Colours that cover much of the first board of a level. */
export function findGroundColours(transitions: readonly Transition[]): ReadonlySet<number> {
  const colours = new Set<number>();
  for (const { before } of transitions.filter(({ start }, i) => start || i === 0)) {
    const counts = new Array<number>(16).fill(0);
    for (const { colour, cells } of findComponents(before).list) {
      counts[colour] = (counts[colour] ?? 0) + cells.length;
      if (cells.length > maxObjectSize(before)) colours.add(colour);
    }
    counts.forEach((count, colour) => {
      if (count > GROUND_COLOUR_SHARE * before.cells.length) colours.add(colour);
    });
  }
  return colours;
}
