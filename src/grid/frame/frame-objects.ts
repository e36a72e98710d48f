import type { Mask } from '../../contract/frame';
import type { FrameObjects } from '../../contract/tries';
import { countColors, readBoard } from './board';
import { findComponents, withoutCells } from './components';
import { compareFrames, describeChanges } from './objects';

/**
 * Lists the objects of a frame and, given an earlier frame, their changes since.
 *
 * @param frame number and packed cells; the same for `since`
 * @param mask cells of the HUD as currently known
 */
export function viewObjects(
  frame: { n: number; cells: string },
  since: { n: number; cells: string } | null,
  mask: Mask,
): FrameObjects {
  const board = readBoard(frame.cells);
  const colourCounts = countColors(board);
  const ground = colourCounts.indexOf(Math.max(...colourCounts));
  return {
    frame: frame.n,
    rows: board.rows,
    cols: board.cols,
    ground,
    objects: findComponents(board)
      .filter(({ colour }) => colour !== ground)
      .map(withoutCells)
      .sort((a, b) => b.size - a.size),
    masked: [...mask].sort((a, b) => a - b),
    changes: since && changesSince(since, frame.cells, mask),
  };
}

function changesSince(
  since: { n: number; cells: string },
  cells: string,
  mask: Mask,
): NonNullable<FrameObjects['changes']> {
  const changes = compareFrames(since.cells, cells, mask);
  const { moved, appeared, vanished, recoloured, resized, reshaped } = changes;
  const words = describeChanges(changes);
  return { since: since.n, moved, appeared, vanished, recoloured, resized, reshaped, words };
}
