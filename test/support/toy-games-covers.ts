import type { BuiltinGame } from '../../src/runs/games/game';
import { makeDice } from './dice';
import { assembleToy, blank, fill, num, nums, shuffle, type Toy } from './toy-games-places';

/**
 * Toys about things that lie on each other and stick out over the edge: paper cut-outs on a printed page, of which a pin
 * holds one, and cards of which the hand takes one up. Their rules are written as a game would have them, not as claims say
 * things.
 */
export const COVER_TOYS = ['cutouts', 'cards'] as const;
export type CoverToy = (typeof COVER_TOYS)[number];

type Dice = (n: number) => number;

const WAYS: readonly (readonly [number, number])[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];

/** Outlines of paper, by the distance of a cell from the middle and the size. */
const OUTLINES: readonly ((row: number, col: number, size: number) => boolean)[] = [
  (row, col) => row === 0 || col === 0,
  (row, col) => Math.abs(row) === Math.abs(col),
  (row, col, size) => Math.abs(row) + Math.abs(col) <= size,
  (row, col, size) => row === 0 || Math.abs(col) === size,
  (row, col, size) => Math.max(Math.abs(row), Math.abs(col)) <= size - 1,
];

/** A page with stamps on it, and paper of some outlines that is pushed about on it. */
function makePaper(dice: Dice, isLifted: boolean): Toy {
  const [page = 0, pin = 1, ink = 2, ...papers] = shuffle(dice, 16);
  const [rows, cols, by] = [30 + dice(12), 32 + dice(12), 2 + dice(3)];
  const count = 2 + dice(2);
  const outlines = shuffle(dice, OUTLINES.length);
  const sizes = Array.from({ length: count }, () => 4 + dice(4));
  const ways = shuffle(dice, WAYS.length);
  const stack = shuffle(dice, count);
  const stamps = Array.from({ length: 7 }, (_, i) => [
    1 + dice(rows - 4),
    1 + dice(cols - 4),
    papers[i % count],
  ]);
  // Nobody would begin with a paper that is hidden beneath another one.
  const isOpen = (rowsOf: readonly number[], colsOf: readonly number[]): boolean =>
    sizes.every((size, i) =>
      sizes.every(
        (_, j) =>
          i === j ||
          Math.abs((rowsOf[i] ?? 0) - (rowsOf[j] ?? 0)) > size ||
          Math.abs((colsOf[i] ?? 0) - (colsOf[j] ?? 0)) > size,
      ),
    );
  const tops = (roll: Dice): number[] => sizes.map(() => 3 + by * roll(Math.floor((rows - 6) / by)));
  const lefts = (roll: Dice): number[] => sizes.map(() => 3 + by * roll(Math.floor((cols - 6) / by)));
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'],
    begin: (roll) => {
      let world = { held: roll(count), tops: tops(roll), lefts: lefts(roll) };
      while (!isOpen(world.tops, world.lefts)) world = { ...world, tops: tops(roll), lefts: lefts(roll) };
      return world;
    },
    act: (world, { id }) => {
      const held = num(world.held);
      if (id === 'ACTION5') return { ...world, held: (held + 1) % count };
      const [down, right] = WAYS[ways[Number(id.slice(-1)) - 1] ?? 0] ?? [0, 0];
      const top = (nums(world.tops)[held] ?? 0) + by * down;
      const left = (nums(world.lefts)[held] ?? 0) + by * right;
      if (top < 0 || left < 0 || top >= rows || left >= cols) return world;
      return { ...world, tops: nums(world.tops).with(held, top), lefts: nums(world.lefts).with(held, left) };
    },
    draw: (world) => {
      const grid = blank(rows, cols, page);
      for (const [top = 0, left = 0, dot = 0] of stamps) {
        fill(grid, ink, top, left, 3, 3);
        fill(grid, dot, top + 1, left + 1, 1, 1);
      }
      const held = num(world.held);
      const order = isLifted ? [...stack.filter((i) => i !== held), held] : stack;
      for (const i of order) {
        const [top, left, size] = [nums(world.tops)[i] ?? 0, nums(world.lefts)[i] ?? 0, sizes[i] ?? 4];
        for (let row = -size; row <= size; row++)
          for (let col = -size; col <= size; col++)
            if (OUTLINES[outlines[i] ?? 0]?.(row, col, size))
              fill(grid, papers[i] ?? 3, top + row, left + col, 1, 1);
        if (i === held) fill(grid, pin, top, left, 1, 1);
      }
      return grid;
    },
  };
}

const MAKERS: Record<CoverToy, (dice: Dice) => Toy> = {
  cutouts: (dice) => makePaper(dice, false),
  cards: (dice) => makePaper(dice, true),
};

/** A game of a kind. Its rules follow from `seed`; where things lie at the start, from the seed it is started with. */
export const makeCoverToy = (kind: CoverToy, seed: string): BuiltinGame =>
  assembleToy(kind, MAKERS[kind](makeDice(`${kind}.${seed}`)), seed);

/** Makers of these toys by kind. */
export const makeCoverToys = (): Record<string, (seed: string) => BuiltinGame> =>
  Object.fromEntries(COVER_TOYS.map((kind) => [kind, (seed: string) => makeCoverToy(kind, seed)]));
