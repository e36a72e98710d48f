import { colourName, colourNumber, type Mask } from '../frame/frame';
import { ANY, type Board, type Box, nameMask, rememberByBoard } from './board';

/**
 * How an object looks: a small drawing, by rows. {@link ANY} marks cells that are not part of it, so an outline or an
 * uneven form shows whatever lies there.
 */
export interface Picture {
  rows: number;
  cols: number;
  cells: readonly number[];
}

/** Top left corner, in cells. */
export interface Place {
  top: number;
  left: number;
}

/** A drawing found on a board. */
export interface Sighting extends Place {
  picture: Picture;
}

/** The picture of some cells of a board. */
export function takePicture(board: Board, cells: readonly number[], box: Box): Picture {
  const rows = box.bottom - box.top + 1;
  const cols = box.right - box.left + 1;
  const drawn = new Array<number>(rows * cols).fill(ANY);
  for (const cell of cells) {
    const [row, col] = [Math.floor(cell / board.cols) - box.top, (cell % board.cols) - box.left];
    drawn[row * cols + col] = board.cells[cell] ?? ANY;
  }
  return { rows, cols, cells: drawn };
}

/** `9999/9..9/9999`: hex digits, `.` for what is not part of it. */
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
/** Equal cells and equal rows in a row that are counted rather than written out. */
const LONG_RUN = 4;
const MANY_ROWS = 3;

/** A drawing for a sentence, long runs counted: a 12×12 ring is `b{12}/b.{10}b×10/b{12}`. */
export function writeDrawing(picture: Picture): string {
  const counted: { line: string; times: number }[] = [];
  for (const line of drawPicture(picture).split('/')) {
    const last = counted.at(-1);
    if (last?.line === line) last.times += 1;
    else counted.push({ line, times: 1 });
  }
  return counted
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

/** The picture of a drawing; null when it is none. */
export function readDrawing(text: string): Picture | null {
  const lines = expandDrawing(text);
  const cols = lines[0]?.length ?? 0;
  if (cols === 0 || !lines.every((line) => line.length === cols)) return null;
  const cells = Array.from(lines.join(''), (digit) => (digit === '.' ? ANY : Number.parseInt(digit, 16)));
  return { rows: lines.length, cols, cells };
}

/** Colours of a picture, the most frequent first. */
export const pictureColours = (picture: Picture): number[] => {
  const counts = new Map<number, number>();
  for (const colour of picture.cells) {
    if (colour !== ANY) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts.entries()].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
};

const isSolid = (picture: Picture): boolean =>
  picture.cells.every((colour) => colour === picture.cells[0] && colour !== ANY);

/** `blue 4×4 object`; with its drawing when it is not one solid rectangle: `blue/red 2×2 object (drawn 99/98)`. */
export function namePicture(picture: Picture): string {
  const colours = pictureColours(picture).map(colourName).join('/');
  const name = `${colours} ${picture.rows}×${picture.cols} object`;
  return isSolid(picture) ? name : `${name} (drawn ${writeDrawing(picture)})`;
}

const NAMED = new RegExp(`^([a-z/ ]+) (\\d+)×(\\d+) object(?: \\(drawn (${DRAWING})\\))?$`);

/** The picture that {@link namePicture} named; null for other text. */
export function readPicture(name: string): Picture | null {
  const found = NAMED.exec(name);
  if (!found) return null;
  if (found[4] !== undefined) return readDrawing(found[4]);
  const colour = colourNumber(found[1] ?? '');
  const [rows, cols] = [Number(found[2]), Number(found[3])];
  if (colour < 0 || rows < 1 || cols < 1 || rows * cols > 4096) return null;
  return { rows, cols, cells: new Array<number>(rows * cols).fill(colour) };
}

/** Turned by 90° clockwise. */
export function turnPicture({ rows, cols, cells }: Picture): Picture {
  const turned: number[] = [];
  for (let row = 0; row < cols; row++) {
    for (let col = 0; col < rows; col++) turned.push(cells[(rows - 1 - col) * cols + row] ?? ANY);
  }
  return { rows: cols, cols: rows, cells: turned };
}

/** Mirrored left to right. */
export function mirrorPicture({ rows, cols, cells }: Picture): Picture {
  const mirrored = cells.map((_, i) => cells[i - (i % cols) + cols - 1 - (i % cols)] ?? ANY);
  return { rows, cols, cells: mirrored };
}

const VARIANTS = new WeakMap<Picture, Picture[]>();

/** A picture with its turns and mirror images, each once, itself first. */
export function turnsOf(picture: Picture): Picture[] {
  const known = VARIANTS.get(picture);
  if (known) return known;
  const all = new Map<string, Picture>();
  for (let next = picture, k = 0; k < 4; k++, next = turnPicture(next)) {
    for (const one of [next, mirrorPicture(next)]) {
      const drawn = drawPicture(one);
      if (!all.has(drawn)) all.set(drawn, k === 0 && all.size === 0 ? picture : one);
    }
  }
  const found = [...all.values()];
  VARIANTS.set(picture, found);
  return found;
}

const KEYS = new WeakMap<Picture, string>();

/** A short name for comparing: two pictures are the same when their keys are. */
export function keyOf(picture: Picture): string {
  const known = KEYS.get(picture);
  if (known !== undefined) return known;
  const key = drawPicture(picture);
  KEYS.set(picture, key);
  return key;
}

export const isSamePicture = (a: Picture, b: Picture): boolean => keyOf(a) === keyOf(b);

/** Cells of the board that a picture at a place takes up (its own cells, not the holes); off-board ones left out. */
export function cellsAt(picture: Picture, at: Place, board: Board): number[] {
  const found: number[] = [];
  for (let i = 0; i < picture.cells.length; i++) {
    if (picture.cells[i] === ANY) continue;
    const row = at.top + Math.floor(i / picture.cols);
    const col = at.left + (i % picture.cols);
    if (row >= 0 && col >= 0 && row < board.rows && col < board.cols) found.push(row * board.cols + col);
  }
  return found;
}

/** Paint a picture over a place; of what lies beyond the edge, nothing. */
export function paintPicture(paint: Map<number, number>, picture: Picture, at: Place, board: Board): void {
  picture.cells.forEach((colour, i) => {
    const row = at.top + Math.floor(i / picture.cols);
    const col = at.left + (i % picture.cols);
    if (colour === ANY || row < 0 || col < 0 || row >= board.rows || col >= board.cols) return;
    paint.set(row * board.cols + col, colour);
  });
}

/** Whether the board shows this picture at this place. Masked cells never do. */
export function showsAt(board: Board, picture: Picture, at: Place, mask: Mask): boolean {
  const { rows, cols, cells } = picture;
  if (at.top < 0 || at.left < 0 || at.top + rows > board.rows || at.left + cols > board.cols) return false;
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === ANY) continue;
    const cell = (at.top + Math.floor(i / cols)) * board.cols + at.left + (i % cols);
    if (board.cells[cell] !== cells[i] || mask.has(cell)) return false;
  }
  return true;
}

