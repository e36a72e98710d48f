import { say } from '../../words/say';
/** A board as events carry it: rows of hexadecimal digits joined by `/`, one digit a cell. */
export interface Grid {
  rows: number;
  cols: number;
  /** Colour numbers 0 to 15, row by row. */
  cells: Uint8Array;
}

/** Names of the colours 0 to 15 of ARC-AGI-3, as in prompts, definitions and reports. */
export const PALETTE = [
  ['#ffffff', say('white')],
  ['#cccccc', 'light grey'],
  ['#999999', say('grey')],
  ['#666666', 'mid grey'],
  ['#333333', 'dark grey'],
  ['#000000', say('black')],
  ['#e53aa3', say('magenta')],
  ['#ff7bcc', say('pink')],
  ['#f93c31', say('red')],
  ['#1e93ff', say('blue')],
  ['#88d8f1', 'light blue'],
  ['#ffdc00', say('yellow')],
  ['#ff851b', say('orange')],
  ['#921231', say('maroon')],
  ['#4fcc30', say('green')],
  ['#a356d6', say('purple')],
] as const;

/** Parses a packed board; null when it is not a rectangle of hexadecimal digits. */
function parseGrid(packed: string): Grid | null {
  const lines = packed.split('/');
  const cols = lines[0]?.length ?? 0;
  if (cols === 0 || !lines.every((line) => line.length === cols && /^[0-9a-f]+$/i.test(line))) return null;
  return {
    rows: lines.length,
    cols,
    cells: Uint8Array.from(lines.join(''), (digit) => Number.parseInt(digit, 16)),
  };
}

/** Returns the indexes of the cells that differ; empty when the sizes do. */
export function changedCells(before: Grid | null, after: Grid): Set<number> {
  const differences = new Set<number>();
  if (!before || before.rows !== after.rows || before.cols !== after.cols) return differences;
  after.cells.forEach((cell, i) => {
    if (cell !== before.cells[i]) differences.add(i);
  });
  return differences;
}

/** Cache of parsed boards: lists show the same few again and again. */
const known = new Map<string, Grid>();
const MAX_KNOWN = 400;

/** Parses a packed board, with a cache. An invalid one becomes a single empty cell, so that something is drawn. */
export function parseBoard(packed: string): Grid {
  const cachedGrid = known.get(packed);
  if (cachedGrid) return cachedGrid;
  const grid = parseGrid(packed) ?? { rows: 1, cols: 1, cells: new Uint8Array(1) };
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '');
  known.set(packed, grid);
  return grid;
}

const colorAt = (grid: Grid, cell: number): string => PALETTE[grid.cells[cell] ?? 0]?.[1] ?? 'none';

/**
 * Describes a cell in words: its position, its colour, and its colour before when that differs.
 *
 * @param cell `row * cols + col`
 */
export function describeCell(grid: Grid, before: Grid | null, cell: number): string {
  const place = `row ${Math.floor(cell / grid.cols)}, column ${cell % grid.cols}`;
  const now = colorAt(grid, cell);
  const same = before && before.rows === grid.rows && before.cols === grid.cols;
  const was = same ? colorAt(before, cell) : now;
  return was === now ? `${place}: ${now}` : `${place}: ${now}, was ${was}`;
}
