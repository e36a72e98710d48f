import type { BuiltinGame } from '../../src/runs/games/game';
import { makeDice } from './dice';
import { assembleToy, blank, fill, num, nums, shuffle, type Toy } from './toy-games-places';

/**
 * Toys about moving objects and their interactions: porters, mirrors, cranes, teams, echoes, a gardener with
 * a lamp, a thief and a portcullis. Their rules are written like a game's, independent of the learner's
 * claims.
 */
export const MOVER_TOYS = ['porter', 'mirror', 'team', 'crane', 'echo', 'gardener', 'thief'] as const;
export type MoverToy = (typeof MOVER_TOYS)[number];

type Dice = (n: number) => number;

const STEPS: Record<string, readonly [number, number]> = {
  ACTION1: [-1, 0],
  ACTION2: [1, 0],
  ACTION3: [0, -1],
  ACTION4: [0, 1],
};

const stepOf = (id: string): readonly [number, number] => STEPS[id] ?? [0, 0];
const isIn = (row: number, col: number, rows: number, cols: number): boolean =>
  row >= 0 && col >= 0 && row < rows && col < cols;

/**
 * A porter faces his direction; he picks up the box before him, walks with it without turning, and puts it
 * down.
 */
function makePorter(dice: Dice): Toy {
  const [floor = 0, coat = 1, nose = 2, box = 3, core = 4, taken = 5] = shuffle(dice, 16);
  const [size, high, wide] = [4, 9, 9];
  const isFree = (boxes: readonly number[], cell: number): boolean => !boxes.includes(cell);
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'],
    begin: (roll) => {
      const cells = shuffle(roll, high * wide);
      return { at: cells[0] ?? 0, face: 1 + roll(4), boxes: cells.slice(1, 5), held: -1 };
    },
    act: (world, { id }) => {
      const [at, face, held, boxes] = [num(world.at), num(world.face), num(world.held), nums(world.boxes)];
      const go = (cell: number, [down, right]: readonly [number, number]): number => {
        const [row, col] = [Math.floor(cell / wide) + down, (cell % wide) + right];
        return isIn(row, col, high, wide) ? row * wide + col : -1;
      };
      if (id === 'ACTION5') {
        if (held >= 0) return { ...world, held: -1 };
        const before = go(at, stepOf(`ACTION${face}`));
        return { ...world, held: before < 0 ? -1 : boxes.indexOf(before) };
      }
      const way = stepOf(id);
      const to = go(at, way);
      if (held < 0) {
        const turned = { ...world, face: Number(id.slice(-1)) };
        return to >= 0 && isFree(boxes, to) ? { ...turned, at: to } : turned;
      }
      const carried = go(boxes[held] ?? 0, way);
      const others = boxes.filter((_, i) => i !== held);
      const isBlocked = to < 0 || carried < 0 || !isFree(others, to) || !isFree(others, carried);
      return isBlocked ? world : { ...world, at: to, boxes: boxes.with(held, carried) };
    },
    draw: (world) => {
      const grid = blank(high * size, wide * size, floor);
      const placeOf = (cell: number): [number, number] => [
        Math.floor(cell / wide) * size,
        (cell % wide) * size,
      ];
      nums(world.boxes).forEach((cell, i) => {
        const [top, left] = placeOf(cell);
        fill(grid, i === num(world.held) ? taken : box, top, left, size, size);
        fill(grid, core, top + 1, left + 1, size - 2, size - 2);
      });
      const [top, left] = placeOf(num(world.at));
      fill(grid, coat, top, left, size, size);
      const [down, right] = stepOf(`ACTION${num(world.face)}`);
      if (down !== 0) fill(grid, nose, down < 0 ? top : top + size - 1, left, 1, size);
      else fill(grid, nose, top, right < 0 ? left : left + size - 1, size, 1);
      return grid;
    },
  };
}

