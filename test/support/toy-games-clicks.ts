import type { GameAction } from '../../src/contract/agents';
import type { BuiltinGame } from '../../src/runs/games/game';
import { makeDice } from './dice';
import { assembleToy, blank, fill, num, nums, shuffle, type Toy } from './toy-games-places';

/**
 * Toys played by clicks, of common kinds: lamps that switch their neighbors, pipes to rotate, tiles that
 * slide into a gap, a palette to paint with, pieces to pick up and set down, a pad that steers, doors with
 * keys, rows that switch together, groups to remove, places to build on, neighbors that swap, a color that
 * spreads. Their rules are written like a game's, independent of the learner's claims.
 */
export const CLICK_TOYS = [
  'lamps',
  'pipes',
  'palette',
  'pad',
  'doors',
  'builder',
  'fifteen',
  'lines',
  'pieces',
  'groups',
  'swapper',
  'spread',
  'cyclers',
  'remote',
] as const;
export type ClickToy = (typeof CLICK_TOYS)[number];

type Dice = (n: number) => number;

/** A field of tiles with ground between them. */
interface Field {
  rows: number;
  cols: number;
  /** Cells of a tile's side, and between tiles. */
  size: number;
  gap: number;
  top: number;
  left: number;
}

const cornerOf = ({ cols, size, gap, top, left }: Field, i: number): [number, number] => [
  top + Math.floor(i / cols) * (size + gap),
  left + (i % cols) * (size + gap),
];

/** Returns the number of the clicked tile; -1 for none. */
function tileAt(field: Field, { x = -1, y = -1 }: GameAction): number {
  for (let i = 0; i < field.rows * field.cols; i++) {
    const [top, left] = cornerOf(field, i);
    if (y >= top && y < top + field.size && x >= left && x < left + field.size) return i;
  }
  return -1;
}

/** Lists the tiles above, below, left and right of a tile. */
function besides({ rows, cols }: Field, i: number): number[] {
  const [row, col] = [Math.floor(i / cols), i % cols];
  return [
    ...(row > 0 ? [i - cols] : []),
    ...(row < rows - 1 ? [i + cols] : []),
    ...(col > 0 ? [i - 1] : []),
    ...(col < cols - 1 ? [i + 1] : []),
  ];
}

const countOf = ({ rows, cols }: Field): number => rows * cols;
const listOf = (field: Field, roll: Dice, n: number): number[] =>
  Array.from({ length: countOf(field) }, () => roll(n));
const highOf = ({ rows, size, gap, top }: Field): number => 2 * top + rows * (size + gap) - gap;
const wideOf = ({ cols, size, gap, left }: Field): number => 2 * left + cols * (size + gap) - gap;

function drawField(field: Field, tiles: readonly number[], ground: number, extra = 0): number[][] {
  const grid = blank(highOf(field), wideOf(field) + extra, ground);
  for (const [i, colour] of tiles.entries()) {
    const [top, left] = cornerOf(field, i);
    if (colour >= 0) fill(grid, colour, top, left, field.size, field.size);
  }
  return grid;
}

/** A click switches a lamp and its neighbors. */
function makeLamps(dice: Dice): Toy {
  const [ground = 0, off = 1, on = 2] = shuffle(dice, 16);
  const field = {
    rows: 4 + dice(2),
    cols: 4 + dice(2),
    size: 2 + dice(3),
    gap: 1 + dice(2),
    top: 2,
    left: 3,
  };
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ lamps: listOf(field, roll, 2) }),
    act: (world, action) => {
      const at = tileAt(field, action);
      if (at < 0) return world;
      const flipped = [at, ...besides(field, at)];
      return { ...world, lamps: nums(world.lamps).map((one, i) => (flipped.includes(i) ? 1 - one : one)) };
    },
    draw: (world) =>
      drawField(
        field,
        nums(world.lamps).map((one) => (one === 1 ? on : off)),
        ground,
      ),
  };
}

