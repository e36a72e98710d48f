import type { JsonObject } from '../../src/base/json';
import type { ActionId, GameAction } from '../../src/contract/agents';
import type { BuiltinGame, GameStep } from '../../src/runs/games/game';
import { makeDice } from './dice';

/**
 * Toys about pictures, places and buttons. Their rules are written like a game's (dials, belts, tanks,
 * lamps), independent of the learner's claims, so that results apply to other games as well.
 */
export const PLACE_TOYS = ['glyphs', 'carousel', 'tanks', 'panel', 'moody', 'belts'] as const;
export type PlaceToy = (typeof PLACE_TOYS)[number];

export type Grid = number[][];
/** The state: a few integers by name. */
export type World = { seed: string } & Record<string, number | string | number[]>;

/** A toy: its actions, its start, the effect of an action, and its picture. */
export interface Toy {
  actions: ActionId[];
  begin(dice: (n: number) => number): Record<string, number | number[]>;
  act(world: World, action: GameAction): World;
  draw(world: World): Grid;
}

export const nums = (value: World[string] | undefined): number[] => (Array.isArray(value) ? value : []);
export const num = (value: World[string] | undefined): number => (typeof value === 'number' ? value : 0);

export const fill = (
  grid: Grid,
  colour: number,
  top: number,
  left: number,
  rows: number,
  cols: number,
): void => {
  for (let row = top; row < top + rows; row++) {
    for (let col = left; col < left + cols; col++) {
      const line = grid[row];
      if (line && col >= 0 && col < line.length) line[col] = colour;
    }
  }
};

export const blank = (rows: number, cols: number, colour: number): Grid =>
  Array.from({ length: rows }, () => new Array<number>(cols).fill(colour));

/** A seeded order of colors. */
export function shuffle(dice: (n: number) => number, n: number): number[] {
  const list = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = dice(i + 1);
    [list[i], list[j]] = [list[j] ?? 0, list[i] ?? 0];
  }
  return list;
}

const hits = (
  { x = -1, y = -1 }: GameAction,
  top: number,
  left: number,
  rows: number,
  cols: number,
): boolean => y >= top && y < top + rows && x >= left && x < left + cols;

/** A lock: a frame moves cyclically from letter to letter; two actions rotate the framed letter. */
function makeGlyphs(dice: (n: number) => number): Toy {
  const [ground = 0, paper = 1, ink = 2, frame = 3] = shuffle(dice, 16);
  const count = 4 + dice(2);
  const letters = 4 + dice(2);
  // Letters that stay distinct under rotation.
  const shapes = ['111100100', '111010010', '110011001', '101010111', '100110010', '111101111'];
  const row = 6 + dice(6);
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4'],
    begin: (roll) => ({ at: roll(count), letters: Array.from({ length: count }, () => roll(letters)) }),
    act: (world, { id }) => {
      const at = num(world.at);
      const by = id === 'ACTION1' ? 1 : id === 'ACTION2' ? letters - 1 : 0;
      const turn = (letter: number, i: number): number => (i === at ? (letter + by) % letters : letter);
      const go = id === 'ACTION3' ? count - 1 : id === 'ACTION4' ? 1 : 0;
      return { ...world, letters: nums(world.letters).map(turn), at: (at + go) % count };
    },
    draw: (world) => {
      const grid = blank(row + 12, 8 * count + 6, ground);
      nums(world.letters).forEach((letter, i) => {
        fill(grid, paper, row, 4 + 8 * i, 5, 5);
        Array.from(shapes[letter] ?? '').forEach((bit, k) => {
          if (bit === '1') fill(grid, ink, row + 1 + Math.floor(k / 3), 5 + 8 * i + (k % 3), 1, 1);
        });
      });
      const left = 4 + 8 * num(world.at);
      fill(grid, frame, row - 2, left, 1, 5);
      fill(grid, frame, row - 1, left, 1, 1);
      fill(grid, frame, row - 1, left + 4, 1, 1);
      fill(grid, frame, row + 6, left, 1, 5);
      return grid;
    },
  };
}