/** Two dancers in adjacent rooms: when one moves left, the other moves right. */
function makeMirror(dice: Dice): Toy {
  const [floor = 0, wall = 1, one = 2, other = 3] = shuffle(dice, 16);
  const [size, high, wide] = [3 + dice(2), 7, 6];
  const pillars = Array.from({ length: 5 }, () => [dice(high), dice(2 * wide)]);
  const isPillar = (row: number, col: number): boolean =>
    pillars.some(([r, c]) => r === row && c === col) || col < 0 || col >= 2 * wide + 1 || col === wide;
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4'],
    begin: (roll) => {
      for (;;) {
        const spots = [roll(high), roll(wide), roll(high), wide + 1 + roll(wide)];
        const [a = 0, b = 0, c = 0, d = 0] = spots;
        if (!isPillar(a, b) && !isPillar(c, d)) return { spots };
      }
    },
    act: (world, { id }) => {
      const [down, right] = stepOf(id);
      const [a = 0, b = 0, c = 0, d = 0] = nums(world.spots);
      const go = (row: number, col: number, by: number): [number, number] => {
        const [r, k] = [row + down, col + by];
        return r < 0 || r >= high || isPillar(r, k) ? [row, col] : [r, k];
      };
      return { ...world, spots: [...go(a, b, right), ...go(c, d, -right)] };
    },
    draw: (world) => {
      const grid = blank((high + 2) * size, (2 * wide + 3) * size, wall);
      for (let row = 0; row < high; row++)
        for (let col = 0; col < 2 * wide + 1; col++)
          if (!isPillar(row, col)) fill(grid, floor, (row + 1) * size, (col + 1) * size, size, size);
      const [a = 0, b = 0, c = 0, d = 0] = nums(world.spots);
      fill(grid, one, (a + 1) * size, (b + 1) * size, size, size);
      fill(grid, other, (c + 1) * size, (d + 1) * size, size, size);
      return grid;
    },
  };
}

/** A team of three, one of which has the ball and walks; a whistle passes the ball to the next. */
function makeTeam(dice: Dice): Toy {
  const [field = 0, ball = 1, ...shirts] = shuffle(dice, 16);
  const size = 5;
  const [rows, cols] = [45, 45];
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'],
    begin: (roll) => ({
      has: roll(3),
      tops: [0, 1, 2].map((i) => 5 + 15 * i),
      lefts: [0, 1, 2].map(() => 5 * roll(8)),
    }),
    act: (world, { id }) => {
      const has = num(world.has);
      if (id === 'ACTION5') return { ...world, has: (has + 1) % 3 };
      const [down, right] = stepOf(id);
      const [top, left] = [
        (nums(world.tops)[has] ?? 0) + 5 * down,
        (nums(world.lefts)[has] ?? 0) + 5 * right,
      ];
      const isMet = nums(world.tops).some(
        (one, i) => i !== has && one === top && nums(world.lefts)[i] === left,
      );
      if (isMet || !isIn(top, left, rows - size + 1, cols - size + 1)) return world;
      return { ...world, tops: nums(world.tops).with(has, top), lefts: nums(world.lefts).with(has, left) };
    },
    draw: (world) => {
      const grid = blank(rows, cols, field);
      for (const i of [0, 1, 2]) {
        const [top, left] = [nums(world.tops)[i] ?? 0, nums(world.lefts)[i] ?? 0];
        fill(grid, shirts[i] ?? 2, top, left, size, size);
        if (i === num(world.has)) fill(grid, ball, top + 2, left + 2, 1, 1);
      }
      return grid;
    },
  };
}

