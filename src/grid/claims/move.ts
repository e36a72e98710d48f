import type { Mask } from '../../contract/frame';
import type { Shift } from './board';
import { ANY, type Board } from './board';
import type { MoveClaim, Push } from './claim';
import { coloursNear } from './near';
import {
  cellsAt,
  cellUnder,
  findPicture,
  isOnBoard,
  isSamePicture,
  locate,
  type Picture,
  type PicturePlace,
  paintPicture,
  pictureColours,
  type Sighting,
  showsAt,
} from './picture';
import { type ClaimContext, type Forecast, MISSING, NOTHING, silent } from './scope';

/** Colours of some cells, and a flag for cells beyond the edge (or masked). */
export interface Ground {
  /** Number of cells of each colour. */
  counts: Map<number, number>;
  edge: boolean;
}

/** Returns the greatest common divisor; of 0 and another number, the other. */
export const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

/** Returns a shift in its smallest whole steps. */
export function stepOf(by: Shift): { step: Shift; count: number } {
  const count = Math.max(1, gcd(by.rows, by.cols));
  return { step: { rows: by.rows / count, cols: by.cols / count }, count };
}

export const shifted = (at: PicturePlace, by: Shift, times = 1): PicturePlace => ({
  top: at.top + by.rows * times,
  left: at.left + by.cols * times,
});

/**
 * Reads the cells that an object would come to cover, without those it covers now.
 *
 * @param reach `way`: all cells on the way; `place`: only those where it would end
 */
export function lookAhead(
  board: Board,
  picture: Picture,
  at: PicturePlace,
  by: Shift,
  reach: 'way' | 'place',
  mask: Mask,
): Ground {
  const { step, count } = stepOf(by);
  // Cells are counted once, however often they are passed.
  const own = new Set(cellsAt(picture, at, board));
  const ground: Ground = { counts: new Map(), edge: false };
  for (let k = reach === 'way' ? 1 : count; k <= count; k++) {
    addGround(ground, board, picture, shifted(at, step, k), own, mask);
  }
  return ground;
}

function addGround(
  ground: Ground,
  board: Board,
  picture: Picture,
  at: PicturePlace,
  own: Set<number>,
  mask: Mask,
): void {
  for (let i = 0; i < picture.cells.length; i++) {
    if (picture.cells[i] === ANY) continue;
    const cell = cellUnder(picture, i, at, board);
    if (cell < 0 || mask.has(cell)) ground.edge = true;
    else if (!own.has(cell)) {
      const colour = board.cells[cell] ?? 0;
      ground.counts.set(colour, (ground.counts.get(colour) ?? 0) + 1);
      own.add(cell);
    }
  }
}

export type Passage = 'free' | 'stopped' | 'unknown';

/**
 * Says whether ground lets something pass: one colour that stops is enough, and every colour must be known to be
 * free.
 */
export function judgeGround(
  ground: Ground,
  known: { over: readonly number[]; stops: readonly number[]; edge: boolean },
): Passage {
  if (ground.edge && known.edge) return 'stopped';
  let unknown = ground.edge;
  for (const colour of ground.counts.keys()) {
    if (known.stops.includes(colour)) return 'stopped';
    if (!known.over.includes(colour)) unknown = true;
  }
  return unknown ? 'unknown' : 'free';
}