/** Beads on a rectangular wire; two large arrows push them around in either direction. */
function makeCarousel(dice: (n: number) => number): Toy {
  const [ground = 0, left = 1, right = 2, ...beads] = shuffle(dice, 16);
  const [wide, high] = [4 + dice(3), 3 + dice(2)];
  const track: [number, number][] = [];
  for (let c = 0; c < wide; c++) track.push([0, c]);
  for (let r = 1; r < high; r++) track.push([r, wide - 1]);
  for (let c = wide - 2; c >= 0; c--) track.push([high - 1, c]);
  for (let r = high - 2; r > 0; r--) track.push([r, 0]);
  const size = { rows: 4 * high + 8, cols: 4 * wide + 24 };
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ beads: track.map(() => roll(4)) }),
    act: (world, action) => {
      const all = nums(world.beads);
      const [first = 0, last = 0] = [all[0], all.at(-1)];
      if (hits(action, 6, 1, 6, 5)) return { ...world, beads: [...all.slice(1), first] };
      if (hits(action, 6, size.cols - 6, 6, 5)) return { ...world, beads: [last, ...all.slice(0, -1)] };
      return world;
    },
    draw: (world) => {
      const grid = blank(size.rows, size.cols, ground);
      fill(grid, left, 6, 1, 6, 5);
      fill(grid, right, 6, size.cols - 6, 6, 5);
      track.forEach(([r, c], i) => {
        fill(grid, beads[nums(world.beads)[i] ?? 0] ?? 0, 4 + 4 * r, 12 + 4 * c, 3, 3);
      });
      return grid;
    },
  };
}

/** Two tanks and a pump: moves water between them until one is empty. */
function makeTanks(dice: (n: number) => number): Toy {
  const [ground = 0, water = 1, pump = 2, rim = 3] = shuffle(dice, 16);
  const unit = 2 + dice(2);
  const total = 8;
  const cols = total * unit;
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ upper: 3 + roll(3) }),
    act: (world, action) => {
      const upper = num(world.upper);
      if (hits(action, 9, cols + 2, 3, 4) && upper < total) return { ...world, upper: upper + 1 };
      if (hits(action, 14, cols + 2, 3, 4) && upper > 0) return { ...world, upper: upper - 1 };
      return world;
    },
    draw: (world) => {
      const grid = blank(24, cols + 7, ground);
      fill(grid, rim, 0, cols, 24, 7);
      fill(grid, rim, 12, 0, 2, cols);
      fill(grid, water, 2, 0, 10, num(world.upper) * unit);
      fill(grid, water, 14, 0, 8, (total - num(world.upper)) * unit);
      fill(grid, pump, 9, cols + 2, 3, 4);
      fill(grid, pump, 14, cols + 2, 3, 4);
      return grid;
    },
  };
}

/** A panel of keys: each opens or closes a distant shutter. */
function makePanel(dice: (n: number) => number): Toy {
  const [ground = 0, board = 1, shut = 2, open = 3, ...keys] = shuffle(dice, 16);
  const count = 2 + dice(2);
  const place = (i: number): [number, number] => [3 + 8 * i, 3 + ((i * 5) % 9)];
  return {
    actions: ['ACTION6'],
    begin: (roll) => ({ shutters: Array.from({ length: count }, () => roll(2)) }),
    act: (world, action) => {
      const pressed = Array.from({ length: count }, (_, i) => i).find((i) =>
        hits(action, 4 + 8 * i, 30, 4, 7),
      );
      const flip = (shutter: number, i: number): number => (i === pressed ? 1 - shutter : shutter);
      return { ...world, shutters: nums(world.shutters).map(flip) };
    },
    draw: (world) => {
      const grid = blank(8 * count + 6, 42, ground);
      fill(grid, board, 0, 26, 8 * count + 6, 16);
      nums(world.shutters).forEach((shutter, i) => {
        const [top, left] = place(i);
        fill(grid, shut, top, left, 4, 4);
        if (shutter === 1) fill(grid, open, top + 1, left + 1, 2, 2);
        fill(grid, keys[i] ?? 0, 4 + 8 * i, 30, 4, 7);
      });
      return grid;
    },
  };
}

