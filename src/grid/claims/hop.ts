import { ANY, type Board, boxOf } from './board';
import type { HopClaim } from './claim';
import { cellsAt, cellUnder, isOnBoard, locate, type PicturePlace, paintPicture } from './picture';
import { type ClaimContext, type Forecast, NOTHING, silent } from './scope';

/** Predicts a hop: the outline goes to the first place on the way where it fits around something as it does now. */
export function forecastHop(claim: HopClaim, board: Board, ctx: ClaimContext): Forecast {
  const one = locate(board, claim.who, false, ctx.mask);
  if (!one) return silent('the object is not on the board, or not alone of its kind');
  const now = contentOf(claim, board, one, one);
  if (now === null) return silent('nothing lies inside it');
  for (let k = 1; k < board.rows + board.cols; k++) {
    const at = { top: one.top + claim.by.rows * k, left: one.left + claim.by.cols * k };
    if (!isOnBoard(claim.who, at, board)) break;
    if (contentOf(claim, board, at, one) !== now) continue;
    const paint = new Map<number, number>();
    for (const cell of cellsAt(claim.who, one, board)) paint.set(cell, ANY);
    paintPicture(paint, claim.who, at, board);
    return { kind: 'board', paint, flash: false };
  }
  return claim.stays ? NOTHING : silent('it is not known what it does where nothing comes next');
}

/**
 * Returns the part of the holes that something fills; null when nothing does, or when the outline would not lie on
 * ground.
 */
function contentOf(claim: HopClaim, board: Board, at: PicturePlace, own: PicturePlace): string | null {
  const { cells, cols } = claim.who;
  const mine = new Set(cellsAt(claim.who, own, board));
  const inside: number[] = [];
  for (let i = 0; i < cells.length; i++) {
    const cell = cellUnder(claim.who, i, at, board);
    const isGround = mine.has(cell) || claim.over.includes(board.cells[cell] ?? 0);
    if (cells[i] !== ANY && !isGround) return null;
    if (cells[i] === ANY && !isGround) inside.push(i);
  }
  return inside.length === 0 ? null : Object.values(boxOf(inside, cols)).join();
}
