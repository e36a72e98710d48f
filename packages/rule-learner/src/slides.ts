import { add, isZero } from './board';
import { findAhead } from './features';
import { cellsAt, type Look } from './look';
import type { ObjectEvent } from './reading';
import type { Board, Mask, Transition, Vec } from './types';

/** How the objects of a class slide: cell by cell, or tile by tile, until something stops them. */
export interface Slide {
  /** Cells of one step. */
  unit: number;
  /** Colours, or "edge", that stopped an object, and colours that it slid over. */
  stops: string[];
  passes: string[];
}

/** Share of the moves that must end where something stops the object. */
const CONSISTENT = 0.8;

/** Where an object that was moved along one axis ended. */
export interface Move {
  transition: Transition;
  event: ObjectEvent;
  /** All objects that moved in the transition. */
  others: readonly ObjectEvent[];
}

/** Learns a slide from the moves of one class; null if its objects do not slide. */
export function learnSlide(all: readonly Move[], mask: Mask): Slide | null {
  const moves = all.filter(({ event: { by } }) => by[0] === 0 || by[1] === 0);
  const distances = new Set(moves.map(({ event: { by } }) => Math.abs(by[0] + by[1])));
  if (distances.size < 2 || moves.length < CONSISTENT * all.length) return null;
  const unit = [...distances].reduce(greatestDivisor);
  const passed = moves.map((move) => listPassed(move, unit));
  const ends = moves.map((move) => [...listEnds(move, unit, mask)]);
  // Some moves are misread, so that a colour may be seen on either side.
  const count = (lists: readonly string[][], value: string) =>
    lists.filter((one) => one.includes(value)).length;
  const values = [...new Set([...passed, ...ends].flat())].sort();
  const isPass = (value: string) => count(passed, value) >= count(ends, value);
  const stops = values.filter((value) => !isPass(value));
  const fit = ends.filter((end) => end.some((value) => stops.includes(value))).length;
  return fit < CONSISTENT * moves.length ? null : { unit, stops, passes: values.filter(isPass) };
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** One step in the direction of a vector. */
export const unitStep = (by: Vec, unit: number): Vec => [unit * Math.sign(by[0]), unit * Math.sign(by[1])];

/** Colours that an object slid over; cells that other moving objects left are free. */
function listPassed(
  { transition: { before }, event: { from, at, by }, others }: Move,
  unit: number,
): string[] {
  const freed = new Set(others.flatMap((other) => cellsAt(before, other.from, other.at)));
  const step = unitStep(by, unit);
  const passed = new Set<string>();
  for (let place = add(at, step); ; place = add(place, step)) {
    for (const cell of cellsAt(before, from, place))
      if (!freed.has(cell)) passed.add(String(before.cells[cell]));
    if (place[0] === at[0] + by[0] && place[1] === at[1] + by[1]) return [...passed];
  }
}

/** What is ahead of an object where it ended. */
const listEnds = ({ transition: { after }, event: { to, at, by } }: Move, unit: number, mask: Mask) =>
  to ? findAhead(after, mask, cellsAt(after, to, add(at, by)), unitStep(by, unit)) : new Set<string>();

/** True if an object that ended at a place, or stayed there, was stopped by what is ahead. */
export function isStopped(
  slide: Slide,
  after: Board,
  mask: Mask,
  cells: readonly number[],
  step: Vec,
): boolean {
  return [...findAhead(after, mask, cells, step)].some((value) => slide.stops.includes(value));
}

/**
 * Where a sliding object ends; "unknown" with the value if it meets something that was never seen to stop it or let it pass.
 *
 * @param rule what stops it, and what it passes; null: everything that does not stop it
 */
export function slideTo(
  { stops, passes }: { stops: readonly string[]; passes: readonly string[] | null },
  board: Board,
  mask: Mask,
  look: Look,
  start: Vec,
  step: Vec,
): { at: Vec } | { unknown: string } {
  for (let at = start; ; at = add(at, step)) {
    const ahead = findAhead(board, mask, cellsAt(board, look, at), step);
    if ([...ahead].some((value) => stops.includes(value))) return { at };
    const unknown = [...ahead].find((value) => value === 'edge' || passes?.includes(value) === false);
    if (unknown !== undefined || isZero(step)) return { unknown: unknown ?? '' };
  }
}
