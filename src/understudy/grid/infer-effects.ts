import { applyTurn, clickedCell, findHole, findSpot, pictureIn, type Spot } from '../../grid/claims/area';
import { type Board, type Box, boxOf, cellsOf, flood } from '../../grid/claims/board';
import type { Claim, RecolourClaim, SwapClaim } from '../../grid/claims/claim';
import { isRectangle, type PickClaim } from '../../grid/claims/pick';
import { keyOf, locate, type Picture } from '../../grid/claims/picture';
import { REACHES } from '../../grid/claims/reach';
import { type Area, type ClickedArea, isWide, NO_SCOPE, TURNS } from '../../grid/claims/scope';
import { sorted } from '../../grid/claims/words';
import type { Case, Evidence, Proposal } from './cases';
import { mainMotion } from './motion/motion';

/** Claims about what lies in a place that an outline, a mark or a click gives: recoloured, turned, selected. */
export function findPlacedEffects(cases: readonly Case[], evidence: Evidence): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  if (effective.length === 0) return [];
  const proposals = proposeAreas(effective, evidence).flatMap((one) =>
    findInArea(effective, one.area, one.cost),
  );
  if (effective.every(({ seen }) => seen.transition.action.x !== undefined)) {
    for (const [n, pick] of findPicks(effective).entries())
      proposals.push({ claims: [pick], cost: 1.9 + n / 10 });
    for (const { avatar } of evidence.motions) {
      proposals.push({ claims: [{ ...NO_SCOPE, kind: 'select', who: avatar.picture }], cost: 0.85 });
    }
  }
  return proposals;
}

/** Claims about what changes wherever it is on the board, or beside a mark: recoloured, swapped, toggled. */
export function findBoardEffects(cases: readonly Case[], { motions }: Evidence): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  if (effective.length === 0) return [];
  const proposals = findInArea(effective, { of: 'board' }, 3);
  const id = effective[0]?.seen.transition.action.id ?? '';
  for (const { avatar, gears } of motions.slice(0, 4)) {
    // What goes there leaves other colours behind, and is no recolouring.
    if (gears.has(id)) continue;
    const area = boxBeside(effective, avatar.picture);
    if (area) proposals.push(...findInArea(effective, area, 5.5));
  }
  const swap = findSwap(effective);
  const own = mainMotion({ motions })?.avatar.picture.cells ?? [];
  // What an avatar shows of itself on its way is no look of a thing.
  const isOwn = swap?.pairs.some((pair) => pair.some(({ cells }) => cells.some((one) => own.includes(one))));
  if (swap && !isOwn) proposals.push({ claims: [swap], cost: 4.5 });
  const toggle = findToggle(effective);
  if (toggle) proposals.push({ claims: [toggle], cost: 5 });
  return proposals;
}

/** Claims that what lies in an area is recoloured or turned: all effects lie in it. */
export function findInArea(effective: readonly Case[], area: Area, cost: number): Proposal[] {
  const spots: Spot[] = [];
  for (const one of effective) {
    const spot = spotIn(one, area);
    if (!spot || (area.of !== 'board' && !holdsAll(spot, one))) return [];
    spots.push(spot);
  }
  const proposals: Proposal[] = [];
  const map = findMap(effective, spots, isWide(area));
  if (map) proposals.push({ claims: [{ ...NO_SCOPE, kind: 'recolour', area, map }], cost });
  for (const way of area.of === 'board' ? [] : TURNS) {
    if (!effective.every((one, i) => isTurned(one, spots[i], way))) continue;
    proposals.push({ claims: [{ ...NO_SCOPE, kind: 'turn', area, way }], cost: cost - 0.5 });
  }
  return proposals;
}

/** Finds an area on the board before a case. */
export const spotIn = ({ seen, ctx }: Case, area: Area): Spot | null =>
  findSpot(seen.before, area, seen.transition.action, ctx.mask);

/** What a click may take part of, the simplest first. */
const CLICKED_AREAS: readonly { area: ClickedArea; cost: number }[] = [undefined, ...REACHES].flatMap(
  (reach, i) => {
    const area: ClickedArea = { of: 'clicked', ...(reach && { reach }) };
    return [
      { area, cost: 2 + i / 20 },
      { area: { ...area, whole: true }, cost: 2.02 + i / 20 },
    ];
  },
);

