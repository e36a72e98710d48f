import type { Mask } from '../../contract/frame';
import { type Board, nameMask, rememberByBoard } from './board';
import type { SwapClaim } from './claim';
import { groundUnder } from './past';
import { cellsAt, keyOf, locate, type Picture, type PicturePlace, showsAt } from './picture';
import { type ClaimContext, type Forecast, silent } from './scope';

/** Predicts a swap: everything that shows one of two looks shows the other one after. */
export function forecastSwap(claim: SwapClaim, board: Board, ctx: ClaimContext): Forecast {
  if (hidesOne(claim, board, ctx)) return silent('one of the things it speaks of is covered');
  const paint = new Map<number, number>();
  for (const [a, b] of claim.pairs) {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      for (const at of tilePicture(board, from, ctx.mask)) {
        to.cells.forEach((colour, i) => {
          const cell = (at.top + Math.floor(i / to.cols)) * board.cols + at.left + (i % to.cols);
          if (colour >= 0 && board.cells[cell] !== colour) paint.set(cell, colour);
        });
      }
    }
  }
  if (paint.size === 0) return silent('none of the things it speaks of is there');
  return { kind: 'board', paint, flash: false };
}

/** Says whether the object of the condition stands on a part of such a thing and hides its look. */
function hidesOne(claim: SwapClaim, board: Board, ctx: ClaimContext): boolean {
  const one = claim.when && locate(board, claim.when.who, true, ctx.mask);
  if (!claim.when || !one) return false;
  const under = groundUnder(board, one, claim.when.who, ctx.history, ctx.mask);
  if (under === null) return false;
  // The colour both looks have is the thing's own; the others may be the ground around it.
  return claim.pairs.some(([a, b]) =>
    a.cells.some((colour) => b.cells.includes(colour) && under.has(colour)),
  );
}

const tiles = rememberByBoard<PicturePlace[]>();

/** Finds places of a picture that do not overlap: in a larger area of its colours, as many as fit from the top left. */
const tilePicture = (board: Board, picture: Picture, mask: Mask): PicturePlace[] =>
  tiles(board, `${nameMask(mask)}:${keyOf(picture)}`, () => searchTiles(board, picture, mask));

function searchTiles(board: Board, picture: Picture, mask: Mask): PicturePlace[] {
  const isUsed = new Uint8Array(board.cells.length);
  const places: PicturePlace[] = [];
  for (let top = 0; top + picture.rows <= board.rows; top++) {
    for (let left = 0; left + picture.cols <= board.cols; left++) {
      if (board.cells[top * board.cols + left] !== picture.cells[0]) continue;
      const at = { top, left };
      if (isUsed[top * board.cols + left] === 1 || !showsAt(board, picture, at, mask)) continue;
      const cells = cellsAt(picture, at, board);
      if (cells.some((cell) => isUsed[cell] === 1)) continue;
      for (const cell of cells) isUsed[cell] = 1;
      places.push(at);
    }
  }
  return places;
}
