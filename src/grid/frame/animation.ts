import { type Mask, NO_MASK } from '../../contract/frame';
import { type Board, readBoard } from './board';
import { describeObject, type GridObject } from './components';
import { boundingBox, diffFrames, type PixelChange, type Region } from './diff';
import { compareBoards, describeShift, type ObjectMove } from './objects';

export interface ObjectPath extends GridObject {
  /** Total displacement; `top` and `left` are its start. Both are zero if it came back. */
  byRows: number;
  byCols: number;
  /** Displacement at the farthest point of the path. */
  farRows: number;
  farCols: number;
  /** 1 for an object that jumped at once. */
  steps: number;
}

export interface Animation {
  frames: number;
  /** Only objects that moved in more than one step, or away and back. */
  paths: ObjectPath[];
  /** Cells that changed during the animation and ended as they began. */
  passing: { count: number; region: Region | null };
  /** The same as text for a prompt; `[]` for an answer of one frame. */
  lines: string[];
}

/** Longer animations are sampled evenly down to this many frames. */
const MAX_FRAMES = 32;

/**
 * Describes everything in an answer's frames that its settled frame does not show: paths of objects, and
 * cells that changed only temporarily.
 *
 * @param before packed frame before the action
 * @param frames packed frames after it, oldest first, the settled one last
 * @param mask cells to ignore
 */
export function describeAnimation(
  before: string,
  frames: readonly string[],
  mask: Mask = NO_MASK,
): Animation {
  if (frames.length < 2)
    return { frames: frames.length, paths: [], passing: { count: 0, region: null }, lines: [] };
  const paths = followObjects([before, ...pickFrames(frames)].map(readBoard), mask).filter(
    ({ steps, byRows, byCols }) => steps > 1 || (byRows === 0 && byCols === 0),
  );
  const passing = findPassing(before, frames, mask);
  const lines = [`${frames.length} animation frames`, ...paths.map(describePath)];
  if (passing.region) {
    const { top, left, bottom, right } = passing.region;
    const cells = passing.count === 1 ? 'cell' : 'cells';
    lines.push(`${passing.count} ${cells} changed and changed back in (${top},${left})-(${bottom},${right})`);
  }
  return { frames: frames.length, paths, passing, lines };
}

function describePath(path: ObjectPath): string {
  const { top, left, byRows, byCols, farRows, farCols } = path;
  const what = describeObject(path);
  return byRows === 0 && byCols === 0
    ? `${what} at (${top},${left}) moved ${describeShift(farRows, farCols)} and came back`
    : `${what} moved step by step from (${top},${left}) to (${top + byRows},${left + byCols})`;
}

function pickFrames(frames: readonly string[]): readonly string[] {
  if (frames.length <= MAX_FRAMES) return frames;
  const last = frames.length - 1;
  return Array.from(
    { length: MAX_FRAMES },
    (_, i) => frames[Math.round((i * last) / (MAX_FRAMES - 1))] ?? '',
  );
}

function followObjects(boards: readonly Board[], mask: Mask): ObjectPath[] {
  const paths: ObjectPath[] = [];
  boards.forEach((board, i) => {
    const previous = boards[i - 1];
    if (!previous) return;
    const free = new Set(paths);
    for (const move of compareBoards(previous, board, mask).moved) {
      const path = [...free].find((known) => isAt(known, move));
      if (path) free.delete(path);
      extend(path ?? startPath(move, paths), move);
    }
  });
  return paths;
}

function isAt(path: ObjectPath, move: ObjectMove): boolean {
  const { colour, size, rows, cols } = path;
  return (
    path.top + path.byRows === move.top &&
    path.left + path.byCols === move.left &&
    colour === move.colour &&
    size === move.size &&
    rows === move.rows &&
    cols === move.cols
  );
}

function startPath({ byRows: _rows, byCols: _cols, ...object }: ObjectMove, paths: ObjectPath[]): ObjectPath {
  const path = { ...object, byRows: 0, byCols: 0, farRows: 0, farCols: 0, steps: 0 };
  paths.push(path);
  return path;
}

function extend(path: ObjectPath, move: ObjectMove): void {
  path.byRows += move.byRows;
  path.byCols += move.byCols;
  path.steps++;
  if (Math.abs(path.byRows) > Math.abs(path.farRows)) path.farRows = path.byRows;
  if (Math.abs(path.byCols) > Math.abs(path.farCols)) path.farCols = path.byCols;
}

function findPassing(before: string, frames: readonly string[], mask: Mask): Animation['passing'] {
  const { changed } = diffFrames(before, frames.slice(-1), mask);
  const settledCells = new Set(changed.map(({ row, col }) => `${row},${col}`));
  const passingCells = new Map<string, PixelChange>();
  for (const frame of pickFrames(frames)) {
    for (const change of diffFrames(before, [frame], mask).changed) {
      const place = `${change.row},${change.col}`;
      if (!settledCells.has(place)) passingCells.set(place, change);
    }
  }
  return { count: passingCells.size, region: boundingBox([...passingCells.values()]) };
}