/** Outlines and marks that actions move: what lies in or beside them may be what other actions change. */
function proposeAreas(effective: readonly Case[], { motions }: Evidence): { area: Area; cost: number }[] {
  const areClicks = effective.every(({ seen }) => seen.transition.action.x !== undefined);
  const pictures = motions.slice(0, 4).map(({ avatar }) => avatar.picture);
  return [
    ...(areClicks ? CLICKED_AREAS : []),
    ...pictures.flatMap((picture) =>
      findHole(picture) ? [{ area: { of: 'inside', picture } as const, cost: 2.5 }] : [],
    ),
    ...pictures.map((picture) => ({ area: { of: 'object', picture } as const, cost: 2.8 })),
  ];
}

/** The box of all changes, seen from the corner of a mark; null when it is not on all boards. */
function boxBeside(effective: readonly Case[], picture: Picture): Area | null {
  const cells: { row: number; col: number }[] = [];
  for (const { seen, ctx } of effective) {
    const one = locate(seen.before, picture, false, ctx.mask);
    if (!one) return null;
    const box = boxOf(seen.changed, seen.before.cols);
    cells.push({ row: box.top - one.top, col: box.left - one.left });
    cells.push({ row: box.bottom - one.top, col: box.right - one.left });
  }
  const rows = cells.map(({ row }) => row);
  const cols = cells.map(({ col }) => col);
  const [top, left] = [Math.min(...rows), Math.min(...cols)];
  const size = { rows: Math.max(...rows) - top + 1, cols: Math.max(...cols) - left + 1 };
  // Farther than its own size and a bit, it is no mark of what changed.
  if (Math.max(size.rows, size.cols) > 20) return null;
  return { of: 'beside', picture, at: { rows: top, cols: left }, ...size };
}

/** Says whether all that changed lies in a spot. */
export function holdsAll(spot: Spot | null, { seen }: Case): boolean {
  if (!spot) return false;
  const cells = new Set(spot.cells);
  return seen.changed.every((cell) => cells.has(cell));
}

/**
 * The map that takes every cell of the spots to what it became; null when colours go different ways.
 *
 * @param whole colours that stay are in it too
 */
function findMap(
  effective: readonly Case[],
  spots: readonly Spot[],
  whole: boolean,
): RecolourClaim['map'] | null {
  const map = new Map<number, number>();
  for (const [i, { seen }] of effective.entries()) {
    for (const cell of seen.changed) {
      const [from, to] = [seen.before.cells[cell] ?? 0, seen.after.cells[cell] ?? 0];
      if ((map.get(from) ?? to) !== to) return null;
      map.set(from, to);
    }
    // What did not change must not be of a colour that does.
    for (const cell of spots[i]?.cells ?? []) {
      const from = seen.before.cells[cell] ?? 0;
      if (seen.after.cells[cell] !== from) continue;
      if (map.has(from) && map.get(from) !== from) return null;
      if (whole) map.set(from, from);
    }
  }
  for (const [i, { seen }] of effective.entries()) {
    for (const cell of spots[i]?.cells ?? []) {
      const from = seen.before.cells[cell] ?? 0;
      if (map.has(from) && seen.after.cells[cell] !== map.get(from)) return null;
    }
  }
  return [...map.entries()].sort((a, b) => a[0] - b[0]);
}

function isTurned({ seen }: Case, spot: Spot | undefined, way: (typeof TURNS)[number]): boolean {
  if (!spot || spot.rows !== spot.cols) return false;
  return keyOf(applyTurn(pictureIn(seen.before, spot), way)) === keyOf(pictureIn(seen.after, spot));
}

/**
 * Claims that a click picks the clicked thing, or the one in the clicked object: the colours of what was clicked, and of the
 * picked one before and after. None when something else changes.
 */
function findPicks(effective: readonly Case[]): PickClaim[] {
  const [from, bodies, on, off] = [
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
  ];
  let isSolid = true;
  for (const { seen } of effective) {
    const { before, after, changed } = seen;
    const cell = clickedCell(before, seen.transition.action);
    if (cell === null) return [];
    const clickedCells = flood(before, cell);
    const isBody = before.cells[cell] === after.cells[cell];
    const own = new Set(isBody ? cellsOf(boxOf(clickedCells, before.cols), before.cols) : clickedCells);
    const thing = changed.filter((one) => own.has(one));
    const first = isBody ? thing[0] : cell;
    if (first === undefined) return [];
    if (isBody) bodies.add(before.cells[cell] ?? 0);
    from.add(before.cells[first] ?? 0);
    on.add(after.cells[first] ?? 0);
    if (thing.length === flood(before, first).length) isSolid &&= isRectangle(thing, before);
    for (const one of changed) if (!own.has(one)) off.add(after.cells[one] ?? 0);
  }
  const [pickedColour, otherColour] = [[...on][0], [...off][0]];
  if (pickedColour === undefined || otherColour === undefined || on.size > 1 || off.size > 1) return [];
  if (from.has(pickedColour) || bodies.has(pickedColour)) return [];
  const claim: PickClaim = {
    ...NO_SCOPE,
    kind: 'pick',
    from: sorted(from),
    on: pickedColour,
    off: otherColour,
    ...(bodies.size > 0 && { bodies: sorted(bodies) }),
  };
  return isSolid ? [{ ...claim, solid: true }, claim] : [claim];
}

