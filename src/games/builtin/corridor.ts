import type { ActionId } from '../../contract/agents';
import type { JsonObject } from '../../contract/json';
import type { BuiltinGame, GameStep } from '../game';

/**
 * A block among walls. The board is 16 × 16 tiles of 4 × 4 cells; the block fills one tile and moves by one. It has
 * no counter, no goal and no end: what there is to learn is what the five actions do, and what stops the block.
 */

/** `#` outer walls, `%` pillars (both stop the block), `.` floor. */
const PLAN = [
  '################',
  '#....#.........#',
  '#....#.%%%%%%..#',
  '#....#.%....%..#',
  '#..............#',
  '#....#.%....%..#',
  '###.##.%%..%%..#',
  '#..............#',
  '#.%%.#####.##.##',
  '#.%..#....#....#',
  '#.%..#....#....#',
  '#.%%....%......#',
  '#....#....#....#',
  '####.#.##.#.####',
  '#..............#',
  '################',
];
const TILE = 4;
const COLOURS: Record<string, string> = { '#': '5', '%': 'd', '.': '1' };
const AVATAR = '9';

const STEPS: Partial<Record<ActionId, readonly [rows: number, cols: number]>> = {
  ACTION1: [-1, 0],
  ACTION2: [1, 0],
  ACTION3: [0, -1],
  ACTION4: [0, 1],
};
const ACTIONS: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'];

/** Tile of the block. */
interface Place {
  row: number;
  col: number;
}

export const corridor: BuiltinGame = {
  info: {
    id: 'corridor',
    title: 'Corridor',
    kind: 'grid',
    description: 'A coloured block on a board of rooms and corridors. Five actions; find out what each does.',
    actions: ACTIONS,
    rows: PLAN.length * TILE,
    cols: PLAN.length * TILE,
  },
  start(seed) {
    const free = PLAN.flatMap((tiles, row) =>
      Array.from(tiles, (tile, col) => ({ tile, row, col })).filter(({ tile }) => tile === '.'),
    );
    const { row, col } = free[hashSeed(seed) % free.length] ?? { row: 4, col: 4 };
    return show({ row, col });
  },
  act(snapshot, action) {
    const place = readPlace(snapshot);
    const step = STEPS[action];
    if (!step) return show(place);
    const next = { row: place.row + step[0], col: place.col + step[1] };
    return show(PLAN[next.row]?.[next.col] === '.' ? next : place);
  },
};

function readPlace(snapshot: JsonObject): Place {
  return { row: Number(snapshot.row), col: Number(snapshot.col) };
}

function show(place: Place): GameStep {
  const rows = PLAN.flatMap((tiles, row) => {
    const line = Array.from(tiles, (tile, col) =>
      (row === place.row && col === place.col ? AVATAR : (COLOURS[tile] ?? '0')).repeat(TILE),
    ).join('');
    return Array.from({ length: TILE }, () => line);
  });
  return {
    snapshot: { row: place.row, col: place.col },
    frames: [rows.join('/')],
    state: 'NOT_FINISHED',
    levelsCompleted: 0,
    availableActions: [...ACTIONS],
  };
}

/** FNV-1a over the characters of the seed; unsigned. */
function hashSeed(seed: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return hash >>> 0;
}
