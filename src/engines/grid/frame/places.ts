import { readBoard } from './board';
import { findComponents } from './components';
import { type Mask, NO_MASK } from './frame';

/** Most places that are offered for a click. */
const MAX_PLACES = 60;

/** Target of a click: column and row, as games take them. */
export interface FramePlace {
  x: number;
  y: number;
}

/**
 * Lists places worth a click: one cell of every object, nearest to its middle. Small objects come first, because
 * large ones tend to be the ground; equal ones follow reading order. Objects that lie wholly in the mask are left
 * out.
 */
export function clickPlaces(cells: string, mask: Mask = NO_MASK): FramePlace[] {
  const board = readBoard(cells);
  const width = board.cols;
  return findComponents(board)
    .filter((object) => !object.cells.every((cell) => mask.has(cell)))
    .sort((a, b) => a.size - b.size)
    .slice(0, MAX_PLACES)
    .map((object) => {
      const middle = { row: object.top + (object.rows - 1) / 2, col: object.left + (object.cols - 1) / 2 };
      let best = object.cells[0] ?? 0;
      let least = Number.POSITIVE_INFINITY;
      for (const cell of object.cells) {
        const far = Math.abs(Math.floor(cell / width) - middle.row) + Math.abs((cell % width) - middle.col);
        if (far < least) [best, least] = [cell, far];
      }
      return { x: best % width, y: Math.floor(best / width) };
    });
}
