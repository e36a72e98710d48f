import { colourName, colourNumber, type Grid } from '../../explore/frame';
import { describeObject, findObjects, type GridObject } from '../../explore/objects';

/**
 * The understudy's one theory: an action moves an object by so many cells one way, over cells of some colours, and
 * cells of other colours stop it. It is written as a definition in plain words and read back from them, because a
 * definition is all that a run keeps.
 */
export interface Move {
  colour: number;
  rows: number;
  cols: number;
  direction: Direction;
  /** Cells. */
  by: number;
  /** Colours it was seen to move over, and colours it was seen to be stopped by; ascending. */
  over: number[];
  stoppedBy: number[];
}

export type Direction = 'up' | 'down' | 'left' | 'right';

export const DIRECTIONS: Record<Direction, readonly [rows: number, cols: number]> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** Top left corner of an object. */
export interface Corner {
  top: number;
  left: number;
}

/** The way of a shift that is straight; null when it is not. */
export function directionOf(byRows: number, byCols: number): Direction | null {
  if ((byRows === 0) === (byCols === 0)) return null;
  if (byCols === 0) return byRows < 0 ? 'up' : 'down';
  return byCols < 0 ? 'left' : 'right';
}

/** `Moves the blue 4×4 object up by 4 cells when light grey cells lie ahead; black cells ahead stop it.` */
export function writeMove(move: Move): string {
  const what = `Moves the ${describeObject(move)} ${move.direction} by ${countCells(move.by)}`;
  const stop = move.stoppedBy.length > 0 ? `; ${listColours(move.stoppedBy)} cells ahead stop it` : '';
  return `${what} when ${listColours(move.over)} cells lie ahead${stop}.`;
}

const WRITTEN =
  /^Moves the (.+) (\d+)×(\d+) object (up|down|left|right) by (\d+) cells? when (.+) cells lie ahead(?:; (.+) cells ahead stop it)?\.$/;

/** The move that {@link writeMove} wrote; null for any other text. */
export function readMove(definition: string | null | undefined): Move | null {
  const found = WRITTEN.exec(definition ?? '');
  if (!found) return null;
  const [, colour = '', rows, cols, direction, by, over = '', stop] = found;
  return {
    colour: colourNumber(colour),
    rows: Number(rows),
    cols: Number(cols),
    direction: direction as Direction,
    by: Number(by),
    over: readColours(over),
    stoppedBy: stop === undefined ? [] : readColours(stop),
  };
}

/** Whether two moves say the same about the same object, whatever is known about the ground. */
export const isSameMove = (a: Move, b: Move): boolean =>
  isSameObject(a, b) && a.direction === b.direction && a.by === b.by;

export const isSameObject = (
  a: Pick<GridObject, 'colour' | 'rows' | 'cols'>,
  b: Pick<GridObject, 'colour' | 'rows' | 'cols'>,
): boolean => a.colour === b.colour && a.rows === b.rows && a.cols === b.cols;

/** The object a move speaks of; null when the board shows none, or several. */
export function findMover(grid: Grid, move: Move): GridObject | null {
  const found = findObjects(grid).filter((object) => isSameObject(object, move));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Colours of the cells that an object of this size at this place would sweep over; ascending. `edge` when they reach
 * beyond the board.
 */
export function lookAhead(
  grid: Grid,
  size: { rows: number; cols: number },
  at: Corner,
  direction: Direction,
  by: number,
): { colours: number[]; edge: boolean } {
  const [byRows, byCols] = DIRECTIONS[direction];
  const top = byRows > 0 ? at.top + size.rows : byRows < 0 ? at.top - by : at.top;
  const left = byCols > 0 ? at.left + size.cols : byCols < 0 ? at.left - by : at.left;
  const colours = new Set<number>();
  let edge = false;
  for (let row = top; row < top + (byRows === 0 ? size.rows : by); row++) {
    for (let col = left; col < left + (byCols === 0 ? size.cols : by); col++) {
      const colour = grid[row]?.[col];
      if (colour === undefined) edge = true;
      else colours.add(colour);
    }
  }
  return { colours: sorted(colours), edge };
}

export const sorted = (colours: Iterable<number>): number[] => [...new Set(colours)].sort((a, b) => a - b);

/** `black`, `black or maroon`, `black, maroon or green`. */
export function listColours(colours: readonly number[]): string {
  const names = colours.map(colourName);
  const last = names.pop() ?? 'no';
  return names.length > 0 ? `${names.join(', ')} or ${last}` : last;
}

const readColours = (list: string): number[] =>
  sorted(
    list
      .split(/, | or /)
      .map(colourNumber)
      .filter((n) => n >= 0),
  );

export const countCells = (n: number): string => `${n} ${n === 1 ? 'cell' : 'cells'}`;
