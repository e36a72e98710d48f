import { changedCells } from './board';
import type { Board, Forecast, Mask, Outcome } from './types';

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
