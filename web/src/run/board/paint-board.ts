import { changedCells, type Grid, PALETTE } from './grid';

/** What of a frame is drawn: the board, the one before it, or what differs (the rest is faded). */
export type BoardMode = 'after' | 'before' | 'diff';

/** A box around cells, and what is written beside it. */
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
  /** The cell that the keyboard or the pointer is at. */
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
  const shown = mode === 'before' && before ? before : grid;
  const changed = mode === 'before' ? new Set<number>() : changedCells(before, grid);
  paintCells(context, shown, size);
  if (mode === 'diff') fade(context, shown, changed, size);
  paintMask(context, shown, painting.masked, size);
  const edge = Math.max(1, Math.round(size / 4));
  if (changed.size > 0) stroke(context, outlineCells(shown, changed, size), edge, '#ffffff');
  for (const outline of painting.outlines) {
    const box = new Path2D();
    const { top, left, rows, cols } = outline;
    box.rect(left * size + 0.5, top * size + 0.5, cols * size - 1, rows * size - 1);
    stroke(context, box, Math.max(1, Math.round(size / 6)), TONES[outline.tone]);
  }
  if (painting.cursor !== null) paintCursor(context, shown, painting.cursor, size);
}

/** Only the cells: for pictures too small for marks. */
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

/** A diagonal through every masked cell. */
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

/** The edges between the cells of the set and all others. */
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

/** Dark under light: visible on every colour of the palette. */
function stroke(context: CanvasRenderingContext2D, path: Path2D, width: number, colour: string): void {
  context.lineCap = 'square';
  context.lineWidth = width + 2;
  context.strokeStyle = '#000000';
  context.stroke(path);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke(path);
}
