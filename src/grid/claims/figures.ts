import type { Mask } from '../../contract/frame';
import { ANY, type Board, nameMask, rememberByBoard } from './board';
import { cellUnder, keyOf, type Picture, type PicturePlace } from './picture';

/** A figure as it looks when it is not the chosen one, and when it is: two pictures of the same cells. */
export type FigureLooks = readonly [plain: Picture, chosen: Picture];

/**
 * A figure where it was made out on a board, though other figures cover parts of it or the edge cuts it off. Its corner
 * may lie beyond the edge.
 */
export interface FigurePlace extends PicturePlace {
  /** Says whether it shows that it is the chosen one; null: what tells is covered, masked or beyond the edge. */
  chosen: boolean | null;
}

/** Part of its cells that a figure must show to be made out. */
const LEAST_SHOWN = 0.2;

const sightings = rememberByBoard<FigurePlace[] | null>();

/**
 * Finds figures of which each is on the board once: where most of it shows, and all that does not is covered by another
 * figure, masked or beyond the edge. Null when one cannot be made out, or might be in several places.
 */
export const locateFigures = (
  board: Board,
  figures: readonly FigureLooks[],
  mask: Mask,
): FigurePlace[] | null => sightings(board, nameFigures(figures, mask), () => search(board, figures, mask));

const nameFigures = (figures: readonly FigureLooks[], mask: Mask): string =>
  `${nameMask(mask)}:${figures.flat().map(keyOf).join()}`;

function search(board: Board, figures: readonly FigureLooks[], mask: Mask): FigurePlace[] | null {
  const places: FigurePlace[] = [];
  for (const figure of figures) {
    const others = new Set(
      figures.flatMap((other) => (other === figure ? [] : other.flatMap(({ cells }) => cells))),
    );
    const place = searchOne(board, figure, others, mask);
    if (!place) return null;
    places.push(place);
  }
  const isCovered = (i: number): boolean =>
    hiddenCells(board, figures[i], places[i], mask).every((cell) =>
      figures.some(
        (other, j) => j !== i && coloursAt(board, other, places[j], cell).includes(board.cells[cell] ?? ANY),
      ),
    );
  if (!figures.every((_, i) => isCovered(i))) return null;
  // A mark elsewhere is that of something that is none of these figures: none of them is the chosen one.
  return places.some(({ chosen }) => chosen) || !hasMarkElsewhere(board, figures, places, mask)
    ? places
    : places.map((place) => ({ ...place, chosen: false }));
}

/** Says whether a colour in which chosen figures differ shows where no figure is. */
function hasMarkElsewhere(
  board: Board,
  figures: readonly FigureLooks[],
  places: readonly FigurePlace[],
  mask: Mask,
): boolean {
  const marks = new Set(
    figures.flatMap(([plain, chosen]) => chosen.cells.filter((colour, i) => colour !== plain.cells[i])),
  );
  const layers = layFigures(board, figures, places, null, mask);
  return board.cells.some((colour, cell) => marks.has(colour) && !layers.has(cell) && !mask.has(cell));
}

/** Finds the place where most of a figure shows, and only colours of other figures are where it does not. */
function searchOne(
  board: Board,
  [plain, chosen]: FigureLooks,
  others: ReadonlySet<number>,
  mask: Mask,
): FigurePlace | null {
  const own = plain.cells.flatMap((colour, i) => (colour === ANY ? [] : [i]));
  let best: FigurePlace | null = null;
  let [most, isSure] = [LEAST_SHOWN * own.length, true];
  for (let top = 1 - plain.rows; top < board.rows; top++) {
    for (let left = 1 - plain.cols; left < board.cols; left++) {
      let shownCells = 0;
      let mark: boolean | null = null;
      let isPossible = true;
      for (const i of own) {
        const cell = cellUnder(plain, i, { top, left }, board);
        if (cell < 0 || mask.has(cell)) continue;
        const colour = board.cells[cell] ?? ANY;
        const [isPlain, isChosen] = [colour === plain.cells[i], colour === chosen.cells[i]];
        const says = isPlain === isChosen ? null : isChosen;
        isPossible =
          isPlain || isChosen ? says === null || mark === null || says === mark : others.has(colour);
        if (!isPossible) break;
        if (isPlain || isChosen) shownCells++;
        mark ??= says;
      }
      if (!isPossible || shownCells < most || shownCells === 0) continue;
      isSure = shownCells > most || best === null;
      most = shownCells;
      best = { top, left, chosen: mark };
    }
  }
  return isSure ? best : null;
}

