import type { Mask } from '../../contract/frame';
import { ANY, type Board, isSameShift, isStill, type Shift } from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import { isSamePicture, keyOf, locate, type Picture } from '../../grid/claims/picture';
import { findMovers, type Mover } from './movers';

/** A thing seen to move, with the transition. */
interface Occurrence {
  seen: Seen;
  mover: Mover;
}

/** A thing with all that always goes with it, and the moves in which it was whole. */
export interface Whole {
  picture: Picture;
  moves: readonly { seen: Seen; by: Shift }[];
}

/** Things that are looked at, those that moved most often first. */
const MAX_PARTS = 10;
/** Moves of a thing before it is said what goes with it. */
const LEAST_MOVES = 3;
/** Share of its moves in which a cell beside it must have been found to go with it… */
const VOTED_PART = 0.2;
/** …and share of them in which that cell must have had its colour, before and after. */
const SHOWN_PART = 0.95;

/**
 * Finds what always goes together. What moved is found by pieces of one colour, and a piece that touches something of its
 * colour is no piece of its own: such a cell belongs to a thing all the same when it was there, before and after, nearly
 * every time the rest moved.
 */
export function findWholes(seens: readonly Seen[], mask: Mask): Whole[] {
  const occurrences = new Map<string, Occurrence[]>();
  for (const seen of seens) {
    for (const mover of findMovers(seen)) {
      if (!isSamePicture(mover.picture, mover.after)) continue;
      const key = keyOf(mover.picture);
      occurrences.set(key, [...(occurrences.get(key) ?? []), { seen, mover }]);
    }
  }
  const parts = [...occurrences.values()]
    .filter((all) => all.length >= LEAST_MOVES && isOnce(all))
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_PARTS);
  const pictures = new Map(parts.map(growWhole).map((picture) => [keyOf(picture), picture]));
  return [...pictures.values()].flatMap((picture): Whole[] => {
    if (countCells(picture) === 1) return [];
    const moves = seens.flatMap((seen) => {
      const [from, to] = [seen.before, seen.after].map((board) => locate(board, picture, false, mask));
      const by = from && to && { rows: to.top - from.top, cols: to.left - from.left };
      return by && !isStill(by) ? [{ seen, by }] : [];
    });
    return moves.length < LEAST_MOVES ? [] : [{ picture, moves }];
  });
}

const countCells = ({ cells }: Picture): number => cells.filter((colour) => colour !== ANY).length;

/** Says whether a thing was never seen to move twice in one transition: where it does, nothing tells which one is meant. */
const isOnce = (all: readonly Occurrence[]): boolean =>
  new Set(all.map(({ seen }) => seen)).size === all.length;

/** A part with the cells around it that go with it. */
function growWhole(all: readonly Occurrence[]): Picture {
  const votes = new Map<string, { row: number; col: number; colour: number; count: number }>();
  for (const { seen, mover } of all) {
    const cells = new Map<string, { row: number; col: number; colour: number; count: number }>();
    for (const other of findMovers(seen)) {
      if (!isSameShift(other.by, mover.by) || !isSamePicture(other.picture, other.after)) continue;
      other.picture.cells.forEach((colour, i) => {
        if (colour === ANY) return;
        const row = other.at.top - mover.at.top + Math.floor(i / other.picture.cols);
        const col = other.at.left - mover.at.left + (i % other.picture.cols);
        cells.set(`${row},${col},${colour}`, { row, col, colour, count: 0 });
      });
    }
    for (const [key, cell] of cells) {
      const vote = votes.get(key) ?? cell;
      vote.count++;
      votes.set(key, vote);
    }
  }
  const isShown = ({ seen, mover }: Occurrence, row: number, col: number, colour: number): boolean =>
    colourAt(seen.before, mover.at.top + row, mover.at.left + col) === colour &&
    colourAt(seen.after, mover.at.top + mover.by.rows + row, mover.at.left + mover.by.cols + col) === colour;
  const own = [...votes.values()].filter(
    ({ row, col, colour, count }) =>
      count >= VOTED_PART * all.length &&
      all.filter((one) => isShown(one, row, col, colour)).length >= SHOWN_PART * all.length,
  );
  const part = all[0]?.mover.picture ?? { rows: 0, cols: 0, cells: [] };
  if (own.length <= countCells(part)) return part;
  const [top, left] = [Math.min(...own.map(({ row }) => row)), Math.min(...own.map(({ col }) => col))];
  const rows = Math.max(...own.map(({ row }) => row)) - top + 1;
  const cols = Math.max(...own.map(({ col }) => col)) - left + 1;
  const cells = new Array<number>(rows * cols).fill(ANY);
  for (const { row, col, colour } of own) cells[(row - top) * cols + col - left] = colour;
  return { rows, cols, cells };
}

const colourAt = ({ cells, rows, cols }: Board, row: number, col: number): number | undefined =>
  row < 0 || col < 0 || row >= rows || col >= cols ? undefined : cells[row * cols + col];

/** Says whether a picture is shown somewhere within a larger one. */
export function isWithin(part: Picture, whole: Picture): boolean {
  for (let top = 0; top + part.rows <= whole.rows; top++) {
    for (let left = 0; left + part.cols <= whole.cols; left++) {
      const isHere = part.cells.every((colour, i) => {
        const cell = (top + Math.floor(i / part.cols)) * whole.cols + left + (i % part.cols);
        return colour === ANY || whole.cells[cell] === colour;
      });
      if (isHere) return true;
    }
  }
  return false;
}
