import type { Component } from './components';

export type Move = [from: Component, to: Component];

/** Objects of one shape with more candidate pairs than this are paired in reading order. */
const MAX_PAIRS = 4096;

/**
 * Matches moved objects of the same color and shape. If one displacement explains every object of a shape, it
 * wins; among several, the one shared by most objects of all shapes, then the shortest. Otherwise picks the
 * pairing with the shortest total distance.
 *
 * @param width columns of the board
 */
export function matchMoves(gone: readonly Component[], come: readonly Component[], width: number): Move[] {
  const groups = new Map<string, { from: Component[]; to: Component[] }>();
  const groupOf = (object: Component) => {
    const key = nameForm(object, width);
    const existingGroup = groups.get(key);
    if (existingGroup) return existingGroup;
    const newGroup = { from: [], to: [] };
    groups.set(key, newGroup);
    return newGroup;
  };
  for (const object of gone) groupOf(object).from.push(object);
  for (const object of come) groupOf(object).to.push(object);
  const likely = [...groups.values()]
    .filter(({ from, to }) => from.length > 0 && to.length > 0)
    .map(({ from, to }) => ({ from, to, shifts: countShifts(from, to) }));
  const votes = new Map<number, number>();
  for (const { shifts } of likely) {
    for (const [shift, count] of shifts) votes.set(shift, (votes.get(shift) ?? 0) + count);
  }
  return likely.flatMap((group) => pair(group, votes));
}

/** Candidates for moves among objects of one shape. `shifts` counts the pairs per displacement. */
interface Group {
  from: Component[];
  to: Component[];
  shifts: ReadonlyMap<number, number>;
}

function pair({ from, to, shifts }: Group, votes: ReadonlyMap<number, number>): Move[] {
  const few = Math.min(from.length, to.length);
  const common = [...shifts]
    .filter(([, count]) => count === few)
    .map(([shift]) => shift)
    .sort((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0) || shiftLength(a) - shiftLength(b) || a - b)[0];
  if (common !== undefined) return listPairs(from, to).filter((move) => findShift(move) === common);
  const inColumns = (list: Component[]) => [...list].sort((a, b) => a.left - b.left || a.top - b.top);
  const pairings = [zip(from, to), zip(inColumns(from), inColumns(to)), pairNearest(from, to)];
  const total = (moves: Move[]) => moves.reduce((sum, move) => sum + shiftLength(findShift(move)), 0);
  return pairings
    .filter((moves) => from.length === to.length || moves === pairings[2])
    .reduce((best, moves) => (total(moves) < total(best) ? moves : best));
}

function pairNearest(from: Component[], to: Component[]): Move[] {
  const usedObjects = new Set<Component>();
  return listPairs(from, to)
    .sort((a, b) => shiftLength(findShift(a)) - shiftLength(findShift(b)))
    .filter(([a, b]) => {
      if (usedObjects.has(a) || usedObjects.has(b)) return false;
      usedObjects.add(a).add(b);
      return true;
    });
}

function countShifts(from: Component[], to: Component[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const move of listPairs(from, to)) counts.set(findShift(move), (counts.get(findShift(move)) ?? 0) + 1);
  return counts;
}

const listPairs = (from: Component[], to: Component[]): Move[] =>
  from.length * to.length > MAX_PAIRS ? zip(from, to) : from.flatMap((a) => to.map((b): Move => [a, b]));

const zip = (from: Component[], to: Component[]): Move[] =>
  from.flatMap((a, i) => {
    const b = to[i];
    return b ? [[a, b] as Move] : [];
  });

/** Packs a displacement into one number; rows and columns are below 1024. */
const findShift = ([a, b]: Move): number => (b.top - a.top) * 2048 + b.left - a.left;

function shiftLength(shift: number): number {
  const rows = Math.round(shift / 2048);
  return Math.abs(rows) + Math.abs(shift - rows * 2048);
}

/** Equal for objects with the same color and shape, at any position on a board of this width. */
function nameForm({ colour, rows, cols, size, top, left, cells }: Component, width: number): string {
  const corner = top * width + left;
  let hash = 0x811c9dc5;
  for (const cell of cells) hash = Math.imul(hash ^ (cell - corner), 0x01000193);
  return `${colour} ${rows} ${cols} ${size} ${hash}`;
}
