import { colorName, type Mask, NO_MASK } from '../../contract/frame';
import type { FrameObjects } from '../../contract/tries';
import { type Board, countColors, readBoard } from './board';
import { type Component, describeObject, findComponents, type GridObject, withoutCells } from './components';
import { matchMoves } from './object-moves';

export { describeObject } from './components';

type ListedChanges = NonNullable<FrameObjects['changes']>;

/** Displacement: down and right are positive. `top` and `left` are the position before the move. */
export type ObjectMove = ListedChanges['moved'][number];

/**
 * Each object is in exactly one list. `recoloured` objects have their new color. `resized` are rectangles or
 * outlines that stayed in place, `reshaped` are objects that kept some of their cells; both describe the
 * object after the change.
 */
export interface ObjectChanges extends Omit<ListedChanges, 'since' | 'words'> {
  /**
   * Color of the background: objects move on it, appear on it or vanish from it. Its own pieces are not
   * listed. null: unknown.
   */
  ground: number | null;
}

/**
 * Compares the objects of two settled, packed frames.
 *
 * @param mask cells to ignore: they count as unchanged
 * @returns empty lists for frames of different sizes
 */
export const compareFrames = (before: string, after: string, mask: Mask = NO_MASK): ObjectChanges =>
  before === after ? noChanges() : compareBoards(readBoard(before), readBoard(after), mask);

/** By the board after: prompts describe the same transitions in several turns. */
const COMPARED = new WeakMap<Board, { before: Board; mask: Mask; changes: ObjectChanges }>();

export function compareBoards(before: Board, after: Board, mask: Mask = NO_MASK): ObjectChanges {
  const cached = COMPARED.get(after);
  if (cached?.before === before && cached.mask === mask) return cached.changes;
  const changes = findChanges(before, after, mask);
  COMPARED.set(after, { before, mask, changes });
  return changes;
}

function findChanges(before: Board, after: Board, mask: Mask): ObjectChanges {
  const board = overlay(before, after, mask);
  if (!board) return noChanges();
  let [beforeOnly, come] = findChanged(before, board);

  // A moving object uncovers background behind it and splits it ahead, so pieces of background are not
  // objects.
  const ground = findGround(beforeOnly, come, before, board);
  beforeOnly = beforeOnly.filter((object) => object.colour !== ground);
  come = come.filter((object) => object.colour !== ground);

  const doneObjects = new Set<Component>();
  const rest = (objects: Component[]) => objects.filter((object) => !doneObjects.has(object));
  const recolouredObjects = findRecoloured(beforeOnly, come).map(([was, is]) => {
    doneObjects.add(was).add(is);
    return { ...withoutCells(is), from: was.colour };
  });
  const movedObjects = matchMoves(rest(beforeOnly), rest(come), before.cols).map(([from, to]) => {
    doneObjects.add(from).add(to);
    return { ...withoutCells(from), byRows: to.top - from.top, byCols: to.left - from.left };
  });
  const resizedObjects = rest(come).flatMap((is) => {
    const was = beforeOnly.find((other) => !doneObjects.has(other) && isResized(other, is));
    if (!was) return [];
    doneObjects.add(was).add(is);
    return [{ ...withoutCells(is), fromRows: was.rows, fromCols: was.cols }];
  });
  const keepsCells = (object: Component, { cells }: Board) =>
    object.cells.some((cell) => cells[cell] === object.colour);
  return {
    moved: movedObjects,
    recoloured: recolouredObjects,
    resized: resizedObjects,
    ground,
    reshaped: rest(come)
      .filter((object) => keepsCells(object, before))
      .map(withoutCells),
    appeared: rest(come)
      .filter((object) => !keepsCells(object, before))
      .map(withoutCells),
    vanished: rest(beforeOnly)
      .filter((object) => !keepsCells(object, board))
      .map(withoutCells),
  };
}

/** One line per change; `[]` if no object changed. */
export function describeChanges(changes: ObjectChanges): string[] {
  const at = (object: GridObject) => `at (${object.top},${object.left})`;
  return [
    ...changes.moved.map(
      (move) => `${describeObject(move)} ${at(move)} moved ${describeShift(move.byRows, move.byCols)}`,
    ),
    ...changes.recoloured.map(
      (object) => `${describeObject(object)} ${at(object)} was ${colorName(object.from)}`,
    ),
    ...changes.appeared.map((object) => `${describeObject(object)} ${at(object)} appeared`),
    ...changes.vanished.map((object) => `${describeObject(object)} ${at(object)} vanished`),
    ...changes.resized.map(
      (object) =>
        `${colorName(object.colour)} object ${at(object)} was resized from ` +
        `${object.fromRows}×${object.fromCols} to ${object.rows}×${object.cols}`,
    ),
    ...changes.reshaped.map((object) => `${describeObject(object)} ${at(object)} changed its form`),
  ];
}

