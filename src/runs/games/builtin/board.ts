import type { JsonObject } from '../../../base/json';
import { fnv1a } from '../../../base/random';
import { type ActionId, BOARD_MAX } from '../../../contract/agents';
import type { BuiltinGame, GameStatus, GameStep } from '../game';

/**
 * Shared parts of the built-in games: reading a plan and walking on it, painting tiles into a packed frame
 * (src/contract/frame.ts), and choosing a start by a seed. A colour is one hex digit, as in a packed frame.
 */

/** A packed frame of 64 × 64 cells that is being painted, as the codes of its characters. */
type Canvas = Uint8Array;

/** From one row of a canvas to the next: its cells, and the `/` between rows. */
const ROW = BOARD_MAX + 1;

/** A tile of a plan, or the way from one to another: (rows, cols). */
export type Square = [row: number, col: number];

/** Default meanings of the four walking actions. */
export const STEPS: Partial<Record<ActionId, Square>> = {
  ACTION1: [-1, 0],
  ACTION2: [1, 0],
  ACTION3: [0, -1],
  ACTION4: [0, 1],
};

/** Most moves that a game remembers, to take them back. */
const HISTORY = 50;

/** A canvas of one colour. */
export function makeCanvas(colour: string): Canvas {
  const canvas = new Uint8Array(BOARD_MAX * ROW - 1).fill(colour.charCodeAt(0));
  for (let end = BOARD_MAX; end < canvas.length; end += ROW) canvas[end] = SLASH;
  return canvas;
}
const SLASH = '/'.charCodeAt(0);

/** Fill a rectangle of cells. What lies outside the canvas is left out. */
export function fillBox(
  canvas: Canvas,
  colour: string,
  [row, col]: Square,
  rows: number,
  cols: number,
): void {
  const [leftCol, right] = [Math.max(0, col), Math.min(BOARD_MAX, col + cols)];
  if (leftCol >= right) return;
  for (let r = Math.max(0, row); r < Math.min(BOARD_MAX, row + rows); r++)
    canvas.fill(colour.charCodeAt(0), r * ROW + leftCol, r * ROW + right);
}

/**
 * Paint a glyph with its upper left cell at `place`. Every mark of the glyph that `colours` knows becomes `scale` ×
 * `scale` cells of that colour; a mark it does not know shows what is below.
 */
export function paintGlyph(
  canvas: Canvas,
  glyph: readonly string[],
  colours: Readonly<Record<string, string>>,
  [row, col]: Square,
  scale = 1,
): void {
  glyph.forEach((marks, r) => {
    Array.from(marks).forEach((mark, c) => {
      const colour = colours[mark];
      if (colour) fillBox(canvas, colour, [row + r * scale, col + c * scale], scale, scale);
    });
  });
}

/** The canvas as a packed frame. */
export const packCanvas = (canvas: Canvas): string => ASCII.decode(canvas);
const ASCII = new TextDecoder();

/** The mark of a plan at a place; `#` outside of it. */
export function markAt(plan: readonly string[], [row, col]: Square): string {
  return plan[row]?.[col] ?? '#';
}

/** Places of a plan that have one of the marks, from top to bottom and left to right. */
export function findMarks(plan: readonly string[], marks: string): Square[] {
  return plan.flatMap((line, row) =>
    Array.from(line).flatMap((mark, col): Square[] => (marks.includes(mark) ? [[row, col]] : [])),
  );
}

/** The place one step on. */
export function stepFrom([row, col]: Square, [rows, cols]: Square): Square {
  return [row + rows, col + cols];
}

/** Where a walk leads: the place ahead, or `from` when that is not free or the action takes no step. */
export function walk(from: Square, step: Square | undefined, isFree: (ahead: Square) => boolean): Square {
  const ahead = step ? stepFrom(from, step) : from;
  return isFree(ahead) ? ahead : from;
}

/** Upper left cell of a tile of `size` × `size` cells, on a board inside a rim of so many. */
export function cornerOf([row, col]: Square, size: number, rim = 0): Square {
  return [rim + row * size, rim + col * size];
}

export function isSamePlace(a: Square, b: Square): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Index of the tile among `places`; -1 when it is none of them. */
export function indexOfPlace(places: readonly Square[], place: Square): number {
  return places.findIndex((other) => isSamePlace(other, place));
}

/** A history with one move more (a character), without the oldest when there are too many. */
export function addMove(moves: string, move: string): string {
  return (moves + move).slice(-HISTORY);
}

/**
 * A step of a game that shows `frames` and offers all of its actions, whatever its state.
 *
 * @param level the one that is shown (from 0); a win completes it
 */
export function makeStep(
  snapshot: JsonObject,
  frames: string[],
  actions: readonly ActionId[],
  state: GameStatus = 'NOT_FINISHED',
  level = 0,
): GameStep {
  const levelsCompleted = state === 'WIN' ? level + 1 : level;
  return { snapshot, frames, state, levelsCompleted, availableActions: [...actions] };
}

/**
 * Start and restart of a game whose levels (from 0) are made from the hashed seed. Its snapshots keep that as `key`,
 * and the level as `level` when there is more than one.
 */
export function beginFrom(
  begin: (key: number, level: number) => GameStep,
): Pick<BuiltinGame, 'start' | 'restart'> {
  return {
    start: (seed) => begin(hashSeed(seed), 0),
    restart(snapshot) {
      const { key, level = 0 } = snapshot as { key: number; level?: number };
      return begin(key, level);
    },
  };
}

/** FNV-1a over the characters of the seed, mixed once; unsigned, 32 bits. */
export function hashSeed(seed: string): number {
  const hash = fnv1a(seed);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A choice from 0 to `count` - 1; the same for the same key (a hashed seed) and name of the choice. */
export function choose(key: number, name: string, count: number): number {
  return hashSeed(`${name}:${key}`) % count;
}

/** One of the items. Throws `RangeError` when there is none: an empty plan is a mistake of the game. */
export function chooseFrom<T>(key: number, name: string, items: readonly T[]): T {
  const item = items[choose(key, name, Math.max(items.length, 1))];
  if (item === undefined) throw new RangeError(`nothing to choose as ${name}`);
  return item;
}

/** Where the avatar starts: one of the `,` of the plan. */
export function chooseStart(key: number, name: string, plan: readonly string[]): Square {
  return chooseFrom(key, name, findMarks(plan, ','));
}
