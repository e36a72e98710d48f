import type { GameAction } from '../../contract/agents';
import { findSpot } from './area';
import { ANY, type Board } from './board';
import { cellUnder, DRAWING, type Picture, readDrawing, writeDrawing } from './picture';
import { type Area, type ClaimContext, type Forecast, NO_SCOPE, NOTHING, type Scope, silent } from './scope';

/** An area becomes one picture, whatever it showed. */
export interface DrawClaim extends Scope {
  kind: 'draw';
  area: Area;
  /** Cells of {@link ANY} become something that is not told. */
  picture: Picture;
}

export function forecastDraw(
  claim: DrawClaim,
  board: Board,
  action: GameAction,
  { mask }: ClaimContext,
): Forecast {
  const { area, picture } = claim;
  const spot = findSpot(board, area, action, mask);
  if (!spot) return silent('the place it speaks of is not on the board');
  if (spot.rows !== picture.rows || spot.cols !== picture.cols) return silent('the place has another size');
  const paint = new Map<number, number>();
  for (const [i, colour] of picture.cells.entries()) {
    const cell = cellUnder(picture, i, spot, board);
    if (board.cells[cell] !== colour && !mask.has(cell)) paint.set(cell, colour);
  }
  return [...paint.values()].some((colour) => colour !== ANY)
    ? { kind: 'board', paint, flash: false }
    : NOTHING;
}

/** Writes the first sentence of a claim, given the words for its area. */
export const writeDraw = ({ picture }: DrawClaim, where: string): string =>
  `Draws ${writeDrawing(picture)} ${where}, a dot for any colour.`;

const DRAW = new RegExp(`^Draws (${DRAWING}) (.+), a dot for any colour\\.$`);

/** Reads what {@link writeDraw} wrote; null for other text. */
export function readDraw(text: string, readArea: (where: string) => Area | null): DrawClaim | null {
  const match = DRAW.exec(text);
  const area = match && readArea(match[2] ?? '');
  const picture = match && readDrawing(match[1] ?? '');
  return area && picture ? { ...NO_SCOPE, kind: 'draw', area, picture } : null;
}
