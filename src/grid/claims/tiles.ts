import { type Board, type Box, cellsOf, rememberByBoard, type Shift } from './board';

/** Tiles of one size, at even distances from each other: `high` rows of `wide` ones. */
export interface Tiling {
  /** Corner of the first tile. */
  top: number;
  left: number;
  /** Cells of a tile. */
  rows: number;
  cols: number;
  /** Cells from one tile to the next, at least its size. */
  down: number;
  right: number;
  high: number;
  wide: number;
  /**
   * Rows above and columns left of a tile from which on a click counts as one on it, until the next tile's begin. Without it
   * clicks beside its cells meet none.
   */
  from?: Shift;
}

/** Says which tiles a click takes part of besides the clicked one. */
export const TILE_REACHES = ['beside', 'around', 'row', 'column', 'cross', 'all'] as const;
export type TileReach = (typeof TILE_REACHES)[number];

/** The tile that a click falls on. */
export interface TileArea {
  of: 'tile';
  tiling: Tiling;
  /** The colour that most of its cells have; null: any. */
  ground: number | null;
  /** All colours that it has, where its ground alone does not say what becomes of it. */
  colours?: number[];
  reach?: TileReach;
  /** Cells of these colours that the effect does not take place on may change as well: nothing is said of them. */
  elsewhere?: number[];
}

/** A tile by its row and column among the tiles. */
interface Tile {
  row: number;
  col: number;
}

/** Returns the tile that a cell is in; null between tiles and beyond them. */
function tileOf({ cols }: Board, tiling: Tiling, cell: number): Tile | null {
  const { rows = 0, cols: before = 0 } = tiling.from ?? {};
  const y = Math.floor(cell / cols) - tiling.top + rows;
  const x = (cell % cols) - tiling.left + before;
  const [row, col] = [Math.floor(y / tiling.down), Math.floor(x / tiling.right)];
  const isInside =
    row >= 0 &&
    col >= 0 &&
    row < tiling.high &&
    col < tiling.wide &&
    (tiling.from !== undefined ||
      (y - row * tiling.down < tiling.rows && x - col * tiling.right < tiling.cols));
  return isInside ? { row, col } : null;
}

/** Returns the box of a tile. */
export function tileBox({ top, left, rows, cols, down, right }: Tiling, { row, col }: Tile): Box {
  const [y, x] = [top + row * down, left + col * right];
  return { top: y, left: x, bottom: y + rows - 1, right: x + cols - 1 };
}

/** Returns the box of the tile that a cell is in; null when it is in none. */
export function boxOfTile(board: Board, tiling: Tiling, cell: number): Box | null {
  const tile = tileOf(board, tiling, cell);
  return tile && tileBox(tiling, tile);
}

const grounds = rememberByBoard<number>();

