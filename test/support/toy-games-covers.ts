import type { BuiltinGame } from '../../src/runs/games/game';
import { makeDice } from './dice';
import { assembleToy, blank, fill, num, nums, shuffle, type Toy } from './toy-games-places';

/**
 * Toys about overlapping objects that reach over the edge: paper cut-outs on a printed page, one of them
 * pinned, and cards that can be lifted. Their rules are written like a game's, independent of the learner's
 * claims.
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

/** Outlines of paper, by the position of a cell and the size. */
const OUTLINES: readonly ((row: number, col: number, size: number) => boolean)[] = [
  (row, col) => row === 0 || col === 0,
  (row, col) => Math.abs(row) === Math.abs(col),
  (row, col, size) => Math.abs(row) + Math.abs(col) <= size,
  (row, col, size) => row === 0 || Math.abs(col) === size,
  (row, col, size) => Math.max(Math.abs(row), Math.abs(col)) <= size - 1,
];

/** A page with stamps, and paper with some outlines that is moved on it. */
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
  // No paper is completely covered at the start.
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

/** A game of this kind. `seed` determines its rules, the seed at the start its initial positions. */
export const makeCoverToy = (kind: CoverToy, seed: string): BuiltinGame =>
  assembleToy(kind, MAKERS[kind](makeDice(`${kind}.${seed}`)), seed);

export const makeCoverToys = (): Record<string, (seed: string) => BuiltinGame> =>
  Object.fromEntries(COVER_TOYS.map((kind) => [kind, (seed: string) => makeCoverToy(kind, seed)]));
