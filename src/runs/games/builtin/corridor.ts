import type { ActionId } from '../../../contract/agents';
import { type BuiltinGame, FULL_BOARD, type GameStep } from '../game';
import {
  createCanvas,
  fillBox,
  findMarks,
  hashSeed,
  makeStep,
  markCorner,
  packCanvas,
  paintGlyph,
  readMark,
  type Square,
  STEPS,
  walk,
} from './board';

/**
 * A block among walls, on 16 × 16 tiles of 4 × 4 cells; it moves one tile at a time. No counter, no goal and
 * no end: the agent learns the five actions and which tiles stop the block.
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
const COLOURS = { '#': '5', '%': 'd' };
const FLOOR = '1';
const AVATAR = '9';
const ACTIONS: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'];

type Snapshot = { row: number; col: number };

export const corridor: BuiltinGame = {
  info: {
    id: 'corridor',
    title: 'Corridor',
    description: 'A coloured block on a board of rooms and corridors. Five actions; find out what each does.',
    actions: ACTIONS,
    ...FULL_BOARD,
  },
  start(seed) {
    const free = findMarks(PLAN, '.');
    return show(free[hashSeed(seed) % free.length] ?? [4, 4]);
  },
  /** No state can be lost, so the block stays in place. */
  restart(snapshot) {
    const { row, col } = snapshot as Snapshot;
    return show([row, col]);
  },
  act(snapshot, action) {
    const { row, col } = snapshot as Snapshot;
    return show(walk([row, col], STEPS[action.id], (ahead) => readMark(PLAN, ahead) === '.'));
  },
};

function show(block: Square): GameStep {
  const canvas = createCanvas(FLOOR);
  paintGlyph(canvas, PLAN, COLOURS, [0, 0], TILE);
  fillBox(canvas, AVATAR, markCorner(block, TILE), TILE, TILE);
  const [row, col] = block;
  return makeStep({ row, col }, [packCanvas(canvas)], ACTIONS);
}
