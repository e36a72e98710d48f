import type { Mask } from '../../contract/frame';
import type { Shift } from './board';
import { ANY, type Board, paintOver } from './board';
import {
  DRAWING,
  findPicture,
  locate,
  namePicture,
  type Picture,
  type PicturePlace,
  readDrawing,
  readPicture,
  type Sighting,
  writeDrawing,
} from './picture';
import { type Forecast, NO_SCOPE, NOTHING, type Scope, silent } from './scope';

/**
 * Things beside an object are drawn otherwise as long as they are: all on one side of it, or on any. It adds to the moves
 * of the same definition, as it speaks of where the object is after them.
 */
export interface HighlightClaim extends Scope {
  kind: 'highlight';
  /** The object, as it is drawn after the action. */
  who: Picture;
  /** One cell towards the side that counts; null: any side. */
  side: Shift | null;
  /** Two looks of one size: of what is not beside it, and of what is. */
  plain: Picture;
  lit: Picture;
}

const SIDES: readonly [words: string, side: Shift | null][] = [
  ['right above', { rows: -1, cols: 0 }],
  ['right below', { rows: 1, cols: 0 }],
  ['right at the left of', { rows: 0, cols: -1 }],
  ['right at the right of', { rows: 0, cols: 1 }],
  ['right beside', null],
];

/**
 * Predicts which things are drawn otherwise after the moves of the same definition.
 *
 * @param paint what those moves change, colours by cell
 */
export function forecastHighlight(
  claim: HighlightClaim,
  board: Board,
  mask: Mask,
  paint: ReadonlyMap<number, number>,
): Forecast {
  const plain = findPicture(board, claim.plain, mask);
  const lit = findPicture(board, claim.lit, mask);
  if (plain.length + lit.length === 0) return NOTHING;
  const one = locate(paintOver(board, paint), claim.who, false, mask);
  if (!one) return lit.length > 0 ? silent('it is not known what the object is beside then') : NOTHING;
  const changes = new Map<number, number>();
  for (const [places, from, to, isLit] of [
    [plain, claim.plain, claim.lit, false],
    [lit, claim.lit, claim.plain, true],
  ] as const) {
    for (const at of places) {
      const beside = isBeside(one, claim.side, { ...at, picture: from });
      if (beside === null) return silent('it is not known whether the object is beside it by a part');
      if (beside !== isLit) paintDifference(changes, from, to, at, board, paint);
    }
  }
  return changes.size === 0 ? NOTHING : { kind: 'board', paint: changes, flash: false };
}

/** Paints the cells that differ, but for those where something else comes. */
function paintDifference(
  changes: Map<number, number>,
  from: Picture,
  to: Picture,
  at: PicturePlace,
  board: Board,
  paint: ReadonlyMap<number, number>,
): void {
  to.cells.forEach((colour, i) => {
    const cell = (at.top + Math.floor(i / to.cols)) * board.cols + at.left + (i % to.cols);
    if (colour !== ANY && colour !== from.cells[i] && !paint.has(cell)) changes.set(cell, colour);
  });
}

/**
 * Says whether a thing touches an object on one side (null: on any), with no cell between. Null when it lies along a part
 * of that side only, and a part of it lies beyond.
 */
export function isBeside(one: Sighting, side: Shift | null, thing: Sighting): boolean | null {
  if (side !== null) return touchesSide(one, side, thing);
  const answers = SIDES.flatMap(([, each]) => (each ? [touchesSide(one, each, thing)] : []));
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}

function touchesSide(one: Sighting, side: Shift, thing: Sighting): boolean | null {
  const across = side.rows !== 0;
  const gap = across
    ? side.rows < 0
      ? one.top - (thing.top + thing.picture.rows)
      : thing.top - (one.top + one.picture.rows)
    : side.cols < 0
      ? one.left - (thing.left + thing.picture.cols)
      : thing.left - (one.left + one.picture.cols);
  if (gap !== 0) return false;
  const [from, length] = across ? [one.left, one.picture.cols] : [one.top, one.picture.rows];
  const [start, size] = across ? [thing.left, thing.picture.cols] : [thing.top, thing.picture.rows];
  const overlap = Math.min(from + length, start + size) - Math.max(from, start);
  if (overlap <= 0) return false;
  return overlap === Math.min(length, size) ? true : null;
}

/** Writes the first sentence of a claim. */
export function writeHighlight({ who, side, plain, lit }: HighlightClaim): string {
  const [where] = SIDES.find(([, one]) => one?.rows === side?.rows && one?.cols === side?.cols) ?? ['beside'];
  return `Every ${namePicture(plain)} that is then ${where} the ${namePicture(who)} is drawn ${writeDrawing(lit)}, and only there.`;
}

const HIGHLIGHT = new RegExp(
  `^Every (.+? object(?: \\(drawn ${DRAWING}\\))?) that is then (${SIDES.map(([words]) => words).join('|')}) the (.+? object(?: \\(drawn ${DRAWING}\\))?) is drawn (${DRAWING}), and only there\\.$`,
);

/** Reads what {@link writeHighlight} wrote; null for other text. */
export function readHighlight(text: string): HighlightClaim | null {
  const match = HIGHLIGHT.exec(text);
  const side = SIDES.find(([words]) => words === match?.[2]);
  const [plain, who, lit] = [
    readPicture(match?.[1] ?? ''),
    readPicture(match?.[3] ?? ''),
    readDrawing(match?.[4] ?? ''),
  ];
  if (!side || !plain || !who || !lit || plain.rows !== lit.rows || plain.cols !== lit.cols) return null;
  return { ...NO_SCOPE, kind: 'highlight', who, side: side[1], plain, lit };
}