/** An object of one colour is only that object where none of its colour goes on beside it. */
function standsAlone(board: Board, picture: Picture, at: Place): boolean {
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

const places = rememberByBoard<Place[]>();

/** Every place where a board shows a picture, in reading order. */
export const findPicture = (board: Board, picture: Picture, mask: Mask): Place[] =>
  places(board, `${nameMask(mask)}:${keyOf(picture)}`, () => searchPicture(board, picture, mask));

function searchPicture(board: Board, picture: Picture, mask: Mask): Place[] {
  const first = picture.cells.findIndex((colour) => colour !== ANY);
  const colour = picture.cells[first];
  const offset = Math.floor(first / picture.cols) * board.cols + (first % picture.cols);
  const plain = pictureColours(picture).length === 1;
  const found: Place[] = [];
  for (let cell = 0; cell < board.cells.length; cell++) {
    if (board.cells[cell] !== colour) continue;
    const corner = cell - offset;
    const at = {
      top: Math.floor(corner / board.cols),
      left: ((corner % board.cols) + board.cols) % board.cols,
    };
    if (!showsAt(board, picture, at, mask)) continue;
    if (!plain || standsAlone(board, picture, at)) found.push(at);
  }
  return found;
}

/** The one place where a board shows a picture (turned any way when `turned`); null when there is none, or several. */
export function locate(board: Board, picture: Picture, turned: boolean, mask: Mask): Sighting | null {
  let found: Sighting | null = null;
  for (const variant of turned ? turnsOf(picture) : [picture]) {
    for (const place of findPicture(board, variant, mask)) {
      if (found) return null;
      found = { ...place, picture: variant };
    }
  }
  return found;
}
