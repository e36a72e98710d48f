import type { Board } from '../frame/board';
import type { Evidence } from './evidence';
import { pieceKind } from './pieces';

/** Pieces in one straight band that changed from one color to another, in order. */
export interface BarRun extends Band {
  from: number;
  to: number;
  /** +1: right or down; -1: left or up; 0: only one piece so far. */
  dir: -1 | 0 | 1;
  /** Cells between two pieces. */
  gap: number;
  /**
   * Oldest first. `index` points into the evidence; `start` and `end` are positions along the band,
   * inclusive.
   */
  steps: { index: number; start: number; end: number; clean: boolean }[];
}

/** A straight band across the board: rows `across` … `across + thick - 1`, or columns if vertical. */
export interface Band {
  vertical: boolean;
  across: number;
  thick: number;
}

export interface BarExtent {
  cells: number[];
  length: number;
  /** True if the color of its full part differs from the adjacent cells. */
  distinct: boolean;
  atEdge: boolean;
}

/** Rows or columns that count as the edge of the board. */
const EDGE = 3;
/** Maximum share of a distinct bar that may touch cells of its own color. */
const BLURRED = 0.2;

/**
 * Color of the band at one position, across its whole thickness; -1 if it has several or is off the board.
 */
export function lineColor({ vertical, across, thick }: Band, board: Board, at: number): number {
  const { rows, cols, cells } = board;
  if (at < 0 || at >= (vertical ? rows : cols)) return -1;
  const [first, stride] = vertical ? [at * cols + across, 1] : [across * cols + at, cols];
  const colour = cells[first] ?? -1;
  for (let i = 1; i < thick; i++) if (cells[first + i * stride] !== colour) return -1;
  return colour;
}

function lineCells({ vertical, across, thick }: Band, { cols }: Board, at: number): number[] {
  return Array.from({ length: thick }, (_, i) =>
    vertical ? at * cols + across + i : (across + i) * cols + at,
  );
}

/**
 * Extends a run to the whole bar: the cells already taken, the next ones (the old color, further along the
 * band), and the ones taken before the first observation. null if another kind of change ever happened there.
 */
export function extendBar(run: BarRun, evidence: readonly Evidence[]): BarExtent | null {
  const [first, last] = [run.steps[0], run.steps.at(-1)];
  const old = evidence[first?.index ?? -1]?.before;
  const now = evidence[last?.index ?? -1]?.after;
  if (!first || !last || !old || !now || run.dir === 0) return null;
  const foreign = findForeign(run, evidence);
  const isFree = (at: number) => lineCells(run, now, at).every((cell) => foreign[cell] !== 1);
  const lines = run.steps.flatMap(({ start, end }) => range(start, end));
  if (!lines.every(isFree)) return null;

  const head = run.dir > 0 ? last.end : last.start;
  const size = last.end - last.start + 1;
  const ahead: number[] = [];
  for (let at = head + run.dir; ; at += run.dir) {
    // The gaps between pips are not part of the bar.
    if (run.gap > 0 && (Math.abs(at - head) - 1) % (run.gap + size) < run.gap) {
      if (lineColor(run, now, at) < 0) break;
      continue;
    }
    if (lineColor(run, now, at) !== run.from || !isFree(at)) break;
    ahead.push(at);
  }
  const wasFull = (at: number) => evidence.some(({ before }) => lineColor(run, before, at) === run.from);
  const behind: number[] = [];
  for (let at = (run.dir > 0 ? first.start : first.end) - run.dir; run.gap === 0; at -= run.dir) {
    const colour = lineColor(run, old, at);
    const empty = colour === run.to && !hasNeighbor(run, old, at, run.to);
    if (colour < 0 || !isFree(at) || !(empty || wasFull(at))) break;
    behind.push(at);
  }
  const full = [...lines, ...ahead];
  const blurredCount = full.filter((at) => hasNeighbor(run, old, at, run.from)).length;
  const across = run.vertical ? old.cols : old.rows;
  const all = [...new Set([...full, ...behind])];
  return {
    cells: all.flatMap((at) => lineCells(run, now, at)),
    length: all.length,
    distinct: blurredCount <= BLURRED * full.length,
    atEdge: run.across < EDGE || run.across + run.thick > across - EDGE,
  };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

function hasNeighbor(band: Band, board: Board, at: number, colour: number): boolean {
  const limit = band.vertical ? board.cols : board.rows;
  return [band.across - 1, band.across + band.thick].some(
    (across) =>
      across >= 0 &&
      across < limit &&
      board.cells[band.vertical ? at * board.cols + across : across * board.cols + at] === colour,
  );
}

/**
 * Marks cells that ever changed in a way this bar would not. An undo or a refill of several pieces may
 * restore cells.
 */
function findForeign(run: BarRun, evidence: readonly Evidence[]): Uint8Array {
  const foreign = new Uint8Array(evidence[0]?.before.cells.length ?? 0);
  const [step, back] = [pieceKind(run.from, run.to), pieceKind(run.to, run.from)];
  const [first] = run.steps;
  const piece = first ? (first.end - first.start + 1) * run.thick : 0;
  for (const { before, after, cells, transition } of evidence) {
    const inBand = (cell: number) => {
      const across = run.vertical ? cell % before.cols : Math.floor(cell / before.cols);
      return across >= run.across && across < run.across + run.thick;
    };
    const returnedCells: number[] = [];
    for (const cell of cells) {
      if (!inBand(cell)) continue;
      const kind = pieceKind(before.cells[cell], after.cells[cell]);
      if (kind === back) returnedCells.push(cell);
      else if (kind !== step) foreign[cell] = 1;
    }
    if (transition.action.id === 'ACTION7' || returnedCells.length > piece) continue;
    for (const cell of returnedCells) foreign[cell] = 1;
  }
  return foreign;
}
