import { changedCells, type Grid, PALETTE } from './grid';

/** Modes of a drawing: the board, the one before it, or the differences (the rest is faded). */
export type BoardMode = 'after' | 'before' | 'diff';

export interface Outline {
  top: number;
  left: number;
  rows: number;
  cols: number;
  tone: 'object' | 'come' | 'gone' | 'moved' | 'changed';
}

interface Painting {
  grid: Grid;
  before: Grid | null;
  mode: BoardMode;
  outlines: readonly Outline[];
  /** Cells of the HUD, which are left out of every comparison. */
  masked: readonly number[];
  /** Cell under the keyboard's cursor or the pointer. */
  cursor: number | null;
}

const TONES: Record<Outline['tone'], string> = {
  object: '#ffffff',
  come: '#7dff9a',
  gone: '#ff8a80',
  moved: '#ffe066',
  changed: '#8ad8ff',
};

/** Paints a board at `size` device pixels a cell. */
export function paintBoard(context: CanvasRenderingContext2D, painting: Painting, size: number): void {
  const { grid, before, mode } = painting;
  const shownGrid = mode === 'before' && before ? before : grid;
  const differences = mode === 'before' ? new Set<number>() : changedCells(before, grid);
  paintCells(context, shownGrid, size);
  if (mode === 'diff') fade(context, shownGrid, differences, size);
  paintMask(context, shownGrid, painting.masked, size);
  const edge = Math.max(1, Math.round(size / 4));
  if (differences.size > 0) stroke(context, outlineCells(shownGrid, differences, size), edge, '#ffffff');
  for (const outline of painting.outlines) {
    const box = new Path2D();
    const { top, left, rows, cols } = outline;
    box.rect(left * size + 0.5, top * size + 0.5, cols * size - 1, rows * size - 1);
    stroke(context, box, Math.max(1, Math.round(size / 6)), TONES[outline.tone]);
  }
  if (painting.cursor !== null) paintCursor(context, shownGrid, painting.cursor, size);
}

/** Paints the cells alone, for pictures too small for marks. */
export function paintCells(context: CanvasRenderingContext2D, grid: Grid, size: number): void {
  for (let i = 0; i < grid.cells.length; i++) {
    const [colour] = PALETTE[grid.cells[i] ?? 0] ?? PALETTE[0];
    context.fillStyle = colour;
    context.fillRect((i % grid.cols) * size, Math.floor(i / grid.cols) * size, size, size);
  }
}

function fade(context: CanvasRenderingContext2D, grid: Grid, changed: Set<number>, size: number): void {
  context.fillStyle = 'rgb(128 128 128 / 72%)';
  for (let i = 0; i < grid.cells.length; i++) {
    if (!changed.has(i))
      context.fillRect((i % grid.cols) * size, Math.floor(i / grid.cols) * size, size, size);
  }
}

function paintMask(
  context: CanvasRenderingContext2D,
  grid: Grid,
  masked: readonly number[],
  size: number,
): void {
  if (masked.length === 0) return;
  const lines = new Path2D();
  for (const cell of masked) {
    const [x, y] = [(cell % grid.cols) * size, Math.floor(cell / grid.cols) * size];
    lines.moveTo(x, y + size);
    lines.lineTo(x + size, y);
  }
  stroke(context, lines, 1, '#ffffff');
}

/** Returns the edges between the cells of the set and all others. */
function outlineCells(grid: Grid, cells: Set<number>, size: number): Path2D {
  const edges = new Path2D();
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    edges.moveTo(x1, y1);
    edges.lineTo(x2, y2);
  };
  for (const i of cells) {
    const col = i % grid.cols;
    const [x, y] = [col * size, Math.floor(i / grid.cols) * size];
    if (!cells.has(i - grid.cols)) line(x, y, x + size, y);
    if (!cells.has(i + grid.cols)) line(x, y + size, x + size, y + size);
    if (col === 0 || !cells.has(i - 1)) line(x, y, x, y + size);
    if (col === grid.cols - 1 || !cells.has(i + 1)) line(x + size, y, x + size, y + size);
  }
  return edges;
}

function paintCursor(context: CanvasRenderingContext2D, grid: Grid, cell: number, size: number): void {
  const box = new Path2D();
  const [x, y] = [(cell % grid.cols) * size, Math.floor(cell / grid.cols) * size];
  box.rect(x - 1, y - 1, size + 2, size + 2);
  stroke(context, box, Math.max(2, Math.round(size / 4)), '#ffe066');
}

/** Strokes dark under light, which is visible on every colour of the palette. */
function stroke(context: CanvasRenderingContext2D, path: Path2D, width: number, colour: string): void {
  context.lineCap = 'square';
  context.lineWidth = width + 2;
  context.strokeStyle = '#000000';
  context.stroke(path);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke(path);
}
