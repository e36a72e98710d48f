import { colourName, colourNumber } from '../../contract/frame';
import { ANY, type Board, isSameSize, isStill, readBoard, type Shift } from './board';
import {
  type Cover,
  cellsOfFigures,
  chosenOf,
  type FigureLooks,
  type FigurePlace,
  layFigures,
  locateFigures,
  markOf,
  topColour,
} from './figures';
import { recallCells, settledOf } from './past';
import { namePicture, readPicture } from './picture';
import { type ClaimContext, type Forecast, NO_SCOPE, type Scope, silent } from './scope';

/**
 * One of several figures is the chosen one; each is on the board once. The action moves it, or chooses the next one. They may
 * cover each other, and the edge may cut them off.
 */
export interface SteerClaim extends Scope {
  kind: 'steer';
  /** Listed in the order in which they are chosen. */
  figures: FigureLooks[];
  /** Shift of the chosen one; null: the next one is chosen. */
  by: Shift | null;
  /** Choosing: the first one was seen to follow the last one. */
  closed: boolean;
  /** Moving: what marks the chosen one is known to stay on the board. */
  edge: boolean;
  /** Moving: colours, besides those of the figures, that they are known to go over. */
  over: number[];
  /** Says which of them covers which, where that was seen; indices of figures. */
  covers: Cover[];
}

/** Predicts where the chosen figure goes or which one is chosen next, and what shows then of all of them. */
export function forecastSteer(claim: SteerClaim, board: Board, { mask, history }: ClaimContext): Forecast {
  const { figures, by, covers } = claim;
  const places = locateFigures(board, figures, mask);
  const index = places && chosenOf(places);
  if (!places || index === null) return silent('it cannot be told where all figures are');
  const outcome = by ? shiftChosen(claim, board, places, index, by) : chooseNext(claim, places, index);
  if (outcome.kind !== 'places') return outcome;
  const paint = new Map<number, number>();
  const layers = layFigures(board, figures, outcome.places, outcome.chosen, mask);
  for (const [cell, layer] of layers) {
    const colour = topColour(layer, covers, outcome.chosen);
    if (colour === null) return silent('it is not known which of the figures covers the other');
    paint.set(cell, colour);
  }
  const old = layFigures(board, figures, places, index, mask);
  const isGround = (cell: number): boolean => old.has(cell) || claim.over.includes(board.cells[cell] ?? ANY);
  if (![...layers.keys()].every(isGround))
    return silent('it is not known whether the cells ahead let it pass');
  const baredCells = [...old.keys()].filter((cell) => !layers.has(cell));
  const hides = (then: Board): ReadonlySet<number> | null =>
    isSameSize(then, board) ? cellsOfFigures(then, figures, mask) : null;
  // Where they could not be made out, something else may have moved: what was seen before says no more what is there.
  const last = history.findLastIndex((step) => hides(readBoard(settledOf(step))) === null);
  const colours = recallCells(baredCells, history.slice(last + 1), hides);
  for (const [i, cell] of baredCells.entries()) paint.set(cell, colours[i] ?? ANY);
  return { kind: 'board', paint, flash: false };
}

type Outcome = Forecast | { kind: 'places'; places: readonly FigurePlace[]; chosen: number };

function shiftChosen(
  { figures, edge }: SteerClaim,
  board: Board,
  places: readonly FigurePlace[],
  chosen: number,
  by: Shift,
): Outcome {
  const [figure, place] = [figures[chosen], places[chosen]];
  if (!figure || !place) return silent('it cannot be told where all figures are');
  const mark = markOf(figure);
  const row = place.top + mark.top + by.rows;
  const col = place.left + mark.left + by.cols;
  if (row < 0 || col < 0 || row >= board.rows || col >= board.cols)
    return edge ? { kind: 'nothing' } : silent('it is not known whether it may leave the board');
  const there = { ...place, top: place.top + by.rows, left: place.left + by.cols };
  return { kind: 'places', places: places.map((one, i) => (i === chosen ? there : one)), chosen };
}

