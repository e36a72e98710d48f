import type { GameAction } from '../../contract/agents';
import { NO_MASK } from '../../contract/frame';
import { findSpot, pictureIn, type Spot } from './area';
import { ANY, type Board } from './board';
import {
  cellUnder,
  DRAWING,
  keyOf,
  type Picture,
  readDrawing,
  showsAt,
  turnPicture,
  writeDrawing,
} from './picture';
import { type Area, type ClaimContext, type Forecast, NO_SCOPE, NOTHING, type Scope, silent } from './scope';

/**
 * The picture in a place becomes the next one of a chain. A chain whose last picture is its first goes round; one that
 * ends in the same picture twice stays there. A picture that no chain has a next one for was never seen there.
 */
export interface RingClaim extends Scope {
  kind: 'ring';
  area: Area;
  /** The place may show the pictures turned; the next one is then turned the same way. */
  turned: boolean;
  /** Pictures of one size; {@link ANY} marks cells that are not part of them. Each has one next picture at most. */
  chains: Picture[][];
}

/** Predicts the next picture of the place; cells that depend on which way it is turned are left open. */
export function forecastRing(
  claim: RingClaim,
  board: Board,
  action: GameAction,
  ctx: ClaimContext,
): Forecast {
  const spot = findSpot(board, claim.area, action, ctx.mask);
  if (!spot) return silent('the place it speaks of is not on the board');
  const [first, ...others] = findNext(claim, board, spot);
  if (!first) return silent('the picture there was not seen there before');
  const paint = new Map<number, number>();
  first.cells.forEach((colour, i) => {
    const cell = colour === ANY ? -1 : cellUnder(first, i, spot, board);
    if (cell < 0) return;
    if (others.some((other) => other.cells[i] !== colour)) paint.set(cell, ANY);
    else if (board.cells[cell] !== colour) paint.set(cell, colour);
  });
  return paint.size === 0 ? NOTHING : { kind: 'board', paint, flash: false };
}

/** Lists what the place may show next: one picture, or several when it can't be told how it is turned. */
function findNext(claim: RingClaim, board: Board, at: Spot): Picture[] {
  const nextPictures = new Map<string, Picture>();
  for (const chain of claim.chains) {
    for (const [i, picture] of chain.entries()) {
      const next = chain[i + 1];
      if (!next) continue;
      for (const [from, to] of claim.turned ? turnBoth(picture, next) : [[picture, next] as const]) {
        if (from.rows !== at.rows || from.cols !== at.cols || !showsAt(board, from, at, NO_MASK)) continue;
        nextPictures.set(keyOf(to), to);
      }
    }
  }
  return [...nextPictures.values()];
}

/** Lists two pictures in all four positions, turned the same way. */
export function turnBoth(a: Picture, b: Picture): (readonly [Picture, Picture])[] {
  const pairs: (readonly [Picture, Picture])[] = [[a, b]];
  for (let k = 1; k < 4; k++) {
    const [from, to] = pairs[k - 1] ?? [a, b];
    pairs.push([turnPicture(from), turnPicture(to)]);
  }
  return pairs;
}

/** Writes the first sentence of a claim, given the words for its area. */
export const writeRing = ({ chains, turned }: RingClaim, where: string): string =>
  `Turns the picture${turned ? ', however turned,' : ''} ${where} into the next of ${chains.map((chain) => chain.map(writeDrawing).join(' > ')).join(', or of ')}.`;

const RING = new RegExp(
  `^Turns the picture(, however turned,)? (.+) into the next of (${DRAWING}(?: > ${DRAWING})+(?:, or of ${DRAWING}(?: > ${DRAWING})+)*)\\.$`,
);

/** Reads what {@link writeRing} wrote; null for other text. */
export function readRing(text: string, readArea: (where: string) => Area | null): RingClaim | null {
  const match = RING.exec(text);
  const area = match && readArea(match[2] ?? '');
  if (!match || !area) return null;
  const chains = (match[3] ?? '').split(', or of ').map((chain) => chain.split(' > ').map(readDrawing));
  const pictures = chains.map((chain) => chain.flatMap((picture) => picture ?? []));
  if (pictures.some((chain, i) => chain.length !== chains[i]?.length)) return null;
  return { ...NO_SCOPE, kind: 'ring', area, turned: match[1] !== undefined, chains: pictures };
}

/** Returns the picture of a place on a board with the cells left out that another picture leaves out. */
export const pictureLike = (board: Board, at: { top: number; left: number }, like: Picture): Picture => {
  const whole = pictureIn(board, { ...at, rows: like.rows, cols: like.cols });
  return { ...whole, cells: whole.cells.map((colour, i) => (like.cells[i] === ANY ? ANY : colour)) };
};
