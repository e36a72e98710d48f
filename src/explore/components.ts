import { colourName, type Grid } from './frame';

/** A maximal set of cells of one colour, connected by edges. */
export interface GridObject {
  colour: number;
  /** Top left corner of the bounding box, and its size in cells. */
  top: number;
  left: number;
  rows: number;
  cols: number;
  /** Number of cells: `rows * cols` when it is a solid rectangle. */
  size: number;
}

/** An object with its cells. */
export interface Component extends GridObject {
  /** `row * cols + col` of the board, ascending. */
  cells: number[];
}

/** `blue 4×4 object`: colour, rows × columns. */
export const describeObject = (object: Pick<GridObject, 'colour' | 'rows' | 'cols'>): string =>
  `${colourName(object.colour)} ${object.rows}×${object.cols} object`;

/** Every connected object of a grid, in reading order of its first cell. */
export function findObjects(grid: Grid): GridObject[] {
  return findComponents(grid).map(withoutCells);
}

export const withoutCells = ({ colour, top, left, rows, cols, size }: Component): GridObject => ({
  colour,
  top,
  left,
  rows,
  cols,
  size,
});

/** As {@link findObjects}, with the cells. */
export function findComponents(grid: Grid): Component[] {
  const width = grid[0]?.length ?? 0;
  const flat = Uint8Array.from(grid.flat());
  const seen = new Uint8Array(flat.length);
  const found: Component[] = [];
  for (let start = 0; start < flat.length; start++) {
    if (seen[start] === 0) found.push(measure(collect(flat, start, width, seen), width, flat[start] ?? 0));
  }
  return found;
}

/** Flood fill over edges from `start`; marks what it took in `seen`. */
function collect(flat: Uint8Array, start: number, width: number, seen: Uint8Array): number[] {
  const colour = flat[start];
  const cells = [start];
  seen[start] = 1;
  const take = (cell: number) => {
    if (flat[cell] !== colour || seen[cell] !== 0) return;
    seen[cell] = 1;
    cells.push(cell);
  };
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? 0;
    const col = cell % width;
    take(cell - width);
    take(cell + width);
    if (col > 0) take(cell - 1);
    if (col < width - 1) take(cell + 1);
  }
  return cells.sort((a, b) => a - b);
}

function measure(cells: number[], width: number, colour: number): Component {
  let [top, left, bottom, right] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 0, 0];
  for (const cell of cells) {
    const [row, col] = [Math.floor(cell / width), cell % width];
    top = Math.min(top, row);
    left = Math.min(left, col);
    bottom = Math.max(bottom, row);
    right = Math.max(right, col);
  }
  return { colour, top, left, rows: bottom - top + 1, cols: right - left + 1, size: cells.length, cells };
}
