import { memoizeObject } from '../../base/memoize';
import type { Mask } from '../../contract/frame';
import {
  ANY,
  type Board,
  type Box,
  boxOf,
  commonestColour,
  isSameShift,
  isStill,
  type Shift,
} from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import {
  type Cover,
  cellsOfFigures,
  chosenOf,
  type FigureLooks,
  layFigures,
  locateFigures,
  markOf,
} from '../../grid/claims/figures';
import type { Picture } from '../../grid/claims/picture';
import { NO_SCOPE } from '../../grid/claims/scope';
import type { SteerClaim } from '../../grid/claims/steer';
import { sorted } from '../../grid/claims/words';
import type { Case, Evidence, Proposal } from './cases';
import { groupCells } from './infer-pictures';

/** Figures of which one is chosen at a time, at most. */
const MAX_FIGURES = 6;
/** Cells that a mark may have. */
const MAX_MARK = 64;
/** A thing that covers more than this part of the board is ground. */
const GROUND_PART = 5;

/** A transition in which a mark went from one figure to another. */
interface Handover {
  seen: Seen;
  /** Cells of the mark before and after, in reading order. */
  from: readonly number[];
  to: readonly number[];
  /** Colour of the mark. */
  colour: number;
}

/** A figure as it was seen from its mark: colours by place, relative to the first cell of the mark. */
interface Sketch {
  key: string;
  board: Board;
  /** First cell of the mark. */
  anchor: number;
  colours: ReadonlyMap<string, number>;
}

/** Figures that were learnt in a run. */
interface Figures {
  looks: Map<string, FigureLooks>;
  /** By action: which figure followed which when it was done. */
  next: Map<string, Map<string, string>>;
}

/**
 * Claims that an action moves the chosen one of several figures, or chooses the next one, where a mark was seen to go from
 * one to another. Their forms are put together of what showed of them on all boards.
 */
export function findSteers(cases: readonly Case[], evidence: Evidence): Proposal[] {
  const id = cases[0]?.seen.transition.action.id;
  const learnt = learnFigures(evidence);
  if (!learnt || id === undefined) return [];
  const next = learnt.next.get(id);
  const claim = next ? makeChoice(next, learnt) : makeShift(cases, learnt, evidence);
  if (!claim) return [];
  // Once an action was seen to move different figures, the others are thought to do so too.
  const cost = next ? 2.1 : movesSeveral(claim.figures, evidence) ? 0.8 : 1.8;
  return [{ claims: [{ ...claim, covers: findCovers(claim.figures, evidence) }], cost }];
}

/** Chooses: the figures in the order in which the action chose them. Null when one was followed by different ones. */
function makeChoice(next: ReadonlyMap<string, string>, { looks }: Figures): SteerClaim | null {
  const order = followOrder(next);
  const figures = looksOf(order, looks);
  if (figures.length !== order.length || next.size < order.length - 1) return null;
  const isClosed = next.get(order.at(-1) ?? '') === order[0];
  return {
    ...NO_SCOPE,
    kind: 'steer',
    figures,
    by: null,
    closed: isClosed,
    edge: false,
    over: [],
    covers: [],
  };
}

/** Says whether some action was seen to move different figures at different times. */
function movesSeveral(figures: readonly FigureLooks[], { seens, mask }: Evidence): boolean {
  const lastMoved = new Map<string, number>();
  return seens.some(({ before, after, transition: { action } }) => {
    const from = locateFigures(before, figures, mask);
    const to = locateFigures(after, figures, mask);
    const movedIndex =
      from?.findIndex(({ top, left }, i) => top !== to?.[i]?.top || left !== to?.[i]?.left) ?? -1;
    if (!to || movedIndex < 0) return false;
    const other = lastMoved.get(action.id);
    lastMoved.set(action.id, movedIndex);
    return other !== undefined && other !== movedIndex;
  });
}

const looksOf = (order: readonly string[], looks: Figures['looks']): FigureLooks[] =>
  order.flatMap((key) => {
    const figure = looks.get(key);
    return figure ? [figure] : [];
  });

/** Lists figures as they follow each other, from the one that follows none, or else from any. */
function followOrder(next: ReadonlyMap<string, string>): string[] {
  const followers = new Set(next.values());
  const keys = [...next.keys()];
  const order: string[] = [];
  let key = keys.find((one) => !followers.has(one)) ?? keys[0];
  while (key !== undefined && !order.includes(key)) {
    order.push(key);
    key = next.get(key);
  }
  return order;
}