/** A crane with an invisible end of its rail: it hangs between rows and columns that it never leaves. */
function makeCrane(dice: Dice): Toy {
  const [sky = 0, iron = 1, ground = 2] = shuffle(dice, 16);
  const [high, wide, by] = [3, 6 + dice(4), 3];
  const [top, bottom, left, right] = [2 + dice(2), 5 + dice(3), 1 + dice(2), 7 + dice(3)];
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4'],
    begin: (roll) => ({ row: top + roll(bottom - top + 1), col: left + roll(right - left + 1) }),
    act: (world, { id }) => {
      const [down, along] = stepOf(id);
      const [row, col] = [num(world.row) + down, num(world.col) + along];
      return row < top || row > bottom || col < left || col > right ? world : { ...world, row, col };
    },
    draw: (world) => {
      const grid = blank((bottom + 4) * by, (right + 3) * by + wide, sky);
      fill(grid, ground, grid.length - 2, 0, 2, grid[0]?.length ?? 0);
      fill(grid, iron, num(world.row) * by, num(world.col) * by, high, wide);
      return grid;
    },
  };
}

/** A diver who can return to his start and leave an echo, which then repeats his moves. */
function makeEcho(dice: Dice): Toy {
  const [water = 0, rock = 1, diver = 2, eye = 3, shade = 4] = shuffle(dice, 16);
  const [size, high, wide] = [5, 8, 8];
  const isRock = (row: number, col: number): boolean =>
    !isIn(row, col, high, wide) || (row * 5 + col * 3) % 7 === 3;
  const start = [0, 1, 2, 3].map((n) => [n, n] as const).find(([r, c]) => !isRock(r, c)) ?? [0, 0];
  const go = ([row, col]: readonly [number, number], id: number): [number, number] => {
    const [down, right] = stepOf(`ACTION${id}`);
    return isRock(row + down, col + right) ? [row, col] : [row + down, col + right];
  };
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'],
    begin: () => ({ row: start[0], col: start[1], deeds: [], before: [], shadow: [] }),
    act: (world, { id }) => {
      if (id === 'ACTION5') {
        if (nums(world.deeds).length === 0) return world;
        return {
          ...world,
          row: start[0],
          col: start[1],
          before: nums(world.deeds),
          deeds: [],
          shadow: [...start],
        };
      }
      const deed = Number(id.slice(-1));
      const [row, col] = go([num(world.row), num(world.col)], deed);
      if (row === num(world.row) && col === num(world.col)) return world;
      const deeds = [...nums(world.deeds), deed];
      const [r, c] = nums(world.shadow);
      const echoed = nums(world.before)[deeds.length - 1];
      const shadow =
        r === undefined || c === undefined || echoed === undefined ? nums(world.shadow) : go([r, c], echoed);
      return { ...world, row, col, deeds, shadow };
    },
    draw: (world) => {
      const grid = blank((high + 2) * size, (wide + 2) * size, rock);
      for (let row = 0; row < high; row++)
        for (let col = 0; col < wide; col++)
          if (!isRock(row, col)) fill(grid, water, (row + 1) * size, (col + 1) * size, size, size);
      const put = (row: number, col: number, colour: number): void => {
        fill(grid, colour, (row + 1) * size, (col + 1) * size, size, size);
        fill(grid, eye, (row + 1) * size + 2, (col + 1) * size + 2, 1, 1);
      };
      const [r, c] = nums(world.shadow);
      if (r !== undefined && c !== undefined) put(r, c, shade);
      put(num(world.row), num(world.col), diver);
      return grid;
    },
  };
}

/** A gardener at night: her lamp shines in her direction, and a flower opens in its light. */
function makeGardener(dice: Dice): Toy {
  const [lawn = 0, apron = 1, lamp = 2, bud = 3, petals = 4, heart = 5] = shuffle(dice, 16);
  const [size, high, wide] = [3 + dice(3), 8, 8];
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4'],
    begin: (roll) => {
      const cells = shuffle(roll, high * wide);
      return { at: cells[0] ?? 0, looks: 1 + roll(4), flowers: cells.slice(1, 10) };
    },
    act: (world, { id }) => {
      const [down, right] = stepOf(id);
      const [row, col] = [Math.floor(num(world.at) / wide) + down, (num(world.at) % wide) + right];
      const to = row * wide + col;
      const isFree = isIn(row, col, high, wide) && !nums(world.flowers).includes(to);
      return { ...world, looks: Number(id.slice(-1)), at: isFree ? to : num(world.at) };
    },
    draw: (world) => {
      const grid = blank(high * size, wide * size, lawn);
      const [row, col] = [Math.floor(num(world.at) / wide), num(world.at) % wide];
      const [down, right] = stepOf(`ACTION${num(world.looks)}`);
      for (const cell of nums(world.flowers)) {
        const [r, c] = [Math.floor(cell / wide), cell % wide];
        const shines = r === row + down && c === col + right;
        fill(grid, shines ? petals : bud, r * size, c * size, size, size);
        fill(grid, heart, r * size + 1, c * size + 1, size - 2, size - 2);
      }
      const [top, left] = [row * size, col * size];
      fill(grid, apron, top, left, size, size);
      if (down !== 0) fill(grid, lamp, down < 0 ? top : top + size - 1, left, 1, size);
      else fill(grid, lamp, top, right < 0 ? left : left + size - 1, size, 1);
      return grid;
    },
  };
}

