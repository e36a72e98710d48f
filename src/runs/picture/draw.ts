import { type Line, writePng } from '../../base/png/write';
import { type Grid, PALETTE, unpackFrame } from '../../contract/frame';

/** Opacity of unchanged cells in a diff picture, over white. */
const FADE = 0.25;
const FADED_FROM = PALETTE.length;
const FADED = PALETTE.map((colour) => colour.map((part) => Math.round(255 - (255 - part) * FADE)));

/** Approximate longer side of pictures for models, in pixels; vision models are designed for such sizes. */
const PICTURE_SIDE = 512;

const boardSize = (cells: string): { rows: number; cols: number } => {
  const cols = `${cells}/`.indexOf('/');
  return { rows: Math.round((cells.length + 1) / (cols + 1)), cols };
};

/** Pixels per cell, so that a frame of any size comes to about 512 pixels; at least 1. */
export function cellPixels(cells: string): number {
  const { rows, cols } = boardSize(cells);
  return Math.max(1, Math.round(PICTURE_SIDE / Math.max(rows, cols)));
}

/** Pixels of a frame's picture at {@link cellPixels}. */
export function countPixels(cells: string): number {
  const { rows, cols } = boardSize(cells);
  return rows * cols * cellPixels(cells) ** 2;
}

/** Cached pictures: consecutive calls share boards. */
const MAX_CACHED_PICTURES = 16;
const pictures = new Map<string, Uint8Array>();

/**
 * Draws a packed frame as an indexed 16-color PNG.
 *
 * @param scale pixels per cell; default: {@link cellPixels}, as for models
 */
export function framePng(cells: string, scale = cellPixels(cells)): Uint8Array {
  const key = `${scale} ${cells}`;
  const cachedPicture = pictures.get(key);
  if (cachedPicture) return cachedPicture;
  const picture = drawFrame(cells, scale);
  pictures.set(key, picture);
  for (const oldest of pictures.keys()) {
    if (pictures.size <= MAX_CACHED_PICTURES) break;
    pictures.delete(oldest);
  }
  return picture;
}

function drawFrame(cells: string, scale: number): Uint8Array {
  const grid = unpackFrame(cells);
  const width = (grid[0]?.length ?? 0) * scale;
  const lines = grid.map((row): Line => {
    const colours = new Uint8Array(width);
    for (let from = 0; from < row.length; ) {
      const colour = row[from] ?? 0;
      let to = from + 1;
      while (row[to] === colour) to += 1;
      colours.fill(colour, from * scale, to * scale);
      from = to;
    }
    return { colours, times: scale };
  });
  return writePng(width, lines, [...PALETTE]);
}

/** Extra colors of a diff picture: outlines, and cells missing in the later frame. */
const OUTLINE = 32;
const VOID = 33;
const DIFF_PALETTE = [...PALETTE, ...FADED, [255, 0, 255], [240, 232, 255]];
/** Minimum cell size in pixels for outlines. */
const MIN_OUTLINED = 4;

/**
 * Draws the changes between two packed frames as a PNG: the later frame with unchanged cells faded toward
 * white. From 4 pixels per cell on, changed cells have a magenta outline (not a palette color), so that a
 * cell that turned white is visible too. Cells in only one of the frames count as changed.
 */
export function diffPng(before: string, after: string, scale = 8): Uint8Array {
  const old: Grid = unpackFrame(before);
  const grid = unpackFrame(after);
  const rows = Math.max(old.length, grid.length);
  const cols = Math.max(old[0]?.length ?? 0, grid[0]?.length ?? 0);
  const thick = scale < MIN_OUTLINED ? 0 : Math.max(1, Math.floor(scale / 8));
  const isChanged = (row: number, col: number): boolean => old[row]?.[col] !== grid[row]?.[col];
  const colourOf = (row: number, col: number): number => {
    const colour = grid[row]?.[col] ?? VOID;
    return isChanged(row, col) ? colour : FADED_FROM + colour;
  };
  const number = indexColors(rows, cols, colourOf, before === after ? 0 : thick);
  const outline = number[OUTLINE] ?? 0;
  const lines: Line[] = [];
  for (let row = 0; row < rows; row++) {
    const line = new Uint8Array(cols * scale);
    for (let col = 0; col < cols; col++)
      line.fill(number[colourOf(row, col)] ?? 0, col * scale, (col + 1) * scale);
    lines.push(...outlineRow(line, { row, cols, scale, thick, outline, isChanged }));
  }
  // A palette of only the used colors usually fits in 4 bits per pixel, which halves the time.
  const palette: number[][] = [];
  number.forEach((place, colour) => {
    if (place !== UNUSED) palette[place] = DIFF_PALETTE[colour] ?? [];
  });
  return writePng(cols * scale, lines, palette);
}

const UNUSED = 255;

/** Assigns ascending palette indexes to the colors in use. */
function indexColors(
  rows: number,
  cols: number,
  colourOf: (row: number, col: number) => number,
  thick: number,
): Uint8Array {
  const number = new Uint8Array(DIFF_PALETTE.length).fill(UNUSED);
  for (let row = 0; row < rows; row++) for (let col = 0; col < cols; col++) number[colourOf(row, col)] = 0;
  if (thick > 0) number[OUTLINE] = 0;
  let count = 0;
  for (let colour = 0; colour < number.length; colour++) if (number[colour] === 0) number[colour] = count++;
  return number;
}

/** Draws a row of cells as pixel lines, with outlines around the changed cells. */
function outlineRow(
  line: Uint8Array,
  about: {
    row: number;
    cols: number;
    scale: number;
    thick: number;
    outline: number;
    isChanged: (row: number, col: number) => boolean;
  },
): Line[] {
  const { row, cols, scale, thick, outline, isChanged } = about;
  const changedCols: number[] = [];
  for (let col = 0; col < cols; col++) if (isChanged(row, col)) changedCols.push(col);
  if (changedCols.length === 0 || thick === 0) return [{ colours: line, times: scale }];
  for (const col of changedCols) {
    const [from, to] = [col * scale, (col + 1) * scale];
    if (!isChanged(row, col - 1)) line.fill(outline, from, from + thick);
    if (!isChanged(row, col + 1)) line.fill(outline, to - thick, to);
  }
  const [above, below] = [line.slice(), line.slice()];
  for (const col of changedCols) {
    const [from, to] = [col * scale, (col + 1) * scale];
    if (!isChanged(row - 1, col)) above.fill(outline, from, to);
    if (!isChanged(row + 1, col)) below.fill(outline, from, to);
  }
  return [
    { colours: above, times: thick },
    { colours: line, times: scale - 2 * thick },
    { colours: below, times: thick },
  ];
}
