import type { Mask } from '../../contract/frame';
import { ANY, type Board } from './board';
import {
  cellUnder,
  DRAWING,
  isOnBoard,
  namePicture,
  type Picture,
  type PicturePlace,
  readDrawing,
  readPicture,
  showsAt,
  writeDrawing,
} from './picture';
import { type Forecast, NO_SCOPE, NOTHING, type Scope, silent } from './scope';

/**
 * A pressure plate: while something covers a mark, another place of the board looks otherwise. It adds to the moves of the
 * same definition, as it speaks of what covers the mark after them.
 */
export interface PlateClaim extends Scope {
  kind: 'plate';
  /** The mark as it looks when nothing is on it; {@link ANY} marks cells that are not part of it. */
  mark: Picture;
  at: PicturePlace;
  /** The other place: its corner, and its two looks, which leave out the same cells. */
  place: PicturePlace;
  free: Picture;
  covered: Picture;
}

/**
 * Predicts how the place looks after the moves of the same definition. Where it can't be told, as things that move by
 * themselves may come onto the mark or leave it, its cells are left open.
 *
 * @param paint what those moves change, colours by cell
 * @param asides colours of what moves by itself
 */
export function forecastPlate(
  claim: PlateClaim,
  board: Board,
  mask: Mask,
  paint: ReadonlyMap<number, number>,
  asides: readonly number[],
): Forecast {
  const { free, covered, place } = claim;
  if (!isOnBoard(free, place, board) || !isOnBoard(claim.mark, claim.at, board)) return NOTHING;
  if (!showsAt(board, free, place, mask) && !showsAt(board, covered, place, mask)) {
    // Elsewhere, on another level for instance, it says nothing; with something before it, nothing is known.
    return isElsewhere(claim, board) ? NOTHING : silent('something is before the place that changes');
  }
  const state = isCovered(claim, board, paint, asides);
  const look = state === true ? covered : free;
  const changes = new Map<number, number>();
  look.cells.forEach((colour, i) => {
    const cell = cellUnder(look, i, place, board);
    if (colour === ANY || mask.has(cell)) return;
    if (state === null) changes.set(cell, ANY);
    else if (colour !== board.cells[cell]) changes.set(cell, colour);
  });
  return changes.size === 0 ? NOTHING : { kind: 'board', paint: changes, flash: false };
}

/** Says whether most of the place looks like neither. */
function isElsewhere({ free, covered, place }: PlateClaim, board: Board): boolean {
  let [cells, like] = [0, 0];
  free.cells.forEach((colour, i) => {
    if (colour === ANY) return;
    cells++;
    const now = board.cells[cellUnder(free, i, place, board)];
    if (now === colour || now === covered.cells[i]) like++;
  });
  return like * 2 < cells;
}

/** Says whether the mark is covered once some cells are painted; null when it may be or not. */
function isCovered(
  { mark, at }: PlateClaim,
  board: Board,
  paint: ReadonlyMap<number, number>,
  asides: readonly number[],
): boolean | null {
  let [cells, coveredCells, byItself] = [0, 0, 0];
  mark.cells.forEach((colour, i) => {
    if (colour === ANY) return;
    const cell = cellUnder(mark, i, at, board);
    const paintHere = paint.get(cell);
    // What an object leaves shows the mark again.
    const colourThen = paintHere === ANY ? colour : (paintHere ?? board.cells[cell] ?? ANY);
    cells++;
    if (colourThen === colour) return;
    coveredCells++;
    if (paintHere === undefined && asides.includes(colourThen)) byItself++;
  });
  if (coveredCells === cells && byItself === 0) return true;
  if (asides.length > 0 && board.cells.some((colour) => asides.includes(colour))) return null;
  return coveredCells === 0 ? false : null;
}

const writeAt = ({ top, left }: PicturePlace): string => `(${top},${left})`;

/** Writes the first sentence of a claim. */
export const writePlate = ({ mark, at, place, free, covered }: PlateClaim): string =>
  `While something covers the ${namePicture(mark)} at ${writeAt(at)}, the ${free.rows}×${free.cols} cells at ${writeAt(place)} are drawn ${writeDrawing(covered)}, and ${writeDrawing(free)} otherwise.`;

const PLATE = new RegExp(
  `^While something covers the (.+? object(?: \\(drawn ${DRAWING}\\))?) at \\((\\d+),(\\d+)\\), the (\\d+)×(\\d+) cells at \\((\\d+),(\\d+)\\) are drawn (${DRAWING}), and (${DRAWING}) otherwise\\.$`,
);

/** Reads what {@link writePlate} wrote; null for other text. */
export function readPlate(text: string): PlateClaim | null {
  const match = PLATE.exec(text);
  const [mark, covered, free] = [
    readPicture(match?.[1] ?? ''),
    readDrawing(match?.[8] ?? ''),
    readDrawing(match?.[9] ?? ''),
  ];
  if (!match || !mark || !covered || !free) return null;
  const [top, left, rows, cols, placeTop, placeLeft] = match.slice(2, 8).map(Number);
  if (free.rows !== rows || free.cols !== cols || covered.rows !== rows || covered.cols !== cols) return null;
  return {
    ...NO_SCOPE,
    kind: 'plate',
    mark,
    at: { top: top ?? 0, left: left ?? 0 },
    place: { top: placeTop ?? 0, left: placeLeft ?? 0 },
    free,
    covered,
  };
}
