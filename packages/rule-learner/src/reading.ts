import { add, type Component, findComponents, isZero, neighbours } from './board';
import { cellsAt, cutLook, findLook, fits, type Look } from './look';
import { remember } from './memo';
import { maxObjectSize, type Scenery } from './scenery';
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

export interface Recolour {
  component: Component;
  to: number;
}

/** Changed cells that no object explains. */
export interface Patch {
  from: Look;
  to: Look;
  at: Vec;
}

export interface Reading {
  changed: readonly number[];
  objects: readonly ObjectEvent[];
  recolours: readonly Recolour[];
  patches: readonly Patch[];
}

/** Maximum number of known looks to try in one second reading. */
const MAX_KNOWN = 80;

interface Cached {
  stamp: string;
  reading: Reading;
}

const firstCache = new WeakMap<Transition, Cached>();
const secondCache = new WeakMap<Transition, Cached>();

/** Caches a reading until the mask, the scenery or the known looks change. */
function readOnce(
  cache: WeakMap<Transition, Cached>,
  transition: Transition,
  stamp: string,
  read: () => Reading,
): Reading {
  const known = cache.get(transition);
  if (known?.stamp === stamp) return known.reading;
  const reading = read();
  cache.set(transition, { stamp, reading });
  return reading;
}

/** First reading: matches components before and after, without any knowledge of the game. */
export function readBlobs(transition: Transition, mask: Mask, scenery: Scenery): Reading {
  return readOnce(firstCache, transition, `${mask.size} ${scenery.stamp}`, () => {
    const changed = findChanged(transition, mask);
    if (changed.length === 0) return { changed, objects: [], recolours: [], patches: [] };
    return { changed, ...explain(transition, changed, scenery) };
  });
}

/** Cache key of the known events that a second reading depends on. */
export const stampKnown = (known: readonly ObjectEvent[]): string =>
  known.map(({ from, to, by }) => `${from.key}>${to?.key}@${by.join()}`).join(' ');

/** Second reading: finds recurring looks even if an object touches an area of its own colour. */
export function readKnown(
  transition: Transition,
  first: Reading,
  known: readonly ObjectEvent[],
  scenery: Scenery,
  stamp: string,
): Reading {
  return readOnce(secondCache, transition, stamp, () => rereadKnown(transition, first, known, scenery));
}

function rereadKnown(
  transition: Transition,
  first: Reading,
  known: readonly ObjectEvent[],
  scenery: Scenery,
): Reading {
  const { before, after } = transition;
  const left = new Set(first.changed);
  const used = new Set<number>();
  const objects: ObjectEvent[] = [];
  for (const { from, to, by } of known.slice(0, MAX_KNOWN)) {
    if (to === null) continue;
    for (const at of findLook(before, from)) {
      const target = add(at, by);
      if (!fits(after, to, target) || (from.key === to.key && fits(after, from, at))) continue;
      const own = cellsAt(before, from, at);
      if (own.some((cell) => used.has(cell))) continue;
      const hit = [...own, ...cellsAt(after, to, target)].filter((cell) => left.has(cell));
      if (hit.length < Math.min(3, own.length)) continue;
      for (const cell of hit) left.delete(cell);
      for (const cell of own) used.add(cell);
      objects.push({ from, to, at, by });
    }
  }
  if (objects.length === 0) return first;
  const rest = explain(transition, [...left], scenery);
  return { changed: first.changed, ...rest, objects: [...objects, ...rest.objects] };
}

type Explained = Omit<Reading, 'changed'>;

/** Objects come first. A second pass reads the unexplained rest with tiles as objects. */
function explain(transition: Transition, changed: readonly number[], scenery: Scenery): Explained {
  const left = new Set(changed);
  if (isTooMuch(transition, changed))
    return { recolours: [], objects: [], patches: [cutPatch(transition, changed)] };
  const recolours = findRecolours(transition, left, scenery);
  const objects: ObjectEvent[] = [];
  const used = new Set<Component>();
  const noTiles = (component: Component, board: Board) =>
    scenery.isGround(component, board) || scenery.isTile(component);
  objects.push(...findMoves(transition, changed, left, used, noTiles));
  const first = readRest(transition, left, noTiles);
  objects.push(...first.objects);
  for (const cell of first.explained) left.delete(cell);
  const isGround = (component: Component, board: Board) => scenery.isGround(component, board);
  objects.push(...findMoves(transition, changed, left, used, isGround));
  const rest = readRest(transition, left, isGround);
  return { recolours, objects: [...objects, ...rest.objects], patches: rest.patches };
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
  const { look, at } = cutLook(before, cells);
  return { from: look, to: cutLook(after, cells).look, at };
}

