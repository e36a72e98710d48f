import type { JsonObject } from '../../../base/json';
import { fnv1a } from '../../../base/random';
import { type ActionId, BOARD_MAX } from '../../../contract/agents';
import type { BuiltinGame, GameStatus, GameStep } from '../game';

/**
 * Helpers of the built-in games: reading and walking plans, painting packed frames (src/contract/frame.ts),
 * and seeded choices. A color is one hex digit, as in a packed frame.
 */

/** A packed frame of 64 × 64 cells in progress, as character codes. */
type Canvas = Uint8Array;

/** Length of a row, including the `/` between rows. */
const ROW = BOARD_MAX + 1;

/** Position of a tile, or an offset between two: (rows, cols). */
export type Square = [row: number, col: number];

/** Default steps of the four movement actions. */
export const STEPS: Partial<Record<ActionId, Square>> = {
  ACTION1: [-1, 0],
  ACTION2: [1, 0],
  ACTION3: [0, -1],
  ACTION4: [0, 1],
};

const HISTORY = 50;

export function createCanvas(colour: string): Canvas {
  const canvas = new Uint8Array(BOARD_MAX * ROW - 1).fill(colour.charCodeAt(0));
  for (let end = BOARD_MAX; end < canvas.length; end += ROW) canvas[end] = SLASH;
  return canvas;
}
const SLASH = '/'.charCodeAt(0);

/** Clipped to the canvas. */
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
 * Paints a glyph with its upper left cell at `place`. Marks listed in `colours` become `scale` × `scale`
 * cells; other marks are transparent.
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

export const packCanvas = (canvas: Canvas): string => ASCII.decode(canvas);
const ASCII = new TextDecoder();

/** `#` outside the plan. */
export function readMark(plan: readonly string[], [row, col]: Square): string {
  return plan[row]?.[col] ?? '#';
}

/** In reading order. */
export function findMarks(plan: readonly string[], marks: string): Square[] {
  return plan.flatMap((line, row) =>
    Array.from(line).flatMap((mark, col): Square[] => (marks.includes(mark) ? [[row, col]] : [])),
  );
}

export function neighbor([row, col]: Square, [rows, cols]: Square): Square {
  return [row + rows, col + cols];
}

/** Returns the next position, or `from` if it is blocked or there is no step. */
export function walk(from: Square, step: Square | undefined, isFree: (ahead: Square) => boolean): Square {
  const ahead = step ? neighbor(from, step) : from;
  return isFree(ahead) ? ahead : from;
}

/** Upper left cell of a tile with `size` × `size` cells, inside a rim. */
export function markCorner([row, col]: Square, size: number, rim = 0): Square {
  return [rim + row * size, rim + col * size];
}

export function isSamePlace(a: Square, b: Square): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** -1 if there is none. */
export function indexOfPlace(places: readonly Square[], place: Square): number {
  return places.findIndex((other) => isSamePlace(other, place));
}

/** Appends a move (one character) and drops the oldest beyond the limit. */
export function addMove(moves: string, move: string): string {
  return (moves + move).slice(-HISTORY);
}

/**
 * A game step that offers all actions, regardless of its state.
 *
 * @param level index of the level; a win completes it
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
 * Start and restart for games whose levels are generated from the hashed seed. Snapshots store it as `key`,
 * and the level as `level` if there are several.
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

/** FNV-1a of the seed, mixed once; unsigned, 32 bits. */
export function hashSeed(seed: string): number {
  const hash = fnv1a(seed);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A number from 0 to `count` - 1, determined by the key (a hashed seed) and name. */
export function choose(key: number, name: string, count: number): number {
  return hashSeed(`${name}:${key}`) % count;
}

/** @throws RangeError for an empty list, which is a bug in the game */
export function chooseFrom<T>(key: number, name: string, items: readonly T[]): T {
  const item = items[choose(key, name, Math.max(items.length, 1))];
  if (item === undefined) throw new RangeError(`nothing to choose as ${name}`);
  return item;
}

/** A start position: one of the plan's `,`. */
export function chooseStart(key: number, name: string, plan: readonly string[]): Square {
  return chooseFrom(key, name, findMarks(plan, ','));
}
