import { memoizeObject } from '../../base/memoize';
import { colourName, colourNumber, type Mask } from '../../contract/frame';
import { ANY, type Board, type Box, nameMask, rememberByBoard } from './board';

/**
 * Look of an object: a small drawing, by rows. {@link ANY} marks cells that are not part of it, so an outline or an
 * uneven form shows what lies there.
 */
export interface Picture {
  rows: number;
  cols: number;
  cells: readonly number[];
}

/** Top left corner, in cells. */
export interface PicturePlace {
  top: number;
  left: number;
}

/** A drawing found on a board. */
export interface Sighting extends PicturePlace {
  picture: Picture;
}

/** Takes the picture of some cells of a board. */
export function takePicture(board: Board, cells: readonly number[], box: Box): Picture {
  const rows = box.bottom - box.top + 1;
  const cols = box.right - box.left + 1;
  const pixels = new Array<number>(rows * cols).fill(ANY);
  for (const cell of cells) {
    const [row, col] = [Math.floor(cell / board.cols) - box.top, (cell % board.cols) - box.left];
    pixels[row * cols + col] = board.cells[cell] ?? ANY;
  }
  return { rows, cols, cells: pixels };
}

/** Draws a picture as `9999/9..9/9999`: hex digits, `.` for cells that are not part of it. */
function drawPicture({ rows, cols, cells }: Picture): string {
  return Array.from({ length: rows }, (_, row) =>
    cells
      .slice(row * cols, row * cols + cols)
      .map((colour) => (colour === ANY ? '.' : colour.toString(16)))
      .join(''),
  ).join('/');
}

/** Characters of a drawing in a sentence. */
export const DRAWING = '[0-9a-f./{}×]+';
/** Runs of equal cells or rows from this length on are written as a count. */
const LONG_RUN = 4;
const MANY_ROWS = 3;

/** Writes a drawing for a sentence, with long runs counted: a 12×12 ring is `b{12}/b.{10}b×10/b{12}`. */
export function writeDrawing(picture: Picture): string {
  const runs: { line: string; times: number }[] = [];
  for (const line of drawPicture(picture).split('/')) {
    const last = runs.at(-1);
    if (last?.line === line) last.times += 1;
    else runs.push({ line, times: 1 });
  }
  return runs
    .flatMap(({ line, times }) => {
      const short = line.replace(/(.)\1+/g, (run, cell) =>
        run.length >= LONG_RUN ? `${cell}{${run.length}}` : run,
      );
      return times >= MANY_ROWS ? [`${short}×${times}`] : Array<string>(times).fill(short);
    })
    .join('/');
}

/** The rows of a drawing, written out; `[]` when it is none, or larger than any board. */
function expandDrawing(text: string): string[] {
  const lines: string[] = [];
  for (const row of text.split('/')) {
    const [, cells = '', times = '1'] = /^((?:[0-9a-f.](?:\{\d{1,2}\})?)+)(?:×(\d{1,2}))?$/.exec(row) ?? [];
    const line = cells.replace(/(.)\{(\d+)\}/g, (_, cell: string, count: string) =>
      cell.repeat(Number(count)),
    );
    for (let n = 0; n < Number(times); n++) lines.push(line);
    if (line === '' || line.length > MAX_SIDE || lines.length > MAX_SIDE) return [];
  }
  return lines;
}
const MAX_SIDE = 64;

/** Reads the picture of a drawing; null when it is none. */
export function readDrawing(text: string): Picture | null {
  const lines = expandDrawing(text);
  const cols = lines[0]?.length ?? 0;
  if (cols === 0 || !lines.every((line) => line.length === cols)) return null;
  const cells = Array.from(lines.join(''), (digit) => (digit === '.' ? ANY : Number.parseInt(digit, 16)));
  return { rows: lines.length, cols, cells };
}

/** Lists the colours of a picture, the most frequent first. */
export const pictureColours = (picture: Picture): number[] => {
  const counts = new Map<number, number>();
  for (const colour of picture.cells) {
    if (colour !== ANY) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts.entries()].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
};

const isSolid = (picture: Picture): boolean =>
  picture.cells.every((colour) => colour === picture.cells[0] && colour !== ANY);

/**
 * Names a picture: `blue 4×4 object`; with its drawing when it is not one solid rectangle: `blue/red 2×2 object
 * (drawn 99/98)`.
 */
export function namePicture(picture: Picture): string {
  const colours = pictureColours(picture).map(colourName).join('/');
  const name = `${colours} ${picture.rows}×${picture.cols} object`;
  return isSolid(picture) ? name : `${name} (drawn ${writeDrawing(picture)})`;
}

const NAMED = new RegExp(`^([a-z/ ]+) (\\d+)×(\\d+) object(?: \\(drawn (${DRAWING})\\))?$`);

/** Reads a name that {@link namePicture} wrote; null for other text. */
export function readPicture(name: string): Picture | null {
  const match = NAMED.exec(name);
  if (!match) return null;
  if (match[4] !== undefined) return readDrawing(match[4]);
  const colour = colourNumber(match[1] ?? '');
  const [rows, cols] = [Number(match[2]), Number(match[3])];
  if (colour < 0 || rows < 1 || cols < 1 || rows * cols > 4096) return null;
  return { rows, cols, cells: new Array<number>(rows * cols).fill(colour) };
}

/** Turns a picture by 90° clockwise. */
export function turnPicture({ rows, cols, cells }: Picture): Picture {
  const turnedCells: number[] = [];
  for (let row = 0; row < cols; row++) {
    for (let col = 0; col < rows; col++) turnedCells.push(cells[(rows - 1 - col) * cols + row] ?? ANY);
  }
  return { rows: cols, cols: rows, cells: turnedCells };
}

