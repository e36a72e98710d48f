import type { Shift } from './board';
import { ANY, type Board } from './board';
import {
  cellsAt,
  isOnBoard,
  locate,
  namePicture,
  type Picture,
  paintPicture,
  readPicture,
  type Sighting,
} from './picture';
import { type ClaimContext, type Forecast, NO_SCOPE, type Scope, silent } from './scope';

/** Objects move together by a fixed shift; from a last row or column they go back to the first one. */
export interface WrapClaim extends Scope {
  kind: 'wrap';
  /** The objects, each alone of its kind on the board. */
  who: Picture[];
  /** Along a row or a column. */
  by: Shift;
  /** Row or column of the first object's corner from which it does not go on, and the one it goes to. */
  last: number;
  first: number;
}

const axisOf = (by: Shift): 'row' | 'column' => (by.rows !== 0 ? 'row' : 'column');

/** Predicts where the objects go. */
export function forecastWrap(claim: WrapClaim, board: Board, { mask }: ClaimContext): Forecast {
  const sightings = claim.who.map((picture) => locate(board, picture, false, mask));
  const [lead] = sightings;
  if (!lead || sightings.includes(null))
    return silent('the object is not on the board, or not alone of its kind');
  const here = axisOf(claim.by) === 'row' ? lead.top : lead.left;
  const step = claim.by.rows + claim.by.cols;
  if (step > 0 ? here > claim.last : here < claim.last) return silent('it was never seen as far as this');
  const far = here === claim.last ? claim.first - claim.last : step;
  const by = axisOf(claim.by) === 'row' ? { rows: far, cols: 0 } : { rows: 0, cols: far };
  const paint = new Map<number, number>();
  const all = sightings.flatMap((one): Sighting[] => (one ? [one] : []));
  for (const one of all) for (const cell of cellsAt(one.picture, one, board)) paint.set(cell, ANY);
  for (const one of all) {
    const at = { top: one.top + by.rows, left: one.left + by.cols };
    if (!isOnBoard(one.picture, at, board)) return silent('there is no room for it');
    paintPicture(paint, one.picture, at, board);
  }
  return { kind: 'board', paint, flash: false };
}

/** Writes the first sentence of a claim, given the words for its shift. */
export function writeWrap({ who, by, last, first }: WrapClaim, shift: string): string {
  const axis = axisOf(by);
  return `Moves the ${who.map(namePicture).join(' and the ')} ${shift}, and from ${axis} ${last} to ${axis} ${first}.`;
}

const WRAP =
  /^Moves the (.+) ((?:up|down|left|right) by \d+ cells?), and from (row|column) (\d+) to (row|column) (\d+)\.$/;

/** Reads what {@link writeWrap} wrote; null for other text. */
export function readWrap(text: string, readShift: (text: string) => Shift): WrapClaim | null {
  const match = WRAP.exec(text);
  const by = readShift(match?.[2] ?? '');
  if (!match || match[3] !== match[5] || match[3] !== axisOf(by)) return null;
  const who = (match[1] ?? '').split(' and the ').map(readPicture);
  const pictures = who.flatMap((picture) => picture ?? []);
  if (pictures.length !== who.length) return null;
  return { ...NO_SCOPE, kind: 'wrap', who: pictures, by, last: Number(match[4]), first: Number(match[6]) };
}
