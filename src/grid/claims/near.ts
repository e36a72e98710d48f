import type { Mask } from '../../contract/frame';
import type { Board } from './board';
import type { Sighting } from './picture';

const NO_CELLS: ReadonlySet<number> = new Set();

/** Lists the colours beside an object: at most `within` cells away straight up, down, left or right of its box. Some cells are left out. */
export function coloursNear(
  board: Board,
  one: Sighting,
  within: number,
  mask: Mask,
  except: ReadonlySet<number> = NO_CELLS,
): Set<number> {
  const colours = new Set<number>();
  const { rows, cols } = one.picture;
  const add = (row: number, col: number) => {
    const cell = row * board.cols + col;
    if (row < 0 || col < 0 || row >= board.rows || col >= board.cols || mask.has(cell) || except.has(cell))
      return;
    colours.add(board.cells[cell] ?? 0);
  };
  for (let k = 1; k <= within; k++) {
    for (let row = one.top; row < one.top + rows; row++) {
      add(row, one.left - k);
      add(row, one.left + cols - 1 + k);
    }
    for (let col = one.left; col < one.left + cols; col++) {
      add(one.top - k, col);
      add(one.top + rows - 1 + k, col);
    }
  }
  return colours;
}
