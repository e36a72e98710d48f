import { add, type Component, findComponents, floodCells, isZero } from './board';
import { cellsAt, cutLook, type Look } from './look';
import { cluster, remember } from './memo';
import { isGround } from './scenery';
import { findChanged } from './situation';
import type { Board, Mask, Transition, Vec } from './types';

/** An object that moved, changed its look, or both. */
export interface ObjectEvent {
  from: Look;
  /** null if it vanished. */
  to: Look | null;
  at: Vec;
  by: Vec;
}

const beforeCache = new WeakMap<ObjectEvent, readonly number[]>();
const afterCache = new WeakMap<ObjectEvent, readonly number[]>();

/** Cells of the object on the board before its transition. */
export const cellsBefore = (before: Board, event: ObjectEvent): readonly number[] =>
  remember(beforeCache, event, () => cellsAt(before, event.from, event.at));

/** Cells of the object on the board after its transition; none if it vanished. */
export const cellsAfter = (after: Board, event: ObjectEvent): readonly number[] =>
  remember(afterCache, event, () => (event.to ? cellsAt(after, event.to, add(event.at, event.by)) : []));

/** Changed cells that no object explains. */
export interface Patch {
  /** The two looks. */
  key: string;
  from: Look;
  to: Look;
  at: Vec;
}

export interface Reading {
  changed: readonly number[];
  objects: readonly ObjectEvent[];
  patches: readonly Patch[];
}

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
  const isObject: IsObject = (component, board) => !isGround(component, board, groundColors);
  const reading = { changed, ...explain(transition, changed, isObject) };
  readings.set(transition, { stamp, reading });
  return reading;
}

type IsObject = (component: Component, board: Board) => boolean;

function explain(
  transition: Transition,
  changed: readonly number[],
  isObject: IsObject,
): Omit<Reading, 'changed'> {
  if (changed.length === 0) return { objects: [], patches: [] };
  if (isTooMuch(transition, changed)) return { objects: [], patches: [cutPatch(transition, changed)] };
  const left = new Set(changed);
  const moves = findMoves(transition, changed, left, isObject);
  const { objects, patches } = readRest(transition, left, isObject);
  return { objects: [...moves, ...objects], patches };
}

/** Changes of more cells or components are a new scene, too slow to read and useless. */
const MAX_CHANGED_SHARE = 0.4;
const MAX_TOUCHED = 250;

function isTooMuch({ before, after }: Transition, changed: readonly number[]): boolean {
  if (changed.length > MAX_CHANGED_SHARE * before.cells.length) return true;
  return [before, after].some((board) => {
    const { of } = findComponents(board);
    return new Set(changed.map((cell) => of[cell])).size > MAX_TOUCHED;
  });
}

function cutPatch({ before, after }: Pick<Transition, 'before' | 'after'>, cells: readonly number[]): Patch {
  const { look: from, at } = cutLook(before, cells);
  const { look: to } = cutLook(after, cells);
  return { key: `${from.key}>${to.key}`, from, to, at };
}

/**
 * Finds components of the same color and shape elsewhere on the other board. Neighbours that moved the same
 * distance are one object.
 */
function findMoves(
  { before, after }: Transition,
  changed: readonly number[],
  left: Set<number>,
  isObject: IsObject,
): ObjectEvent[] {
  const used = new Set<Component>();
  const all = new Set(changed);
  const [olds, news] = [before, after].map((board) => {
    const { list, of } = findComponents(board);
    const found = [...new Set(changed.map((cell) => of[cell] as number))].map((id) => list[id] as Component);
    return found.filter(
      (one) =>
        isObject(one, board) &&
        // An object may leave its whole place to another one that moves in.
        (one.cells.some((cell) => left.has(cell)) ||
          (board === before && one.cells.every((cell) => all.has(cell)))),
    );
  }) as [Component[], Component[]];
  const votes = new Map<string, { by: Vec; pairs: Pair[]; size: number }>();
  for (const component of olds)
    for (const target of news) {
      if (target.key !== component.key) continue;
      const by: Vec = [target.top - component.top, target.left - component.left];
      if (isZero(by)) continue;
      const size = -0.01 * (Math.abs(by[0]) + Math.abs(by[1]));
      const vote = remember(votes, by.join(), () => ({ by, pairs: [], size }));
      vote.pairs.push([component, target]);
      vote.size += component.cells.length;
    }
  const groups: Pair[][] = [];
  for (const { pairs } of [...votes.values()].sort((a, b) => b.size - a.size)) {
    const free = pairs.filter((pair) => !pair.some((one) => used.has(one)));
    for (const group of cluster(free, ([a], [b]) => touch(a, b))) {
      const cells = group.flatMap(([from, to]) => [...from.cells, ...to.cells]);
      if (!cells.some((cell) => left.has(cell))) continue;
      for (const one of group.flat()) used.add(one);
      for (const cell of cells) left.delete(cell);
      groups.push(group);
    }
  }
  return mergeTurned(groups).map((group) => {
    const [from, to] = [0, 1].map((side) => group.flatMap((pair) => pair[side]?.cells ?? [])) as [
      number[],
      number[],
    ];
    const [old, next] = [cutLook(before, from), cutLook(after, to)];
    return { from: old.look, to: next.look, at: old.at, by: distance(old.at, next.at) };
  });
}

