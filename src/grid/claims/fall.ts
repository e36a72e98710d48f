import { ANY, type Board } from './board';
import type { FallClaim } from './claim';
import { type ClaimContext, type Forecast, NOTHING, silent } from './scope';

/** Kinds of cells, as a sliding object meets them. */
const UNKNOWN = 0;
const FREE = 1;
const STOP = 2;
const LOOSE = 3;
const EDGE = 4;

/**
 * Slides loose cells until something stops them. It works cell by cell, which is also right for blocks that fill the
 * lanes they slide in. Each lane (a row or a column) is passed once, from the end that things slide to: a loose cell
 * ends beside the last thing that was met.
 */
export function forecastFall(claim: FallClaim, board: Board, ctx: ClaimContext): Forecast {
  const { rows, cols } = board;
  const kinds = new Uint8Array(16);
  for (const colour of claim.stops) kinds[colour] = STOP;
  for (const colour of claim.over) kinds[colour] = FREE;
  for (const colour of claim.loose) kinds[colour] = LOOSE;
  const floor = claim.over[0];
  const floorKind = floor === undefined ? UNKNOWN : (kinds[floor] ?? UNKNOWN);
  const stride = claim.by.rows * cols + claim.by.cols;
  const isMasked = (cell: number): boolean => ctx.mask.size > 0 && ctx.mask.has(cell);
  const lanes = startLanes(claim, rows, cols);
  const next = Uint8Array.from(board.cells);
  const movedCells = new Set<number>();
  // Cells nearest to where they slide go first.
  const last = rows * cols - 1;
  for (let i = 0; i <= last; i++) {
    const cell = stride > 0 ? last - i : i;
    const lane = claim.by.rows !== 0 ? cell % cols : Math.floor(cell / cols);
    const colour = board.cells[cell] ?? 0;
    const kind = isMasked(cell) ? EDGE : (kinds[colour] ?? UNKNOWN);
    if (kind === FREE) continue;
    if (kind === LOOSE) {
      const obstacle = lanes.kinds[lane];
      if (obstacle === EDGE && !claim.edge)
        return silent('it is not known whether the edge of the board stops things');
      if (obstacle === UNKNOWN) return silent('it is not known whether the cells ahead stop things');
      const at = (lanes.met[lane] ?? 0) - stride;
      if (at !== cell) {
        next[cell] = floor ?? ANY;
        next[at] = colour;
        movedCells.add(cell);
        movedCells.add(at);
        // What is left behind is free, or stops the next one right there.
        lanes.met[lane] = floorKind === FREE ? at : cell;
        lanes.kinds[lane] = floorKind === FREE ? LOOSE : floorKind;
        continue;
      }
    }
    lanes.met[lane] = cell;
    lanes.kinds[lane] = kind;
  }
  const paint = new Map<number, number>();
  for (const cell of movedCells) {
    const colour = next[cell] ?? 0;
    if (colour === board.cells[cell]) continue;
    // What was uncovered is only known when there is one kind of ground.
    paint.set(cell, kinds[colour] === LOOSE || claim.over.length === 1 ? colour : ANY);
  }
  return paint.size === 0 ? NOTHING : { kind: 'board', paint, flash: false };
}

/** Starts every lane with the cell beyond the edge as the last thing that was met, and its kind. */
function startLanes({ by }: FallClaim, rows: number, cols: number): { met: Int32Array; kinds: Uint8Array } {
  const count = by.rows !== 0 ? cols : rows;
  const beyond = (lane: number): number => {
    if (by.rows !== 0) return by.rows > 0 ? rows * cols + lane : lane - cols;
    return by.cols > 0 ? (lane + 1) * cols : lane * cols - 1;
  };
  return {
    met: Int32Array.from({ length: count }, (_, lane) => beyond(lane)),
    kinds: new Uint8Array(count).fill(EDGE),
  };
}