/** For example `up 5` or `down 1 and right 2`. */
export function describeShift(byRows: number, byCols: number): string {
  const parts = [
    ...(byRows === 0 ? [] : [`${byRows < 0 ? 'up' : 'down'} ${Math.abs(byRows)}`]),
    ...(byCols === 0 ? [] : [`${byCols < 0 ? 'left' : 'right'} ${Math.abs(byCols)}`]),
  ];
  return parts.join(' and ');
}

const noChanges = (): ObjectChanges => ({
  moved: [],
  appeared: [],
  vanished: [],
  recoloured: [],
  resized: [],
  reshaped: [],
  ground: null,
});

/**
 * Returns `after` with the masked cells of `before`. null if the boards cannot be compared or no cell
 * differs.
 */
function overlay(before: Board, after: Board, mask: Mask): Board | null {
  if (before.rows !== after.rows || before.cols !== after.cols) return null;
  const cells = mask.size > 0 ? after.cells.slice() : after.cells;
  for (const cell of mask) cells[cell] = before.cells[cell] ?? 0;
  return cells.some((colour, cell) => colour !== before.cells[cell]) ? { ...after, cells } : null;
}

function findChanged(before: Board, after: Board): [gone: Component[], come: Component[]] {
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

function findRecoloured(gone: Component[], come: Component[]): [was: Component, is: Component][] {
  const old = new Map(gone.map((object) => [object.cells[0], object]));
  const now = new Map(come.map((object) => [object.cells[0], object]));
  const stays = (object: Component): boolean => {
    const is = now.get(object.cells[0]);
    return is !== undefined && isSamePlace(is, object);
  };
  const leavers = gone.filter((object) => !stays(object));
  return come.flatMap((is) => {
    const was = old.get(is.cells[0]);
    if (!was || !isSamePlace(was, is)) return [];
    const hasArrived = leavers.some(
      ({ colour, size, rows, cols }) =>
        colour === is.colour && size === is.size && rows === is.rows && cols === is.cols,
    );
    return hasArrived ? [] : [[was, is] as [Component, Component]];
  });
}

/**
 * True for two rectangles, or two outlines, of one color but different size whose positions overlap or touch.
 */
function isResized(a: Component, b: Component): boolean {
  const form = nameRectangle(a);
  if (a.colour !== b.colour || form === null || form !== nameRectangle(b)) return false;
  if (a.rows === b.rows && a.cols === b.cols) return false;
  const meet = (from: number, size: number, other: number, otherSize: number) =>
    from <= other + otherSize && other <= from + size;
  return meet(a.top, a.rows, b.top, b.rows) && meet(a.left, a.cols, b.left, b.cols);
}

function nameRectangle({ rows, cols, size }: GridObject): 'solid' | 'outline' | null {
  if (size === rows * cols) return 'solid';
  return size === 2 * (rows + cols) - 4 ? 'outline' : null;
}

/**
 * Finds the background color: the most widespread color that both lost and gained cells (a moving object
 * uncovers background behind it and covers it ahead), or else the color under objects that appeared or
 * vanished. null if objects only changed color.
 *
 * If objects of that color moved as a whole and a more widespread color changed too, the latter is the
 * background: an object that steps from the background onto another area takes cells of one and gives back
 * cells of the other.
 */
function findGround(gone: Component[], come: Component[], before: Board, after: Board): number | null {
  const old = new Map(gone.map((object) => [object.cells[0], object]));
  const pure =
    come.length === gone.length &&
    come.every((object) => {
      const was = old.get(object.cells[0]);
      return was !== undefined && isSamePlace(was, object);
    });
  if (pure) return null;
  const cellCounts = countColors(before);
  const lostColours = new Set<number>();
  const gainedColours = new Set<number>();
  before.cells.forEach((colour, cell) => {
    const next = after.cells[cell];
    if (next === colour || next === undefined) return;
    lostColours.add(colour);
    gainedColours.add(next);
  });
  const wide = (colours: Iterable<number>) =>
    [...colours].sort((a, b) => (cellCounts[b] ?? 0) - (cellCounts[a] ?? 0) || a - b)[0] ?? null;
  const widest = wide([...lostColours, ...gainedColours]);
  const candidate = wide([...lostColours].filter((colour) => gainedColours.has(colour))) ?? widest;
  const isMover = () =>
    matchMoves(
      gone.filter(({ colour }) => colour === candidate),
      come.filter(({ colour }) => colour === candidate),
      before.cols,
    ).length > 0;
  return candidate !== widest && isMover() ? widest : candidate;
}
