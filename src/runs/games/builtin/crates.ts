import type { ActionId } from '../../../contract/agents';
import { type BuiltinGame, FULL_BOARD, type GameStatus, type GameStep } from '../game';
import {
  addMove,
  beginFrom,
  chooseFrom,
  chooseStart,
  createCanvas,
  findMarks,
  indexOfPlace,
  isSamePlace,
  makeStep,
  markCorner,
  neighbor,
  packCanvas,
  paintGlyph,
  readMark,
  type Square,
  STEPS,
} from './board';

/**
 * Boards of the game `crates`: 16 × 16 tiles. `#` wall, `$` crate, `_` pad (as many as crates), `.` floor,
 * `,` possible start of the avatar. All `,` of a plan are connected, so it is solvable from all or none.
 */
export const CRATE_PLANS: readonly (readonly string[])[] = [
  [
    '################',
    '#......#.......#',
    '#......#..___..#',
    '#......#.......#',
    '#..$...........#',
    '#..............#',
    '#......#.......#',
    '###.####.......#',
    '#......####.####',
    '#.,,,..........#',
    '#.,,,.$....$...#',
    '#.,,,..........#',
    '#......#####...#',
    '#......#.......#',
    '#......#.......#',
    '################',
  ],
  [
    '################',
    '#..............#',
    '#.__...........#',
    '#.....#####....#',
    '#.....#...#....#',
    '#..$..#.,.#.$..#',
    '#.......,......#',
    '#.......,......#',
    '#..##..,,,..##.#',
    '#..##..,,,..##.#',
    '#..............#',
    '#....###.###...#',
    '#....#.....#...#',
    '#..............#',
    '#..............#',
    '################',
  ],
  [
    '################',
    '#.........######',
    '#.,,,.....#....#',
    '#.,,,..........#',
    '#.,,,.$$.......#',
    '#.........#....#',
    '#.........#.__.#',
    '####.######....#',
    '#..............#',
    '#..............#',
    '#....####..#####',
    '#....####......#',
    '#..............#',
    '#..............#',
    '#.........#....#',
    '################',
  ],
  [
    '################',
    '#......##......#',
    '#.$....##...,,.#',
    '#..........,,,.#',
    '#......##...,,.#',
    '#......##......#',
    '##.##########.##',
    '#......_.......#',
    '#..............#',
    '#......##......#',
    '#......##...$..#',
    '#..............#',
    '#......##......#',
    '#...._.##......#',
    '#......##......#',
    '################',
  ],
];

/**
 * An avatar that pushes crates, on 16 × 16 tiles of 4 × 4 cells. ACTION1–4 move up, down, left and right and
 * push a crate if the tile behind it is free. ACTION7 undoes the last action with an effect; ACTION5 does
 * nothing. WIN when all pads have crates.
 */

const TILE = 4;
const COLOURS = { '#': '5', _: 'e' };
const FLOOR = '1';
const CRATE = ['cccc', 'c..c', 'c..c', 'cccc'];
const AVATAR = ['.99.', '9999', '9999', '.99.'];
const ACTIONS: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5', 'ACTION7'];
/** Letters in the history: the direction; upper case if a crate was pushed. */
const LETTERS: Partial<Record<ActionId, string>> = {
  ACTION1: 'u',
  ACTION2: 'd',
  ACTION3: 'l',
  ACTION4: 'r',
};
const WAYS: Record<string, Square | undefined> = {
  u: STEPS.ACTION1,
  d: STEPS.ACTION2,
  l: STEPS.ACTION3,
  r: STEPS.ACTION4,
};

/** `key` is the hashed seed, which selects plan and start; `moves` is the history, oldest first. */
type Snapshot = { key: number; avatar: Square; crates: Square[]; moves: string };

export const crates: BuiltinGame = {
  info: {
    id: 'crates',
    title: 'Crates',
    description: 'A round thing among crates and pads. Six actions; find out what each does.',
    actions: ACTIONS,
    ...FULL_BOARD,
  },
  ...beginFrom(begin),
  act(snapshot, action) {
    const now = snapshot as Snapshot;
    if (gameStatus(now) === 'WIN') return show(now);
    if (action.id === 'ACTION7') return show(undoMove(now));
    const step = STEPS[action.id];
    return show(step ? walkOrPush(now, step, LETTERS[action.id] ?? '') : now);
  },
};

const levelPlan = (key: number): readonly string[] => chooseFrom(key, 'plan', CRATE_PLANS);

function begin(key: number): GameStep {
  const plan = levelPlan(key);
  return show({ key, avatar: chooseStart(key, 'start', plan), crates: findMarks(plan, '$'), moves: '' });
}

function walkOrPush(now: Snapshot, step: Square, letter: string): Snapshot {
  const plan = levelPlan(now.key);
  const isFree = (place: Square) => readMark(plan, place) !== '#' && indexOfPlace(now.crates, place) < 0;
  const ahead = neighbor(now.avatar, step);
  if (isFree(ahead)) return { ...now, avatar: ahead, moves: addMove(now.moves, letter) };
  const crateIndex = indexOfPlace(now.crates, ahead);
  const behind = neighbor(ahead, step);
  if (crateIndex < 0 || !isFree(behind)) return now;
  const moves = addMove(now.moves, letter.toUpperCase());
  return { ...now, avatar: ahead, crates: now.crates.with(crateIndex, behind), moves };
}

function undoMove(now: Snapshot): Snapshot {
  const letter = now.moves.slice(-1);
  const step = WAYS[letter.toLowerCase()];
  if (!step) return now;
  const avatar = neighbor(now.avatar, [-step[0], -step[1]]);
  const moves = now.moves.slice(0, -1);
  if (letter === letter.toLowerCase()) return { ...now, avatar, moves };
  const cratePlace = neighbor(now.avatar, step);
  const crates = now.crates.map((crate) => (isSamePlace(crate, cratePlace) ? now.avatar : crate));
  return { ...now, avatar, crates, moves };
}

function gameStatus(now: Snapshot): GameStatus {
  const pads = findMarks(levelPlan(now.key), '_');
  return pads.every((pad) => indexOfPlace(now.crates, pad) >= 0) ? 'WIN' : 'NOT_FINISHED';
}

function show(now: Snapshot): GameStep {
  const canvas = createCanvas(FLOOR);
  paintGlyph(canvas, levelPlan(now.key), COLOURS, [0, 0], TILE);
  // The middle of a crate and the corners of the avatar are transparent.
  for (const crate of now.crates) paintGlyph(canvas, CRATE, { c: 'c' }, markCorner(crate, TILE));
  paintGlyph(canvas, AVATAR, { 9: '9' }, markCorner(now.avatar, TILE));
  return makeStep(now, [packCanvas(canvas)], ACTIONS, gameStatus(now));
}