/** Merges groups that touch and together keep their outer size: one object whose parts moved inside it. */
function mergeTurned(groups: readonly Pair[][]): Pair[][] {
  const merged: Pair[][] = [];
  for (const group of groups) {
    const partner = merged.find((other) => isTurned([...other, ...group], [other, group]));
    if (partner) partner.push(...group);
    else merged.push([...group]);
  }
  return merged;
}

function isTurned(all: readonly Pair[], [a, b]: readonly [Pair[], Pair[]]): boolean {
  const isNear = (side: 0 | 1) => a.some((one) => b.some((other) => touch(one[side], other[side])));
  const size = (side: 0 | 1) => {
    const parts = all.map((pair) => pair[side]);
    const height =
      Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top)) + 1;
    const width =
      Math.max(...parts.map(({ right }) => right)) - Math.min(...parts.map(({ left }) => left)) + 1;
    return `${Math.min(height, width)}×${Math.max(height, width)}`;
  };
  return isNear(0) && isNear(1) && size(0) === size(1);
}

type Pair = [Component, Component];

const touch = (a: Component, b: Component): boolean =>
  a.top <= b.bottom + 1 && b.top <= a.bottom + 1 && a.left <= b.right + 1 && b.left <= a.right + 1;

/** Reads connected changed cells with the components they touch as one object before and after, or as a patch. */
function readRest({ before, after }: Transition, left: ReadonlySet<number>, isObject: IsObject) {
  const groups = floodCells(before, left).map((cells) => ({
    cells,
    old: listTouched(before, cells, left, isObject),
    now: listTouched(after, cells, left, isObject),
  }));
  const shares = (a: readonly Component[], b: readonly Component[]) => a.some((one) => b.includes(one));
  const sides = cluster(groups, (a, b) => shares(a.old, b.old) || shares(a.now, b.now)).map((group) => {
    const [from, to] = [group.flatMap(({ old }) => old), group.flatMap(({ now }) => now)].map((parts) => [
      ...new Set(parts.flatMap(({ cells }) => cells)),
    ]) as [number[], number[]];
    return {
      cells: group.flatMap(({ cells }) => cells),
      from: from.length > 0 ? cutLook(before, from) : null,
      to: to.length > 0 ? cutLook(after, to) : null,
    };
  });
  const objects: ObjectEvent[] = [];
  const patches: Patch[] = [];
  const gone = sides.filter(({ from, to }) => from && !to);
  const come = sides.filter(({ from, to }) => to && !from);
  const done = new Set<unknown>();
  for (const side of gone) {
    const { from } = side;
    const target =
      come.find((other) => !done.has(other) && other.to?.look.key === from?.look.key) ??
      (gone.length === 1 && come.length === 1 && isAlike(from?.look, come[0]?.to?.look)
        ? come[0]
        : undefined);
    if (!from || !target?.to) continue;
    done.add(side).add(target);
    objects.push({ from: from.look, to: target.to.look, at: from.at, by: distance(from.at, target.to.at) });
  }
  for (const side of sides) {
    const { cells, from, to } = side;
    if (done.has(side)) continue;
    if (from && to) {
      objects.push({ from: from.look, to: to.look, at: from.at, by: distance(from.at, to.at) });
    } else {
      patches.push(cutPatch({ before, after }, cells));
    }
  }
  return { objects, patches };
}

/** True if both looks have about the same number of cells. */
export const isAlike = (a?: Look, b?: Look): boolean =>
  a !== undefined &&
  b !== undefined &&
  Math.min(a.parts.length, b.parts.length) >= 0.8 * Math.max(a.parts.length, b.parts.length);

const distance = (from: Vec, to: Vec): Vec => [to[0] - from[0], to[1] - from[1]];

/** The components below these cells that changed. With a smaller share of changed cells, they are covered ground. */
function listTouched(
  board: Board,
  cells: readonly number[],
  left: ReadonlySet<number>,
  isObject: IsObject,
): Component[] {
  const { list, of } = findComponents(board);
  return [...new Set(cells.map((cell) => list[of[cell] as number] as Component))].filter(
    (one) =>
      isObject(one, board) &&
      one.cells.filter((cell) => left.has(cell)).length >= MIN_CHANGED * one.cells.length,
  );
}

const MIN_CHANGED = 0.2;
