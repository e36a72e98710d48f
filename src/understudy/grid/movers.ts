import { memoizeObject } from '../../base/memoize';
import type { Shift } from '../../grid/claims/board';
import { type Board, type Box, boxOf, flood } from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import { keyOf, type Picture, type PicturePlace, takePicture, turnsOf } from '../../grid/claims/picture';

/** A thing that was somewhere before an action and elsewhere (or turned) after it. */
export interface Mover {
  picture: Picture;
  /** As it was drawn after; the same picture when it only moved. */
  after: Picture;
  at: PicturePlace;
  by: Shift;
}

/** One connected piece of one colour. */
interface Piece extends Box {
  colour: number;
  cells: number[];
  form: string;
}

/** Pieces with more cells than this part of the board are ground. */
const GROUND_PART = 5;

/**
 * What moved: pieces of the same form and colour found elsewhere, those with the same shift that touch joined to one
 * object (each piece alone is listed as well); and groups of pieces that were turned on the way or in place.
 */
export const findMovers = memoizeObject((seen: Seen): Mover[] => {
  const piecesBefore = findPieces(seen.before, seen.changed);
  const come = findPieces(seen.after, seen.changed);
  const moves = matchPieces(piecesBefore, come);
  return [...joinMoves(seen, moves), ...findTurned(seen, piecesBefore, come)];
});

/** Pieces of a board as far as they were looked for: by cell the number of its piece from 1 on, 0 where none was; ground is null. */
const piecesOf = memoizeObject(({ cells }: Board): { numbers: Uint16Array; pieces: (Piece | null)[] } => ({
  numbers: new Uint16Array(cells.length),
  pieces: [],
}));

/** The small pieces that changed cells belong to. */
export function findPieces(board: Board, changed: readonly number[]): Piece[] {
  const { numbers, pieces } = piecesOf(board);
  const numbersHere = new Set<number>();
  for (const start of changed) {
    if (numbers[start] === 0) {
      const cells = flood(board, start);
      pieces.push(cells.length > board.cells.length / GROUND_PART ? null : makePiece(board, cells));
      for (const cell of cells) numbers[cell] = pieces.length;
    }
    numbersHere.add(numbers[start] ?? 0);
  }
  return [...numbersHere].flatMap((number) => pieces[number - 1] ?? []);
}

function makePiece(board: Board, cells: number[]): Piece {
  const box = boxOf(cells, board.cols);
  const origin = box.top * board.cols + box.left;
  const colour = board.cells[cells[0] ?? 0] ?? 0;
  return { ...box, colour, cells, form: `${colour}:${cells.map((cell) => cell - origin).join()}` };
}

interface PieceMove {
  piece: Piece;
  by: Shift;
}

/** Pair pieces of the same form; the shift most pairs could have comes first, then the shortest. */
function matchPieces(gone: readonly Piece[], come: readonly Piece[]): PieceMove[] {
  const pairs: { from: Piece; to: Piece; by: Shift; key: string }[] = [];
  const votes = new Map<string, number>();
  for (const from of gone) {
    for (const to of come) {
      if (from.form !== to.form) continue;
      const by = { rows: to.top - from.top, cols: to.left - from.left };
      if (by.rows === 0 && by.cols === 0) continue;
      const key = `${by.rows},${by.cols}`;
      votes.set(key, (votes.get(key) ?? 0) + from.cells.length);
      pairs.push({ from, to, by, key });
    }
  }
  const length = ({ rows, cols }: Shift): number => Math.abs(rows) + Math.abs(cols);
  pairs.sort((a, b) => (votes.get(b.key) ?? 0) - (votes.get(a.key) ?? 0) || length(a.by) - length(b.by));
  const matches = new Set<Piece>();
  const pieceMoves: PieceMove[] = [];
  for (const { from, to, by } of pairs) {
    if (matches.has(from) || matches.has(to)) continue;
    matches.add(from);
    matches.add(to);
    pieceMoves.push({ piece: from, by });
  }
  return pieceMoves;
}

const areTouching = (a: Box, b: Box): boolean =>
  a.top <= b.bottom + 1 && b.top <= a.bottom + 1 && a.left <= b.right + 1 && b.left <= a.right + 1;

/** Groups of things that touch, through each other. */
function groupTouching<T>(things: readonly T[], boxOfThing: (thing: T) => Box): T[][] {
  const groups: T[][] = [];
  for (const thing of things) {
    const near = groups.filter((group) =>
      group.some((one) => areTouching(boxOfThing(one), boxOfThing(thing))),
    );
    const group = [thing, ...near.flat()];
    for (const one of near) groups.splice(groups.indexOf(one), 1);
    groups.push(group);
  }
  return groups;
}

function joinMoves(seen: Seen, moves: readonly PieceMove[]): Mover[] {
  const byShift = new Map<string, PieceMove[]>();
  for (const move of moves) {
    const key = `${move.by.rows},${move.by.cols}`;
    byShift.set(key, [...(byShift.get(key) ?? []), move]);
  }
  const movers: Mover[] = [];
  for (const same of byShift.values()) {
    for (const group of groupTouching(same, (move) => move.piece)) {
      const by = group[0]?.by;
      if (!by) continue;
      movers.push(
        makeMover(
          seen,
          group.map((move) => move.piece),
          by,
        ),
      );
      if (group.length > 1) for (const move of group) movers.push(makeMover(seen, [move.piece], by));
    }
  }
  return movers;
}

function makeMover(seen: Seen, pieces: readonly Piece[], by: Shift): Mover {
  const cells = pieces.flatMap((piece) => piece.cells);
  const box = boxOf(cells, seen.before.cols);
  const picture = takePicture(seen.before, cells, box);
  return { picture, after: picture, at: box, by };
}

/** Groups of pieces that became a turned or mirrored copy of themselves. */
function findTurned(seen: Seen, gone: readonly Piece[], come: readonly Piece[]): Mover[] {
  const movers: Mover[] = [];
  const after = groupTouching(come, (piece) => piece).map((group) => drawGroup(seen.after, group));
  for (const group of groupTouching(gone, (piece) => piece)) {
    const was = drawGroup(seen.before, group);
    const key = keyOf(was.picture);
    for (const now of after) {
      if (keyOf(now.picture) === key) continue;
      if (!turnsOf(was.picture).some((turned) => keyOf(turned) === keyOf(now.picture))) continue;
      const by = { rows: now.at.top - was.at.top, cols: now.at.left - was.at.left };
      movers.push({ picture: was.picture, after: now.picture, at: was.at, by });
    }
  }
  return movers;
}

function drawGroup(board: Board, pieces: readonly Piece[]): { picture: Picture; at: Box } {
  const cells = pieces.flatMap((piece) => piece.cells);
  const at = boxOf(cells, board.cols);
  return { picture: takePicture(board, cells, at), at };
}
