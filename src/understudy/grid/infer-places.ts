import { pictureIn } from '../../grid/claims/area';
import type { Shift } from '../../grid/claims/board';
import { type Board, boxOf } from '../../grid/claims/board';
import type { CycleClaim } from '../../grid/claims/cycle';
import { keyOf, type PicturePlace } from '../../grid/claims/picture';
import { NO_SCOPE } from '../../grid/claims/scope';
import { type Entering, listSources, type ScrollPart } from '../../grid/claims/scroll';
import type { Case, Proposal } from './cases';
import { groupCells } from './infer-pictures';

/** Places of one size whose contents go from one to the other, at most. */
const MAX_PLACES = 48;
/** Choices that are followed until a whole order of the places is given up. */
const MAX_TRIES = 4000;

/**
 * Claims that what lies in places of one size goes round, each to the next place. What others do to the same places may
 * be the same the other way round: then their transitions, read backwards, tell more.
 *
 * @param others cases of whatever else the action was seen to do, on other sites of a click
 */
export function findCycles(cases: readonly Case[], others: readonly Case[]): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  const board = effective[0]?.seen.before;
  if (!board) return [];
  const theirs = others.filter(({ seen }) => seen.changed.length > 0);
  const forth = effective.map(({ seen: { before, after } }) => ({ before, after }));
  const back = theirs.map(({ seen: { before, after } }) => ({ before: after, after: before }));
  const together = findPlaces([...effective, ...theirs], board);
  const alone = findPlaces(effective, board);
  const propose = (places: Places | null, steps: readonly BoardStep[], cost: number): Proposal[] => {
    const order = places && findOrder(places, steps);
    const claims = places && order ? cyclesOf(places, order) : [];
    return claims.length > 0 ? [{ claims, cost }] : [];
  };
  const joint = theirs.length > 0 ? propose(together, [...forth, ...back], 2.4) : [];
  return [...joint, ...propose(together, forth, 2.5), ...propose(alone, forth, 2.6)];
}

/** Two boards, one after the other. */
interface BoardStep {
  before: Board;
  after: Board;
}

interface Places {
  rows: number;
  cols: number;
  at: PicturePlace[];
}

/** Finds places of one size that all changes make up; null when the changes are of no such form. */
function findPlaces(cases: readonly Case[], { rows, cols }: Board): Places | null {
  const cells = new Set<number>();
  for (const { seen } of cases) {
    if (seen.before.rows !== rows || seen.before.cols !== cols) continue;
    for (const cell of seen.changed) cells.add(cell);
  }
  const board = { rows, cols, cells: new Uint8Array(rows * cols) };
  const boxes = groupCells(
    [...cells].sort((a, b) => a - b),
    board,
    1,
  ).map((group) => ({
    box: boxOf(group, cols),
    size: group.length,
  }));
  const first = boxes[0]?.box;
  if (!first || boxes.length < 3 || boxes.length > MAX_PLACES) return null;
  const [high, wide] = [first.bottom - first.top + 1, first.right - first.left + 1];
  const isAlike = boxes.every(
    ({ box, size }) =>
      box.bottom - box.top + 1 === high && box.right - box.left + 1 === wide && size === high * wide,
  );
  return isAlike
    ? { rows: high, cols: wide, at: boxes.map(({ box: { top, left } }) => ({ top, left })) }
    : null;
}

/**
 * Finds for each place the one its content goes to, so that no two go to the same: near ones first. Null when there is
 * no such order.
 */
function findOrder(places: Places, steps: readonly BoardStep[]): number[] | null {
  const { rows, cols } = places;
  const looks = steps.map(({ before, after }) => ({
    before: places.at.map((at) => keyOf(pictureIn(before, { ...at, rows, cols }))),
    after: places.at.map((at) => keyOf(pictureIn(after, { ...at, rows, cols }))),
  }));
  const choices = places.at.map((from, i) =>
    places.at
      .map((to, j) => ({ j, far: Math.abs(from.top - to.top) + Math.abs(from.left - to.left) }))
      .filter(({ j }) => j !== i && looks.every(({ before, after }) => before[i] === after[j]))
      .sort((a, b) => a.far - b.far || a.j - b.j),
  );
  if (choices.some((some) => some.length === 0)) return null;
  const order = [...choices.keys()].sort((a, b) => (choices[a]?.length ?? 0) - (choices[b]?.length ?? 0));
  const next = new Array<number>(choices.length).fill(-1);
  const usedPlaces = new Set<number>();
  let tries = 0;
  const assign = (k: number): boolean => {
    const i = order[k];
    if (i === undefined) return true;
    for (const { j } of choices[i] ?? []) {
      if (usedPlaces.has(j) || tries++ > MAX_TRIES) continue;
      usedPlaces.add(j);
      next[i] = j;
      // Two that only change places with each other are likelier to have gone the same way round as the others.
      const isBack = next[j] === i && choices.length > 2;
      if (!isBack && assign(k + 1)) return true;
      usedPlaces.delete(j);
      next[i] = -1;
    }
    return false;
  };
  return assign(0) ? next : null;
}

function cyclesOf({ rows, cols, at }: Places, next: readonly number[]): CycleClaim[] {
  const claims: CycleClaim[] = [];
  const visitedPlaces = new Set<number>();
  for (const start of at.keys()) {
    const places: PicturePlace[] = [];
    for (let i = start; !visitedPlaces.has(i); i = next[i] ?? start) {
      visitedPlaces.add(i);
      const place = at[i];
      if (place) places.push(place);
    }
    if (places.length > 1) claims.push({ ...NO_SCOPE, kind: 'cycle', rows, cols, places });
  }
  return claims;
}