/** Moves: by the shift that the chosen figure was most often seen to go. */
function makeShift(
  cases: readonly Case[],
  { looks, next }: Figures,
  { seens, mask }: Evidence,
): SteerClaim | null {
  const [order = []] = [...next.values()].map(followOrder).sort((a, b) => b.length - a.length);
  const figures = looksOf(order, looks);
  if (figures.length === 0) return null;
  const shifts: { by: Shift; times: number }[] = [];
  const still: { row: number; col: number }[] = [];
  for (const { seen } of cases) {
    const places = locateFigures(seen.before, figures, mask);
    const places2 = locateFigures(seen.after, figures, mask);
    const index = places && chosenOf(places);
    if (!places || !places2 || index === null) continue;
    const [figure, a, b] = [figures[index], places[index], places2[index]];
    if (!figure || !a || !b) continue;
    const by = { rows: b.top - a.top, cols: b.left - a.left };
    const mark = markOf(figure);
    if (isStill(by)) still.push({ row: a.top + mark.top, col: a.left + mark.left });
    else {
      const same = shifts.find((one) => isSameShift(one.by, by));
      if (same) same.times++;
      else shifts.push({ by, times: 1 });
    }
  }
  const by = shifts.sort((a, b) => b.times - a.times)[0]?.by;
  const { rows = 0, cols = 0 } = cases[0]?.seen.before ?? {};
  if (!by) return null;
  const over = findGround(figures, seens, mask);
  const edge = still.some(({ row, col }) => {
    const [newRow, newCol] = [row + by.rows, col + by.cols];
    return newRow < 0 || newCol < 0 || newRow >= rows || newCol >= cols;
  });
  return { ...NO_SCOPE, kind: 'steer', figures, by, closed: false, edge, over, covers: [] };
}

/** Lists the colours that figures came to cover besides each other. */
function findGround(figures: readonly FigureLooks[], seens: readonly Seen[], mask: Mask): number[] {
  const colours = new Set<number>();
  for (const { before, after } of seens) {
    const [old, now] = [cellsOfFigures(before, figures, mask), cellsOfFigures(after, figures, mask)];
    if (!old || !now) continue;
    for (const cell of now) if (!old.has(cell)) colours.add(before.cells[cell] ?? 0);
  }
  return sorted(colours);
}

/** Finds which figures were seen to cover which. Where both cover each other, it is the chosen one that does. */
function findCovers(figures: readonly FigureLooks[], { seens, mask }: Evidence): Cover[] {
  const covers = new Map<string, Cover>();
  for (const board of new Set(seens.flatMap(({ before, after }) => [before, after]))) {
    const places = locateFigures(board, figures, mask);
    const index = places && chosenOf(places);
    if (!places || index === null) continue;
    for (const [cell, layer] of layFigures(board, figures, places, index, mask)) {
      const top = layer.length < 2 ? undefined : layer.find(({ colour }) => colour === board.cells[cell]);
      for (const { figure, colour } of top ? layer : []) {
        if (!top || figure === top.figure || colour === top.colour) continue;
        const cover = { over: top.figure, under: figure, always: figure === index };
        const key = `${cover.over},${cover.under}`;
        if (cover.always || !covers.has(key)) covers.set(key, cover);
      }
    }
  }
  return [...covers.values()].sort((a, b) => a.over - b.over || a.under - b.under);
}

