import { memoizeObject } from '../../base/memoize';
import { colorName } from '../../contract/frame';
import type { SeenObject } from '../../contract/tries';
import type { Board } from './board';

/** A maximal set of edge-connected cells of one color, with its bounding box. */
export type GridObject = SeenObject;

export interface Component extends GridObject {
  /** `row * cols + col` of the board, ascending. */
  cells: number[];
}

/** For example `blue 4×4 object`: color, rows × columns. */
export const describeObject = (object: Pick<GridObject, 'colour' | 'rows' | 'cols'>): string =>
  `${colorName(object.colour)} ${object.rows}×${object.cols} object`;

export const withoutCells = ({ cells: _cells, ...object }: Component): GridObject => object;

/**
 * Finds every connected object, in reading order of their first cells. Joins horizontal runs of one color with
 * the runs above them. A component is named by its first run, so cells come out ascending without sorting.
 *
 * Cached, because prompts describe the same transitions in several turns.
 */
export const findComponents = memoizeObject(({ cells, cols }: Board): readonly Readonly<Component>[] => {
  const [starts, ends, names]: [number[], number[], number[]] = [[], [], []];
  const first = (run: number): number => {
    let root = run;
    for (let up = names[root] ?? root; up !== root; up = names[root] ?? root) root = up;
    names[run] = root;
    return root;
  };
  let above = 0;
  for (let left = 0; left < cells.length; left += cols) {
    const firstOfRow = starts.length;
    for (let cell = left; cell < left + cols; ) {
      const run = starts.length;
      const colour = cells[cell];
      let end = cell + 1;
      while (end < left + cols && cells[end] === colour) end++;
      starts.push(cell);
      ends.push(end);
      names.push(run);
      while (above < firstOfRow && (ends[above] ?? 0) <= cell - cols) above++;
      for (let over = above; over < firstOfRow && (starts[over] ?? 0) < end - cols; over++) {
        if (cells[starts[over] ?? 0] !== colour) continue;
        const [a, b] = [first(over), first(run)];
        names[Math.max(a, b)] = Math.min(a, b);
      }
      cell = end;
    }
    above = firstOfRow;
  }
  const components: Component[] = [];
  const places = new Map<number, Component>();
  for (let run = 0; run < starts.length; run++) {
    const [start, end] = [starts[run] ?? 0, ends[run] ?? 0];
    const [row, left] = [Math.floor(start / cols), start % cols];
    const width = end - start;
    let object = places.get(first(run));
    if (!object) {
      object = { colour: cells[start] ?? 0, top: row, left, rows: 1, cols: width, size: 0, cells: [] };
      places.set(run, object);
      components.push(object);
    }
    for (let cell = start; cell < end; cell++) object.cells.push(cell);
    object.size += width;
    object.rows = row - object.top + 1;
    const right = Math.max(object.left + object.cols, left + width);
    object.left = Math.min(object.left, left);
    object.cols = right - object.left;
  }
  return components;
});
