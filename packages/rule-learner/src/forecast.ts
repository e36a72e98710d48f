import { changedCells, sameBoards } from './board';
import type { Board, Forecast, Mask, Outcome, Transition } from './types';

export const silence = (reason: string): Forecast => ({ kind: 'silent', reason });

/** Leaves out cells that already have their color, or are masked. */
export function forecastCells(
  board: Board,
  mask: Mask,
  colors: Iterable<readonly [cell: number, color: number]>,
  open: ReadonlySet<number> = new Set(),
): Forecast {
  const cells = new Map(
    [...colors].filter(([cell, color]) => board.cells[cell] !== color && !mask.has(cell)),
  );
  return cells.size > 0 || open.size > 0 ? { kind: 'cells', cells, open } : { kind: 'nothing' };
}

/** @param last the last effect, if any */
export function predictUndo(board: Board, mask: Mask, last: Transition | undefined): Forecast {
  if (!last) return silence('there is nothing to undo');
  if (!sameBoards(last.after, board, mask)) return silence('the board changed since the last effect');
  return forecastCells(board, mask, last.before.cells.entries());
}

/** Minimum share of the changed cells with the predicted color for a forecast to be right. */
const EXACT_SHARE = 0.9;

/** Compares a forecast with the board that followed. Masked and open cells are never wrong. */
export function compare(forecast: Forecast, before: Board, after: Board, mask: Mask): Outcome {
  if (forecast.kind === 'silent') return 'silent';
  const changed = changedCells(before, after, mask);
  if (forecast.kind === 'nothing') return changed.length === 0 ? 'right' : 'wrong';
  const { cells, open } = forecast;
  for (const [cell, color] of cells) if (!mask.has(cell) && after.cells[cell] !== color) return 'wrong';
  let exact = 0;
  for (const cell of changed) {
    if (cells.has(cell)) exact++;
    else if (!open.has(cell)) return 'wrong';
  }
  return exact >= EXACT_SHARE * changed.length ? 'right' : 'partial';
}
