import type { ActionId } from '../../../contract/agents';
import { type BuiltinGame, FULL_BOARD, type GameStatus, type GameStep } from '../game';
import {
  beginFrom,
  chooseStart,
  createCanvas,
  fillBox,
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
 * Levels of `fuel-run`, in order: 15 × 16 tiles. `#` wall, `!` hazard, `G` goal, `.` floor, `,` possible start of
 * the avatar. Hazards are more than two tiles away from any start.
 */
const FUEL_PLANS: readonly (readonly string[])[] = [
  [
    '################',
    '#.,,,.#........#',
    '#.,,,.#....!...#',
    '#.,,,..........#',
    '#.,,,.#....!...#',
    '#.....#........#',
    '####.####..#####',
    '#..............#',
    '#..........!...#',
    '#..!...........#',
    '#......###.....#',
    '#......#.......#',
    '#...!..#....G..#',
    '#......#.......#',
    '################',
  ],
  [
    '################',
    '#..............#',
    '#.!..####......#',
    '#....#....,,,..#',
    '#....#....,,,..#',
    '#.........,,,..#',
    '#..!.#....,,,..#',
    '#....#.........#',
    '#....######.####',
    '#..............#',
    '#..............#',
    '#..G...#...!...#',
    '#......#.......#',
    '#......#....!..#',
    '################',
  ],
  [
    '################',
    '#.......#......#',
    '#.......#..!...#',
    '#.G.....#......#',
    '#..............#',
    '#.......#......#',
    '#..!....####.###',
    '#.......#......#',
    '####.####......#',
    '#..........,,,.#',
    '#....!..#..,,,.#',
    '#.......#..,,,.#',
    '#..!....#..,,,.#',
    '#.......#......#',
    '################',
  ],
];

/**
 * Three levels with a fuel bar, on 15 × 16 tiles of 4 × 4 cells above a panel. ACTION1–4 move up, down, left
 * and right, but the second level swaps left and right; ACTION5 does nothing. Each action uses one unit of
 * fuel, even without an effect. GAME_OVER on a hazard or an empty bar. Reaching the goal, even with the last
 * unit, completes the level and refills the bar; WIN after the third level.
 */

const TILE = 4;
/** Units of a full bar, one column of cells each, from column `BAR[1]` on. */
const FULL = 60;
const BAR: Square = [62, 2];
const PANEL = '4';
const FUEL = 'b';
const COLOURS = { '#': '2', '!': '8', G: 'e' };
const FLOOR = '0';
const AVATAR = ['6666', '6776', '6776', '6666'];
const ACTIONS: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'];
/** Index of the level with swapped left and right. */
const MIRRORED = 1;

/** `key` is the hashed seed, `level` the level index, `fuel` the remaining units. */
type Snapshot = { key: number; level: number; avatar: Square; fuel: number };

export const fuelRun: BuiltinGame = {
  info: {
    id: 'fuel-run',
    title: 'Fuel run',
    description:
      'A small thing among walls, and a yellow bar. Three levels, five actions; find out the rest.',
    actions: ACTIONS,
    ...FULL_BOARD,
  },
  ...beginFrom((key, level) => show(begin(key, level))),
  act(snapshot, action) {
    const now = snapshot as Snapshot;
    if (gameStatus(now) !== 'NOT_FINISHED' || !ACTIONS.includes(action.id)) return show(now);
    const next = { ...now, avatar: move(now, action.id), fuel: now.fuel - 1 };
    if (!isOnGoal(next) || next.level + 1 === FUEL_PLANS.length) return show(next);
    return show(begin(next.key, next.level + 1), [paint(next)]);
  },
};

const levelPlan = (level: number): readonly string[] => FUEL_PLANS[level] ?? [];
const isOnGoal = ({ level, avatar }: Snapshot): boolean => readMark(levelPlan(level), avatar) === 'G';

function begin(key: number, level: number): Snapshot {
  const avatar = chooseStart(key, `start ${level}`, levelPlan(level));
  return { key, level, avatar, fuel: FULL };
}

function move({ level, avatar }: Snapshot, action: ActionId): Square {
  const step = STEPS[action];
  const actualStep: Square | undefined = step && level === MIRRORED ? [step[0], -step[1]] : step;
  return walk(avatar, actualStep, (ahead) => readMark(levelPlan(level), ahead) !== '#');
}

function gameStatus(now: Snapshot): GameStatus {
  // Only the last goal can be occupied; the others start the next level.
  if (isOnGoal(now)) return 'WIN';
  return now.fuel <= 0 || readMark(levelPlan(now.level), now.avatar) === '!' ? 'GAME_OVER' : 'NOT_FINISHED';
}

function show(now: Snapshot, animation: string[] = []): GameStep {
  return makeStep(now, [...animation, paint(now)], ACTIONS, gameStatus(now), now.level);
}

function paint({ level, avatar, fuel }: Snapshot): string {
  const canvas = createCanvas(PANEL);
  const plan = levelPlan(level);
  fillBox(canvas, FLOOR, [0, 0], plan.length * TILE, 64);
  paintGlyph(canvas, plan, COLOURS, [0, 0], TILE);
  paintGlyph(canvas, AVATAR, { 6: '6', 7: '7' }, markCorner(avatar, TILE));
  fillBox(canvas, FUEL, BAR, 2, fuel);
  return packCanvas(canvas);
}
