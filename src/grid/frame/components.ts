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
 * Finds every connected object, in reading order of their first cells. The first pass labels each cell with
 * the first cell of its component (union by the smaller label), the second one collects them, so cells come
 * out ascending without sorting.
 *
 * Cached, because prompts describe the same transitions in several turns.
 */
export const findComponents = memoizeObject(({ cells, cols }: Board): readonly Readonly<Component>[] => {
  const name = new Uint32Array(cells.length);
  const first = (cell: number): number => {
    let root = cell;
    for (let up = name[root] ?? root; up !== root; up = name[root] ?? root) root = up;
    name[cell] = root;
    return root;
  };
  for (let cell = 0; cell < cells.length; cell++) {
    const colour = cells[cell];
    const leftLabel = cell % cols > 0 && cells[cell - 1] === colour ? first(cell - 1) : cell;
    const above = cell >= cols && cells[cell - cols] === colour ? first(cell - cols) : cell;
    const root = Math.min(leftLabel, above);
    name[leftLabel] = root;
    name[above] = root;
    name[cell] = root;
  }
  const components: Component[] = [];
  const places = new Map<number, Component>();
  for (let cell = 0; cell < cells.length; cell++) {
    const root = first(cell);
    if (root === cell) {
      const [top, leftCol] = [Math.floor(cell / cols), cell % cols];
      const component = {
        colour: cells[cell] ?? 0,
        top,
        left: leftCol,
        rows: 1,
        cols: 1,
        size: 1,
        cells: [cell],
      };
      places.set(cell, component);
      components.push(component);
      continue;
    }
    const object = places.get(root);
    if (!object) continue;
    object.cells.push(cell);
    object.size++;
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    object.rows = row - object.top + 1;
    if (col < object.left) {
      object.cols += object.left - col;
      object.left = col;
    } else if (col >= object.left + object.cols) object.cols = col - object.left + 1;
  }
  return components;
});