/** A click rotates a piece of pipe by 90°. */
function makePipes(dice: Dice): Toy {
  const [ground = 0, plate = 1, pipe = 2] = shuffle(dice, 16);
  const field = { rows: 3, cols: 3 + dice(2), size: 5, gap: 1 + dice(2), top: 3, left: 3 };
  const shapes = Array.from({ length: 12 }, () => dice(3));
  // The open sides of a piece: up, right, down, left.
  const sidesOf = (shape: number): boolean[] =>
    shape === 0
      ? [true, true, false, false]
      : shape === 1
        ? [true, false, true, false]
        : [true, true, true, false];
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ turns: listOf(field, roll, 4) }),
    act: (world, action) => {
      const at = tileAt(field, action);
      return { ...world, turns: nums(world.turns).map((one, i) => (i === at ? (one + 1) % 4 : one)) };
    },
    draw: (world) => {
      const grid = drawField(
        field,
        nums(world.turns).map(() => plate),
        ground,
      );
      for (const [i, turn] of nums(world.turns).entries()) {
        const [top, left] = cornerOf(field, i);
        fill(grid, pipe, top + 2, left + 2, 1, 1);
        sidesOf(shapes[i] ?? 0).forEach((isOpen, side) => {
          if (!isOpen) return;
          const way = (side + turn) % 4;
          if (way === 0) fill(grid, pipe, top, left + 2, 2, 1);
          if (way === 1) fill(grid, pipe, top + 2, left + 3, 1, 2);
          if (way === 2) fill(grid, pipe, top + 3, left + 2, 2, 1);
          if (way === 3) fill(grid, pipe, top + 2, left, 1, 2);
        });
      }
      return grid;
    },
  };
}

/** A click on a pot of paint selects its color, which the brush shows; a click on a tile paints it. */
function makePalette(dice: Dice): Toy {
  const [ground = 0, paper = 1, ...paints] = shuffle(dice, 16);
  const count = 3 + dice(2);
  const field = { rows: 3, cols: 4, size: 3, gap: 1, top: 8, left: 3 };
  const pots = { rows: 1, cols: count, size: 4, gap: 1, top: 2, left: 2 };
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ tiles: listOf(field, roll, 1).map(() => -1), brush: roll(count) }),
    act: (world, action) => {
      const pot = tileAt(pots, action);
      if (pot >= 0) return { ...world, brush: pot };
      const at = tileAt(field, action);
      return { ...world, tiles: nums(world.tiles).map((one, i) => (i === at ? num(world.brush) : one)) };
    },
    draw: (world) => {
      const tiles = nums(world.tiles).map((one) => (one < 0 ? paper : (paints[one] ?? 0)));
      const grid = drawField(field, tiles, ground, 12);
      for (let i = 0; i < count; i++) {
        const [top, left] = cornerOf(pots, i);
        fill(grid, paints[i] ?? 0, top, left, 4, 4);
      }
      fill(grid, paints[num(world.brush)] ?? 0, 14, wideOf(field) + 4, 5, 5);
      return grid;
    },
  };
}

/** Four keys of a pad move an object; walls stop it. */
function makePad(dice: Dice): Toy {
  const [ground = 0, wall = 1, thing = 2, ...keys] = shuffle(dice, 16);
  const [high, wide, unit] = [7, 7, 2 + dice(2)];
  const areAlike = dice(2) === 0;
  const walls = Array.from({ length: high * wide }, (_, i) => {
    const [row, col] = [Math.floor(i / wide), i % wide];
    return row === 0 || col === 0 || row === high - 1 || col === wide - 1 || dice(7) === 0;
  });
  const free = walls.flatMap((isWall, i) => (isWall ? [] : [i]));
  const left = wide * unit + 3;
  const places: [number, number, number][] = [
    [1, left + 5, -wide],
    [9, left + 5, wide],
    [5, left, -1],
    [5, left + 10, 1],
  ];
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ at: free[roll(free.length)] ?? 0 }),
    act: (world, { x = -1, y = -1 }) => {
      const key = places.find(([top, side]) => y >= top && y < top + 3 && x >= side && x < side + 4);
      const next = num(world.at) + (key?.[2] ?? 0);
      return walls[next] ? world : { ...world, at: next };
    },
    draw: (world) => {
      const grid = blank(Math.max(14, high * unit), left + 16, ground);
      walls.forEach((isWall, i) => {
        if (isWall) fill(grid, wall, Math.floor(i / wide) * unit, (i % wide) * unit, unit, unit);
      });
      fill(grid, thing, Math.floor(num(world.at) / wide) * unit, (num(world.at) % wide) * unit, unit, unit);
      for (const [i, [top, side]] of places.entries())
        fill(grid, keys[areAlike ? 0 : i] ?? 0, top, side, 3, 4);
      return grid;
    },
  };
}

