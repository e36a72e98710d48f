import { add, isSame, isZero } from './board';
import { findAhead } from './features';
import { cellsAt, type Look, type Site } from './look';
import type { ObjectEvent } from './reading';
import type { Board, Mask, Transition, Vec } from './types';

/** How the objects of a class slide: cell by cell, or tile by tile, until they are stopped. */
export interface Slide {
  /** Cells in one step. */
  unit: number;
  /** Colors, or "edge", that stopped an object, and colors that it slid over. */
  stops: string[];
  passes: string[];
}

/** Minimum share of moves that must end in front of a stop. */
const CONSISTENT = 0.8;

export interface Move {
  transition: Transition;
  event: ObjectEvent;
  /** Cells that objects left in the same transition. */
  freed: ReadonlySet<number>;
}

/** null if the objects of the class do not slide. */
export function learnSlide(all: readonly Move[], mask: Mask): Slide | null {
  const moves = all.filter(({ event: { by } }) => by[0] === 0 || by[1] === 0);
  const distances = new Set(moves.map(({ event: { by } }) => Math.abs(by[0] + by[1])));
  if (distances.size < 2 || moves.length < CONSISTENT * all.length) return null;
  const unit = [...distances].reduce(greatestDivisor);
  const passed = moves.map((move) => listPassed(move, unit));
  const ends = moves.map(({ transition: { after }, event: { to, by } }) =>
    findAhead(after, mask, to?.cells ?? [], unitStep(by, unit)),
  );
  // Some moves are misread, so a color may occur on both sides.
  const count = (lists: readonly (readonly string[])[], value: string) =>
    lists.filter((one) => one.includes(value)).length;
  const values = [...new Set([...passed, ...ends].flat())].sort();
  const isPass = (value: string) => count(passed, value) >= count(ends, value);
  const stops = values.filter((value) => !isPass(value));
  const fit = ends.filter((end) => end.some((value) => stops.includes(value))).length;
  return fit < CONSISTENT * moves.length ? null : { unit, stops, passes: values.filter(isPass) };
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

export const unitStep = (by: Vec, unit: number): Vec => [unit * Math.sign(by[0]), unit * Math.sign(by[1])];

/** Colors that an object slid over. Cells that other moving objects left count as free. */
function listPassed({ transition: { before }, event: { from, by }, freed }: Move, unit: number): string[] {
  const step = unitStep(by, unit);
  const passed = new Set<string>();
  for (let at = add(from.at, step); ; at = add(at, step)) {
    for (const cell of cellsAt(before, from.look, at))
      if (!freed.has(cell)) passed.add(String(before.cells[cell]));
    if (isSame(at, add(from.at, by))) return [...passed];
  }
}

/** True if the object slid until a stop. Staying counts as a slide of zero steps if a color ahead was never passed. */
export function isSlide(
  slide: Slide,
  after: Board,
  mask: Mask,
  site: Site,
  event: ObjectEvent | undefined,
  step: Vec,
): boolean {
  const { to, by } = event ?? { to: site, by: [0, 0] as const };
  if (to === null || (!isZero(by) && !isSame(unitStep(by, slide.unit), step))) return false;
  return findAhead(after, mask, to.cells, step).some((value) =>
    isZero(by) ? !slide.passes.includes(value) : slide.stops.includes(value),
  );
}

/**
 * The final place of a sliding object, or "unknown" and the color if it meets one that neither stopped it nor let
 * it pass before.
 *
 * @param rule the colors that stop it and that it passes; null: it passes all others
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
    if (ahead.some((value) => stops.includes(value))) return { at };
    const unknown = ahead.find((value) => value === 'edge' || passes?.includes(value) === false);
    if (unknown !== undefined || isZero(step)) return { unknown: unknown ?? '' };
  }
}
