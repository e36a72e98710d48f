import { colorName, type Mask } from '../contract/frame';
import { countColors, readBoard } from './frame/board';
import { type Component, describeObject, findComponents } from './frame/components';

/** Objects with the same appearance; `places` are their top left corners. */
export interface ObjectGroup {
  name: string;
  places: { top: number; left: number }[];
}

export interface ObjectList {
  /** Name of the most common color, whose objects are omitted. */
  ground: string;
  /** Groups with few objects first, then large objects. */
  groups: ObjectGroup[];
}

/**
 * Groups the objects of a packed frame by appearance. An object is a connected set of cells of one color.
 * Objects entirely inside the mask are skipped.
 */
export function listObjects(cells: string, mask: Mask): ObjectList {
  const board = readBoard(cells);
  const counts = countColors(board);
  const ground = counts.indexOf(Math.max(...counts));
  const groups = new Map<string, ObjectGroup & { size: number }>();
  for (const object of findComponents(board)) {
    if (object.colour === ground || object.cells.every((cell) => mask.has(cell))) continue;
    const name = nameObject(object);
    const group = groups.get(name) ?? { name, size: object.size, places: [] };
    group.places.push({ top: object.top, left: object.left });
    groups.set(name, group);
  }
  return {
    ground: colorName(ground),
    groups: [...groups.values()]
      .sort((a, b) => a.places.length - b.places.length || b.size - a.size)
      .map(({ name, places }) => ({ name, places })),
  };
}

/** For example `blue 4×4 object`, plus the number of cells unless it is a solid rectangle. */
function nameObject(object: Component): string {
  const { rows, cols, size } = object;
  const name = describeObject(object);
  return size === rows * cols ? name : `${name} (${size} cells)`;
}