/** A click on a key opens or closes all doors of its color. */
function makeDoors(dice: Dice): Toy {
  const [ground = 0, frame = 1, ...keys] = shuffle(dice, 16);
  const count = 2 + dice(2);
  const doors = Array.from({ length: 5 }, (_, i) => ({ key: i % count, top: 2 + 5 * i, left: 4 + dice(12) }));
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ open: Array.from({ length: count }, () => roll(2)) }),
    act: (world, { x = -1, y = -1 }) => {
      const key = x >= 24 && x < 29 ? Math.floor((y - 2) / 7) : -1;
      const isKey = key >= 0 && y - 2 - 7 * key < 5;
      return { ...world, open: nums(world.open).map((one, i) => (isKey && i === key ? 1 - one : one)) };
    },
    draw: (world) => {
      const grid = blank(28, 32, ground);
      for (const { key, top, left } of doors) {
        fill(grid, frame, top, left - 1, 4, 1);
        fill(grid, frame, top, left + 3, 4, 1);
        fill(grid, nums(world.open)[key] === 1 ? ground : (keys[key] ?? 0), top, left, 4, 3);
      }
      for (let i = 0; i < count; i++) {
        fill(grid, frame, 1 + 7 * i, 23, 7, 7);
        fill(grid, keys[i] ?? 0, 2 + 7 * i, 24, 5, 5);
      }
      return grid;
    },
  };
}

/** A click on an empty place builds a house there; a click on a house removes it; rocks stay. */
function makeBuilder(dice: Dice): Toy {
  const [ground = 0, place = 1, house = 2, rock = 3, roof = 4] = shuffle(dice, 16);
  const field = { rows: 3 + dice(2), cols: 4, size: 4, gap: 1 + dice(2), top: 2, left: 2 };
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ tiles: listOf(field, roll, 4) }),
    act: (world, action) => {
      const at = tileAt(field, action);
      const build = (one: number): number => (one === 3 ? 3 : one === 0 ? 1 : 0);
      return { ...world, tiles: nums(world.tiles).map((one, i) => (i === at ? build(one) : one)) };
    },
    draw: (world) => {
      const grid = drawField(
        field,
        nums(world.tiles).map((one) => (one === 3 ? rock : place)),
        ground,
      );
      for (const [i, one] of nums(world.tiles).entries()) {
        const [top, left] = cornerOf(field, i);
        if (one !== 1 && one !== 2) continue;
        fill(grid, roof, top, left + 1, 1, 2);
        fill(grid, house, top + 1, left, 3, 4);
      }
      return grid;
    },
  };
}

/** A click on a tile next to the gap slides it into the gap. */
function makeFifteen(dice: Dice): Toy {
  const [ground = 0, frame = 1, ...tints] = shuffle(dice, 16);
  const field = { rows: 3, cols: 3 + dice(2), size: 3 + dice(2), gap: 1, top: 3, left: 3 };
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ tiles: shuffle(roll, countOf(field)) }),
    act: (world, action) => {
      const at = tileAt(field, action);
      const tiles = nums(world.tiles);
      const gap = tiles.indexOf(0);
      if (at < 0 || !besides(field, gap).includes(at)) return world;
      return { ...world, tiles: tiles.with(gap, tiles[at] ?? 0).with(at, 0) };
    },
    draw: (world) => {
      const tiles = nums(world.tiles).map((one) => (one === 0 ? ground : (tints[one % 11] ?? 0)));
      const grid = drawField(field, tiles, ground);
      fill(grid, frame, 0, 0, 1, grid[0]?.length ?? 0);
      return grid;
    },
  };
}

/** A click on a tile switches its whole row and column. */
function makeLines(dice: Dice): Toy {
  const [ground = 0, off = 1, on = 2] = shuffle(dice, 16);
  const field = { rows: 4, cols: 5, size: 2 + dice(2), gap: 1, top: 2, left: 2 };
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ tiles: listOf(field, roll, 2) }),
    act: (world, action) => {
      const at = tileAt(field, action);
      if (at < 0) return world;
      const isInLine = (i: number): boolean => i % 5 === at % 5 || Math.floor(i / 5) === Math.floor(at / 5);
      return { ...world, tiles: nums(world.tiles).map((one, i) => (isInLine(i) ? 1 - one : one)) };
    },
    draw: (world) =>
      drawField(
        field,
        nums(world.tiles).map((one) => (one === 1 ? on : off)),
        ground,
      ),
  };
}

