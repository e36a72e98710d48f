import { ANY, type Board } from './board';
import { type ClaimContext, type FallClaim, type Forecast, NOTHING, silent } from './claim';

const FREE = 1;
const STOP = 2;
const LOOSE = 4;

/**
 * Loose cells slide until something stops them. Cell by cell: that is also right for blocks that fill the lanes they
 * slide in, which is what the claim is checked for.
 */
export function forecastFall(claim: FallClaim, board: Board, ctx: ClaimContext): Forecast {
  const { rows, cols } = board;
  const kinds = new Uint8Array(16);
  for (const colour of claim.stops) kinds[colour] = STOP;
  for (const colour of claim.over) kinds[colour] = FREE;
  for (const colour of claim.loose) kinds[colour] = LOOSE;
  const next = Uint8Array.from(board.cells);
  const floor = claim.over[0] ?? ANY;
  const stride = claim.by.rows * cols + claim.by.cols;
  const moved = new Set<number>();
  // Cells nearest to where they slide go first.
  const last = rows * cols - 1;
  for (let i = 0; i <= last; i++) {
    const start = stride > 0 ? last - i : i;
    const colour = board.cells[start] ?? 0;
    if (kinds[colour] !== LOOSE || ctx.mask.has(start)) continue;
    let at = start;
    for (;;) {
      if (isLast(at, claim, rows, cols) || ctx.mask.has(at + stride)) {
        if (!claim.edge) return silent('it is not known whether the edge of the board stops things');
        break;
      }
      const kind = kinds[next[at + stride] ?? 0];
      if (kind === FREE) at += stride;
      else if (kind === STOP || kind === LOOSE) break;
      else return silent('it is not known whether the cells ahead stop things');
    }
    if (at === start) continue;
    next[start] = floor;
    next[at] = colour;
    moved.add(start);
    moved.add(at);
  }
  const paint = new Map<number, number>();
  for (const cell of moved) {
    const colour = next[cell] ?? 0;
    if (colour === board.cells[cell]) continue;
    // What was uncovered is only known when there is one kind of ground.
    paint.set(cell, kinds[colour] === LOOSE || claim.over.length === 1 ? colour : ANY);
  }
  return paint.size === 0 ? NOTHING : { kind: 'board', paint, flash: false };
}

/** Whether a cell is the last before the edge, the way things slide. */
function isLast(cell: number, { by }: FallClaim, rows: number, cols: number): boolean {
  if (by.rows !== 0) return by.rows > 0 ? cell >= (rows - 1) * cols : cell < cols;
  return by.cols > 0 ? cell % cols === cols - 1 : cell % cols === 0;
}
