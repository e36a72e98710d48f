import { type Component, describeObject, findComponents, type GridObject, withoutCells } from './components';
import { colourName, type Grid } from './frame';

export { describeObject, findObjects, type GridObject } from './components';

export interface ObjectMove extends GridObject {
  /** Cells it moved: down and right are positive. `top` and `left` are where it came from. */
  byRows: number;
  byCols: number;
}

export interface ObjectChanges {
  moved: ObjectMove[];
  appeared: GridObject[];
  vanished: GridObject[];
  /** `colour` is the new one. */
  recoloured: (GridObject & { from: number })[];
  /** Objects that kept some of their cells and changed others; as they are after. */
  reshaped: GridObject[];
  /** Colour of what the others move on, appear on or vanish from; its own pieces are not listed. */
  ground: number | null;
}

/** What happened to the objects between two settled frames of the same size. */
export function compareObjects(before: Grid, after: Grid): ObjectChanges {
  let [gone, come] = findChanged(before, after);

  // Whatever moves uncovers the ground behind it and cuts it up ahead: pieces of ground are no objects.
  const ground = findGround(gone, come, before, after);
  gone = gone.filter((object) => object.colour !== ground);
  come = come.filter((object) => object.colour !== ground);

  const recoloured: ObjectChanges['recoloured'] = [];
  for (const object of [...come]) {
    const was = gone.find((other) => isSamePlace(other, object));
    if (!was) continue;
    recoloured.push({ ...withoutCells(object), from: was.colour });
    gone = gone.filter((other) => other !== was);
    come = come.filter((other) => other !== object);
  }

  const width = before[0]?.length ?? 0;
  const moved: ObjectMove[] = [];
  for (const object of [...gone]) {
    const target = nearest(
      object,
      come.filter((other) => isSameForm(other, object, width)),
    );
    if (!target) continue;
    moved.push({
      ...withoutCells(object),
      byRows: target.top - object.top,
      byCols: target.left - object.left,
    });
    gone = gone.filter((other) => other !== object);
    come = come.filter((other) => other !== target);
  }
  const kept = (object: Component, grid: Grid) =>
    object.cells.some((cell) => grid[Math.floor(cell / width)]?.[cell % width] === object.colour);
  return {
    moved,
    recoloured,
    ground,
    reshaped: come.filter((object) => kept(object, before)).map(withoutCells),
    appeared: come.filter((object) => !kept(object, before)).map(withoutCells),
    vanished: gone.filter((object) => !kept(object, after)).map(withoutCells),
  };
}

/** One line per change, in plain words; `[]` when no object changed. */
export function describeChanges(changes: ObjectChanges): string[] {
  const at = (object: GridObject) => `at (${object.top},${object.left})`;
  return [
    ...changes.moved.map(
      (move) =>
        `${describeObject(move)} ${at(move)} moved by (${signed(move.byRows)},${signed(move.byCols)})`,
    ),
    ...changes.recoloured.map(
      (object) => `${describeObject(object)} ${at(object)} was ${colourName(object.from)}`,
    ),
    ...changes.appeared.map((object) => `${describeObject(object)} ${at(object)} appeared`),
    ...changes.vanished.map((object) => `${describeObject(object)} ${at(object)} vanished`),
    ...changes.reshaped.map((object) => `${describeObject(object)} ${at(object)} changed its form`),
  ];
}

const signed = (n: number): string => (n > 0 ? `+${n}` : `${n}`);

/** The objects of both frames that are not in the other one, cell for cell. */
function findChanged(before: Grid, after: Grid): [gone: Component[], come: Component[]] {
  const old = new Map(findComponents(before).map((object) => [object.cells[0], object]));
  const now = new Map(findComponents(after).map((object) => [object.cells[0], object]));
  for (const [start, object] of old) {
    const other = now.get(start);
    if (!other || other.colour !== object.colour || !isSamePlace(other, object)) continue;
    old.delete(start);
    now.delete(start);
  }
  return [[...old.values()], [...now.values()]];
}

const isSamePlace = (a: Component, b: Component): boolean =>
  a.size === b.size && a.cells.every((cell, i) => cell === b.cells[i]);

/** Same colour, same cells, wherever they are; on boards of this width. */
function isSameForm(a: Component, b: Component, width: number): boolean {
  if (a.colour !== b.colour || a.size !== b.size || a.rows !== b.rows || a.cols !== b.cols) return false;
  const shift = (b.top - a.top) * width + b.left - a.left;
  return a.cells.every((cell, i) => cell + shift === b.cells[i]);
}

/**
 * The most widespread of the colours that both gave and took cells (what moves leaves ground behind and covers it
 * ahead); failing that, of those beneath whatever appeared or vanished elsewhere. Null when objects only changed
 * colour, or when one colour alone is concerned.
 */
function findGround(gone: Component[], come: Component[], before: Grid, after: Grid): number | null {
  const spread = new Map<number, number>();
  const lost = new Set<number>();
  const gained = new Set<number>();
  before.forEach((row, r) => {
    row.forEach((colour, c) => {
      spread.set(colour, (spread.get(colour) ?? 0) + 1);
      const next = after[r]?.[c];
      if (next === colour || next === undefined) return;
      lost.add(colour);
      gained.add(next);
    });
  });
  const pure = come.every((object) => gone.some((other) => isSamePlace(other, object)));
  if (pure && come.length === gone.length) return null;
  const both = [...lost].filter((colour) => gained.has(colour));
  const pool = both.length > 0 ? both : [...lost, ...gained];
  if (new Set([...lost, ...gained]).size < 2) return null;
  return pool.sort((a, b) => (spread.get(b) ?? 0) - (spread.get(a) ?? 0) || a - b)[0] ?? null;
}

function nearest(object: Component, others: Component[]): Component | undefined {
  const far = (other: Component) => Math.abs(other.top - object.top) + Math.abs(other.left - object.left);
  return [...others].sort((a, b) => far(a) - far(b))[0];
}