/** Mirrors a picture left to right. */
export function mirrorPicture({ rows, cols, cells }: Picture): Picture {
  const mirroredCells = cells.map((_, i) => cells[i - (i % cols) + cols - 1 - (i % cols)] ?? ANY);
  return { rows, cols, cells: mirroredCells };
}

/** Lists a picture with its turns and mirror images, each once, itself first. */
export const turnsOf = memoizeObject((picture: Picture): Picture[] => {
  const all = new Map<string, Picture>();
  for (let next = picture, k = 0; k < 4; k++, next = turnPicture(next)) {
    for (const one of [next, mirrorPicture(next)]) {
      const drawing = drawPicture(one);
      if (!all.has(drawing)) all.set(drawing, k === 0 && all.size === 0 ? picture : one);
    }
  }
  return [...all.values()];
});

/** Returns a short key; two pictures are equal when their keys are. */
export const keyOf = memoizeObject(drawPicture);

export const isSamePicture = (a: Picture, b: Picture): boolean => keyOf(a) === keyOf(b);

/** Returns the board cell under the `i`-th cell of a picture at a place; -1 beyond the edge. */
export function cellUnder({ cols }: Picture, i: number, at: PicturePlace, board: Board): number {
  const row = at.top + Math.floor(i / cols);
  const col = at.left + (i % cols);
  return row < 0 || col < 0 || row >= board.rows || col >= board.cols ? -1 : row * board.cols + col;
}

/** Says whether something of this size lies within the board at a place. */
export const isOnBoard = (size: { rows: number; cols: number }, at: PicturePlace, board: Board): boolean =>
  at.top >= 0 && at.left >= 0 && at.top + size.rows <= board.rows && at.left + size.cols <= board.cols;

/** Lists the board cells that a picture at a place covers: its own cells, not the holes, and none off the board. */
export function cellsAt(picture: Picture, at: PicturePlace, board: Board): number[] {
  const coveredCells: number[] = [];
  for (let i = 0; i < picture.cells.length; i++) {
    const cell = picture.cells[i] === ANY ? -1 : cellUnder(picture, i, at, board);
    if (cell >= 0) coveredCells.push(cell);
  }
  return coveredCells;
}

/** Paints a picture over a place and leaves out what lies beyond the edge. */
export function paintPicture(
  paint: Map<number, number>,
  picture: Picture,
  at: PicturePlace,
  board: Board,
): void {
  picture.cells.forEach((colour, i) => {
    const cell = colour === ANY ? -1 : cellUnder(picture, i, at, board);
    if (cell >= 0) paint.set(cell, colour);
  });
}

/** Says whether the board shows this picture at this place. Masked cells never match. */
export function showsAt(board: Board, picture: Picture, at: PicturePlace, mask: Mask): boolean {
  const { cells } = picture;
  if (!isOnBoard(picture, at, board)) return false;
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === ANY) continue;
    const cell = cellUnder(picture, i, at, board);
    if (board.cells[cell] !== cells[i] || mask.has(cell)) return false;
  }
  return true;
}

/** Says whether a one-coloured object is whole: its colour must not continue beside it. */
function standsAlone(board: Board, picture: Picture, at: PicturePlace): boolean {
  const colour = picture.cells.find((one) => one !== ANY);
  for (let i = 0; i < picture.cells.length; i++) {
    if (picture.cells[i] === ANY) continue;
    const row = at.top + Math.floor(i / picture.cols);
    const col = at.left + (i % picture.cols);
    for (const [r, c] of [
      [row - 1, col],
      [row + 1, col],
      [row, col - 1],
      [row, col + 1],
    ] as const) {
      if (r < 0 || c < 0 || r >= board.rows || c >= board.cols) continue;
      const inside =
        r >= at.top && c >= at.left && r < at.top + picture.rows && c < at.left + picture.cols
          ? picture.cells[(r - at.top) * picture.cols + c - at.left] !== ANY
          : false;
      if (!inside && board.cells[r * board.cols + c] === colour) return false;
    }
  }
  return true;
}

const places = rememberByBoard<PicturePlace[]>();

/** Finds every place where a board shows a picture, in reading order. */
export const findPicture = (board: Board, picture: Picture, mask: Mask): PicturePlace[] =>
  places(board, `${nameMask(mask)}:${keyOf(picture)}`, () => searchPicture(board, picture, mask));

function searchPicture(board: Board, picture: Picture, mask: Mask): PicturePlace[] {
  const first = picture.cells.findIndex((colour) => colour !== ANY);
  const colour = picture.cells[first];
  const offset = Math.floor(first / picture.cols) * board.cols + (first % picture.cols);
  const plain = pictureColours(picture).length === 1;
  const places: PicturePlace[] = [];
  for (let cell = 0; cell < board.cells.length; cell++) {
    if (board.cells[cell] !== colour) continue;
    const corner = cell - offset;
    const at = {
      top: Math.floor(corner / board.cols),
      left: ((corner % board.cols) + board.cols) % board.cols,
    };
    if (!showsAt(board, picture, at, mask)) continue;
    if (!plain || standsAlone(board, picture, at)) places.push(at);
  }
  return places;
}

/**
 * Returns the one place where a board shows a picture (turned any way when `turned`); null when there is none, or
 * several.
 */
export function locate(board: Board, picture: Picture, turned: boolean, mask: Mask): Sighting | null {
  let sighting: Sighting | null = null;
  for (const variant of turned ? turnsOf(picture) : [picture]) {
    for (const place of findPicture(board, variant, mask)) {
      if (sighting) return null;
      sighting = { ...place, picture: variant };
    }
  }
  return sighting;
}
