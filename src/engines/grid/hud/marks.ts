import { type Box, boxOf } from '../claims/board';
import { cropBoard } from '../frame/board';
import { compareBoards, type ObjectMove } from '../frame/objects';
import { type Evidence, weigh } from './evidence';

/**
 * Counters that are redrawn and marks that blink: a small fixed place that changes every action, or every second or
 * third, whatever the action is, and goes on the same way whatever the action is. What one steers fails this: the
 * same picture of it is followed by different ones under different actions, or it stays as it is when blocked.
 */

/** Largest mark, and farthest apart that its changed cells may lie; cells. */
const MAX_ROWS = 12;
const MAX_COLS = 24;
const REACH = 2;
/** Slowest mark: changes every so many actions. */
const SLOWEST = 3;
/** Changes before a mark that repeats itself is believed, and before one that does not. */
const MIN_BLINKS = 6;
const MIN_COUNTS = 8;
/** Actions that left the mark alone on the board's quiet side: something else must answer to actions. */
const MIN_OUTSIDE = 2;
/** Changes that are looked at for objects on the move, and the part of them that may show one. */
const MAX_LOOKED_AT = 12;
const MOVING = 0.2;
/** How much of the smaller place of the first and of the last changes the other must share: a second digit comes late. */
const STEADY = 0.8;

/** The cells of every mark, in reading order of their corners. */
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
    const whole = kind === 'counter' ? widen(box, evidence, places.touched) : box;
    const cells: number[] = [];
    for (let row = whole.top; row <= whole.bottom; row++) {
      for (let col = whole.left; col <= whole.right; col++) cells.push(row * cols + col);
    }
    marks.push(cells);
  }
  return marks;
}

/** Where anything ever changed, as boxes around cells that lie close together. */
function findPlaces(evidence: readonly Evidence[]): { boxes: Box[]; touched: Uint8Array } {
  const { rows, cols } = evidence[0]?.before ?? { rows: 0, cols: 0 };
  const touched = new Uint8Array(rows * cols);
  for (const { cells } of evidence) for (const cell of cells) touched[cell] = 1;
  const left = touched.slice();
  const boxes: Box[] = [];
  left.forEach((_, start) => {
    if (left[start] !== 1) return;
    left[start] = 0;
    const queue = [start];
    for (let i = 0; i < queue.length; i++) {
      const cell = queue[i] ?? 0;
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      for (let r = Math.max(0, row - REACH); r <= Math.min(rows - 1, row + REACH); r++) {
        for (let c = Math.max(0, col - REACH); c <= Math.min(cols - 1, col + REACH); c++) {
          const other = r * cols + c;
          if (left[other] !== 1) continue;
          left[other] = 0;
          queue.push(other);
        }
      }
    }
    boxes.push(boxOf(queue, cols));
  });
  return { boxes, touched };
}

function judgePlace(box: Box, evidence: readonly Evidence[]): 'counter' | 'blink' | null {
  const cols = evidence[0]?.before.cols ?? 1;
  const isInside = (cell: number) => {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    return row >= box.top && row <= box.bottom && col >= box.left && col <= box.right;
  };
  // An undo may take the mark back: it says nothing either way.
  const played = evidence.filter(({ transition }) => transition.action.id !== 'ACTION7');
  const hits = played.filter(({ cells }) => cells.some(isInside));
  if (hits.length < MIN_BLINKS || !isRegular(played, hits)) return null;
  if (hits.some(({ transition: { action } }) => isInsideClick(action, box))) return null;
  const repeated = countRepeated(box, hits);
  if (repeated === null || isOftenMoving(box, hits, isInside)) return null;
  const ids = new Set(hits.map(({ transition }) => transition.action.id));
  if (ids.size >= 3 && repeated >= 3) return 'blink';
  if (ids.size >= 2 && repeated >= 6) return 'blink';
  const outside = played.filter(({ cells }) => cells.some((cell) => !isInside(cell))).length;
  const counted = hits.length >= MIN_COUNTS && ids.size >= 3 && outside >= MIN_OUTSIDE;
  return counted && isSteadyPlace(hits, isInside, cols) ? 'counter' : null;
}

