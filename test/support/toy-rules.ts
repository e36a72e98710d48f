import type { ActionId } from '../../src/contract/agents';
import { makeDice } from './dice';

/**
 * Small generated games: a seed determines sizes, strides, colors, walls, effects and obstacles to learning,
 * so that no explorer is tuned to them.
 */
export const FAMILIES = [
  'walker',
  'facing',
  'turner',
  'pusher',
  'slider',
  'tilter',
  'switcher',
  'toucher',
  'clicker',
  'picker',
  'cursor',
  'undoer',
  'flasher',
  'twins',
  'crowd',
] as const;
export type Family = (typeof FAMILIES)[number];

/** The rules of one game: fixed by family and seed. */
export interface Rules {
  family: Family;
  rows: number;
  cols: number;
  tile: number;
  /** Cells around the tiles. */
  rim: number;
  /** `#` wall, `.` floor, `*` switch, `%` door, `o` places of items; by tile rows. */
  plan: string[];
  ink: Record<'floor' | 'wall' | 'avatar' | 'head' | 'thing' | 'door' | 'decoy' | 'full' | 'spent', number>;
  cycle: number[];
  does: Partial<Record<ActionId, Deed>>;
  /** A bar along the top that loses a cell after this many actions; 0 for none. */
  bar: number;
  decoys: number;
  shape: 'solid' | 'head' | 'ring' | 'small';
}

export type Deed =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'use'
  | 'dead'
  | 'undo'
  | 'click'
  | 'flash'
  | 'step'
  | 'turn';

/** The state. Places are tiles: [row, col]. */
export type World = {
  seed: string;
  at: number[];
  twin: number[];
  face: number;
  crates: number[][];
  decoys: number[][];
  open: boolean;
  items: number[];
  turns: number[];
  count: number;
  past: string[];
};

export const WAYS: Record<string, [number, number]> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};
export const FACES = ['up', 'right', 'down', 'left'];

export function makeRules(family: Family, seed: string): Rules {
  const dice = makeDice(`${family}.${seed}`);
  const tile = family === 'cursor' ? 5 + dice(4) : 3 + dice(4);
  const [high, wide] = [6 + dice(4), 6 + dice(4)];
  const rim = 1 + dice(3);
  const colours = Array.from({ length: 16 }, (_, i) => i);
  for (let i = 15; i > 0; i--) {
    const j = dice(i + 1);
    [colours[i], colours[j]] = [colours[j] ?? 0, colours[i] ?? 0];
  }
  const [floor = 0, wall = 1, avatar = 2, head = 3, thing = 4, door = 5, decoy = 6, full = 7, spent = 8] =
    colours;
  const plan = Array.from({ length: high }, (_, r) =>
    Array.from({ length: wide }, (_, c): string =>
      r === 0 || c === 0 || r === high - 1 || c === wide - 1 ? '#' : dice(6) === 0 ? '#' : '.',
    ),
  );
  const put = (mark: string, n: number): void => {
    for (let k = 0, tries = 0; k < n && tries < 200; tries++) {
      const [r, c] = [1 + dice(high - 2), 1 + dice(wide - 2)];
      const row = plan[r];
      if (row?.[c] !== '.') continue;
      row[c] = mark;
      k++;
    }
  };
  if (family === 'switcher' || family === 'toucher') {
    put('*', 3);
    put('%', 2);
  }
  if (family === 'cursor' || family === 'clicker' || family === 'picker') put('o', 5 + dice(4));
  const ways: Deed[] = ['up', 'down', 'left', 'right'];
  for (let i = 3; i > 0; i--) {
    const j = dice(i + 1);
    [ways[i], ways[j]] = [ways[j] ?? 'up', ways[i] ?? 'up'];
  }
  const walking: Partial<Record<ActionId, Deed>> = {
    ACTION1: ways[0] ?? 'up',
    ACTION2: ways[1] ?? 'up',
    ACTION3: ways[2] ?? 'up',
    ACTION4: ways[3] ?? 'up',
  };
  const rest: Record<Family, Partial<Record<ActionId, Deed>>> = {
    walker: { ...walking, ...(dice(2) === 0 ? { ACTION5: 'dead' } : {}) },
    facing: { ...walking, ...(dice(2) === 0 ? { ACTION5: 'dead' } : {}) },
    turner: { ...walking, ACTION5: 'turn' },
    pusher: { ...walking, ...(dice(2) === 0 ? { ACTION7: 'undo' } : {}) },
    slider: walking,
    tilter: walking,
    switcher: { ...walking, ACTION5: 'use' },
    toucher: { ...walking, ACTION5: 'use' },
    clicker: { ACTION6: 'click' },
    picker: { ...walking, ACTION6: 'click' },
    cursor: { ...walking, ACTION5: dice(2) === 0 ? 'step' : 'turn' },
    undoer: { ...walking, ACTION7: 'undo' },
    flasher: { ...walking, ACTION5: 'flash' },
    twins: walking,
    crowd: walking,
  };
  const shapes = ['solid', 'head', 'small'] as const;
  return {
    family,
    rows: high * tile + 2 * rim,
    cols: wide * tile + 2 * rim,
    tile,
    rim,
    plan: plan.map((row) => row.join('')),
    ink: { floor, wall, avatar, head, thing, door, decoy, full, spent },
    cycle: colours.slice(9, 12 + dice(2)),
    does: rest[family],
    bar: ['cursor', 'clicker', 'tilter'].includes(family) ? 0 : ([0, 0, 1, 2, 3][dice(5)] ?? 0),
    decoys: ['walker', 'facing', 'flasher'].includes(family) ? dice(2) : 0,
    shape:
      family === 'facing' || family === 'turner'
        ? 'head'
        : family === 'cursor'
          ? 'ring'
          : (shapes[dice(3)] ?? 'solid'),
  };
}

export const markAt = (rules: Rules, r: number, c: number): string => rules.plan[r]?.[c] ?? '#';
export const isSame = (a: readonly number[], b: readonly number[]): boolean => a[0] === b[0] && a[1] === b[1];

/** Number of the item on a tile; -1 if there is none. */
export const itemAt = (rules: Rules, place: readonly number[]): number => {
  let n = -1;
  let found = -1;
  rules.plan.forEach((row, r) => {
    Array.from(row).forEach((mark, c) => {
      if (mark !== 'o') return;
      n++;
      if (isSame([r, c], place)) found = n;
    });
  });
  return found;
};