/**
 * A thief in a hall: his weight on a loose slab lifts the portcullis at the other end, and it falls when he
 * steps off.
 */
function makeThief(dice: Dice): Toy {
  const [floor = 0, wall = 1, coat = 2, mask = 3, slab = 4, iron = 5] = shuffle(dice, 16);
  const [size, high, wide] = [4 + dice(2), 6, 9];
  const [slabRow, slabCol] = [dice(high), 1 + dice(3)];
  const [gateRow, gateCol] = [dice(high), 6];
  // A wall across the hall, with the portcullis as its only door.
  const isWall = (row: number, col: number): boolean =>
    !isIn(row, col, high, wide) || (col === gateCol && row !== gateRow);
  const isOnSlab = (at: readonly number[]): boolean => at[0] === slabRow && at[1] === slabCol;
  return {
    actions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4'],
    begin: (roll) => ({ at: [roll(high), roll(5)] }),
    act: (world, { id }) => {
      const [row = 0, col = 0] = nums(world.at);
      const [down, right] = stepOf(id);
      const to = [row + down, col + right] as const;
      const isShut = to[0] === gateRow && to[1] === gateCol && !isOnSlab([row, col]);
      return isWall(...to) || isShut ? world : { ...world, at: [...to] };
    },
    draw: (world) => {
      const grid = blank((high + 2) * size, (wide + 2) * size, wall);
      const put = (row: number, col: number, colour: number, inset: number): void =>
        fill(
          grid,
          colour,
          (row + 1) * size + inset,
          (col + 1) * size + inset,
          size - 2 * inset,
          size - 2 * inset,
        );
      for (let row = 0; row < high; row++)
        for (let col = 0; col < wide; col++) if (!isWall(row, col)) put(row, col, floor, 0);
      put(slabRow, slabCol, slab, 1);
      const [row = 0, col = 0] = nums(world.at);
      // Only its points are visible while it is up.
      if (!isOnSlab([row, col])) put(gateRow, gateCol, iron, 0);
      else fill(grid, iron, (gateRow + 1) * size, (gateCol + 1) * size, 1, size);
      put(row, col, coat, 0);
      fill(grid, mask, (row + 1) * size + 1, (col + 1) * size + 1, 1, size - 2);
      return grid;
    },
  };
}

const MAKERS: Record<MoverToy, (dice: Dice) => Toy> = {
  porter: makePorter,
  mirror: makeMirror,
  team: makeTeam,
  crane: makeCrane,
  echo: makeEcho,
  gardener: makeGardener,
  thief: makeThief,
};

/** A game of this kind. `seed` determines its rules, the seed at the start its initial positions. */
export const makeMoverToy = (kind: MoverToy, seed: string): BuiltinGame =>
  assembleToy(kind, MAKERS[kind](makeDice(`${kind}.${seed}`)), seed);

export const makeMoverToys = (): Record<string, (seed: string) => BuiltinGame> =>
  Object.fromEntries(MOVER_TOYS.map((kind) => [kind, (seed: string) => makeMoverToy(kind, seed)]));