function chooseNext(
  { figures, closed }: SteerClaim,
  places: readonly FigurePlace[],
  chosen: number,
): Outcome {
  const isLast = chosen === figures.length - 1;
  if (isLast && !closed) return silent('it was not seen yet which one comes next');
  return { kind: 'places', places, chosen: isLast ? 0 : chosen + 1 };
}

const ALL = 'several figures that may cover each other';

/** Writes the sentences of a claim, given the words for its shift. */
export function writeSteer({ figures, by, closed, edge, over, covers }: SteerClaim, shift: string): string {
  const list = figures
    .map(([plain, chosen]) => `the ${namePicture(plain)}, when chosen the ${namePicture(chosen)}`)
    .join('; then ');
  const head = by ? `Moves the chosen one of ${ALL} ${shift}` : `Chooses the next one of ${ALL}`;
  return [
    `${head}: ${list}${closed ? '; then the first one again' : ''}.`,
    ...(over.length > 0 ? [`It goes over ${over.map(colourName).join(' or ')} cells.`] : []),
    ...(edge ? [STAYS] : []),
    ...covers.map(writeCover),
  ].join(' ');
}

const STAYS = 'What marks it as chosen never leaves the board.';
const writeCover = ({ over, under, always }: Cover): string =>
  `Number ${over + 1} covers number ${under + 1}${always ? '' : ' while it is chosen'}.`;

const STEER =
  /^(?:Moves the chosen one of several figures that may cover each other ((?:up|down|left|right) by .+?)|Chooses the next one of several figures that may cover each other): (.+?)(; then the first one again)?\.$/;

/** Reads the first sentence that {@link writeSteer} wrote; null for other text. */
export function readSteer(text: string, readShift: (text: string) => Shift): SteerClaim | null {
  const match = STEER.exec(text);
  const list = (match?.[2] ?? '')
    .split('; then ')
    .map((figure) => figure.replace(/^the /, '').split(', when chosen the ').map(readPicture));
  const figures = list.flatMap(([plain, chosen]): FigureLooks[] =>
    plain && chosen ? [[plain, chosen]] : [],
  );
  const by = match?.[1] === undefined ? null : readShift(match[1]);
  if (!match || figures.length !== list.length || (by && isStill(by)) || !figures.every(areAlike))
    return null;
  return {
    ...NO_SCOPE,
    kind: 'steer',
    figures,
    by,
    closed: match[3] !== undefined,
    edge: false,
    over: [],
    covers: [],
  };
}

/** Says whether two looks have the same cells, and differ in some. */
const areAlike = ([plain, chosen]: FigureLooks): boolean =>
  plain.rows === chosen.rows &&
  plain.cols === chosen.cols &&
  plain.cells.every((colour, i) => (colour === ANY) === (chosen.cells[i] === ANY)) &&
  plain.cells.some((colour, i) => colour !== chosen.cells[i]);

const COVER = /^Number (\d+) covers number (\d+)( while it is chosen)?\.$/;

const OVER = /^It goes over (.+) cells\.$/;

/** Reads a sentence that adds to the claim before it; false when it does not. */
export function readSteerTail(sentence: string, claim: SteerClaim): boolean {
  if (sentence === STAYS) {
    claim.edge = true;
    return true;
  }
  const over = OVER.exec(sentence);
  if (over) {
    claim.over = (over[1] ?? '').split(' or ').map(colourNumber);
    return claim.by !== null;
  }
  const cover = COVER.exec(sentence);
  const [upper, lower] = [Number(cover?.[1]) - 1, Number(cover?.[2]) - 1];
  if (!cover || !claim.figures[upper] || !claim.figures[lower]) return false;
  claim.covers.push({ over: upper, under: lower, always: cover[3] === undefined });
  return true;
}