/** Lists the cells of a figure on the board that show something else. */
function hiddenCells(
  board: Board,
  figure: FigureLooks | undefined,
  place: FigurePlace | undefined,
  mask: Mask,
): number[] {
  if (!figure || !place) return [];
  const [plain, chosen] = figure;
  return plain.cells.flatMap((colour, i) => {
    const cell = colour === ANY ? -1 : cellUnder(plain, i, place, board);
    const shownColour = board.cells[cell];
    const isHidden =
      cell >= 0 && !mask.has(cell) && shownColour !== colour && shownColour !== chosen.cells[i];
    return isHidden ? [cell] : [];
  });
}

/** Lists the colours that a figure may have in a cell: none where it is not there. */
function coloursAt(
  board: Board,
  [plain, chosen]: FigureLooks,
  place: FigurePlace | undefined,
  cell: number,
): number[] {
  if (!place) return [];
  const row = Math.floor(cell / board.cols) - place.top;
  const col = (cell % board.cols) - place.left;
  if (row < 0 || col < 0 || row >= plain.rows || col >= plain.cols) return [];
  const i = row * plain.cols + col;
  const colour = plain.cells[i] ?? ANY;
  return colour === ANY ? [] : [colour, chosen.cells[i] ?? ANY];
}

/**
 * Returns the index of the chosen figure: the one that shows it, or the only one of several that does not show the contrary.
 * Null when that cannot be told.
 */
export function chosenOf(places: readonly FigurePlace[]): number | null {
  const open = places.flatMap(({ chosen }, i) => (chosen === false ? [] : [i]));
  const shownIndices = open.filter((i) => places[i]?.chosen === true);
  const [only, ...more] = shownIndices.length > 0 || places.length < 2 ? shownIndices : open;
  return only === undefined || more.length > 0 ? null : only;
}

/**
 * Returns the place of what marks a figure as the chosen one: the middle of the cells in which its looks differ, in cells
 * from its corner.
 */
export function markOf([plain, chosen]: FigureLooks): PicturePlace {
  const cells = plain.cells.flatMap((colour, i) => (colour === chosen.cells[i] ? [] : [i]));
  const middle = (all: readonly number[]): number => Math.floor((Math.min(...all) + Math.max(...all)) / 2);
  return {
    top: middle(cells.map((i) => Math.floor(i / plain.cols))),
    left: middle(cells.map((i) => i % plain.cols)),
  };
}

/** One figure that covers another: always, or only known for when it is the chosen one. */
export interface Cover {
  over: number;
  under: number;
  always: boolean;
}

/** Lists for each cell the figures that are there, by their index, with their colours; masked cells left out. */
export function layFigures(
  board: Board,
  figures: readonly FigureLooks[],
  places: readonly PicturePlace[],
  chosen: number | null,
  mask: Mask,
): Map<number, { figure: number; colour: number }[]> {
  const layers = new Map<number, { figure: number; colour: number }[]>();
  for (const [figure, [plain, marked]] of figures.entries()) {
    const at = places[figure];
    const { cells } = figure === chosen ? marked : plain;
    for (let i = 0; at && i < cells.length; i++) {
      const colour = cells[i] ?? ANY;
      const cell = colour === ANY ? -1 : cellUnder(plain, i, at, board);
      if (cell < 0 || mask.has(cell)) continue;
      const layer = layers.get(cell);
      if (layer) layer.push({ figure, colour });
      else layers.set(cell, [{ figure, colour }]);
    }
  }
  return layers;
}

const covered = rememberByBoard<ReadonlySet<number> | null>();

/** Lists the cells that figures take on a board; null where it cannot be told where all are, or which one is chosen. */
export const cellsOfFigures = (
  board: Board,
  figures: readonly FigureLooks[],
  mask: Mask,
): ReadonlySet<number> | null =>
  covered(board, nameFigures(figures, mask), () => {
    const places = locateFigures(board, figures, mask);
    if (!places || chosenOf(places) === null) return null;
    return new Set(layFigures(board, figures, places, null, mask).keys());
  });

/** Returns the colour that shows of the figures in a cell; null when it is not known which of them covers the others. */
export function topColour(
  layer: readonly { figure: number; colour: number }[],
  covers: readonly Cover[],
  chosen: number | null,
): number | null {
  const covering = (over: number, under: number): boolean =>
    covers.some((one) => one.over === over && one.under === under && (one.always || over === chosen));
  const top = layer.find(({ figure, colour }) =>
    layer.every(
      (other) => other.figure === figure || other.colour === colour || covering(figure, other.figure),
    ),
  );
  return top?.colour ?? null;
}