function isInsideClick({ x, y }: { x?: number; y?: number }, { top, left, bottom, right }: Box): boolean {
  if (x === undefined || y === undefined) return false;
  return y >= top - 1 && y <= bottom + 1 && x >= left - 1 && x <= right + 1;
}

/** From the first action on, a change every so many actions, exactly; what went by unseen breaks no rule. */
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
 * How often a picture came again under another action and was followed by the same picture as before; null when it
 * was once followed by a different one.
 */
function countRepeated(box: Box, hits: readonly Evidence[]): number | null {
  const next = new Map<string, { picture: string; ids: Set<string> }>();
  let repeated = 0;
  for (const { before, after, transition } of hits) {
    const picture = readBox(box, after);
    const was = readBox(box, before);
    const known = next.get(was);
    const { id } = transition.action;
    if (!known) next.set(was, { picture, ids: new Set([id]) });
    else if (known.picture !== picture) return null;
    else {
      if (!known.ids.has(id) || known.ids.size > 1) repeated++;
      known.ids.add(id);
    }
  }
  return repeated;
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

/** Whether objects often left the place, came to it or moved in it, or it changed colours with another place. */
function isOftenMoving(box: Box, hits: readonly Evidence[], isInside: (cell: number) => boolean): boolean {
  const looked = hits.slice(-MAX_LOOKED_AT);
  const meets = (top: number, left: number, { rows, cols }: ObjectMove) =>
    top <= box.bottom && box.top < top + rows && left <= box.right && box.left < left + cols;
  const moving = looked.filter(
    (hit) =>
      isExchange(hit, isInside) ||
      compareBoards(hit.before, hit.after).moved.some(
        (move) =>
          meets(move.top, move.left, move) || meets(move.top + move.byRows, move.left + move.byCols, move),
      ),
  );
  return moving.length > MOVING * looked.length;
}

/** Whether the colours that the place won are those that others lost: a highlight that goes from one to the next. */
function isExchange(event: Evidence, isInside: (cell: number) => boolean): boolean {
  const whole = weigh(event);
  const here = weigh({ ...event, cells: event.cells.filter(isInside) });
  return here.some((n) => n !== 0) && here.every((n, colour) => n === 0 || whole[colour] === 0);
}

/** Whether the first and the last changes lie in the same place: what wanders does not stay. */
function isSteadyPlace(
  hits: readonly Evidence[],
  isInside: (cell: number) => boolean,
  cols: number,
): boolean {
  const half = Math.floor(hits.length / 2);
  const placeOf = (some: readonly Evidence[]) =>
    boxOf(
      some.flatMap(({ cells }) => cells.filter(isInside)),
      cols,
    );
  const [a, b] = [placeOf(hits.slice(0, half)), placeOf(hits.slice(half))];
  const area = ({ top, left, bottom, right }: Box) =>
    Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1);
  const shared = area({
    top: Math.max(a.top, b.top),
    left: Math.max(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
  });
  return shared >= STEADY * Math.min(area(a), area(b));
}

/**
 * The digits beside the one that changes most often, on both sides of it, as far as they stand in the same rows on
 * the same ground with at most two empty columns in between and nothing else ever changed there.
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
    let reached = from;
    for (let col = from + dir, empty = 0; Math.abs(col - from) <= 2 * (width + REACH); col += dir) {
      const seen = column(col);
      if (seen === 'end') break;
      empty = seen === 'empty' ? empty + 1 : 0;
      if (empty > REACH) break;
      if (seen === 'drawn') reached = col;
    }
    return reached;
  };
  return { ...box, left: reach(box.left, -1), right: reach(box.right, 1) };
}
