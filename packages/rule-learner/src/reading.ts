import { boundingBox, type Component, findComponents, floodCells, isZero, shapeKey, subtract } from './board';
import { cutSite, type Site } from './look';
import { cluster, remember } from './memo';
import { findChanged } from './situation';
import type { Board, Mask, Transition, Vec } from './types';

/** An object that moved, changed its look, or both. */
export interface ObjectEvent {
  from: Site;
  /** null if it vanished. */
  to: Site | null;
  by: Vec;
}

export interface Reading {
  hasEffect: boolean;
  objects: readonly ObjectEvent[];
  /** False if some cells changed that belong to no object. */
  isExplained: boolean;
  /** Cells of the objects before and after. */
  left: ReadonlySet<number>;
  taken: ReadonlySet<number>;
}

type IsObject = (component: Component, board: Board) => boolean;

const readings = new WeakMap<Transition, { stamp: string; reading: Reading }>();

/** Explains the changed cells without any knowledge of the game. Cached until the mask or the ground changes. */
export function readTransition(
  transition: Transition,
  mask: Mask,
  groundColors: ReadonlySet<number>,
): Reading {
  const stamp = `${mask.size} ${[...groundColors].join()}`;
  const known = readings.get(transition);
  if (known?.stamp === stamp) return known.reading;
  const changed = findChanged(transition, mask);
  const isObject: IsObject = ({ color, cells }, board) =>
    !groundColors.has(color) && cells.length <= maxObjectSize(board);
  const { objects, isExplained } = explain(transition, changed, isObject);
  const left = new Set(objects.flatMap(({ from }) => from.cells));
  const taken = new Set(objects.flatMap(({ to }) => to?.cells ?? []));
  const reading = { hasEffect: changed.length > 0, objects, isExplained, left, taken };
  readings.set(transition, { stamp, reading });
  return reading;
}

/** Components above this share of the board are ground. */
const GROUND_SHARE = 0.15;
const GROUND_COLOR_SHARE = 0.2;

/** In cells. */
export const maxObjectSize = (board: Board): number => Math.max(4, GROUND_SHARE * board.cells.length);

/** Colors that cover much of the first board of a level. */
export function findGroundColors(transitions: readonly Transition[]): ReadonlySet<number> {
  const colors = new Set<number>();
  for (const { before } of transitions.filter(({ start }, i) => start || i === 0)) {
    const counts = new Array<number>(16).fill(0);
    for (const { color, cells } of findComponents(before).list) {
      counts[color] = (counts[color] ?? 0) + cells.length;
      if (cells.length > maxObjectSize(before)) colors.add(color);
    }
    counts.forEach((count, color) => {
      if (count > GROUND_COLOR_SHARE * before.cells.length) colors.add(color);
    });
  }
  return colors;
}

/** Changes of more cells or components are a new scene, too slow to read and useless. */
const MAX_CHANGED_SHARE = 0.4;
const MAX_TOUCHED = 250;

function explain(
  transition: Transition,
  changed: readonly number[],
  isObject: IsObject,
): Pick<Reading, 'objects' | 'isExplained'> {
  const { before, after } = transition;
  const isTooMuch =
    changed.length > MAX_CHANGED_SHARE * before.cells.length ||
    [before, after].some((board) => componentsBelow(board, changed).length > MAX_TOUCHED);
  if (isTooMuch) return { objects: [], isExplained: false };
  const left = new Set(changed);
  const moves = findMoves(transition, changed, left, isObject);
  const rest = readRest(transition, left, isObject);
  return { ...rest, objects: [...moves, ...rest.objects] };
}

function componentsBelow(board: Board, cells: readonly number[]): Component[] {
  const { list, of } = findComponents(board);
  return [...new Set(cells.map((cell) => of[cell] as number))].map((id) => list[id] as Component);
}

const makeEvent = (from: Site, to: Site): ObjectEvent => ({ from, to, by: subtract(to.at, from.at) });

type Pair = [Component, Component];

/**
 * Finds components of the same color and shape elsewhere on the other board. Neighbours that moved the same
 * distance are one object. Deletes their cells from `left`.
 */