/** A click on a piece selects it, shown by a rim; a click on an empty place then moves it there. */
function makePieces(dice: Dice): Toy {
  const [ground = 0, place = 1, rim = 2, ...tints] = shuffle(dice, 16);
  const field = { rows: 4, cols: 4, size: 5, gap: 1, top: 2, left: 2 };
  const kinds = 1 + dice(2);
  return {
    actions: ['ACTION6'],
    begin: (roll) => {
      const order = shuffle(roll, countOf(field));
      const tiles = order.map((one) => (one < 5 ? 1 + (one % kinds) : 0));
      return { tiles, taken: -1 };
    },
    act: (world, action) => {
      const at = tileAt(field, action);
      const [tiles, taken] = [nums(world.tiles), num(world.taken)];
      if (at < 0) return world;
      if ((tiles[at] ?? 0) > 0) return { ...world, taken: at === taken ? -1 : at };
      if (taken < 0) return world;
      return { ...world, tiles: tiles.with(at, tiles[taken] ?? 0).with(taken, 0), taken: -1 };
    },
    draw: (world) => {
      const grid = drawField(
        field,
        nums(world.tiles).map(() => place),
        ground,
      );
      for (const [i, one] of nums(world.tiles).entries()) {
        const [top, left] = cornerOf(field, i);
        if (i === num(world.taken)) fill(grid, rim, top, left, 5, 5);
        if (one > 0) fill(grid, tints[one] ?? 0, top + 1, left + 1, 3, 3);
      }
      return grid;
    },
  };
}

/** A click on a tile removes its connected group of the same color. */
function makeGroups(dice: Dice): Toy {
  const [ground = 0, ...tints] = shuffle(dice, 16);
  const field = { rows: 5, cols: 6, size: 3, gap: 0, top: 2, left: 2 };
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ tiles: listOf(field, roll, 3).map((one) => one + 1) }),
    act: (world, action) => {
      const at = tileAt(field, action);
      const tiles = nums(world.tiles);
      const colour = tiles[at] ?? 0;
      if (colour === 0) return world;
      const group = [at];
      for (const one of group)
        for (const next of besides(field, one))
          if (tiles[next] === colour && !group.includes(next)) group.push(next);
      return { ...world, tiles: tiles.map((one, i) => (group.includes(i) ? 0 : one)) };
    },
    draw: (world) =>
      drawField(
        field,
        nums(world.tiles).map((one) => (one === 0 ? ground : (tints[one] ?? 0))),
        ground,
      ),
  };
}

/** A click swaps a tile with its right neighbor. */
function makeSwapper(dice: Dice): Toy {
  const [ground = 0, ...tints] = shuffle(dice, 16);
  const field = { rows: 3, cols: 4, size: 4, gap: 2, top: 3, left: 3 };
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ tiles: listOf(field, roll, 4) }),
    act: (world, action) => {
      const at = tileAt(field, action);
      const tiles = nums(world.tiles);
      if (at < 0 || at % 4 === 3) return world;
      return { ...world, tiles: tiles.with(at, tiles[at + 1] ?? 0).with(at + 1, tiles[at] ?? 0) };
    },
    draw: (world) =>
      drawField(
        field,
        nums(world.tiles).map((one) => tints[one] ?? 0),
        ground,
      ),
  };
}

