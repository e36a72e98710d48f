import type { ActionId } from '../../../contract/agents';
import { type BuiltinGame, FULL_BOARD, type GameStatus, type GameStep } from '../game';
import {
  beginFrom,
  chooseFrom,
  chooseStart,
  cornerOf,
  fillBox,
  findMarks,
  makeCanvas,
  makeStep,
  markAt,
  packCanvas,
  paintGlyph,
  type Square,
  STEPS,
  walk,
} from './board';

/**
 * Rooms behind two groups of doors. 12 × 12 tiles of 5 × 5 cells inside a rim of 2 cells. ACTION1–4 walk up, down,
 * left and right; walls and closed doors stop the avatar. ACTION5 on a switch tile opens the closed group and closes
 * the open one; anywhere else it does nothing. The exit tile: WIN.
 */

/**
 * `#` wall, `.` floor, `A` and `B` doors, `s` a switch, `X` the exit, `,` floor on which the avatar may start. The
 * doors `A` are closed at first and `B` open.
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
/** A head upon a body; the corners show the tile below. */
const AVATAR = ['.hhh.', 'hhhhh', 'bbbbb', 'bbbbb', '.bbb.'];
const AVATAR_COLOURS = { h: '8', b: '5' };
const ACTIONS: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'];

/** `key` is the hashed seed; `open` is the group of doors that is open. */
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
    if (statusOf(now) === 'WIN') return show(now);
    const plan = planOf(now.key);
    if (action.id === 'ACTION5' && markAt(plan, now.avatar) === 's') {
      return show({ ...now, open: now.open === 'A' ? 'B' : 'A' });
    }
    const isFree = (ahead: Square) => {
      const mark = markAt(plan, ahead);
      return mark !== '#' && (!(mark in DOORS) || mark === now.open);
    };
    return show({ ...now, avatar: walk(now.avatar, STEPS[action.id], isFree) });
  },
};

const planOf = (key: number): readonly string[] => chooseFrom(key, 'plan', PLANS);

function begin(key: number): GameStep {
  return show({ key, avatar: chooseStart(key, 'start', planOf(key)), open: 'B' });
}

function statusOf({ key, avatar }: Snapshot): GameStatus {
  return markAt(planOf(key), avatar) === 'X' ? 'WIN' : 'NOT_FINISHED';
}

function show(now: Snapshot): GameStep {
  const canvas = makeCanvas(COLOURS['#']);
  const plan = planOf(now.key);
  fillBox(canvas, FLOOR, [RIM, RIM], 12 * TILE, 12 * TILE);
  paintGlyph(canvas, plan, COLOURS, [RIM, RIM], TILE);
  for (const [group, colour] of Object.entries(DOORS)) {
    for (const door of findMarks(plan, group)) {
      const corner = cornerOf(door, TILE, RIM);
      // An open door leaves one cell in the middle of its tile, so that it can be told from floor.
      if (group === now.open) fillBox(canvas, colour, [corner[0] + 2, corner[1] + 2], 1, 1);
      else fillBox(canvas, colour, corner, TILE, TILE);
    }
  }
  paintGlyph(canvas, AVATAR, AVATAR_COLOURS, cornerOf(now.avatar, TILE, RIM));
  return makeStep(now, [packCanvas(canvas)], ACTIONS, statusOf(now));
}