function findMoves(
  { before, after }: Transition,
  changed: readonly number[],
  left: Set<number>,
  isObject: IsObject,
): ObjectEvent[] {
  const [olds, news] = [before, after].map((board) =>
    componentsBelow(board, changed).filter((one) => isObject(one, board)),
  ) as [Component[], Component[]];
  const votes = new Map<string, { pairs: Pair[]; size: number }>();
  for (const old of olds)
    for (const now of news) {
      const by: Vec = [now.top - old.top, now.left - old.left];
      if (shapeKey(now) !== shapeKey(old) || isZero(by)) continue;
      const size = -0.01 * (Math.abs(by[0]) + Math.abs(by[1]));
      const vote = remember(votes, by.join(), () => ({ pairs: [], size }));
      vote.pairs.push([old, now]);
      vote.size += old.cells.length;
    }
  const used = new Set<Component>();
  const groups: Pair[][] = [];
  for (const { pairs } of [...votes.values()].sort((a, b) => b.size - a.size)) {
    const free = pairs.filter((pair) => !pair.some((one) => used.has(one)));
    for (const group of cluster(free, ([a], [b]) => touch(a, b))) {
      const cells = group.flat().flatMap((one) => one.cells);
      if (!cells.some((cell) => left.has(cell))) continue;
      for (const one of group.flat()) used.add(one);
      for (const cell of cells) left.delete(cell);
      groups.push(group);
    }
  }
  return mergeTurned(groups).map((group) => {
    const [from, to] = [0, 1].map((side) => group.flatMap((pair) => pair[side]?.cells ?? []));
    return makeEvent(cutSite(before, from ?? []), cutSite(after, to ?? []));
  });
}

/** Merges groups that touch and together keep their outer size: one object whose parts moved inside it. */
const mergeTurned = (groups: readonly Pair[][]): Pair[][] =>
  cluster(groups, (a, b) => {
    const isNear = (side: 0 | 1) => a.some((one) => b.some((other) => touch(one[side], other[side])));
    const size = (side: 0 | 1) => {
      const parts = [...a, ...b].map((pair) => pair[side]);
      const box = boundingBox(
        parts.flatMap(({ cells }) => cells),
        parts[0]?.cols ?? 1,
      );
      return [box.bottom - box.top, box.right - box.left].sort((p, q) => p - q).join();
    };
    return isNear(0) && isNear(1) && size(0) === size(1);
  }).map((group) => group.flat());

const touch = (a: Component, b: Component): boolean =>
  a.top <= b.bottom + 1 && b.top <= a.bottom + 1 && a.left <= b.right + 1 && b.left <= a.right + 1;

/** Minimum share of a component's cells that must have changed. With less, it is ground that was covered. */
const MIN_CHANGED = 0.2;

/** Reads connected changed cells with the components they touch as one object before and after. */
function readRest({ before, after }: Transition, left: ReadonlySet<number>, isObject: IsObject) {
  const boards = [before, after];
  const isTouched = (one: Component, board: Board) =>
    isObject(one, board) &&
    one.cells.filter((cell) => left.has(cell)).length >= MIN_CHANGED * one.cells.length;
  const areas = floodCells(before, left).map((cells) => {
    const sides = boards.map((board) => componentsBelow(board, cells));
    // An area of one color that takes another one is an object, even in the color of the ground.
    const isTile = sides.every((own) => own.length === 1 && own[0]?.cells.length === cells.length);
    return isTile ? sides : sides.map((own, i) => own.filter((one) => isTouched(one, boards[i] as Board)));
  });
  const groups = cluster(areas, (a, b) =>
    a.some((own, side) => own.some((one) => b[side]?.includes(one))),
  ).map((group) => {
    const [from = null, to = null] = boards.map((board, side) => {
      const cells = [...new Set(group.flatMap((sides) => sides[side] ?? []))].flatMap((one) => one.cells);
      return cells.length > 0 ? cutSite(board, cells) : null;
    });
    return { from, to };
  });
  const objects = groups.flatMap(({ from, to }) => (from && to ? [makeEvent(from, to)] : []));
  const rest = groups.filter(({ from, to }) => !from || !to);
  const [gone, come] = [rest.flatMap(({ from }) => from ?? []), rest.flatMap(({ to }) => to ?? [])];
  // One object went and a similar one came elsewhere: it moved.
  const isOne = rest.length === 2 && isAlike(gone[0], come[0]);
  if (isOne) objects.push(makeEvent(gone[0] as Site, come[0] as Site));
  return { objects, isExplained: isOne || rest.length === 0 };
}

/** True if both looks have about the same number of cells. */
const isAlike = (a: Site | undefined, b: Site | undefined): boolean => {
  const [small = 0, large = 0] = [a, b].map((one) => one?.cells.length ?? 0).sort((p, q) => p - q);
  return small > 0 && small >= 0.8 * large;
};
