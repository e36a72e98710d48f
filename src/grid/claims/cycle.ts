import { pictureIn } from './area';
import { ANY, type Board } from './board';
import { cellUnder, isOnBoard, type PicturePlace } from './picture';
import { type Forecast, NO_SCOPE, type Scope, silent } from './scope';

/** What lies in each of some places goes on to the next place, and from the last one to the first. */
export interface CycleClaim extends Scope {
  kind: 'cycle';
  /** Size of a place, in cells. */
  rows: number;
  cols: number;
  /** Top left corners, in the order in which things go; at least two, and none twice. */
  places: PicturePlace[];
}

/** Predicts what the places show when everything in them has gone on by one. */
export function forecastCycle({ rows, cols, places }: CycleClaim, board: Board): Forecast {
  if (!places.every((at) => isOnBoard({ rows, cols }, at, board)))
    return silent('the places it speaks of are not on the board');
  const paint = new Map<number, number>();
  places.forEach((to, i) => {
    const from = places[(i + places.length - 1) % places.length] ?? to;
    const picture = pictureIn(board, { ...from, rows, cols });
    picture.cells.forEach((colour, k) => {
      const cell = cellUnder(picture, k, to, board);
      if (colour !== ANY && board.cells[cell] !== colour) paint.set(cell, colour);
    });
  });
  return paint.size === 0 ? { kind: 'nothing' } : { kind: 'board', paint, flash: false };
}

/** Writes the first sentence of a claim. */
export const writeCycle = ({ rows, cols, places }: CycleClaim): string =>
  `Moves what is in the ${rows}×${cols} cells at ${places.map(({ top, left }) => `(${top},${left})`).join(' > ')} on to the next of them, and from the last to the first.`;

const CYCLE =
  /^Moves what is in the (\d+)×(\d+) cells at (\(\d+,\d+\)(?: > \(\d+,\d+\))+) on to the next of them, and from the last to the first\.$/;

/** Reads what {@link writeCycle} wrote; null for other text. */
export function readCycle(text: string): CycleClaim | null {
  const match = CYCLE.exec(text);
  if (!match) return null;
  const places = [...(match[3] ?? '').matchAll(/\((\d+),(\d+)\)/g)].map(([, top, left]) => ({
    top: Number(top),
    left: Number(left),
  }));
  return { ...NO_SCOPE, kind: 'cycle', rows: Number(match[1]), cols: Number(match[2]), places };
}