/** A click on a pot of paint flood-fills from the upper left corner. */
function makeSpread(dice: Dice): Toy {
  const [ground = 0, ...tints] = shuffle(dice, 16);
  const count = 4;
  const field = { rows: 5, cols: 5, size: 2, gap: 0, top: 3, left: 3 };
  const pots = { rows: 1, cols: count, size: 4, gap: 2, top: 16, left: 2 };
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ tiles: listOf(field, roll, count) }),
    act: (world, action) => {
      const pot = tileAt(pots, action);
      const tiles = nums(world.tiles);
      if (pot < 0) return world;
      const group = [0];
      for (const one of group)
        for (const next of besides(field, one))
          if (tiles[next] === tiles[0] && !group.includes(next)) group.push(next);
      return { ...world, tiles: tiles.map((one, i) => (group.includes(i) ? pot : one)) };
    },
    draw: (world) => {
      const grid = blank(22, 28, ground);
      for (const [i, one] of nums(world.tiles).entries()) {
        const [top, left] = cornerOf(field, i);
        fill(grid, tints[one] ?? 0, top, left, 2, 2);
      }
      for (let i = 0; i < count; i++) {
        const [top, left] = cornerOf(pots, i);
        fill(grid, tints[i] ?? 0, top, left, 4, 4);
      }
      return grid;
    },
  };
}

/** A click on a tile changes it to the next color; framed ones are fixed. */
function makeCyclers(dice: Dice): Toy {
  const [ground = 0, frame = 1, ...tints] = shuffle(dice, 16);
  const count = 3 + dice(3);
  const field = { rows: 3, cols: 4, size: 4, gap: 2, top: 3, left: 3 };
  const framed = Array.from({ length: 12 }, () => dice(4) === 0);
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ tiles: listOf(field, roll, count) }),
    act: (world, action) => {
      const at = tileAt(field, action);
      const step = (one: number, i: number): number => (i === at && !framed[i] ? (one + 1) % count : one);
      return { ...world, tiles: nums(world.tiles).map(step) };
    },
    draw: (world) => {
      const grid = drawField(
        field,
        nums(world.tiles).map(() => -1),
        ground,
      );
      for (const [i, one] of nums(world.tiles).entries()) {
        const [top, left] = cornerOf(field, i);
        if (framed[i]) fill(grid, frame, top - 1, left - 1, 6, 6);
        fill(grid, tints[one] ?? 0, top, left, 4, 4);
      }
      return grid;
    },
  };
}

/**
 * A click on a key changes the distant lamp of its color to the next brightness; keys differ only by a dot.
 */
function makeRemote(dice: Dice): Toy {
  const [ground = 0, key = 1, dark = 2, dim = 3, bright = 4, ...dots] = shuffle(dice, 16);
  const count = 3 + dice(2);
  const order = shuffle(dice, count);
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ lamps: Array.from({ length: count }, () => roll(3)) }),
    act: (world, { x = -1, y = -1 }) => {
      const key = y >= 20 && y < 26 ? Math.floor((x - 2) / 8) : -1;
      const isKey = key >= 0 && key < count && x - 2 - 8 * key < 6;
      const lamp = isKey ? order[key] : -1;
      return { ...world, lamps: nums(world.lamps).map((one, i) => (i === lamp ? (one + 1) % 3 : one)) };
    },
    draw: (world) => {
      const grid = blank(28, 8 * count + 4, ground);
      for (const [i, one] of nums(world.lamps).entries()) {
        fill(grid, dots[i] ?? 0, 3, 2 + 8 * i, 1, 5);
        fill(grid, [dark, dim, bright][one] ?? 0, 5, 2 + 8 * i, 5, 5);
      }
      order.forEach((lamp, i) => {
        fill(grid, key, 20, 2 + 8 * i, 6, 6);
        fill(grid, dots[lamp] ?? 0, 22, 4 + 8 * i, 2, 2);
      });
      return grid;
    },
  };
}

const MAKERS: Record<ClickToy, (dice: Dice) => Toy> = {
  lamps: makeLamps,
  pipes: makePipes,
  palette: makePalette,
  pad: makePad,
  doors: makeDoors,
  builder: makeBuilder,
  fifteen: makeFifteen,
  lines: makeLines,
  pieces: makePieces,
  groups: makeGroups,
  swapper: makeSwapper,
  spread: makeSpread,
  cyclers: makeCyclers,
  remote: makeRemote,
};

/** A game of this kind. `seed` determines its rules, the seed at the start its initial positions. */
export const makeClickToy = (kind: ClickToy, seed: string): BuiltinGame =>
  assembleToy(kind, MAKERS[kind](makeDice(`${kind}.${seed}`)), seed);

export const makeClickToys = (): Record<string, (seed: string) => BuiltinGame> =>
  Object.fromEntries(CLICK_TOYS.map((kind) => [kind, (seed: string) => makeClickToy(kind, seed)]));
