/** A board as it travels in events: rows of hexadecimal digits joined by `/`, one digit a cell. */
export interface Grid {
  rows: number;
  cols: number;
  /** Colour numbers 0 to 15, row by row. */
  cells: Uint8Array;
}

/** Colours 0 to 15 of ARC-AGI-3, and what people call them. */
export const PALETTE = [
  ['#ffffff', 'white'],
  ['#cccccc', 'light grey'],
  ['#999999', 'grey'],
  ['#666666', 'dark grey'],
  ['#333333', 'charcoal'],
  ['#000000', 'black'],
  ['#e53aa3', 'magenta'],
  ['#ff7bcc', 'pink'],
  ['#f93c31', 'red'],
  ['#1e93ff', 'blue'],
  ['#88d8f1', 'light blue'],
  ['#ffdc00', 'yellow'],
  ['#ff851b', 'orange'],
  ['#921231', 'maroon'],
  ['#4fcc30', 'green'],
  ['#a356d6', 'purple'],
] as const;

/** Null when the text is not a rectangle of hexadecimal digits. */
export function parseGrid(packed: string): Grid | null {
  const lines = packed.split('/');
  const cols = lines[0]?.length ?? 0;
  if (cols === 0 || !lines.every((line) => line.length === cols && /^[0-9a-f]+$/i.test(line))) return null;
  return {
    rows: lines.length,
    cols,
    cells: Uint8Array.from(lines.join(''), (digit) => Number.parseInt(digit, 16)),
  };
}

export const sameGrid = (a: Grid, b: Grid): boolean =>
  a.rows === b.rows && a.cols === b.cols && a.cells.every((cell, i) => cell === b.cells[i]);

/** Indexes of the cells that differ; none when the sizes do. */
export function changedCells(before: Grid | null, after: Grid): Set<number> {
  const changed = new Set<number>();
  if (!before || before.rows !== after.rows || before.cols !== after.cols) return changed;
  after.cells.forEach((cell, i) => {
    if (cell !== before.cells[i]) changed.add(i);
  });
  return changed;
}

/** Paints the board at `size` device pixels a cell, and a two-tone outline around the changed regions. */
export function paint(
  context: CanvasRenderingContext2D,
  grid: Grid,
  changed: Set<number>,
  size: number,
): void {
  for (let i = 0; i < grid.cells.length; i++) {
    const [colour] = PALETTE[grid.cells[i] ?? 0] ?? PALETTE[0];
    context.fillStyle = colour;
    context.fillRect((i % grid.cols) * size, Math.floor(i / grid.cols) * size, size, size);
  }
  if (changed.size === 0) return;
  const edges = new Path2D();
  for (const i of changed) {
    const col = i % grid.cols;
    const x = col * size;
    const y = Math.floor(i / grid.cols) * size;
    const line = (x1: number, y1: number, x2: number, y2: number) => {
      edges.moveTo(x1, y1);
      edges.lineTo(x2, y2);
    };
    if (!changed.has(i - grid.cols)) line(x, y, x + size, y);
    if (!changed.has(i + grid.cols)) line(x, y + size, x + size, y + size);
    if (col === 0 || !changed.has(i - 1)) line(x, y, x, y + size);
    if (col === grid.cols - 1 || !changed.has(i + 1)) line(x + size, y, x + size, y + size);
  }
  // Dark under light: visible on every colour of the palette.
  const width = Math.max(2, Math.round(size / 3));
  context.lineCap = 'square';
  context.lineWidth = width + 2;
  context.strokeStyle = '#000000';
  context.stroke(edges);
  context.lineWidth = width;
  context.strokeStyle = '#ffffff';
  context.stroke(edges);
}