/** Predicts a move claim. */
export function forecastMove(claim: MoveClaim, board: Board, ctx: ClaimContext): Forecast {
  const movers = findMovers(claim, board, ctx.mask);
  if (movers.length === 0) return MISSING;
  const paint = new Map<number, number>();
  const paintedCells = new Map<number, number>();
  for (const mover of movers) {
    if (isNearUnknown(claim, board, mover, mover, ctx.mask)) return silent(NEAR_UNKNOWN);
    const movement = moveOne(claim, board, mover, ctx.mask);
    if (movement === 'unknown') return silent('it is not known whether the cells ahead let it pass');
    if (movement === 'stopped') {
      if (!claim.face || isSamePicture(claim.face, mover.picture)) continue;
      if (claim.turnsStopped === null) return silent('it is not known whether it turns when it is stopped');
      if (!claim.turnsStopped) continue;
      paintObject(board, mover, { ...mover, picture: claim.face }, paint, paintedCells);
      continue;
    }
    const face = claim.face ?? mover.picture;
    const there = { ...movement.to, picture: face };
    if (isNearUnknown(claim, board, there, mover, ctx.mask)) return silent(NEAR_UNKNOWN);
    if (claim.open) {
      for (const at of [mover, there]) for (const cell of openCells(at, board)) paint.set(cell, ANY);
    }
    for (const crate of movement.pushed) {
      paintObject(board, crate, { ...crate, ...shifted(crate, claim.by) }, paint, paintedCells);
    }
    paintObject(board, mover, { ...movement.to, picture: face }, paint, paintedCells);
  }
  for (const [cell, colour] of paintedCells) paint.set(cell, colour);
  return paint.size === 0 ? NOTHING : { kind: 'board', paint, flash: false };
}

const NEAR_UNKNOWN = 'it is not known what happens with what is near the object';

/** Lists the cells within the box of an object that are no part of it; none beyond the edge. */
export const openCells = ({ picture, ...at }: Sighting, board: Board): number[] =>
  picture.cells.flatMap((colour, i) => {
    const cell = colour === ANY ? cellUnder(picture, i, at, board) : -1;
    return cell < 0 ? [] : [cell];
  });

/**
 * Says whether something is near the object of which it is not known what happens then.
 *
 * @param from where the object is, which it leaves
 */
const isNearUnknown = (
  { unless }: MoveClaim,
  board: Board,
  one: Sighting,
  from: Sighting,
  mask: Mask,
): boolean => {
  if (!unless) return false;
  const near = coloursNear(board, one, unless.within, mask, new Set(cellsAt(from.picture, from, board)));
  return unless.colours.some((colour) => near.has(colour));
};

function findMovers(claim: MoveClaim, board: Board, mask: Mask): Sighting[] {
  if (claim.every) {
    return findPicture(board, claim.who, mask).map((place) => ({ ...place, picture: claim.who }));
  }
  const one = locate(board, claim.who, claim.turned, mask);
  return one ? [one] : [];
}

function paintObject(
  board: Board,
  from: Sighting,
  to: Sighting,
  paint: Map<number, number>,
  covered: Map<number, number>,
): void {
  for (const cell of cellsAt(from.picture, from, board)) paint.set(cell, ANY);
  paintPicture(covered, to.picture, to, board);
}

function moveOne(
  claim: MoveClaim,
  board: Board,
  mover: Sighting,
  mask: Mask,
): 'stopped' | 'unknown' | { to: PicturePlace; pushed: Sighting[] } {
  const picture = claim.face && claim.face.rows === mover.picture.rows ? claim.face : mover.picture;
  if (claim.slides) return slideOne(claim, board, { ...mover, picture }, mask);
  const to = shifted(mover, claim.by);
  if (claim.limit !== undefined && isBeyond(claim.limit, claim.by, picture, to)) return 'stopped';
  const isUnseen = claim.seenTo !== undefined && isBeyond(claim.seenTo, claim.by, picture, to);
  const ground = lookAhead(board, picture, mover, claim.by, claim.reach, mask);
  const crates = claim.push ? findPushed(claim.push, board, mover, to, mask) : [];
  for (const crate of crates)
    for (const colour of pictureColours(crate.picture)) ground.counts.delete(colour);
  const passage = judgeGround(ground, claim);
  if (passage === 'free' && isUnseen) return 'unknown';
  if (passage !== 'free') return passage === 'stopped' && claim.framing === 'seen' ? 'unknown' : passage;
  if (claim.framing !== 'no') {
    if (!holdsSomething(claim, board, picture, to)) return claim.framing === 'only' ? 'stopped' : 'unknown';
    if (passesSomething(claim, board, picture, mover)) return 'unknown';
  }
  for (const crate of crates) {
    const beyond = lookAhead(board, crate.picture, crate, claim.by, claim.reach, mask);
    const way = judgeGround(beyond, claim.push ?? claim);
    if (way !== 'free') return way;
  }
  return { to, pushed: crates };
}

