import { colourName, type Mask } from '../contract/frame';
import { countColours, readBoard } from './frame/board';
import { type Component, describeObject, findComponents } from './frame/components';

/** Objects of one look: what they look like in words, and the first row and column of each. */
export interface ObjectGroup {
  name: string;
  places: { top: number; left: number }[];
}

/** Objects of a board, for a text beside its picture. */
export interface ObjectList {
  /** Name of the most widespread colour, whose pieces are not listed. */
  ground: string;
  /** Looks that few objects have come first, then larger ones. */
  groups: ObjectGroup[];
}

/**
 * Lists the objects of a packed frame, those that look alike together. An object is a connected set of cells of one colour;
 * one that lies wholly in the mask is left out.
 */
export function listObjects(cells: string, mask: Mask): ObjectList {
  const board = readBoard(cells);
  const counts = countColours(board);
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
    ground: colourName(ground),
    groups: [...groups.values()]
      .sort((a, b) => a.places.length - b.places.length || b.size - a.size)
      .map(({ name, places }) => ({ name, places })),
  };
}

/** `blue 4×4 object`, with the number of its cells if it is no solid rectangle. */
function nameObject(object: Component): string {
  const { rows, cols, size } = object;
  const name = describeObject(object);
  return size === rows * cols ? name : `${name} (${size} cells)`;
}
