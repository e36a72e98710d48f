import { cropBoard } from '../frame/board';
import { type Box, boundingBox, listCells } from '../frame/boxes';
import { compareBoards, type ObjectMove } from '../frame/objects';
import { type Evidence, weightOf } from './evidence';

/**
 * Finds counters and blinking marks: a small fixed area that changes at every action, or every second or
 * third, in the same sequence for any actions. An avatar fails this test: one picture leads to different
 * pictures under different actions, or stays the same when the avatar is blocked.
 */

/** In cells: maximum size of a mark, and maximum distance between its changed cells. */
const MAX_ROWS = 12;
const MAX_COLS = 24;
const REACH = 2;
/** Longest interval between changes of a mark, in actions. */
const SLOWEST = 3;
/** Changes required before a repeating mark is accepted, and before a non-repeating one. */
const MIN_BLINKS = 6;
const MIN_COUNTS = 8;
/**
 * Actions that must have changed other parts of the board but not the mark: something else has to respond to
 * actions.
 */
const MIN_OUTSIDE = 2;
/** Changes searched for moving objects, and the share of them that may show one. */
const MAX_LOOKED_AT = 12;
const MOVING = 0.2;
/**
 * Minimum overlap of the areas of the early and the late changes, as a share of the smaller; a second digit
 * may appear late.
 */
const STEADY = 0.8;

export function findMarks(evidence: readonly Evidence[]): number[][] {
  const first = evidence[0];
  if (!first || evidence.length < MIN_BLINKS) return [];
  const { cols } = first.before;
  const places = findPlaces(evidence);
  const marks: number[][] = [];
  for (const box of places.boxes) {
    if (box.bottom - box.top >= MAX_ROWS || box.right - box.left >= MAX_COLS) continue;
    const kind = judgePlace(box, evidence);
    if (!kind) continue;
    marks.push(listCells(kind === 'counter' ? widen(box, evidence, places.touched) : box, cols));
  }
  return marks;
}

function findPlaces(evidence: readonly Evidence[]): { boxes: Box[]; touched: Uint8Array } {
  const { rows, cols } = evidence[0]?.before ?? { rows: 0, cols: 0 };
  const isTouched = new Uint8Array(rows * cols);
  for (const { cells } of evidence) for (const cell of cells) isTouched[cell] = 1;
  const isOpen = isTouched.slice();
  const boxes: Box[] = [];
  isOpen.forEach((_, start) => {
    if (isOpen[start] !== 1) return;
    isOpen[start] = 0;
    const queue = [start];
    for (let i = 0; i < queue.length; i++) {
      const cell = queue[i] ?? 0;
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      for (let r = Math.max(0, row - REACH); r <= Math.min(rows - 1, row + REACH); r++) {
        for (let c = Math.max(0, col - REACH); c <= Math.min(cols - 1, col + REACH); c++) {
          const other = r * cols + c;
          if (isOpen[other] !== 1) continue;
          isOpen[other] = 0;
          queue.push(other);
        }
      }
    }
    boxes.push(boundingBox(queue, cols));
  });
  return { boxes, touched: isTouched };
}

function judgePlace(box: Box, evidence: readonly Evidence[]): 'counter' | 'blink' | null {
  const cols = evidence[0]?.before.cols ?? 1;
  const isInside = (cell: number) => {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    return row >= box.top && row <= box.bottom && col >= box.left && col <= box.right;
  };
  // An undo may restore the mark, so it is no evidence either way.
  const playedActions = evidence.filter(({ transition }) => transition.action.id !== 'ACTION7');
  const hits = playedActions.filter(({ cells }) => cells.some(isInside));
  if (hits.length < MIN_BLINKS || !isRegular(playedActions, hits)) return null;
  if (hits.some(({ transition: { action } }) => isInsideClick(action, box))) return null;
  const repeatCount = countRepeated(box, hits);
  if (repeatCount === null || isOftenMoving(box, hits, isInside)) return null;
  const ids = new Set(hits.map(({ transition }) => transition.action.id));
  if (ids.size >= 3 && repeatCount >= 3) return 'blink';
  if (ids.size >= 2 && repeatCount >= 6) return 'blink';
  const outside = playedActions.filter(({ cells }) => cells.some((cell) => !isInside(cell))).length;
  const isCounter = hits.length >= MIN_COUNTS && ids.size >= 3 && outside >= MIN_OUTSIDE;
  return isCounter && isSteadyPlace(hits, isInside, cols) ? 'counter' : null;
}

function isInsideClick({ x, y }: { x?: number; y?: number }, { top, left, bottom, right }: Box): boolean {
  if (x === undefined || y === undefined) return false;
  return y >= top - 1 && y <= bottom + 1 && x >= left - 1 && x <= right + 1;
}