/** Returns the colour that most cells of a box have. */
export const groundOf = (board: Board, box: Box): number =>
  grounds(board, Object.values(box).join(), () => {
    const counts = new Map<number, number>();
    for (const cell of cellsOf(box, board.cols)) {
      const colour = board.cells[cell] ?? 0;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
  });

const palettes = rememberByBoard<number[]>();

/** Lists the colours of a box, ascending. */
export const coloursOf = (board: Board, box: Box): number[] =>
  palettes(board, Object.values(box).join(), () =>
    [...new Set(cellsOf(box, board.cols).map((cell) => board.cells[cell] ?? 0))].sort((a, b) => a - b),
  );

/** Lists the cells beyond those of an effect of which nothing is said. */
export function listOpenCells(
  board: Board,
  { elsewhere = [] }: TileArea,
  cells: readonly number[],
): number[] {
  const own = new Set(cells);
  return Array.from(board.cells.keys()).filter(
    (cell) => !own.has(cell) && elsewhere.includes(board.cells[cell] ?? 0),
  );
}

/** Lists the boxes of the tiles that a click on a cell takes part of, the clicked one first; null when it meets no such tile. */
export function findTiles(
  board: Board,
  { tiling, ground, colours, reach }: TileArea,
  cell: number,
): Box[] | null {
  const tile = tileOf(board, tiling, cell);
  if (!tile) return null;
  const box = tileBox(tiling, tile);
  if (ground !== null && groundOf(board, box) !== ground) return null;
  if (colours && coloursOf(board, box).join() !== colours.join()) return null;
  if (reach === undefined) return [box];
  const boxes = [box];
  for (let row = 0; row < tiling.high; row++) {
    for (let col = 0; col < tiling.wide; col++) {
      const by = { row: row - tile.row, col: col - tile.col };
      if ((by.row !== 0 || by.col !== 0) && isReached(by, reach)) boxes.push(tileBox(tiling, { row, col }));
    }
  }
  return boxes;
}

/** @param by tiles down and to the right of the clicked one */
function isReached(by: Tile, reach: TileReach): boolean {
  const [down, right] = [Math.abs(by.row), Math.abs(by.col)];
  switch (reach) {
    case 'beside':
      return down + right === 1;
    case 'around':
      return Math.max(down, right) === 1;
    case 'row':
      return down === 0;
    case 'column':
      return right === 0;
    case 'cross':
      return down === 0 || right === 0;
    case 'all':
      return true;
  }
}

const REACHED: Record<TileReach, string> = {
  beside: 'and those above, below, left and right of it',
  around: 'and those all around it',
  row: 'and all of its row',
  column: 'and all of its column',
  cross: 'and all of its row or column',
  all: 'and all others',
};

const ELSEWHERE = '; elsewhere it may change ';

/** Writes the place of an effect on tiles. */
export function writeTiles(
  { tiling, ground, colours, reach, elsewhere }: TileArea,
  nameColour: (colour: number) => string,
): string {
  const { top, left, rows, cols, down, right, high, wide, from } = tiling;
  const clicks = from
    ? `, clicks counting from ${from.rows} rows above and ${from.cols} columns left of each`
    : '';
  const parts = colours ? ` and has ${colours.map(nameColour).join(' and ')} alone` : '';
  const which = ground === null ? '' : ` that is mostly ${nameColour(ground)}${parts}`;
  return `in the clicked tile${which}${reach ? ` ${REACHED[reach]}` : ''} (${high}×${wide} tiles of ${rows}×${cols} cells from (${top},${left}), one in ${down} rows and ${right} columns${clicks})${elsewhere ? `${ELSEWHERE}${elsewhere.map(nameColour).join(' or ')} cells` : ''}`;
}

const TILES =
  /^in the clicked tile(?: that is mostly ([a-z ]+?)(?: and has ([a-z ]+?) alone)?)?(?: (and (?:those|all) .+?))? \((\d+)×(\d+) tiles of (\d+)×(\d+) cells from \((\d+),(\d+)\), one in (\d+) rows and (\d+) columns(?:, clicks counting from (\d+) rows above and (\d+) columns left of each)?\)(?:; elsewhere it may change ([a-z ]+) cells)?$/;

/** Reads what {@link writeTiles} wrote; null for other text. */
export function readTiles(text: string, colourNumber: (name: string) => number): TileArea | null {
  const match = TILES.exec(text);
  if (!match) return null;
  const [, name, list, words] = match;
  const [high = 0, wide = 0, rows = 0, cols = 0, top = 0, left = 0, down = 0, right = 0] = match
    .slice(4, 12)
    .map(Number);
  const elsewhere = match[14]?.split(' or ').map(colourNumber);
  const reach = TILE_REACHES.find((one) => REACHED[one] === words);
  const colours = list?.split(' and ').map(colourNumber);
  const ground = name === undefined ? null : colourNumber(name);
  if ((words !== undefined && !reach) || ground === -1 || rows === 0 || cols === 0) return null;
  if (down < rows || right < cols || elsewhere?.includes(-1) || colours?.includes(-1)) return null;
  const from = match[12] === undefined ? undefined : { rows: Number(match[12]), cols: Number(match[13]) };
  const tiling = { top, left, rows, cols, down, right, high, wide, ...(from && { from }) };
  return {
    of: 'tile',
    tiling,
    ground,
    ...(colours && { colours }),
    ...(reach && { reach }),
    ...(elsewhere && { elsewhere }),
  };
}