/** Returns the row or column of an object's foremost cells in the way it goes: rows first. */
export function foremost({ rows, cols }: Picture, at: PicturePlace, by: Shift): number {
  if (by.rows !== 0) return by.rows < 0 ? at.top : at.top + rows - 1;
  return by.cols < 0 ? at.left : at.left + cols - 1;
}

/** Says whether an object at a place is beyond a row or column in the way it goes. */
export function isBeyond(limit: number, by: Shift, picture: Picture, at: PicturePlace): boolean {
  const edge = foremost(picture, at, by);
  return (by.rows !== 0 ? by.rows : by.cols) < 0 ? edge < limit : edge > limit;
}

function slideOne(claim: MoveClaim, board: Board, mover: Sighting, mask: Mask) {
  const own = new Set(cellsAt(mover.picture, mover, board));
  let count = 0;
  for (; count < board.rows + board.cols; count++) {
    const ground: Ground = { counts: new Map(), edge: false };
    addGround(ground, board, mover.picture, shifted(mover, claim.by, count + 1), own, mask);
    const passage = judgeGround(ground, claim);
    if (passage === 'unknown') return 'unknown' as const;
    if (passage === 'stopped') break;
  }
  return count === 0 ? ('stopped' as const) : { to: shifted(mover, claim.by, count), pushed: [] };
}

/** Finds the objects that stand exactly where the mover would go, middle on middle. */
export function findPushed(
  push: Pick<Push, 'what'>,
  board: Board,
  mover: Sighting,
  to: PicturePlace,
  mask: Mask,
): Sighting[] {
  const matches: Sighting[] = [];
  for (const picture of push.what) {
    const top = to.top + (mover.picture.rows - picture.rows) / 2;
    const leftCol = to.left + (mover.picture.cols - picture.cols) / 2;
    for (const row of new Set([Math.floor(top), Math.ceil(top)])) {
      for (const col of new Set([Math.floor(leftCol), Math.ceil(leftCol)])) {
        const at = { top: row, left: col };
        if (matches.length === 0 && showsAt(board, picture, at, mask)) matches.push({ ...at, picture });
      }
    }
  }
  return matches;
}

/** Says whether an outline could have stopped around something before it reached its place. */
function passesSomething(claim: MoveClaim, board: Board, picture: Picture, from: PicturePlace): boolean {
  const { step, count } = stepOf(claim.by);
  const size = Math.abs(step.rows) > 0 ? picture.rows : picture.cols;
  for (let k = size; k <= count - size; k++) {
    if (framesSomething(claim, board, picture, shifted(from, step, k))) return true;
  }
  return false;
}

/** Says whether anything but ground lies in the holes of a picture at a place. */
function holdsSomething(claim: MoveClaim, board: Board, picture: Picture, at: PicturePlace): boolean {
  return picture.cells.some((colour, i) => {
    const cell = colour === ANY ? cellUnder(picture, i, at, board) : -1;
    return cell >= 0 && !claim.over.includes(board.cells[cell] ?? 0);
  });
}

/** Says whether an outline at a place would lie on ground and surround something that is no ground. */
function framesSomething(claim: MoveClaim, board: Board, picture: Picture, at: PicturePlace): boolean {
  const { cells } = picture;
  if (!isOnBoard(picture, at, board)) return false;
  const isGround = (i: number): boolean =>
    claim.over.includes(board.cells[cellUnder(picture, i, at, board)] ?? 0);
  return cells.every((colour, i) => colour === ANY || isGround(i)) && cells.some((_, i) => !isGround(i));
}
