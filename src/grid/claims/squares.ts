import type { Mask } from '../../contract/frame';
import { type Board, nameMask, rememberByBoard } from './board';
import { DRAWING, keyOf, type Picture, paintPicture, readDrawing, writeDrawing } from './picture';
import { type ClaimContext, type Forecast, MISSING, NO_SCOPE, NOTHING, type Scope, silent } from './scope';

/** The board as squares of one size, side by side; cells beyond the last whole square are in none. */
export interface Tiling {
  /** Cells along a side. */
  size: number;
  /** Corner of the first square, less than a square from the corner of the board. */
  top: number;
  left: number;
}

/** The way in which squares are read: one line along it, or each square by itself. */
export type Reading = 'up' | 'down' | 'left' | 'right' | 'alone';

/** Stands for what lies beyond the last square of a line. */
export const BEYOND = -2;
/** Stands for any square, or none. */
export const WHATEVER = -1;

/**
 * What becomes of squares in a line: a kind of square that acts, with what lies before and behind it. Kinds are numbers in
 * the list of the claim.
 */
export interface LineRule {
  /** The line as it is read, with {@link BEYOND} and {@link WHATEVER}. */
  from: number[];
  /** Which of them acts. */
  at: number;
  /** The same line after the action; null when it stays. Only squares that `from` names change. */
  to: number[] | null;
}

/**
 * Squares change by rules, as in a game on a grid. Squares that act and match no rule are those of which it is not known
 * what they do; all others stay.
 */
export interface SquaresClaim extends Scope, Tiling {
  kind: 'squares';
  reading: Reading;
  /** Looks of squares, at most {@link MAX_KINDS}. */
  kinds: Picture[];
  rules: LineRule[];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
export const MAX_KINDS = LETTERS.length;

/** The squares of a board, in reading order, by their looks; masked cells have no colour. */
export interface Squares {
  rows: number;
  cols: number;
  keys: string[];
}

const squares = rememberByBoard<Squares>();

/** Reads a board as squares. The keys are those of {@link keyOf}. */
export const readSquares = (board: Board, tiling: Tiling, mask: Mask): Squares =>
  squares(board, `${tiling.size},${tiling.top},${tiling.left},${nameMask(mask)}`, () => {
    const { size, top, left } = tiling;
    const rows = Math.floor((board.rows - top) / size);
    const cols = Math.floor((board.cols - left) / size);
    const keys: string[] = [];
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) {
        const lines: string[] = [];
        for (let y = 0; y < size; y++) {
          const start = (top + row * size + y) * board.cols + left + col * size;
          let line = '';
          for (let cell = start; cell < start + size; cell++)
            line += mask.has(cell) ? '.' : (board.cells[cell] ?? 0).toString(16);
          lines.push(line);
        }
        keys.push(lines.join('/'));
      }
    }
    return { rows, cols, keys };
  });

/** Rows down and columns right to the next square of a line. */
const STEPS: Readonly<Record<Reading, readonly [number, number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
  alone: [0, 0],
};

/** Returns the square `n` further along the line that is read from a square; null beyond the last one. */
export function squareAlong(
  { rows, cols }: Pick<Squares, 'rows' | 'cols'>,
  square: number,
  n: number,
  reading: Reading,
): number | null {
  const [down, right] = STEPS[reading];
  const row = Math.floor(square / cols) + down * n;
  const col = (square % cols) + right * n;
  return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
}

/** Predicts what the rules make of each square that acts. */
export function forecastSquares(claim: SquaresClaim, board: Board, { mask }: ClaimContext): Forecast {
  const grid = readSquares(board, claim, mask);
  const numbers = new Map(claim.kinds.map((picture, i) => [keyOf(picture), i]));
  const looks = grid.keys.map((key) => numbers.get(key) ?? UNKNOWN);
  const actors = new Set(claim.rules.map(({ from, at }) => from[at]));
  const next = new Map<number, number>();
  let acts = false;
  for (const [square, kind] of looks.entries()) {
    if (!actors.has(kind)) continue;
    acts = true;
    const rule = claim.rules.find((one) => isMatch(one, grid, looks, square, claim.reading));
    if (!rule) return silent('it was never seen what the squares there become');
    for (const [i, to] of (rule.to ?? []).entries()) {
      const target = squareAlong(grid, square, i - rule.at, claim.reading);
      if (to < 0 || target === null || to === rule.from[i]) continue;
      if ((next.get(target) ?? to) !== to) return silent('two things would meet');
      next.set(target, to);
    }
  }
  if (!acts) return MISSING;
  if (next.size === 0) return NOTHING;
  const paint = new Map<number, number>();
  for (const [square, kind] of next) {
    const [row, col] = [Math.floor(square / grid.cols), square % grid.cols];
    const at = { top: claim.top + row * claim.size, left: claim.left + col * claim.size };
    const look = claim.kinds[kind];
    if (look) paintPicture(paint, look, at, board);
  }
  return { kind: 'board', paint, flash: false };
}

