/**
 * Frames of a grid game. A packed frame is its rows from top to bottom, each cell one hex digit (its colour),
 * rows joined by `/`: 64 digits a row for a 64×64 board. Packed frames are what is stored, sent and hashed.
 */

/** Colours by [row][col], 0…15. */
export type Grid = number[][];

/** Cells that are left out of diffs and keys, as `row * cols + col`. */
export type Mask = ReadonlySet<number>;
export const NO_MASK: Mask = new Set<number>();

/** Names of the ARC palette, by colour number (Design §7). */
export const COLOUR_NAMES = [
  'white',
  'light grey',
  'grey',
  'mid grey',
  'dark grey',
  'black',
  'magenta',
  'pink',
  'red',
  'blue',
  'light blue',
  'yellow',
  'orange',
  'maroon',
  'green',
  'purple',
] as const;

/** The ARC palette as RRGGBB, by colour number. */
export const COLOUR_HEX = [
  'FFFFFF',
  'CCCCCC',
  '999999',
  '666666',
  '333333',
  '000000',
  'E53AA3',
  'FF7BCC',
  'F93C31',
  '1E93FF',
  '88D8F1',
  'FFDC00',
  'FF851B',
  '921231',
  '4FCC30',
  'A356D6',
] as const;

/** Name of a colour; `none` for a cell that one of two frames does not have. */
export const colourName = (colour: number): string => COLOUR_NAMES[colour] ?? 'none';

/** Number of a colour name; -1 when there is no such colour. */
export const colourNumber = (name: string): number =>
  (COLOUR_NAMES as readonly string[]).indexOf(name.trim().toLowerCase());

/** Pack a grid. Throws `RangeError` for a colour outside 0…15 or rows of unequal length. */
export function packFrame(grid: Grid): string {
  const width = grid[0]?.length ?? 0;
  return grid
    .map((row) => {
      if (row.length !== width) throw new RangeError('rows of a frame must have the same length');
      return row
        .map((colour) => {
          if (!Number.isInteger(colour) || colour < 0 || colour > 15) {
            throw new RangeError(`a cell must be a colour from 0 to 15, got ${colour}`);
          }
          return colour.toString(16);
        })
        .join('');
    })
    .join('/');
}

/** The grid of a packed frame. Throws `RangeError` when it is not one. */
export function unpackFrame(cells: string): Grid {
  const rows = cells.split('/');
  const width = rows[0]?.length ?? 0;
  return rows.map((row) => {
    if (row.length !== width || !/^[0-9a-f]+$/.test(row)) throw new RangeError('not a packed frame');
    return Array.from(row, (digit) => Number.parseInt(digit, 16));
  });
}

/**
 * A short stable name of a frame: equal frames (outside the mask) have equal keys. 16 hex digits: two FNV-1a
 * lanes with different offsets, each finished with a multiply-xor so that near frames lie far apart.
 */
export function frameKey(cells: string, mask: Mask = NO_MASK): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  let position = 0;
  for (let i = 0; i < cells.length; i++) {
    const code = cells.charCodeAt(i);
    const isCell = code !== 47;
    const seen = isCell && mask.has(position) ? 0 : code;
    if (isCell) position++;
    a = Math.imul(a ^ seen, 0x01000193);
    b = Math.imul(b ^ (seen + (i & 0xff)), 0x85ebca6b);
  }
  return finishLane(a) + finishLane(b);
}

function finishLane(lane: number): string {
  let x = lane ^ (lane >>> 16);
  x = Math.imul(x, 0x7feb352d);
  x ^= x >>> 15;
  return (x >>> 0).toString(16).padStart(8, '0');
}
