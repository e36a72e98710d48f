import { memoizeObject } from '../../base/memoize';
import type { Mask } from '../../contract/frame';
import type { Board } from '../../grid/claims/board';
import { isLeftAside, type Seen } from '../../grid/claims/check';
import type { Claim } from '../../grid/claims/claim';
import { readDrawing } from '../../grid/claims/picture';
import { NO_SCOPE } from '../../grid/claims/scope';
import {
  BEYOND,
  type LineRule,
  MAX_KINDS,
  type Reading,
  readSquares,
  type Squares,
  type SquaresClaim,
  squareAlong,
  type Tiling,
  WHATEVER,
} from '../../grid/claims/squares';
import type { Case, Evidence, Proposal } from './cases';
import { asidesBeside } from './motion/motion';
import { findMovers } from './movers';
import { isBegunAnew, isOver } from './trials';

const READINGS: readonly Reading[] = ['up', 'down', 'left', 'right', 'alone'];
/** Places along a line that may decide what a square does, those that decide most often first. */
const PLACES = [1, 2, -1, 3, -2] as const;
/** Rules of one claim, at most: more is a list of what was seen. */
const MAX_RULES = 40;
/** Times that squares were seen to become others before that is a rule. */
const LEAST_SEEN = 2;

/** Claims that squares change by rules: those of one way in which lines may be read, or of several at once. */
export function findSquares(cases: readonly Case[], evidence: Evidence): Proposal[] {
  const tiling = findTiling(evidence);
  if (!tiling) return [];
  const asides = asidesBeside(evidence);
  return [[], ...(asides.length > 0 ? [asides] : [])].flatMap((colours) => {
    const steps = cases
      .filter((one) => !isOver(one.seen) && !isBegunAnew(one))
      .map(({ seen }) => readStep(seen, tiling, evidence.mask, colours));
    const claims = READINGS.flatMap((reading) => learnRules(steps, tiling, reading) ?? []);
    const besides: Claim[] = colours.length > 0 ? [{ ...NO_SCOPE, kind: 'aside', colours }] : [];
    return subsetsOf(claims).map((some) => ({
      claims: [...some, ...besides],
      cost: 8 + some.length + some.reduce((sum, { rules }) => sum + rules.length, colours.length) / 100,
    }));
  });
}

/** All choices of at least one thing. */
function subsetsOf<T>(all: readonly T[]): T[][] {
  const subsets: T[][] = [];
  for (const one of all) subsets.push(...subsets.map((some) => [...some, one]), [one]);
  return subsets;
}

/** The size of the squares that things move by, in cells; null while nothing was seen to move. */
export const sizeOfSquares = (evidence: Evidence): number | null => findTiling(evidence)?.size ?? null;

/** Sizes of squares that are considered, in cells. */
const [LEAST_SIZE, MOST_SIZE] = [2, 16];

/** The squares that things move by: as large as most moves are far, from where the board has fewest kinds of them. */
const findTiling = memoizeObject(({ seens, mask }: Evidence): Tiling | null => {
  const votes = new Map<number, number>();
  for (const seen of seens) {
    const here = new Set(
      findMovers(seen).flatMap(({ by }) =>
        by.rows === 0 || by.cols === 0 ? [Math.abs(by.rows + by.cols)] : [],
      ),
    );
    for (const far of here) votes.set(far, (votes.get(far) ?? 0) + 1);
  }
  const [size] = [...votes]
    .filter(([far]) => far >= LEAST_SIZE && far <= MOST_SIZE)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([far]) => far);
  const level = seens.at(-1)?.transition.level;
  const first = seens.find(({ transition }) => transition.level === level);
  if (size === undefined || !first) return null;
  return { size, ...findCorner(first.before, size, mask) };
});

function findCorner(board: Board, size: number, mask: Mask): { top: number; left: number } {
  let best = { top: 0, left: 0, kinds: Number.POSITIVE_INFINITY };
  for (let top = 0; top < size && top + size <= board.rows; top++) {
    for (let left = 0; left < size && left + size <= board.cols; left++) {
      const kinds = new Set(readSquares(board, { size, top, left }, mask).keys).size;
      if (kinds < best.kinds) best = { top, left, kinds };
    }
  }
  return { top: best.top, left: best.left };
}

/** A transition in squares; what changed is what lines of one reading are to account for. */
interface Step {
  before: Squares;
  after: Squares;
  changed: ReadonlySet<number>;
}

/** @param asides colours that change by themselves: squares in which nothing else changed count as unchanged */
function readStep(seen: Seen, tiling: Tiling, mask: Mask, asides: readonly number[]): Step {
  const [before, after] = [readSquares(seen.before, tiling, mask), readSquares(seen.after, tiling, mask)];
  const changedSquares = new Set<number>();
  for (const cell of seen.changed) {
    const square = squareAt(cell, seen.before, tiling, before);
    if (square !== null && !isLeftAside(seen, cell, asides)) changedSquares.add(square);
  }
  return { before, after, changed: changedSquares };
}

