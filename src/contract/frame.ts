import { memoizeObject, memoizeText } from '../base/memoize';

/**
 * Frames of a grid game. A packed frame lists its rows from top to bottom, one hex digit (the color) per cell, rows
 * joined by `/`: 64 digits per row for a 64×64 board. We store, send and hash packed frames.
 */

/** Colors by [row][col], 0…15. */
export type Grid = number[][];

/** Cells that diffs and keys ignore, as `row * cols + col`. */
export type Mask = ReadonlySet<number>;
export const NO_MASK: Mask = new Set<number>();

/** The ARC palette by color number: name and RRGGBB (docs/runs.md#the-board). */
const COLORS = [
  ['white', 'FFFFFF'],
  ['light grey', 'CCCCCC'],
  ['grey', '999999'],
  ['mid grey', '666666'],
  ['dark grey', '333333'],
  ['black', '000000'],
  ['magenta', 'E53AA3'],
  ['pink', 'FF7BCC'],
  ['red', 'F93C31'],
  ['blue', '1E93FF'],
  ['light blue', '88D8F1'],
  ['yellow', 'FFDC00'],
  ['orange', 'FF851B'],
  ['maroon', '921231'],
  ['green', '4FCC30'],
  ['purple', 'A356D6'],
] as const;
export const COLOR_NAMES: readonly string[] = COLORS.map(([name]) => name);
export const COLOR_HEX: readonly string[] = COLORS.map(([, hex]) => hex);

/** The palette as red, green and blue, 0…255 each. */
export const PALETTE: readonly number[][] = COLOR_HEX.map((hex) =>
  [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
);

/** The name of a color; `none` for a cell that exists in only one of two frames. */
export const colorName = (colour: number): string => COLOR_NAMES[colour] ?? 'none';

/**
 * Packs a grid.
 *
 * @throws RangeError for a color outside 0…15 or rows of unequal length
 */
export function packFrame(grid: Grid): string {
  const width = grid[0]?.length ?? 0;
  return grid
    .map((row) => {
      if (row.length !== width) throw new RangeError('rows of a frame must have the same length');
      return row
        .map((colour) => {
          if (!Number.isInteger(colour) || colour < 0 || colour > 15) {
            throw new RangeError(`a cell must be a color from 0 to 15, got ${colour}`);
          }
          return colour.toString(16);
        })
        .join('');
    })
    .join('/');
}

/**
 * Unpacks a packed frame.
 *
 * @throws RangeError for malformed input
 */
export function unpackFrame(cells: string): Grid {
  const rows = cells.split('/');
  const width = rows[0]?.length ?? 0;
  return rows.map((row) => {
    if (row.length !== width || !/^[0-9a-f]+$/.test(row)) throw new RangeError('not a packed frame');
    const colours: number[] = [];
    for (let col = 0; col < width; col++) {
      const code = row.charCodeAt(col);
      // '0' to '9', then 'a' to 'f'.
      colours.push(code < 58 ? code - 48 : code - 87);
    }
    return colours;
  });
}

/** Maximum rows and columns of a frame, and frames per observation. */
export const FRAME_LIMITS = { rows: 64, cols: 64, frames: 64 } as const;

/** An error in a caller's frame, with a JSON Pointer into the given value. */
export type FrameFault = { ok: false; pointer: string; message: string };

const fault = (pointer: string, message: string): FrameFault => ({ ok: false, pointer, message });

/** Reads a caller's frame, given as rows of color numbers. */
export function readFrame(value: unknown): { ok: true; cells: string } | FrameFault {
  if (!Array.isArray(value)) return fault('', 'a frame must be a list of rows, each a list of color numbers');
  if (value.length === 0 || value.length > FRAME_LIMITS.rows) {
    return fault('', `a frame must have 1 to ${FRAME_LIMITS.rows} rows, got ${value.length}`);
  }
  const lines: string[] = [];
  for (const [r, row] of (value as unknown[]).entries()) {
    if (!Array.isArray(row)) return fault(`/${r}`, 'a row must be a list of color numbers');
    if (row.length === 0 || row.length > FRAME_LIMITS.cols) {
      return fault(`/${r}`, `a row must have 1 to ${FRAME_LIMITS.cols} cells, got ${row.length}`);
    }
    const width = lines[0]?.length ?? row.length;
    if (row.length !== width) {
      return fault(
        `/${r}`,
        `every row must be as long as the first: got ${row.length} cells, expected ${width}`,
      );
    }
    let line = '';
    for (const [c, cell] of (row as unknown[]).entries()) {
      if (typeof cell !== 'number' || !Number.isInteger(cell) || cell < 0 || cell > 15) {
        return fault(`/${r}/${c}`, `a cell must be a whole number from 0 to 15, got ${show(cell)}`);
      }
      line += cell.toString(16);
    }
    lines.push(line);
  }
  return { ok: true, cells: lines.join('/') };
}

/** Reads the frames of an observation, oldest first. */
export function readFrames(value: unknown): { ok: true; frames: string[] } | FrameFault {
  if (!Array.isArray(value) || value.length === 0) {
    return fault('', 'frames must be a list of at least one frame, the settled one last');
  }
  if (value.length > FRAME_LIMITS.frames) {
    const message = `an observation has at most ${FRAME_LIMITS.frames} frames, got ${value.length}; leave out some of the animation`;
    return fault('', message);
  }
  const frames: string[] = [];
  for (const [i, item] of (value as unknown[]).entries()) {
    const result = readFrame(item);
    if (!result.ok) return { ...result, pointer: `/${i}${result.pointer}` };
    frames.push(result.cells);
  }
  return { ok: true, frames };
}

/** Formats a value for an error message, shortened. */
function show(value: unknown): string {
  if (value === undefined) return 'missing';
  return (typeof value === 'object' && value !== null ? typeof value : String(value)).slice(0, 40);
}

/**
 * A short stable key of a frame: frames that are equal outside the mask have equal keys. 16 hex digits: two FNV-1a
 * lanes with different offsets, each finished with a multiply-xor so that similar frames get distant keys.
 */
export const frameKey = (cells: string, mask: Mask = NO_MASK): string => keysUnder(mask)(cells);

/** Cache size per mask, in characters of frames: a turn needs the same few keys repeatedly. */
const KEY_CHARS = 64 * 1024;
const keysUnder = memoizeObject((mask: Mask) => memoizeText((cells) => makeKey(cells, mask), KEY_CHARS));

function makeKey(cells: string, mask: Mask): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  let position = 0;
  for (let i = 0; i < cells.length; i++) {
    const code = cells.charCodeAt(i);
    const isCell = code !== 47;
    const visibleCode = isCell && mask.has(position) ? 0 : code;
    if (isCell) position++;
    a = Math.imul(a ^ visibleCode, 0x01000193);
    b = Math.imul(b ^ (visibleCode + (i & 0xff)), 0x85ebca6b);
  }
  return finishLane(a) + finishLane(b);
}

function finishLane(lane: number): string {
  let x = lane ^ (lane >>> 16);
  x = Math.imul(x, 0x7feb352d);
  x ^= x >>> 15;
  return (x >>> 0).toString(16).padStart(8, '0');
}
