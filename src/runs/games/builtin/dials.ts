import type { ActionId, GameAction } from '../../../contract/agents';
import { type BuiltinGame, FULL_BOARD, type GameStep } from '../game';
import {
  addMove,
  beginFrom,
  choose,
  chooseFrom,
  createCanvas,
  fillBox,
  makeStep,
  packCanvas,
  paintGlyph,
  type Square,
} from './board';

/**
 * Match the dials below with the patterns above. ACTION3 and ACTION4 select the previous and next dial
 * (without wrapping), ACTION6 selects by click; ACTION1 changes the selected dial to the next color, ACTION2
 * turns it clockwise by 90°; ACTION7 undoes the level's last action with an effect. A level is complete when
 * all dials match; WIN after the second.
 */

/** Four shapes without rotational symmetry. Each mark is 2 × 2 cells. */
const GLYPHS: readonly (readonly string[])[] = [
  ['X...', 'X...', 'XX..', 'XXXX'],
  ['.XX.', 'XXXX', '.XX.', '.XX.'],
  ['X...', 'X...', 'X..X', 'XXXX'],
  ['XX..', 'XX..', 'XXXX', 'XXXX'],
];
/** Upper left cells of the plates in selection order, and how many rows above each its pattern is. */
const LEVELS: readonly { plates: readonly Square[]; above: number }[] = [
  { plates: [4, 19, 34, 49].map((col): Square => [41, col]), above: 30 },
  { plates: [36, 50].flatMap((row) => [7, 27, 47].map((col): Square => [row, col])), above: 32 },
];
const PLATE = 10;
const GLYPH_SCALE = 2;
/** Dial colors in cycle order. */
const CYCLE = ['8', '9', 'e', 'f'];
const BACKGROUND = '5';
const PLATE_COLOUR = '4';
const PATTERN_COLOUR = '2';
const LINE_COLOUR = '3';
const CURSOR = 'b';
const ACTIONS: ActionId[] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION6', 'ACTION7'];

/** Color index and clockwise quarter turns (0…3). */
type Dial = [colour: number, turns: number];
/**
 * `key` is the hashed seed, `level` the level index. `moves` is the history, oldest first: `c` next color,
 * `r` turn, a digit: the previously selected dial.
 */
type Snapshot = { key: number; level: number; selected: number; dials: Dial[]; moves: string };

export const dials: BuiltinGame = {
  info: {
    id: 'dials',
    title: 'Dials',
    description:
      'Coloured shapes on plates, and a pattern above them. Two levels, six actions; find out the rest.',
    actions: ACTIONS,
    ...FULL_BOARD,
  },
  ...beginFrom((key, level) => show(begin(key, level))),
  act(snapshot, action) {
    const now = snapshot as Snapshot;
    if (isSolved(now)) return show(now);
    const next = change(now, action);
    if (!isSolved(next) || next.level + 1 === LEVELS.length) return show(next);
    return show(begin(next.key, next.level + 1), [paint(next)]);
  },
};

const listPlates = (level: number): readonly Square[] => LEVELS[level]?.plates ?? [];

function targetDial(key: number, level: number, i: number): Dial {
  return [choose(key, `colour ${level} ${i}`, CYCLE.length), choose(key, `turns ${level} ${i}`, 4)];
}

/** Every dial starts with a wrong color, so no level starts solved. */
function begin(key: number, level: number): Snapshot {
  const dials = listPlates(level).map((_, i): Dial => {
    const [colour, turns] = targetDial(key, level, i);
    const byColour = 1 + choose(key, `wrong colour ${level} ${i}`, CYCLE.length - 1);
    return [(colour + byColour) % CYCLE.length, (turns + choose(key, `wrong turns ${level} ${i}`, 4)) % 4];
  });
  const selection = choose(key, `selected ${level}`, dials.length);
  return { key, level, selected: selection, dials: dials, moves: '' };
}