function squareAt(
  cell: number,
  board: Board,
  { size, top, left }: Tiling,
  { rows, cols }: Squares,
): number | null {
  const row = Math.floor((Math.floor(cell / board.cols) - top) / size);
  const col = Math.floor(((cell % board.cols) - left) / size);
  return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
}

/** The same with those changes alone that may be read in lines of one way: groups that lie in one, or single squares. */
function narrow(step: Step, reading: Reading): Step {
  const { before, changed } = step;
  const own = new Set<number>();
  const rest = new Set(changed);
  for (const start of changed) {
    if (!rest.delete(start)) continue;
    const group = [start];
    for (const square of group)
      for (const way of LINES) {
        const next = squareAlong(before, square, 1, way);
        if (next !== null && rest.delete(next)) group.push(next);
      }
    const lines = new Set(group.map((square) => lineOf(before, square, reading)));
    const isOwn = reading === 'alone' ? group.length === 1 : group.length > 1 && lines.size < group.length;
    if (isOwn) for (const square of group) own.add(square);
  }
  return { ...step, changed: own };
}

const LINES: readonly Reading[] = ['up', 'down', 'left', 'right'];
const lineOf = ({ cols }: Squares, square: number, reading: Reading): number =>
  reading === 'up' || reading === 'down' ? square % cols : Math.floor(square / cols);

function learnRules(all: readonly Step[], tiling: Tiling, reading: Reading): SquaresClaim | null {
  const steps = all.map((step) => narrow(step, reading));
  const actors = findActors(steps, reading);
  const kinds = new Map<string, number>();
  const numberOf = (key: string): number => {
    const number = kinds.get(key) ?? kinds.size;
    kinds.set(key, number);
    return number;
  };
  const scenes = actors.map((actor) => steps.flatMap((step) => scenesOf(step, actor, actors, reading)));
  if (!isReadOnwards(scenes.flat(), reading)) return null;
  const rules = scenes.flatMap((own, i) => {
    const actor = actors[i] ?? '';
    return splitScenes(own, new Map([[0, actor]]), reading).map((rule) => writeLine(rule, numberOf));
  });
  if (!rules.some(({ to }) => to !== null) || rules.length > MAX_RULES || kinds.size > MAX_KINDS) return null;
  const pictures = [...kinds.keys()].flatMap((key) => readDrawing(key) ?? []);
  if (pictures.length !== kinds.size) return null;
  return { ...NO_SCOPE, kind: 'squares', ...tiling, reading, kinds: pictures, rules };
}

/** Changed squares of a line that follow on one another. */
function runsOf({ before, changed }: Step, reading: Reading): number[][] {
  if (reading === 'alone') return [...changed].map((square) => [square]);
  const runs: number[][] = [];
  for (const square of changed) {
    const behind = squareAlong(before, square, -1, reading);
    if (behind !== null && changed.has(behind)) continue;
    const run = [square];
    for (;;) {
      const next = squareAlong(before, run.at(-1) ?? square, 1, reading);
      if (next === null || !changed.has(next)) break;
      run.push(next);
    }
    runs.push(run);
  }
  return runs;
}

/**
 * The kinds of squares that act: of those in each run of changes, or right behind it, the one that is the least often seen to
 * stay as it is.
 */
function findActors(steps: readonly Step[], reading: Reading): string[] {
  const counts = new Map<string, { seen: number; changed: number }>();
  const effective = steps.filter(({ changed }) => changed.size > 0);
  for (const { before, changed } of effective) {
    before.keys.forEach((key, square) => {
      const count = counts.get(key) ?? { seen: 0, changed: 0 };
      count.seen++;
      if (changed.has(square)) count.changed++;
      counts.set(key, count);
    });
  }
  const shareOf = (key: string): number => {
    const { seen, changed } = counts.get(key) ?? { seen: 1, changed: 0 };
    return changed / seen;
  };
  const actors = new Set<string>();
  for (const step of effective) {
    for (const run of runsOf(step, reading)) {
      const behind = reading === 'alone' ? null : squareAlong(step.before, run[0] ?? 0, -1, reading);
      const keys = [...run, ...(behind === null ? [] : [behind])].map(
        (square) => step.before.keys[square] ?? '',
      );
      if (keys.some((key) => actors.has(key))) continue;
      const [best] = keys.sort((a, b) => shareOf(b) - shareOf(a));
      if (best !== undefined) actors.add(best);
    }
  }
  return [...actors];
}

