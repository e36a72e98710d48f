import type { Board, Shift } from './board';
import { isOnBoard } from './picture';
import { type Forecast, NO_SCOPE, type Scope, silent } from './scope';

/** What enters a box whose content is shifted: what leaves it on the other side, or more of what is at its border. */
export type Entering = 'wraps' | 'repeats';

/** A box of the board, in cells, and the shift of its content along a row or a column. */
export interface ScrollPart {
  top: number;
  left: number;
  rows: number;
  cols: number;
  by: Shift;
}

/** The contents of boxes are shifted at the same time. */
export interface ScrollClaim extends Scope {
  kind: 'scroll';
  parts: ScrollPart[];
  entering: Entering;
}

/**
 * Predicts what the boxes show after the shift; silent where one of them would look the same: nobody knows what stops it
 * there.
 */
export function forecastScroll(claim: ScrollClaim, board: Board): Forecast {
  const paint = new Map<number, number>();
  for (const part of claim.parts) {
    if (!isOnBoard(part, part, board)) return silent('the place it speaks of is not on the board');
    const size = paint.size;
    for (const [cell, from] of listSources(part, claim.entering, board)) {
      const colour = board.cells[from] ?? 0;
      if (board.cells[cell] !== colour) paint.set(cell, colour);
    }
    if (paint.size === size) return silent('one of the places would not change');
  }
  return { kind: 'board', paint, flash: false };
}

/** Lists the cells of a box, each with the board cell whose colour comes to it. */
export function* listSources(
  { top, left, rows, cols, by }: ScrollPart,
  entering: Entering,
  board: Board,
): Generator<[cell: number, from: number], void> {
  const place = (n: number, size: number): number =>
    entering === 'wraps' ? ((n % size) + size) % size : Math.min(size - 1, Math.max(0, n));
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const from = (top + place(row - by.rows, rows)) * board.cols + left + place(col - by.cols, cols);
      yield [(top + row) * board.cols + left + col, from];
    }
  }
}

const ENTERING: Readonly<Record<Entering, string>> = {
  wraps: 'what leaves them comes in again on the other side',
  repeats: 'what is at their border goes on there',
};

/** Writes the first sentence of a claim, given how shifts are written. */
export function writeScroll(claim: ScrollClaim, writeShift: (by: Shift) => string): string {
  const parts = claim.parts.map(
    ({ rows, cols, top, left, by }) => `in the ${rows}×${cols} cells at (${top},${left}) ${writeShift(by)}`,
  );
  return `Shifts what is ${parts.join(' and ')}; ${ENTERING[claim.entering]}.`;
}

const SCROLL = new RegExp(`^Shifts what is (in the .+?); (${ENTERING.wraps}|${ENTERING.repeats})\\.$`);
const PART = /^in the (\d+)×(\d+) cells at \((\d+),(\d+)\) (.+)$/;

/** Reads what {@link writeScroll} wrote; null for other text. */
export function readScroll(text: string, readShift: (text: string) => Shift): ScrollClaim | null {
  const match = SCROLL.exec(text);
  const parts = (match?.[1] ?? '').split(' and ').map((part) => PART.exec(part));
  if (!match || parts.includes(null)) return null;
  return {
    ...NO_SCOPE,
    kind: 'scroll',
    parts: parts.map((part) => {
      const [rows = 0, cols = 0, top = 0, left = 0] = (part ?? []).slice(1, 5).map(Number);
      return { top, left, rows, cols, by: readShift(part?.[5] ?? '') };
    }),
    entering: match[2] === ENTERING.wraps ? 'wraps' : 'repeats',
  };
}