/** Learns the figures of a run from the marks that went from one to another; null where none did. */
const learnFigures = memoizeObject(({ seens, mask }: Evidence): Figures | null => {
  const handovers = seens.flatMap((seen) => findHandover(seen) ?? []);
  const [first] = handovers;
  if (!first) return null;
  const form = formOf(first.from, first.seen.before);
  const alike = handovers.filter(
    ({ seen, from, to, colour }) =>
      colour === first.colour && formOf(from, seen.before) === form && formOf(to, seen.before) === form,
  );
  const ground = commonestColour(first.seen.before);
  const sketches = new Map<string, Sketch>();
  const add = (board: Board, mark: readonly number[], body: number): void => {
    const sketch = drawSketch(board, mark, body, first.colour, ground);
    const at = sketch && `${sketch.key}@${sketch.anchor}`;
    if (at && !sketches.has(at)) sketches.set(at, sketch);
  };
  const next: Figures['next'] = new Map();
  const muddledIds = new Set<string>();
  const bodies = new Set<number>();
  for (const { seen, from, to } of alike) {
    const [oldBody, newBody] = [bodyOf(seen.after, from, seen.before), bodyOf(seen.before, to, seen.after)];
    if (oldBody === null || newBody === null) continue;
    bodies.add(oldBody).add(newBody);
    add(seen.after, from, oldBody);
    add(seen.before, to, newBody);
    const { id } = seen.transition.action;
    const follows = next.get(id) ?? new Map<string, string>();
    if ((follows.get(`${oldBody}`) ?? `${newBody}`) !== `${newBody}`) muddledIds.add(id);
    next.set(id, follows.set(`${oldBody}`, `${newBody}`));
  }
  if (bodies.size < 2 || bodies.size > MAX_FIGURES) return null;
  for (const id of muddledIds) next.delete(id);
  for (const board of new Set(seens.flatMap(({ before, after }) => [before, after]))) {
    const mark = findMark(board, first.colour, form, bodies, mask);
    if (mark) add(board, mark.cells, mark.body);
  }
  const offsets = first.from.map((cell) => offsetOf(cell, first.from[0] ?? 0, first.seen.before));
  const looks = new Map<string, FigureLooks>();
  for (const body of bodies) {
    const own = [...sketches.values()].filter(({ key }) => key === `${body}`);
    const figure = mergeSketches(own, offsets, first.colour, bodies, mask);
    if (figure) looks.set(`${body}`, figure);
  }
  return looks.size > 0 ? { looks, next } : null;
});

/**
 * A mark that went: cells that lost its colour, and as many elsewhere that took it, on things that are no ground. Besides,
 * things may have come out from beneath each other.
 */
function findHandover(seen: Seen): Handover | null {
  const { before, after, changed } = seen;
  const ground = commonestColour(before);
  if (changed.length < 2) return null;
  if (changed.some((cell) => before.cells[cell] === ground || after.cells[cell] === ground)) return null;
  const colours = new Set(changed.map((cell) => before.cells[cell] ?? ANY));
  for (const colour of colours) {
    const from = changed.filter((cell) => before.cells[cell] === colour);
    const to = changed.filter((cell) => after.cells[cell] === colour);
    if (from.length !== to.length || from.length > MAX_MARK) continue;
    if (groupCells(from, before, 1).length > 1 || formOf(from, before) !== formOf(to, before)) continue;
    return { seen, from, to, colour };
  }
  return null;
}

/** Names the form of some cells, wherever they are. */
function formOf(cells: readonly number[], board: Board): string {
  const [first = 0] = cells;
  return cells.map((cell) => offsetOf(cell, first, board)).join(' ');
}

const offsetOf = (cell: number, from: number, { cols }: Board): string =>
  `${Math.floor(cell / cols) - Math.floor(from / cols)},${(cell % cols) - (from % cols)}`;

/**
 * Returns the colour that a thing has where its mark is not; null where something else may cover the place.
 *
 * @param marked the board on which it has its mark, with the same colour around it
 */
function bodyOf(plain: Board, mark: readonly number[], marked: Board): number | null {
  const body = plain.cells[mark[0] ?? 0] ?? ANY;
  if (!mark.every((cell) => plain.cells[cell] === body)) return null;
  const ground = commonestColour(marked);
  const beside = [...around(mark, marked)].map((cell) => marked.cells[cell]);
  return body !== ground && (beside.includes(body) || beside.every((colour) => colour === ground))
    ? body
    : null;
}