/** True if the area changes at an exact interval from the first action on, ignoring unseen actions. */
function isRegular(played: readonly Evidence[], hits: readonly Evidence[]): boolean {
  const places = hits.map((hit) => played.indexOf(hit));
  const gaps = places.slice(1).flatMap((place, i) => {
    const before = places[i] ?? 0;
    return played[place]?.stretch === played[before]?.stretch ? [place - before] : [];
  });
  const period = gaps[0] ?? 0;
  const waiting = played.length - 1 - (places.at(-1) ?? 0);
  const late = (places[0] ?? 0) >= period || waiting >= period;
  return period > 0 && period <= SLOWEST && gaps.every((gap) => gap === period) && !late;
}

/**
 * Counts pictures that recurred under another action with the same successor. null if one ever had a
 * different successor.
 */
function countRepeated(box: Box, hits: readonly Evidence[]): number | null {
  const next = new Map<string, { picture: string; ids: Set<string> }>();
  let repeatCount = 0;
  for (const { before, after, transition } of hits) {
    const picture = readBox(box, after);
    const was = readBox(box, before);
    const follower = next.get(was);
    const { id } = transition.action;
    if (!follower) next.set(was, { picture, ids: new Set([id]) });
    else if (follower.picture !== picture) return null;
    else {
      if (!follower.ids.has(id) || follower.ids.size > 1) repeatCount++;
      follower.ids.add(id);
    }
  }
  return repeatCount;
}

const cropTo = (box: Box, board: Evidence['before'], margin: number) =>
  cropBoard(
    board,
    box.top - margin,
    box.left - margin,
    box.bottom - box.top + 1 + 2 * margin,
    box.right - box.left + 1 + 2 * margin,
  );

const readBox = (box: Box, board: Evidence['before']): string =>
  String.fromCharCode(...cropTo(box, board, 0).cells);

/** True if objects often moved out of, into or inside the area, or it swapped colors with another place. */
function isOftenMoving(box: Box, hits: readonly Evidence[], isInside: (cell: number) => boolean): boolean {
  const recentHits = hits.slice(-MAX_LOOKED_AT);
  const meets = (top: number, left: number, { rows, cols }: ObjectMove) =>
    top <= box.bottom && box.top < top + rows && left <= box.right && box.left < left + cols;
  const moving = recentHits.filter(
    (hit) =>
      isExchange(hit, isInside) ||
      compareBoards(hit.before, hit.after).moved.some(
        (move) =>
          meets(move.top, move.left, move) || meets(move.top + move.byRows, move.left + move.byCols, move),
      ),
  );
  return moving.length > MOVING * recentHits.length;
}

/**
 * True if the area won exactly the colors other places lost, as a highlight that jumps between places does.
 */
function isExchange(event: Evidence, isInside: (cell: number) => boolean): boolean {
  const whole = weightOf(event);
  const here = weightOf({ ...event, cells: event.cells.filter(isInside) });
  return here.some((n) => n !== 0) && here.every((n, colour) => n === 0 || whole[colour] === 0);
}

function isSteadyPlace(
  hits: readonly Evidence[],
  isInside: (cell: number) => boolean,
  cols: number,
): boolean {
  const half = Math.floor(hits.length / 2);
  const placeOf = (some: readonly Evidence[]) =>
    boundingBox(
      some.flatMap(({ cells }) => cells.filter(isInside)),
      cols,
    );
  const [a, b] = [placeOf(hits.slice(0, half)), placeOf(hits.slice(half))];
  const area = ({ top, left, bottom, right }: Box) =>
    Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1);
  const sharedArea = area({
    top: Math.max(a.top, b.top),
    left: Math.max(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
  });
  return sharedArea >= STEADY * Math.min(area(a), area(b));
}

/**
 * Extends a mark to neighboring digits that have not changed yet: same rows and background, at most two empty
 * columns apart. Stops at cells that ever changed.
 */
function widen(box: Box, evidence: readonly Evidence[], touched: Uint8Array): Box {
  const board = evidence.at(-1)?.after;
  if (!board) return box;
  const counts = new Map<number, number>();
  for (const colour of cropTo(box, board, 1).cells) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const ground = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  const width = box.right - box.left + 1;
  const column = (col: number) => {
    const cells = Array.from(
      { length: box.bottom - box.top + 1 },
      (_, i) => (box.top + i) * board.cols + col,
    );
    if (col < 0 || col >= board.cols || cells.some((cell) => touched[cell] === 1)) return 'end';
    return cells.every((cell) => board.cells[cell] === ground) ? 'empty' : 'drawn';
  };
  const reach = (from: number, dir: 1 | -1): number => {
    let lastCol = from;
    for (let col = from + dir, empty = 0; Math.abs(col - from) <= 2 * (width + REACH); col += dir) {
      const columnKind = column(col);
      if (columnKind === 'end') break;
      empty = columnKind === 'empty' ? empty + 1 : 0;
      if (empty > REACH) break;
      if (columnKind === 'drawn') lastCol = col;
    }
    return lastCol;
  };
  return { ...box, left: reach(box.left, -1), right: reach(box.right, 1) };
}