type IsGround = (component: Component, board: Board) => boolean;

function findRecolours({ before, after }: Transition, left: Set<number>, scenery: Scenery): Recolour[] {
  const [old, now] = [findComponents(before), findComponents(after)];
  const found: Recolour[] = [];
  for (const id of new Set([...left].map((cell) => old.of[cell] as number))) {
    const component = old.list[id] as Component;
    const other = now.list[now.of[component.cells[0] as number] as number] as Component;
    const isSame = other.cells.length === component.cells.length && other.top === component.top;
    if (!isSame || component.cells.length > maxObjectSize(before) || other.colour === component.colour)
      continue;
    if (other.cells.some((cell, i) => cell !== component.cells[i])) continue;
    // A one-cell or ground-coloured picture is more often a part of another object.
    if (scenery.colours.has(component.colour) && scenery.colours.has(other.colour)) continue;
    found.push({ component, to: other.colour });
  }
  const real = found.filter(
    (one) => !found.some((other) => isSwap(one, other)) && !isExchange(one, old.list, now.list),
  );
  for (const { component } of real) for (const cell of component.cells) left.delete(cell);
  return real;
}

/** True if both colours are as frequent in this shape as before: the objects swapped places. */
function isExchange(
  { component, to }: Recolour,
  old: readonly Component[],
  now: readonly Component[],
): boolean {
  const shape = component.key.slice(component.key.indexOf(':'));
  return [component.colour, to].every((colour) => {
    const key = `${colour}${shape}`;
    const count = (list: readonly Component[]) => list.filter((one) => one.key === key).length;
    return count(old) > 0 && count(old) === count(now);
  });
}

/** Two areas of one shape that swap colours: an object moved from one to the other. */
const isSwap = (a: Recolour, b: Recolour): boolean =>
  a.to === b.component.colour &&
  b.to === a.component.colour &&
  a.component.key.slice(a.component.key.indexOf(':')) === b.component.key.slice(b.component.key.indexOf(':'));

/**
 * Finds components of the same colour and shape elsewhere on the other board. Neighbours that moved the same
 * distance are one object.
 */