/** What became of a square that acts, and of those that changed with it in its line. */
interface Scene {
  step: Step;
  /** By place along the line: the look before; null beyond the edge. */
  was: ReadonlyMap<number, string | null>;
  /** By place: the look after, of what changed. */
  is: ReadonlyMap<number, string>;
  outcome: string;
}

const [HINDMOST, FARTHEST] = [Math.min(...PLACES), Math.max(...PLACES)];

function scenesOf(step: Step, actor: string, actors: readonly string[], reading: Reading): Scene[] {
  const { before, after, changed } = step;
  return before.keys.flatMap((key, square): Scene[] => {
    if (key !== actor) return [];
    const at = (n: number): number | null => (n === 0 ? square : squareAlong(before, square, n, reading));
    const isChanged = (n: number): boolean => changed.has(at(n) ?? -1);
    const is = new Map<number, string>();
    const add = (n: number): void => void is.set(n, after.keys[at(n) ?? 0] ?? '');
    if (reading === 'alone') {
      if (isChanged(0)) add(0);
    } else {
      const start = isChanged(0)
        ? 0
        : isChanged(1) && !actors.includes(before.keys[at(1) ?? 0] ?? '')
          ? 1
          : null;
      if (start !== null) {
        for (let n = start; n <= FARTHEST && isChanged(n); n++) add(n);
        for (let n = start - 1; n >= HINDMOST && isChanged(n); n--) add(n);
      }
    }
    const was = new Map<number, string | null>([
      [0, actor],
      ...(reading === 'alone'
        ? []
        : PLACES.map((n): [number, string | null] => {
            const there = at(n);
            return [n, there === null ? null : (before.keys[there] ?? null)];
          })),
    ]);
    const outcome = [...is]
      .sort(([a], [b]) => a - b)
      .map(([n, look]) => `${n}:${look}`)
      .join(' ');
    return [{ step, was, is, outcome }];
  });
}

/** Says whether more happens before than behind what acts: else lines are to be read the other way. */
function isReadOnwards(scenes: readonly Scene[], reading: Reading): boolean {
  const count = (n: number): number => scenes.filter(({ is }) => is.has(n)).length;
  return reading === 'alone' || count(1) > count(-1);
}

/** What is known of a line, by place, and what becomes of it; null: nothing. */
interface Finding {
  line: ReadonlyMap<number, string | null>;
  is: ReadonlyMap<number, string> | null;
}

/** Tells apart by what stands along the line, as little of it as decides, what a square does. */
function splitScenes(
  scenes: readonly Scene[],
  line: ReadonlyMap<number, string | null>,
  reading: Reading,
): Finding[] {
  const [first] = scenes;
  if (!first) return [];
  const open = reading === 'alone' ? [] : PLACES.filter((n) => !line.has(n));
  // What changes is always told, and so is what lies ahead.
  const due = open.find((n) => n === 1 || scenes.some(({ is }) => is.has(n)));
  const isSure = scenes.every(({ outcome }) => outcome === first.outcome);
  if (isSure && due === undefined) {
    if (new Set(scenes.map(({ step }) => step)).size < LEAST_SEEN) return [];
    return [{ line, is: first.is.size > 0 ? first.is : null }];
  }
  const place = due ?? pickPlace(scenes, open);
  if (place === null) return [];
  return [...groupBy(scenes, place)].flatMap(([look, group]) =>
    splitScenes(group, new Map([...line, [place, look]]), reading),
  );
}

function groupBy(scenes: readonly Scene[], place: number): Map<string | null, Scene[]> {
  const groups = new Map<string | null, Scene[]>();
  for (const scene of scenes) {
    const look = scene.was.get(place) ?? null;
    groups.set(look, [...(groups.get(look) ?? []), scene]);
  }
  return groups;
}

/** The place that leaves fewest scenes in doubt; null when none tells any apart. */
function pickPlace(scenes: readonly Scene[], open: readonly number[]): number | null {
  let best: { place: number; sure: number } | null = null;
  for (const place of open) {
    let sure = 0;
    for (const group of groupBy(scenes, place).values())
      if (group.every(({ outcome }) => outcome === group[0]?.outcome)) sure += group.length;
    if (sure > (best?.sure ?? 0)) best = { place, sure };
  }
  return best?.place ?? null;
}

function writeLine({ line, is }: Finding, numberOf: (key: string) => number): LineRule {
  const places = [...line.keys()];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const from: number[] = [];
  const to: number[] = [];
  for (let n = first; n <= last; n++) {
    const look = line.get(n);
    const sign = look === undefined ? WHATEVER : look === null ? BEYOND : numberOf(look);
    const next = is?.get(n);
    from.push(sign);
    to.push(next === undefined ? sign : numberOf(next));
  }
  return { from, at: -first, to: is ? to : null };
}