const UNKNOWN = -3;

const isMatch = (
  rule: LineRule,
  grid: Squares,
  looks: readonly number[],
  square: number,
  reading: Reading,
): boolean =>
  rule.from[rule.at] === looks[square] &&
  rule.from.every((kind, i) => {
    if (kind === WHATEVER || i === rule.at) return true;
    const there = squareAlong(grid, square, i - rule.at, reading);
    return there === null ? kind === BEYOND : looks[there] === kind;
  });

const WAYS: Readonly<Record<Reading, string>> = {
  up: 'read upwards',
  down: 'read downwards',
  left: 'read to the left',
  right: 'read to the right',
  alone: 'each by itself',
};

const writeSign = (kind: number): string =>
  kind === BEYOND ? '|' : kind === WHATEVER ? '_' : (LETTERS[kind] ?? '?');

function writeRule({ from, at, to }: LineRule): string {
  const line = from.map((kind, i) => (i === at ? `[${writeSign(kind)}]` : writeSign(kind))).join('');
  return to ? `${line} becomes ${to.map(writeSign).join('')}` : `${line} stays`;
}

/** Writes the first sentence of a claim: `[a]` is a square that acts, `|` the edge, `_` any square. */
export const writeSquares = ({ size, top, left, reading, kinds, rules }: SquaresClaim): string =>
  `Changes squares of ${size}×${size} cells from (${top},${left}), ${WAYS[reading]}: ${rules.map(writeRule).join('; ')}; drawn ${kinds.map((picture, i) => `${writeSign(i)} ${writeDrawing(picture)}`).join(', ')}.`;

const SQUARES = new RegExp(
  `^Changes squares of (\\d+)×\\1 cells from \\((\\d+),(\\d+)\\), (${Object.values(WAYS).join('|')}): (.+); drawn (.+)\\.$`,
);
const RULE = /^([a-z|_]*)\[([a-z])\]([a-z|_]*) (?:becomes ([a-z|_]+)|stays)$/;
const KIND = new RegExp(`^([a-z]) (${DRAWING})$`);

const readSigns = (text: string): number[] =>
  Array.from(text, (sign) => (sign === '|' ? BEYOND : sign === '_' ? WHATEVER : LETTERS.indexOf(sign)));

/** Reads what {@link writeSquares} wrote; null for other text: kinds are drawn in order, as large as a square. */
export function readSquaresClaim(text: string): SquaresClaim | null {
  const match = SQUARES.exec(text);
  if (!match) return null;
  const [size = 0, top = 0, left = 0] = match.slice(1, 4).map(Number);
  const [way, list = '', drawings = ''] = match.slice(4);
  const [reading] = Object.entries(WAYS).flatMap(([one, words]) => (words === way ? [one as Reading] : []));
  const kinds = drawings.split(', ').map((drawing, i) => readKind(drawing, i, size));
  const rules = list.split('; ').map(readRule);
  if (size === 0 || !reading || kinds.includes(null) || rules.includes(null)) return null;
  return {
    ...NO_SCOPE,
    kind: 'squares',
    ...{ size, top, left, reading },
    kinds: kinds.flatMap((one) => one ?? []),
    rules: rules.flatMap((one) => one ?? []),
  };
}

function readKind(text: string, i: number, size: number): Picture | null {
  const [, letter, drawing = ''] = KIND.exec(text) ?? [];
  const picture = readDrawing(drawing);
  return letter === LETTERS[i] && picture?.rows === size && picture.cols === size ? picture : null;
}

function readRule(text: string): LineRule | null {
  const rule = RULE.exec(text);
  if (!rule) return null;
  const [, before = '', actor = '', behind = '', after] = rule;
  const from = readSigns(before + actor + behind);
  const to = after === undefined ? null : readSigns(after);
  return to && to.length !== from.length ? null : { from, at: before.length, to };
}