/** A lamp that one action turns on and another off; a third action turns a dial only while the lamp is on. */
function makeMoody(dice: (n: number) => number): Toy {
  const [ground = 0, off = 1, on = 2, rim = 3, ...faces] = shuffle(dice, 16);
  const count = 3 + dice(2);
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3'],
    begin: (roll) => ({ lamp: roll(2), dial: roll(count) }),
    act: (world, { id }) => {
      if (id === 'ACTION1') return { ...world, lamp: 1 };
      if (id === 'ACTION2') return { ...world, lamp: 0 };
      return world.lamp === 1 ? { ...world, dial: (num(world.dial) + 1) % count } : world;
    },
    draw: (world) => {
      const grid = blank(24, 24, ground);
      fill(grid, world.lamp === 1 ? on : off, 2, 4, 4, 4);
      fill(grid, rim, 12, 12, 8, 8);
      fill(grid, faces[num(world.dial)] ?? 0, 14, 14, 4, 4);
      return grid;
    },
  };
}

/** Two conveyor belts with circulating goods; an action drives each. */
function makeBelts(dice: (n: number) => number): Toy {
  const [ground = 0, ...goods] = shuffle(dice, 16);
  const [length, unit] = [5 + dice(3), 2 + dice(2)];
  const drive = (belt: number[], by: number): number[] =>
    belt.map((_, i) => belt[(i - by + belt.length) % belt.length] ?? 0);
  return {
    actions: ['ACTION1', 'ACTION2'],
    begin: (roll) => ({
      upper: Array.from({ length }, () => roll(4)),
      lower: Array.from({ length }, () => roll(4)),
    }),
    act: (world, { id }) =>
      id === 'ACTION1'
        ? { ...world, upper: drive(nums(world.upper), 1) }
        : { ...world, lower: drive(nums(world.lower), -1) },
    draw: (world) => {
      const grid = blank(22, length * unit + 6, ground);
      for (const [i, good] of nums(world.upper).entries())
        fill(grid, goods[good] ?? 0, 4, 3 + i * unit, 4, unit);
      for (const [i, good] of nums(world.lower).entries())
        fill(grid, goods[good] ?? 0, 13, 3 + i * unit, 4, unit);
      return grid;
    },
  };
}

const MAKERS: Record<PlaceToy, (dice: (n: number) => number) => Toy> = {
  glyphs: makeGlyphs,
  carousel: makeCarousel,
  tanks: makeTanks,
  panel: makePanel,
  moody: makeMoody,
  belts: makeBelts,
};

/** A game of this kind. `seed` determines its rules, the seed at the start its initial positions. */
export const makePlaceToy = (kind: PlaceToy, seed: string): BuiltinGame =>
  assembleToy(kind, MAKERS[kind](makeDice(`${kind}.${seed}`)), seed);

export function assembleToy(kind: string, toy: Toy, seed: string): BuiltinGame {
  const show = (world: World): GameStep => ({
    snapshot: world as unknown as JsonObject,
    frames: [
      toy
        .draw(world)
        .map((row) => row.map((colour) => colour.toString(16)).join(''))
        .join('/'),
    ],
    state: 'NOT_FINISHED',
    levelsCompleted: 0,
    availableActions: toy.actions,
  });
  const begin = (start: string): GameStep =>
    show({ seed: start, ...toy.begin(makeDice(`start.${start}`)) } as World);
  const first = toy.draw({ seed, ...toy.begin(makeDice('size')) } as World);
  return {
    info: {
      id: `toy-${kind}`,
      title: 'Toy',
      kind: 'grid',
      description: 'A toy.',
      actions: toy.actions,
      rows: first.length,
      cols: first[0]?.length ?? 0,
    },
    start: begin,
    restart: (snapshot) => begin(String(snapshot.seed)),
    act: (snapshot, action) => show(toy.act(snapshot as unknown as World, action)),
  };
}

export const makePlaceToys = (): Record<string, (seed: string) => BuiltinGame> =>
  Object.fromEntries(PLACE_TOYS.map((kind) => [kind, (seed: string) => makePlaceToy(kind, seed)]));