/** Two colours that all changes are between. */
function findToggle(effective: readonly Case[]): Claim | null {
  let pair: [number, number] | null = null;
  let firstWay = true;
  for (const { seen } of effective) {
    for (const cell of seen.changed) {
      const [from, to] = [seen.before.cells[cell] ?? 0, seen.after.cells[cell] ?? 0];
      pair ??= [from, to];
      const isFirst = pair[0] === from && pair[1] === to;
      if (!isFirst && !(pair[0] === to && pair[1] === from)) return null;
    }
    // All cells of the rarer colour change; which of the two that is shows where some of the other stay.
    firstWay &&= noneLeft(seen, pair?.[0] ?? 0);
  }
  if (!pair) return null;
  const [from, to] = firstWay ? pair : [pair[1], pair[0]];
  return { ...NO_SCOPE, kind: 'toggle', from, to };
}

/** Says whether every cell of a colour before changed. */
function noneLeft({ before, after }: Case['seen'], colour: number): boolean {
  for (let cell = 0; cell < before.cells.length; cell++) {
    if (before.cells[cell] === colour && after.cells[cell] === colour) return false;
  }
  return true;
}

/** Looks a claim may speak of at most. */
const MAX_PAIRS = 4;

/** The two looks of the things that changed where they are; null when there are too many for a rule. */
function findSwap(effective: readonly Case[]): SwapClaim | null {
  const pairs = new Map<string, [Picture, Picture]>();
  for (const { seen } of effective) {
    for (const box of groupChanged(seen.changed, seen.before)) {
      const spot = {
        top: box.top,
        left: box.left,
        rows: box.bottom - box.top + 1,
        cols: box.right - box.left + 1,
      };
      const both: [Picture, Picture] = shrink(pictureIn(seen.before, spot), pictureIn(seen.after, spot));
      both.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      pairs.set(both.map(keyOf).join(' '), both);
      if (pairs.size > MAX_PAIRS) return null;
    }
  }
  // The looks of one thing must not be those of another: then one would not know what it becomes.
  const looks = [...pairs.values()].flatMap((pair) => pair.map(keyOf));
  if (pairs.size === 0 || new Set(looks).size < looks.length) return null;
  return { ...NO_SCOPE, kind: 'swap', pairs: [...pairs.values()] };
}

/** Boxes of changed cells that touch, corners included. */
export function groupChanged(changed: readonly number[], board: Board): Box[] {
  const open = new Set(changed);
  const boxes: Box[] = [];
  for (const start of changed) {
    if (!open.delete(start)) continue;
    const group = [start];
    for (let i = 0; i < group.length; i++) {
      const cell = group[i] ?? 0;
      const col = cell % board.cols;
      for (let down = -1; down <= 1; down++) {
        for (let right = -1; right <= 1; right++) {
          const next = cell + down * board.cols + right;
          if (col + right < 0 || col + right >= board.cols || !open.delete(next)) continue;
          group.push(next);
        }
      }
    }
    boxes.push(boxOf(group, board.cols));
  }
  return boxes;
}

/** The smallest tile that both pictures repeat. */
function shrink(a: Picture, b: Picture): [Picture, Picture] {
  const divisors = (n: number): number[] =>
    Array.from({ length: n }, (_, i) => i + 1).filter((k) => n % k === 0);
  for (const rows of divisors(a.rows)) {
    for (const cols of divisors(a.cols)) {
      // A single cell is a colour, not a look.
      if (rows * cols > 1 && repeats(a, rows, cols) && repeats(b, rows, cols)) {
        return [corner(a, rows, cols), corner(b, rows, cols)];
      }
    }
  }
  return [a, b];
}

const repeats = ({ cells, cols: width }: Picture, rows: number, cols: number): boolean =>
  cells.every((colour, i) => {
    const [row, col] = [Math.floor(i / width) % rows, (i % width) % cols];
    return cells[row * width + col] === colour;
  });

const corner = ({ cells, cols: width }: Picture, rows: number, cols: number): Picture => ({
  rows,
  cols,
  cells: Array.from({ length: rows * cols }, (_, i) => cells[Math.floor(i / cols) * width + (i % cols)] ?? 0),
});
