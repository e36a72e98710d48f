import { type Component, findComponents } from './board';
import type { Board, Transition } from './types';

/** Components above this share of the board are ground. */
const GROUND_SHARE = 0.15;
const GROUND_COLOR_SHARE = 0.2;

/** In cells. */
export const maxObjectSize = (board: Board): number => Math.max(4, GROUND_SHARE * board.cells.length);

export const isGround = (
  { color, cells }: Component,
  board: Board,
  groundColors: ReadonlySet<number>,
): boolean => groundColors.has(color) || cells.length > maxObjectSize(board);

/** Colors that cover much of the first board of a level. */
export function findGroundColors(transitions: readonly Transition[]): ReadonlySet<number> {
  const colors = new Set<number>();
  for (const { before } of transitions.filter(({ start }, i) => start || i === 0)) {
    const counts = new Array<number>(16).fill(0);
    for (const { color, cells } of findComponents(before).list) {
      counts[color] = (counts[color] ?? 0) + cells.length;
      if (cells.length > maxObjectSize(before)) colors.add(color);
    }
    counts.forEach((count, color) => {
      if (count > GROUND_COLOR_SHARE * before.cells.length) colors.add(color);
    });
  }
  return colors;
}