/** Finds the one place where a board shows the mark on one of the bodies. */
function findMark(
  board: Board,
  colour: number,
  form: string,
  bodies: ReadonlySet<number>,
  mask: Mask,
): { cells: number[]; body: number } | null {
  const all = board.cells.reduce<number[]>((cells, one, cell) => {
    if (one === colour && !mask.has(cell)) cells.push(cell);
    return cells;
  }, []);
  if (all.length > MAX_MARK * MAX_FIGURES) return null;
  const marks = groupCells(all, board, 1).flatMap((cells) => {
    if (formOf(cells, board) !== form) return [];
    const counts = new Map<number, number>();
    for (const cell of around(cells, board)) {
      const one = board.cells[cell] ?? ANY;
      if (bodies.has(one)) counts.set(one, (counts.get(one) ?? 0) + 1);
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    return most ? [{ cells, body: most[0] }] : [];
  });
  const [only] = marks;
  return only && marks.length === 1 ? only : null;
}

/** Lists the cells beside some cells, corners included. */
function around(cells: readonly number[], { rows, cols }: Board): Set<number> {
  const own = new Set(cells);
  const beside = new Set<number>();
  for (const cell of cells) {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
        if (!own.has(r * cols + c)) beside.add(r * cols + c);
      }
    }
  }
  return beside;
}

/** Draws what is connected with a mark and has its thing's colour; null for ground. */
function drawSketch(
  board: Board,
  mark: readonly number[],
  body: number,
  colour: number,
  ground: number,
): Sketch | null {
  const [anchor = 0] = mark;
  const own = new Set(mark);
  const queue = [...mark];
  for (const cell of queue) {
    for (const next of around([cell], board)) {
      if (own.has(next) || board.cells[next] !== body) continue;
      own.add(next);
      queue.push(next);
    }
  }
  if (body === ground || body === colour || own.size > board.cells.length / GROUND_PART) return null;
  const colours = new Map([...own].map((cell) => [offsetOf(cell, anchor, board), body]));
  return { key: `${body}`, board, anchor, colours };
}

/**
 * Puts a figure together of its sketches: cells that it showed more often than it did not, where it was neither covered nor
 * cut off. Null as long as it was not seen everywhere where it ends.
 */
function mergeSketches(
  sketches: readonly Sketch[],
  mark: readonly string[],
  colour: number,
  bodies: ReadonlySet<number>,
  mask: Mask,
): FigureLooks | null {
  const [first] = sketches;
  if (!first) return null;
  const body = Number(first.key);
  const marks = new Set(mark);
  const count = (row: number, col: number): { shows: number; misses: number } => {
    let [shows, misses] = [0, 0];
    for (const { board, anchor } of sketches) {
      const r = Math.floor(anchor / board.cols) + row;
      const c = (anchor % board.cols) + col;
      const cell = r * board.cols + c;
      if (r < 0 || c < 0 || r >= board.rows || c >= board.cols || mask.has(cell)) continue;
      const shownColour = board.cells[cell] ?? ANY;
      if (shownColour === body) shows++;
      else if (!bodies.has(shownColour) && shownColour !== colour) misses++;
    }
    return { shows, misses };
  };
  const cells = new Map<string, readonly [row: number, col: number]>();
  for (const offset of new Set([...mark, ...sketches.flatMap(({ colours }) => [...colours.keys()])])) {
    const [row = 0, col = 0] = offset.split(',').map(Number);
    const { shows, misses } = count(row, col);
    if (shows > misses || marks.has(offset)) cells.set(offset, [row, col]);
  }
  const isEnded = [...cells.values()].every(([row, col]) =>
    NEIGHBOURS.every(([down, right]) => {
      const beside = [row + down, col + right] as const;
      return cells.has(beside.join()) || count(...beside).misses > 0;
    }),
  );
  return isEnded ? drawFigure([...cells.values()], marks, body, colour) : null;
}

const NEIGHBOURS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right] as const));

function drawFigure(
  cells: readonly (readonly [row: number, col: number])[],
  marks: ReadonlySet<string>,
  body: number,
  colour: number,
): FigureLooks {
  // As on a board of their own, so that all of them have a place in it.
  const [topRow, leftCol] = [
    Math.min(...cells.map(([row]) => row)),
    Math.min(...cells.map(([, col]) => col)),
  ];
  const cols = Math.max(...cells.map(([, col]) => col)) - leftCol + 1;
  const box: Box = boxOf(
    cells.map(([row, col]) => (row - topRow) * cols + col - leftCol),
    cols,
  );
  const draw = (markColour: number): Picture => {
    const pixels = new Array<number>((box.bottom + 1) * cols).fill(ANY);
    for (const [row, col] of cells)
      pixels[(row - topRow) * cols + col - leftCol] = marks.has(`${row},${col}`) ? markColour : body;
    return { rows: box.bottom + 1, cols, cells: pixels };
  };
  return [draw(body), draw(colour)];
}
