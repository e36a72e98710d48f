import type { ActionId } from '../../../contract/agents';
import { type BuiltinGame, FULL_BOARD, type GameStep } from '../game';
import {
  beginFrom,
  choose,
  chooseFrom,
  createCanvas,
  fillBox,
  findMarks,
  indexOfPlace,
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
 * Loose blocks on a tilting board, on 7 × 7 tiles of 8 × 8 cells inside a rim of 4 cells. ACTION1–4 tilt it
 * up, down, left and right: every block slides, one tile per animation frame, until the rim, a pillar or
 * another block stops it. No goal and no end.
 */

/** `#` pillar, `.` floor; the rim is around it. */
const PLANS: readonly (readonly string[])[] = [
  ['.......', '..#....', '.......', '....#..', '.......', '.#.....', '.......'],
  ['...#...', '.......', '.#...#.', '.......', '.......', '..#..#.', '.......'],
  ['.......', '.#.....', '.....#.', '.......', '#..#...', '.......', '....#..'],
];
const TILE = 8;
const RIM = 4;
const COLOURS = { '.': '0', '#': '3' };
const RIM_COLOUR = '4';
const BLOCKS = ['8', '9', 'b', 'f'];
const ACTIONS: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4'];

/** `key` is the hashed seed; `blocks` are in the order of their colors. */
type Snapshot = { key: number; blocks: Square[] };

export const tilt: BuiltinGame = {
  info: {
    id: 'tilt',
    title: 'Tilt',
    description: 'Coloured blocks and grey pillars on a white board. Four actions; find out what each does.',
    actions: ACTIONS,
    ...FULL_BOARD,
  },
  ...beginFrom(begin),
  act(snapshot, action) {
    const now = snapshot as Snapshot;
    const step = STEPS[action.id];
    if (!step) return show([now]);
    const boards: Snapshot[] = [];
    let next = slideOnce(now, step);
    while (next) {
      boards.push(next);
      next = slideOnce(next, step);
    }
    return show(boards.length > 0 ? boards : [now]);
  },
};

const levelPlan = (key: number): readonly string[] => chooseFrom(key, 'plan', PLANS);

function begin(key: number): GameStep {
  const free = findMarks(levelPlan(key), '.');
  const blocks = BLOCKS.flatMap((_, i) => free.splice(choose(key, `block ${i}`, free.length), 1));
  return show([{ key, blocks }]);
}

/** Moves every free block by one tile; null if none is free. */
function slideOnce(now: Snapshot, step: Square): Snapshot | null {
  const plan = levelPlan(now.key);
  const blocks = [...now.blocks];
  // Front blocks first, so that the ones behind them can move in the same frame.
  const ahead = (i: number) => (blocks[i]?.[0] ?? 0) * step[0] + (blocks[i]?.[1] ?? 0) * step[1];
  const order = [...blocks.keys()].sort((a, b) => ahead(b) - ahead(a));
  let hasMoved = false;
  for (const i of order) {
    const block = blocks[i];
    if (!block) continue;
    const next = neighbor(block, step);
    if (readMark(plan, next) === '#' || indexOfPlace(blocks, next) >= 0) continue;
    blocks[i] = next;
    hasMoved = true;
  }
  return hasMoved ? { ...now, blocks } : null;
}

/** One frame per board; the last one is the final state. */
function show(boards: Snapshot[]): GameStep {
  const lastBoard = boards.at(-1);
  if (!lastBoard) throw new RangeError('a step shows at least one board');
  return makeStep(lastBoard, boards.map(paint), ACTIONS);
}

function paint({ key, blocks }: Snapshot): string {
  const canvas = createCanvas(RIM_COLOUR);
  paintGlyph(canvas, levelPlan(key), COLOURS, [RIM, RIM], TILE);
  blocks.forEach((block, i) => {
    fillBox(canvas, BLOCKS[i] ?? '0', markCorner(block, TILE, RIM), TILE, TILE);
  });
  return packCanvas(canvas);
}
