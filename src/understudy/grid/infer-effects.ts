import { applyTurn, findHole, findSpot, pictureIn, type Spot } from '../../engines/grid/claims/area';
import { boxOf } from '../../engines/grid/claims/board';
import { type Area, type Claim, NO_SCOPE, type RecolourClaim, TURNS } from '../../engines/grid/claims/claim';
import { keyOf, locate, type Picture } from '../../engines/grid/claims/picture';
import type { Case, Evidence } from './cases';
import { mainGait } from './gait';
import type { Proposal } from './infer';
import { findSwap } from './infer-swaps';

/** Claims about what lies in a place that an outline, a mark or a click gives: recoloured, turned, selected. */
export function findPlacedEffects(cases: readonly Case[], evidence: Evidence): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  if (effective.length === 0) return [];
  const found = proposeAreas(effective, evidence).flatMap((one) => findInArea(effective, one.area, one.cost));
  if (effective.every(({ seen }) => seen.transition.action.x !== undefined)) {
    for (const { avatar } of evidence.gaits) {
      found.push({ claims: [{ ...NO_SCOPE, kind: 'select', who: avatar.picture }], cost: 0.85 });
    }
  }
  return found;
}

/** Claims about what changes wherever it is on the board, or beside a mark: recoloured, swapped, toggled. */
export function findBoardEffects(cases: readonly Case[], { gaits }: Evidence): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  if (effective.length === 0) return [];
  const found = findInArea(effective, { of: 'board' }, 3);
  const id = effective[0]?.seen.transition.action.id ?? '';
  for (const { avatar, gears } of gaits.slice(0, 4)) {
    // What goes there leaves other colours behind, and is no recolouring.
    if (gears.has(id)) continue;
    const area = boxBeside(effective, avatar.picture);
    if (area) found.push(...findInArea(effective, area, 5.5));
  }
  const swap = findSwap(effective);
  const own = mainGait({ gaits })?.avatar.picture.cells ?? [];
  // What an avatar shows of itself on its way is no look of a thing.
  const isOwn = swap?.pairs.some((pair) => pair.some(({ cells }) => cells.some((one) => own.includes(one))));
  if (swap && !isOwn) found.push({ claims: [swap], cost: 4.5 });
  const toggle = findToggle(effective);
  if (toggle) found.push({ claims: [toggle], cost: 5 });
  return found;
}

function findInArea(effective: readonly Case[], area: Area, cost: number): Proposal[] {
  const spots: Spot[] = [];
  for (const one of effective) {
    const spot = findSpot(one.seen.before, area, one.seen.transition.action, one.ctx.mask);
    if (!spot || (area.of !== 'board' && !holdsAll(spot, one))) return [];
    spots.push(spot);
  }
  const found: Proposal[] = [];
  const map = findMap(effective, spots);
  if (map) found.push({ claims: [{ ...NO_SCOPE, kind: 'recolour', area, map }], cost });
  for (const way of area.of === 'board' ? [] : TURNS) {
    if (!effective.every((one, i) => isTurned(one, spots[i], way))) continue;
    found.push({ claims: [{ ...NO_SCOPE, kind: 'turn', area, way }], cost: cost - 0.5 });
  }
  return found;
}

/** Outlines and marks that actions move: what lies in or beside them may be what other actions change. */
function proposeAreas(effective: readonly Case[], { gaits }: Evidence): { area: Area; cost: number }[] {
  const clicked = effective.every(({ seen }) => seen.transition.action.x !== undefined);
  const pictures = gaits.slice(0, 4).map(({ avatar }) => avatar.picture);
  return [
    ...(clicked ? [{ area: { of: 'clicked' } as const, cost: 2 }] : []),
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

function holdsAll(spot: Spot, { seen }: Case): boolean {
  const cells = new Set(spot.cells);
  return seen.changed.every((cell) => cells.has(cell));
}

/** The map that takes every cell of the spots to what it became; null when colours go different ways. */
function findMap(effective: readonly Case[], spots: readonly Spot[]): RecolourClaim['map'] | null {
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
      if (seen.after.cells[cell] === from && map.has(from)) return null;
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

/** Whether every cell of a colour before changed. */
function noneLeft({ before, after }: Case['seen'], colour: number): boolean {
  for (let cell = 0; cell < before.cells.length; cell++) {
    if (before.cells[cell] === colour && after.cells[cell] === colour) return false;
  }
  return true;
}
