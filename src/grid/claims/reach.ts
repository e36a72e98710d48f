import { type Board, boxOf, commonestColour, flood, rememberByBoard } from './board';

/**
 * Says which things a click takes part of, besides the clicked one: the next of its size on each of four or eight sides, all
 * of its size in its row, column or both, all of its size, or everything of its colour.
 */
export const REACHES = ['beside', 'around', 'row', 'column', 'cross', 'alike', 'colour'] as const;
export type Reach = (typeof REACHES)[number];

/** Sentences of reaches, as they follow "the clicked object" or "the clicked thing of all its colours". */
export const REACH_WORDS: Record<Reach, string> = {
  beside: 'and the next of its size above, below, left and right',
  around: 'and the next of its size all around',
  row: 'and all of its size in its rows',
  column: 'and all of its size in its columns',
  cross: 'and all of its size in its rows or columns',
  alike: 'and all of its size',
  colour: 'and all else of its colour',
};

/** A thing on a board: cells that hang together. */
interface Thing {
  cells: number[];
  top: number;
  left: number;
  rows: number;
  cols: number;
}

const wholes = rememberByBoard<Thing[]>();

/** Lists the things of a board: of one colour each, or everything but the ground that hangs together. */
const listThings = (board: Board, whole: boolean): readonly Thing[] =>
  wholes(board, whole ? 'whole' : 'plain', () => searchThings(board, whole));

function searchThings(board: Board, whole: boolean): Thing[] {
  const cells = whole ? maskGround(board) : board.cells;
  const seenCells = new Uint8Array(cells.length);
  const things: Thing[] = [];
  for (let first = 0; first < cells.length; first++) {
    if (seenCells[first] === 1 || (whole && cells[first] === 0)) continue;
    const thing = flood({ ...board, cells }, first);
    for (const cell of thing) seenCells[cell] = 1;
    const { top, left, bottom, right } = boxOf(thing, board.cols);
    things.push({ cells: thing, top, left, rows: bottom - top + 1, cols: right - left + 1 });
  }
  return things;
}

/** Marks what is not of the board's commonest colour, its ground. */
function maskGround(board: Board): Uint8Array {
  const ground = commonestColour(board);
  return board.cells.map((colour) => (colour === ground ? 0 : 1));
}

/**
 * Finds the cells that a click on a cell takes part of, the clicked thing's first.
 *
 * @param whole the clicked thing is all that hangs together and is no ground, instead of what has one colour
 * @returns null for a click on the ground when the thing is to be whole
 */
export function findReached(
  board: Board,
  cell: number,
  whole: boolean,
  reach: Reach | undefined,
): number[] | null {
  if (reach === undefined && !whole) return flood(board, cell);
  const things = listThings(board, whole);
  const start = things.find(({ cells }) => cells.includes(cell));
  if (!start) return null;
  if (reach === undefined) return start.cells;
  if (reach === 'colour') {
    const rest = board.cells.reduce<number[]>((list, colour, one) => {
      if (colour === board.cells[cell] && !start.cells.includes(one)) list.push(one);
      return list;
    }, []);
    return [...start.cells, ...rest];
  }
  const alike = things.filter(
    (one) =>
      one !== start &&
      one.rows === start.rows &&
      one.cols === start.cols &&
      one.cells.length === start.cells.length,
  );
  return [...start.cells, ...choose(start, alike, reach).flatMap(({ cells }) => cells)];
}

function choose(start: Thing, alike: readonly Thing[], reach: Exclude<Reach, 'colour'>): Thing[] {
  const isLevel = ({ top }: Thing): boolean => top === start.top;
  const isUpright = ({ left }: Thing): boolean => left === start.left;
  const down = pitchOf(
    alike.filter(isUpright).map(({ top }) => Math.abs(top - start.top)),
    start.rows,
  );
  const right = pitchOf(
    alike.filter(isLevel).map(({ left }) => Math.abs(left - start.left)),
    start.cols,
  );
  const isNext = ({ top, left }: Thing): boolean =>
    Math.abs(top - start.top) <= down && Math.abs(left - start.left) <= right;
  switch (reach) {
    case 'beside':
      return alike.filter((one) => isNext(one) && (isLevel(one) || isUpright(one)));
    case 'around':
      return alike.filter(isNext);
    case 'row':
      return alike.filter(isLevel);
    case 'column':
      return alike.filter(isUpright);
    case 'cross':
      return alike.filter((one) => isLevel(one) || isUpright(one));
    case 'alike':
      return [...alike];
  }
}

/** Returns how far the next of some things is, which lies no farther away than there is room for one between. */
const pitchOf = (distances: readonly number[], size: number): number => Math.min(2 * size, ...distances);
