import type { Mask } from '../frame/frame';
import type { Board } from './board';
import type { ClaimContext, Condition } from './claim';
import { groundUnder } from './past';
import { locate, type Sighting } from './picture';

/**
 * Says whether a condition holds on a board: true when all its colours are as near as it says, false when none of
 * them is anywhere near, and null in between or when it cannot be told.
 */
export function isMet(condition: Condition, board: Board, ctx: ClaimContext): boolean | null {
  const one = locate(board, condition.who, true, ctx.mask);
  if (!one) return null;
  const under = groundUnder(board, one, condition.who, ctx.history, ctx.mask);
  const near =
    condition.relation === 'stands on' ? under : coloursNear(board, one, condition.within, ctx.mask);
  if (near !== null && condition.colours.every((colour) => near.has(colour))) return true;
  if (condition.beyond === null || under === null) return null;
  const around = coloursNear(board, one, condition.beyond, ctx.mask);
  return condition.colours.some((colour) => around.has(colour) || under.has(colour)) ? null : false;
}

/** Lists the colours beside an object: at most `within` cells away straight up, down, left or right of its box. */
export function coloursNear(board: Board, one: Sighting, within: number, mask: Mask): Set<number> {
  const colours = new Set<number>();
  const { rows, cols } = one.picture;
  const add = (row: number, col: number) => {
    const cell = row * board.cols + col;
    if (row < 0 || col < 0 || row >= board.rows || col >= board.cols || mask.has(cell)) return;
    colours.add(board.cells[cell] ?? 0);
  };
  for (let k = 1; k <= within; k++) {
    for (let row = one.top; row < one.top + rows; row++) {
      add(row, one.left - k);
      add(row, one.left + cols - 1 + k);
    }
    for (let col = one.left; col < one.left + cols; col++) {
      add(one.top - k, col);
      add(one.top + rows - 1 + k, col);
    }
  }
  return colours;
}