function findMoves(
  { before, after }: Transition,
  changed: readonly number[],
  left: Set<number>,
  used: Set<Component>,
  isGround: IsGround,
): ObjectEvent[] {
  const all = new Set(changed);
  const [olds, news] = [before, after].map((board) => {
    const { list, of } = findComponents(board);
    const found = [...new Set(changed.map((cell) => of[cell] as number))].map((id) => list[id] as Component);
    return found.filter(
      (one) =>
        !used.has(one) &&
        !isGround(one, board) &&
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
    for (const group of groupNeighbours(free)) {
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

function groupNeighbours(pairs: readonly Pair[]): Pair[][] {
  const groups: Pair[][] = [];
  for (const pair of pairs) {
    const near = groups.filter((group) => group.some(([other]) => touch(other, pair[0])));
    const rest = groups.filter((group) => !near.includes(group));
    groups.splice(0, groups.length, ...rest, [...near.flat(), pair]);
  }
  return groups;
}

const touch = (a: Component, b: Component): boolean =>
  a.top <= b.bottom + 1 && b.top <= a.bottom + 1 && a.left <= b.right + 1 && b.left <= a.right + 1;

interface Blob {
  cells: number[];
  old: Set<number>;
  now: Set<number>;
}

/** Reads connected changed cells with the components they touch as one object before and after, or as a patch. */
function readRest({ before, after }: Transition, left: ReadonlySet<number>, isGround: IsGround) {
  const blobs = mergeBlobs(
    findBlobs(before, left).map((cells) => touchedThings(before, after, cells, left, isGround)),
  );
  const [old, now] = [findComponents(before), findComponents(after)];
  const sides = blobs.map((blob) => {
    const from = [...blob.old].flatMap((id) => old.list[id]?.cells ?? []);
    const to = [...blob.now].flatMap((id) => now.list[id]?.cells ?? []);
    return {
      blob,
      from: from.length > 0 ? cutLook(before, from) : null,
      to: to.length > 0 ? cutLook(after, to) : null,
    };
  });
  const objects: ObjectEvent[] = [];
  const patches: Patch[] = [];
  const gone = sides.filter(({ from, to }) => from && !to);
  const come = sides.filter(({ from, to }) => to && !from);
  const done = new Set<unknown>();
  const explained: number[] = [];
  for (const side of gone) {
    const { from } = side;
    const target =
      come.find((other) => !done.has(other) && other.to?.look.key === from?.look.key) ??
      (gone.length === 1 && come.length === 1 && isAlike(from?.look, come[0]?.to?.look)
        ? come[0]
        : undefined);
    if (!from || !target?.to) continue;
    done.add(side).add(target);
    explained.push(...side.blob.cells, ...target.blob.cells);
    objects.push({ from: from.look, to: target.to.look, at: from.at, by: distance(from.at, target.to.at) });
  }
  for (const side of sides) {
    const { blob, from, to } = side;
    if (done.has(side)) continue;
    if (from && to) {
      explained.push(...blob.cells);
      objects.push({ from: from.look, to: to.look, at: from.at, by: distance(from.at, to.at) });
    } else {
      patches.push(cutPatch({ before, after }, blob.cells));
    }
  }
  return { objects, patches, explained };
}

const isAlike = (a?: Look, b?: Look): boolean =>
  a !== undefined &&
  b !== undefined &&
  Math.min(a.parts.length, b.parts.length) >= 0.8 * Math.max(a.parts.length, b.parts.length);

const distance = (from: Vec, to: Vec): Vec => [to[0] - from[0], to[1] - from[1]];

function findBlobs(board: Board, cells: ReadonlySet<number>): number[][] {
  const seen = new Set<number>();
  const blobs: number[][] = [];
  for (const first of cells) {
    if (seen.has(first)) continue;
    seen.add(first);
    const blob = [first];
    for (let i = 0; i < blob.length; i++)
      for (const cell of neighbours(board, blob[i] as number))
        if (cells.has(cell) && !seen.has(cell)) {
          seen.add(cell);
          blob.push(cell);
        }
    blobs.push(blob);
  }
  return blobs;
}

/**
 * A component belongs to a blob if at least a fifth of it changed; with a smaller share it is ground that was
 * covered.
 */
function touchedThings(
  before: Board,
  after: Board,
  cells: number[],
  left: ReadonlySet<number>,
  isGround: IsGround,
): Blob {
  const things = (board: Board) => {
    const { list, of } = findComponents(board);
    const ids = new Set<number>();
    for (const cell of cells) {
      const component = list[of[cell] as number] as Component;
      if (ids.has(component.id) || isGround(component, board)) continue;
      const share = component.cells.filter((other) => left.has(other)).length / component.cells.length;
      if (share >= 0.2) ids.add(component.id);
    }
    return ids;
  };
  return { cells, old: things(before), now: things(after) };
}

function mergeBlobs(blobs: readonly Blob[]): Blob[] {
  const merged: Blob[] = [];
  for (const blob of blobs) {
    const shared = merged.filter(
      (other) =>
        [...blob.old].some((id) => other.old.has(id)) || [...blob.now].some((id) => other.now.has(id)),
    );
    const rest = merged.filter((other) => !shared.includes(other));
    const all = [...shared, blob];
    const joined = {
      cells: all.flatMap(({ cells }) => cells),
      old: new Set(all.flatMap(({ old }) => [...old])),
      now: new Set(all.flatMap(({ now }) => [...now])),
    };
    merged.splice(0, merged.length, ...rest, joined);
  }
  return merged;
}
