import type { GridObject } from './components';
import type { ObjectChanges, ObjectMove } from './objects';

/** Objects that moved together: an avatar of several parts is one group. */
export interface MoveGroup {
  /** Displacement of every part; down and right are positive. */
  byRows: number;
  byCols: number;
  /** In reading order of their starting points. */
  parts: ObjectMove[];
  /** Bounding box of all parts before the move. */
  top: number;
  left: number;
  rows: number;
  cols: number;
}

/**
 * Groups objects that have the same displacement and whose bounding boxes share an edge or overlap (corners
 * alone do not count). Largest group first.
 */
export function groupMoves({ moved }: Pick<ObjectChanges, 'moved'>): MoveGroup[] {
  const groups: ObjectMove[][] = [];
  for (const move of moved) {
    const joinedGroups = groups.filter((group) => group.some((part) => isSingle(part, move)));
    const mergedParts = [...joinedGroups.flat(), move];
    for (const group of joinedGroups) groups.splice(groups.indexOf(group), 1);
    groups.push(mergedParts);
  }
  return groups
    .map(measureGroup)
    .sort((a, b) => groupSize(b) - groupSize(a) || a.top - b.top || a.left - b.left);
}

const isSingle = (a: ObjectMove, b: ObjectMove): boolean =>
  a.byRows === b.byRows && a.byCols === b.byCols && isTouching(a, b);

function isTouching(a: GridObject, b: GridObject): boolean {
  const rows = Math.min(a.top + a.rows, b.top + b.rows) - Math.max(a.top, b.top);
  const cols = Math.min(a.left + a.cols, b.left + b.cols) - Math.max(a.left, b.left);
  return rows >= 0 && cols >= 0 && rows + cols > 0;
}

const groupSize = ({ parts }: MoveGroup): number => parts.reduce((sum, { size }) => sum + size, 0);

function measureGroup(moves: ObjectMove[]): MoveGroup {
  const parts = [...moves].sort((a, b) => a.top - b.top || a.left - b.left);
  const top = Math.min(...parts.map((part) => part.top));
  const leftCol = Math.min(...parts.map((part) => part.left));
  return {
    byRows: parts[0]?.byRows ?? 0,
    byCols: parts[0]?.byCols ?? 0,
    parts,
    top,
    left: leftCol,
    rows: Math.max(...parts.map((part) => part.top + part.rows)) - top,
    cols: Math.max(...parts.map((part) => part.left + part.cols)) - leftCol,
  };
}