/** Cells by which the content of a box is shifted at most. */
const MAX_SHIFT = 16;
/** Parts of the board that are shifted each for itself, at most. */
const MAX_BANDS = 4;

const ENTERINGS: readonly Entering[] = ['wraps', 'repeats'];

/** Claims that the contents of boxes are shifted along rows or columns, each box as far as it was seen. */
export function findScrolls(cases: readonly Case[], enterings = ENTERINGS): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  const first = effective[0]?.seen.before;
  // One change alone can be read as a shift of almost anything.
  if (
    !first ||
    effective.length < 2 ||
    effective.some(({ seen }) => seen.before.rows !== first.rows || seen.before.cols !== first.cols)
  )
    return [];
  return (['rows', 'cols'] as const).flatMap((along): Proposal[] => {
    const bands = findBands(effective, first, along);
    if (bands.length === 0 || bands.length > MAX_BANDS) return [];
    return enterings.flatMap((entering): Proposal[] => {
      const parts = bands.flatMap((band) => findPart(effective, first, along, band, entering) ?? []);
      if (parts.length < bands.length) return [];
      return [{ claims: [{ ...NO_SCOPE, kind: 'scroll', parts, entering }], cost: 4.2 }];
    });
  });
}

/** Lists runs of columns (when shifted along rows) or rows in which something changed, with what changed there. */
function findBands(
  effective: readonly Case[],
  { rows, cols }: Board,
  along: keyof Shift,
): { from: number; to: number; least: number; most: number }[] {
  const size = along === 'cols' ? rows : cols;
  const extents = Array.from({ length: size }, () => ({ least: Infinity, most: -Infinity }));
  for (const { seen } of effective) {
    for (const cell of seen.changed) {
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      const extent = extents[along === 'cols' ? row : col];
      if (!extent) continue;
      extent.least = Math.min(extent.least, along === 'cols' ? col : row);
      extent.most = Math.max(extent.most, along === 'cols' ? col : row);
    }
  }
  const bands: { from: number; to: number; least: number; most: number }[] = [];
  extents.forEach(({ least, most }, i) => {
    if (most < 0) return;
    const last = bands.at(-1);
    if (last?.to === i - 1) {
      last.to = i;
      last.least = Math.min(last.least, least);
      last.most = Math.max(last.most, most);
    } else bands.push({ from: i, to: i, least, most });
  });
  return bands;
}

/** Finds the shift of a band's content that all effects agree with, in a box as long as what changed. */
function findPart(
  effective: readonly Case[],
  board: Board,
  along: keyof Shift,
  band: { from: number; to: number; least: number; most: number },
  entering: Entering,
): ScrollPart | null {
  const length = along === 'cols' ? board.cols : board.rows;
  const make = (step: number, low: number, high: number): ScrollPart => {
    const by = along === 'cols' ? { rows: 0, cols: step } : { rows: step, cols: 0 };
    const [wide, deep] = [high - low + 1, band.to - band.from + 1];
    return along === 'cols'
      ? { top: band.from, left: low, rows: deep, cols: wide, by }
      : { top: low, left: band.from, rows: wide, cols: deep, by };
  };
  const fits = (step: number, low: number, high: number): boolean => {
    const part = make(step, low, high);
    // A box of one colour, an empty tank say, shows nothing that could be shifted: what comes in there is not foretold.
    let shifts = 0;
    for (const one of effective) {
      if (!foretellsShift(part, entering, one)) continue;
      if (!agrees(part, entering, one)) return false;
      shifts++;
    }
    return shifts >= LEAST_SHIFTS;
  };
  for (let k = 1; k <= MAX_SHIFT; k++) {
    for (const step of [k, -k]) {
      if (entering === 'wraps') {
        // A box that is hardly longer than the shift says nothing.
        if (band.most - band.least + 1 > 2 * k && fits(step, band.least, band.most)) {
          return make(step, band.least, band.most);
        }
        continue;
      }
      // No farther than was seen: where such a thing ends is not to be seen on the board.
      const low = Math.max(0, step > 0 ? band.least - step : band.least);
      const high = Math.min(length - 1, step < 0 ? band.most - step : band.most);
      if (fits(step, low, high)) return make(step, low, high);
      // At its end it may lie against something else, a wall say.
      if (fits(step, band.least, band.most)) return make(step, band.least, band.most);
    }
  }
  return null;
}

/** Shifts that a box must have shown. */
const LEAST_SHIFTS = 2;

/** Says whether a box would look different after a shift of its content. */
function foretellsShift(part: ScrollPart, entering: Entering, { seen: { before } }: Case): boolean {
  for (const [cell, from] of listSources(part, entering, before)) {
    if (before.cells[cell] !== before.cells[from]) return true;
  }
  return false;
}

/** Says whether a box's content was shifted so, outside the mask. */
function agrees(part: ScrollPart, entering: Entering, { seen: { before, after }, ctx }: Case): boolean {
  for (const [cell, from] of listSources(part, entering, before)) {
    if (after.cells[cell] !== before.cells[from] && !ctx.mask.has(cell)) return false;
  }
  return true;
}
