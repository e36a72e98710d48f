import { type Component, findComponents } from './board';
import { remember } from './memo';
import { findChanged } from './situation';
import type { Board, Mask, Transition } from './types';

/** Components above this share of the board are ground. */
const GROUND_SHARE = 0.15;
const GROUND_COLOUR_SHARE = 0.2;
/**
 * A shape with at least this many copies, of which effects touch at most this share, is a tile and not an object.
 */
const TILE_COPIES = 3;
const TILE_TOUCHED = 0.2;

/** In cells. */
export const maxObjectSize = (board: Board): number => Math.max(4, GROUND_SHARE * board.cells.length);

/** Distinguishes objects from the ground below them. */
export class Scenery {
  /** Cache key, equal for equal sceneries. */
  readonly stamp: string;

  constructor(
    readonly colours: ReadonlySet<number>,
    readonly tiles: ReadonlySet<string>,
  ) {
    this.stamp = `${[...colours].sort().join()} ${[...tiles].sort().join(' ')}`;
  }

  isGround({ colour, cells }: Component, board: Board): boolean {
    return this.colours.has(colour) || cells.length > maxObjectSize(board);
  }

  isTile({ key }: Component): boolean {
    return this.tiles.has(key);
  }

  static observe(transitions: readonly Transition[], mask: Mask): Scenery {
    const colours = new Set<number>();
    for (const { before, start } of transitions.filter((one, i) => one.start || i === 0)) {
      if (start !== undefined || colours.size === 0)
        for (const colour of largeColours(before)) colours.add(colour);
    }
    const tallies = new Map<string, { copies: number; touched: number; boards: number }>();
    for (const transition of transitions) {
      if (findChanged(transition, mask).length === 0) continue;
      for (const [key, { copies, touched }] of countTouched(transition, mask)) {
        const tally = remember(tallies, key, () => ({ copies: 0, touched: 0, boards: 0 }));
        tally.copies += copies;
        tally.touched += touched;
        tally.boards++;
      }
    }
    const tiles = new Set<string>();
    for (const [key, { copies, touched, boards }] of tallies)
      if (copies >= TILE_COPIES * boards && touched <= TILE_TOUCHED * copies) tiles.add(key);
    return new Scenery(colours, tiles);
  }
}

function largeColours(board: Board): Set<number> {
  const colours = new Set<number>();
  for (const { colour, cells } of findComponents(board).list)
    if (cells.length > maxObjectSize(board)) colours.add(colour);
  const counts = new Array<number>(16).fill(0);
  for (const colour of board.cells) counts[colour] = (counts[colour] ?? 0) + 1;
  counts.forEach((count, colour) => {
    if (count > GROUND_COLOUR_SHARE * board.cells.length) colours.add(colour);
  });
  return colours;
}

interface Touched {
  copies: number;
  touched: number;
}

const touchedCache = new WeakMap<Transition, { masked: number; counts: Map<string, Touched> }>();

/** Counts the copies of each shape on the board before, and how many of them the effect touched. */
function countTouched(transition: Transition, mask: Mask): ReadonlyMap<string, Touched> {
  const known = touchedCache.get(transition);
  if (known?.masked === mask.size) return known.counts;
  const { list, of } = findComponents(transition.before);
  const touched = new Set(findChanged(transition, mask).map((cell) => of[cell] as number));
  const counts = new Map<string, Touched>();
  for (const { id, key } of list) {
    const count = remember(counts, key, () => ({ copies: 0, touched: 0 }));
    count.copies++;
    if (touched.has(id)) count.touched++;
  }
  touchedCache.set(transition, { masked: mask.size, counts });
  return counts;
}
