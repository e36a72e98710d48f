import type { Board } from './board';
import { coloursNear } from './near';
import { groundUnder } from './past';
import { locate } from './picture';
import type { ClaimContext, Condition } from './scope';

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