function isSolved({ key, level, dials: now }: Snapshot): boolean {
  return now.every(([colour, turns], i) => {
    const target = targetDial(key, level, i);
    return colour === target[0] && turns === target[1];
  });
}

function change(now: Snapshot, action: GameAction): Snapshot {
  switch (action.id) {
    case 'ACTION1':
      return remember(adjust(now, 1, 0), 'c');
    case 'ACTION2':
      return remember(adjust(now, 0, 1), 'r');
    case 'ACTION3':
      return select(now, now.selected - 1);
    case 'ACTION4':
      return select(now, now.selected + 1);
    case 'ACTION6':
      return select(now, plateAt(now.level, action));
    case 'ACTION7':
      return undoMove(now);
    default:
      return now;
  }
}

function adjust(now: Snapshot, byColour: number, byTurns: number): Snapshot {
  const [colour, turns] = now.dials[now.selected] ?? [0, 0];
  const dial: Dial = [(colour + byColour) % CYCLE.length, (turns + byTurns) % 4];
  return { ...now, dials: now.dials.with(now.selected, dial) };
}

/** No change if the dial does not exist or is already selected. */
function select(now: Snapshot, to: number): Snapshot {
  if (to === now.selected || to < 0 || to >= now.dials.length) return now;
  return remember({ ...now, selected: to }, String(now.selected));
}

function remember(next: Snapshot, move: string): Snapshot {
  return { ...next, moves: addMove(next.moves, move) };
}

function undoMove(now: Snapshot): Snapshot {
  const move = now.moves.slice(-1);
  const before = { ...now, moves: now.moves.slice(0, -1) };
  if (move === '') return now;
  if (move === 'c') return adjust(before, CYCLE.length - 1, 0);
  if (move === 'r') return adjust(before, 0, 3);
  return { ...before, selected: Number(move) };
}

/** The dial at a cell (`x` column, `y` row); -1 if none. */
function plateAt(level: number, { x = -1, y = -1 }: GameAction): number {
  const isIn = (cell: number, from: number) => cell >= from && cell < from + PLATE;
  return listPlates(level).findIndex(([row, col]) => isIn(y, row) && isIn(x, col));
}

function show(now: Snapshot, animation: string[] = []): GameStep {
  const state = isSolved(now) ? 'WIN' : 'NOT_FINISHED';
  return makeStep(now, [...animation, paint(now)], ACTIONS, state, now.level);
}

function paint(now: Snapshot): string {
  const canvas = createCanvas(BACKGROUND);
  fillBox(canvas, LINE_COLOUR, [31, 0], 2, 64);
  listPlates(now.level).forEach(([row, col], i) => {
    const above = row - (LEVELS[now.level]?.above ?? 0);
    const glyph = chooseFrom(now.key, `glyph ${now.level} ${i}`, GLYPHS);
    if (i === now.selected) fillBox(canvas, CURSOR, [row - 1, col - 1], PLATE + 2, PLATE + 2);
    fillBox(canvas, PLATE_COLOUR, [row, col], PLATE, PLATE);
    fillBox(canvas, PATTERN_COLOUR, [above, col], PLATE, PLATE);
    for (const [[colour, turns], top] of [
      [now.dials[i] ?? [0, 0], row],
      [targetDial(now.key, now.level, i), above],
    ] as const) {
      const colours = { X: CYCLE[colour] ?? '0' };
      paintGlyph(canvas, turn(glyph, turns), colours, [top + 1, col + 1], GLYPH_SCALE);
    }
  });
  return packCanvas(canvas);
}

/** Rotates a glyph by clockwise quarter turns. */
function turn(glyph: readonly string[], turns: number): readonly string[] {
  if (turns <= 0) return glyph;
  const width = glyph[0]?.length ?? 0;
  const turnedGlyph = Array.from({ length: width }, (_, col) =>
    Array.from(glyph, (line) => line[col] ?? '')
      .reverse()
      .join(''),
  );
  return turn(turnedGlyph, turns - 1);
}
