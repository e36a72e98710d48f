import type { ActionId } from '../../../contract/agents';
import { type BuiltinGame, FULL_BOARD, type GameStatus, type GameStep } from '../game';
import {
  beginFrom,
  chooseFrom,
  chooseStart,
  createCanvas,
  fillBox,
  findMarks,
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
 * Rooms behind two groups of doors, on 12 × 12 tiles of 5 × 5 cells inside a rim of 2 cells. ACTION1–4 move
 * up, down, left and right; walls and closed doors block the avatar. ACTION5 on a switch opens the closed
 * group and closes the open one; elsewhere it does nothing. WIN on the exit.
 */

/**
 * `#` wall, `.` floor, `A` and `B` doors, `s` switch, `X` exit, `,` possible start of the avatar. `A`
 * doors start closed, `B` doors open.
 */
const PLANS: readonly (readonly string[])[] = [
  [
    '############',
    '#,,,,#.....#',
    '#,,,,#..s..#',
    '#....A.....#',
    '#.s..A.....#',
    '#....#.....#',
    '#....#.....#',
    '######BB####',
    '#..........#',
    '#.......##.#',
    '#.......#X.#',
    '############',
  ],
  [
    '############',
    '#.X#.......#',
    '#..#.......#',
    '#..B...s...#',
    '#..B.......#',
    '#..#.......#',
    '######AA####',
    '#..........#',
    '#.,,,....s.#',
    '#.,,,......#',
    '#.,,,......#',
    '############',
  ],
  [
    '############',
    '#.....#....#',
    '#.s...#....#',
    '#.....#..,,#',
    '###AA##..,,#',
    '#.....B..,,#',
    '#.s...B....#',
    '#.....#.s..#',
    '#.....#....#',
    '###AA#####A#',
    '#X.........#',
    '############',
  ],
];
const TILE = 5;
const RIM = 2;
const COLOURS = { '#': '4', s: 'f', X: 'e' };
const FLOOR = '1';
const DOORS: Record<string, string> = { A: 'b', B: 'a' };
/** A head on a body, with transparent corners. */
const AVATAR = ['.hhh.', 'hhhhh', 'bbbbb', 'bbbbb', '.bbb.'];
const AVATAR_COLOURS = { h: '8', b: '5' };
const ACTIONS: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'];

/** `key` is the hashed seed; `open` is the open group of doors. */
type Snapshot = { key: number; avatar: Square; open: 'A' | 'B' };

export const switchyard: BuiltinGame = {
  info: {
    id: 'switchyard',
    title: 'Switchyard',
    description: 'A two-coloured figure in a yard with coloured bars. Five actions; find out what each does.',
    actions: ACTIONS,
    ...FULL_BOARD,
  },
  ...beginFrom(begin),
  act(snapshot, action) {
    const now = snapshot as Snapshot;
    if (gameStatus(now) === 'WIN') return show(now);
    const plan = levelPlan(now.key);
    if (action.id === 'ACTION5' && readMark(plan, now.avatar) === 's') {
      return show({ ...now, open: now.open === 'A' ? 'B' : 'A' });
    }
    const isFree = (ahead: Square) => {
      const mark = readMark(plan, ahead);
      return mark !== '#' && (!(mark in DOORS) || mark === now.open);
    };
    return show({ ...now, avatar: walk(now.avatar, STEPS[action.id], isFree) });
  },
};

const levelPlan = (key: number): readonly string[] => chooseFrom(key, 'plan', PLANS);

function begin(key: number): GameStep {
  return show({ key, avatar: chooseStart(key, 'start', levelPlan(key)), open: 'B' });
}

function gameStatus({ key, avatar }: Snapshot): GameStatus {
  return readMark(levelPlan(key), avatar) === 'X' ? 'WIN' : 'NOT_FINISHED';
}

function show(now: Snapshot): GameStep {
  const canvas = createCanvas(COLOURS['#']);
  const plan = levelPlan(now.key);
  fillBox(canvas, FLOOR, [RIM, RIM], 12 * TILE, 12 * TILE);
  paintGlyph(canvas, plan, COLOURS, [RIM, RIM], TILE);
  for (const [group, colour] of Object.entries(DOORS)) {
    for (const door of findMarks(plan, group)) {
      const corner = markCorner(door, TILE, RIM);
      // An open door shows one cell in the middle of its tile, to differ from floor.
      if (group === now.open) fillBox(canvas, colour, [corner[0] + 2, corner[1] + 2], 1, 1);
      else fillBox(canvas, colour, corner, TILE, TILE);
    }
  }
  paintGlyph(canvas, AVATAR, AVATAR_COLOURS, markCorner(now.avatar, TILE, RIM));
  return makeStep(now, [packCanvas(canvas)], ACTIONS, gameStatus(now));
}
