import { describe, expect, it } from 'vitest';
import { cut, play, press, pressAll, settled } from '../../../../test/support/play-game';
import type { JsonObject } from '../../../base/json';
import type { GameAction } from '../../../contract/agents';
import type { GameStep } from '../game';
import { dials } from './dials';

/** Upper left cells of the plates by level: (row, column), and rows up to the patterns. */
const PLATES = [
  {
    at: [
      [41, 4],
      [41, 19],
      [41, 34],
      [41, 49],
    ] as const,
    above: 30,
  },
  {
    at: [
      [36, 7],
      [36, 27],
      [36, 47],
      [50, 7],
      [50, 27],
      [50, 47],
    ] as const,
    above: 32,
  },
] as const;
const CYCLE = ['8', '9', 'e', 'f'];

/** The 8 × 8 glyph of a plate, from the frame. */
const glyph = (frame: string, [row, col]: readonly [number, number], above = 0) =>
  cut(frame, row + 1 - above, col + 1, 8);
/** The glyph's shape, independent of its color. */
const shapeOf = (cells: string) => cells.replace(/[89ef]/g, 'x').replace(/[^x/]/g, '.');
const colourOf = (cells: string) => /[89ef]/.exec(cells)?.[0] ?? '';
const turned = (shape: string) => {
  const rows = shape.split('/');
  return rows
    .map((_, c) =>
      rows
        .map((row) => row[c])
        .reverse()
        .join(''),
    )
    .join('/');
};
/** The selected dial, read from the frame. */
function selectedIn(frame: string, level = 0): number[] {
  return (PLATES[level]?.at ?? []).flatMap(([row, col], i) => {
    const ring = cut(frame, row - 1, col - 1, 12).replaceAll('/', '');
    const isFramed = cut(frame, row - 1, col - 1, 1, 12) === 'b'.repeat(12);
    return isFramed && ring.split('b').length - 1 === 44 ? [i] : [];
  });
}
const select = (step: GameStep, selected: number): JsonObject => ({ ...step.snapshot, selected });
const withPattern = (level: number) =>
  PLATES[level]?.at.map((at, i) => ({ at, i, above: PLATES[level]?.above })) ?? [];

/** Solves a level from its frame: selects each dial, then recolors and rotates it until it matches. */
function solve(step: GameStep, level: number): GameAction[] {
  const frame = settled(step);
  return withPattern(level).flatMap(({ at, above }) => {
    const [now, wanted] = [glyph(frame, at), glyph(frame, at, above)];
    const colours = CYCLE.indexOf(colourOf(wanted)) - CYCLE.indexOf(colourOf(now)) + 4;
    let turns = 0;
    for (let shape = shapeOf(now); shape !== shapeOf(wanted) && turns < 4; shape = turned(shape)) turns++;
    return [press(6, at[1] + 5, at[0] + 5), ...pressAll('1'.repeat(colours % 4) + '2'.repeat(turns))];
  });
}

describe('dials', () => {
  const start = dials.start('dials');

  it('shows the cursor around one dial and starts no level solved, nor one dial of it right', () => {
    for (let n = 0; n < 200; n++) {
      for (const level of [0, 1]) {
        const { snapshot } = dials.start(`any ${n}`);
        const step = dials.restart({ ...snapshot, level });
        expect(step).toMatchObject({ state: 'NOT_FINISHED', levelsCompleted: level });
        expect(selectedIn(settled(step), level)).toHaveLength(1);
        for (const { at, above } of withPattern(level)) {
          expect(glyph(settled(step), at)).not.toBe(glyph(settled(step), at, above));
        }
      }
    }
  });

  it('has glyphs that look different after every turn but the fourth', () => {
    const frames = Array.from({ length: 30 }, (_, n) => settled(dials.start(`glyph ${n}`)));
    for (const frame of frames) {
      for (const { at } of withPattern(0)) {
        const shapes = [shapeOf(glyph(frame, at))];
        for (let i = 0; i < 4; i++) shapes.push(turned(shapes.at(-1) ?? ''));
        expect(new Set(shapes).size).toBe(4);
        expect(shapes[4]).toBe(shapes[0]);
      }
    }
  });

  it('selects the dial before and after, and stops at the ends', () => {
    const first = select(start, 0);
    expect(dials.act(first, press(3)).snapshot).toEqual(first);
    const after = (digits: string) => selectedIn(settled(play(dials, first, pressAll(digits))))[0];
    expect(['4', '44', '444', '4444'].map(after)).toEqual([1, 2, 3, 3]);
    expect(['4443', '44433', '444333', '4443333'].map(after)).toEqual([2, 1, 0, 0]);
  });

  it('gives the selected dial the next colour of a fixed cycle, and no other dial', () => {
    let step = dials.act(select(start, 2), press(4));
    step = dials.act(step.snapshot, press(3));
    const at = PLATES[0].at[2];
    const colours = [0, 1, 2, 3, 4].map((i) => {
      if (i > 0) step = dials.act(step.snapshot, press(1));
      return colourOf(glyph(settled(step), at));
    });
    const first = CYCLE.indexOf(colours[0] ?? '');
    expect(colours).toEqual([0, 1, 2, 3, 4].map((i) => CYCLE[(first + i) % 4]));
    for (const i of [0, 1, 3] as const) {
      expect(glyph(settled(step), PLATES[0].at[i])).toBe(glyph(settled(start), PLATES[0].at[i]));
    }
    expect(shapeOf(glyph(settled(step), at))).toBe(shapeOf(glyph(settled(start), at)));
  });

  it('turns the selected dial clockwise by a quarter, its colour unchanged', () => {
    const before = glyph(settled(start), PLATES[0].at[1]);
    const after = glyph(settled(dials.act(select(start, 1), press(2))), PLATES[0].at[1]);
    expect(shapeOf(after)).toBe(turned(shapeOf(before)));
    expect(colourOf(after)).toBe(colourOf(before));
    const round = play(dials, select(start, 1), pressAll('2222'));
    expect(glyph(settled(round), PLATES[0].at[1])).toBe(before);
  });

  it('selects the dial that is clicked on, on all cells of its plate and on no other', () => {
    const from = select(start, 0);
    for (const [x, y] of [
      [49, 41],
      [58, 41],
      [49, 50],
      [58, 50],
      [53, 45],
    ] as const) {
      expect(selectedIn(settled(dials.act(from, press(6, x, y))))).toEqual([3]);
    }
    for (const [x, y] of [
      [48, 41],
      [59, 41],
      [49, 40],
      [49, 51],
      [53, 15],
      [0, 0],
      [63, 63],
      [8, 45],
    ] as const) {
      expect(dials.act(from, press(6, x, y)).snapshot).toEqual(from);
    }
  });

  it('leaves all as it is on a click without a place, or outside of the board', () => {
    const from = select(start, 0);
    for (const click of [press(6), press(6, -1, 45), press(6, 500, 45)]) {
      expect(dials.act(from, click).snapshot).toEqual(from);
    }
    expect(dials.act(from, { id: 'ACTION6', x: 53 }).snapshot).toEqual(from);
  });

  it('has no ACTION5', () => {
    expect(start.availableActions).toEqual([
      'ACTION1',
      'ACTION2',
      'ACTION3',
      'ACTION4',
      'ACTION6',
      'ACTION7',
    ]);
    expect(dials.act(start.snapshot, press(5))).toEqual(start);
  });

  it('takes back colours, turns, selections and clicks, to the very same frames', () => {
    const from = select(start, 1);
    const actions = [...pressAll('124'), press(6, 5, 45), ...pressAll('32214')];
    const frames = [settled(dials.act(from, press(5)))];
    let step = play(dials, from, pressAll('5'));
    for (const action of actions) {
      const next = dials.act(step.snapshot, action);
      // ACTION3 at the first dial has no effect and is not undoable.
      if (settled(next) !== settled(step)) frames.push(settled(next));
      step = next;
    }
    expect(frames).toHaveLength(actions.length);
    for (const frame of frames.slice(0, -1).reverse()) {
      step = dials.act(step.snapshot, press(7));
      expect(settled(step)).toBe(frame);
    }
    expect(step.snapshot).toEqual(from);
    expect(dials.act(step.snapshot, press(7)).snapshot).toEqual(from);
  });

  it('takes back the last 50 actions and no more', () => {
    const from = select(start, 1);
    const step = play(dials, from, pressAll(`2${'1'.repeat(50)}${'7'.repeat(60)}`));
    const shape = shapeOf(glyph(settled(step), PLATES[0].at[1]));
    expect(shape).toBe(turned(shapeOf(glyph(settled(start), PLATES[0].at[1]))));
    expect(step.snapshot.moves).toBe('');
  });

  it.each(['one', 'two', 'three'])('is solved by what is seen, both levels, then frozen: %s', (seed) => {
    const first = dials.start(seed);
    const last = play(dials, first.snapshot, solve(first, 0));
    expect(last).toMatchObject({ state: 'NOT_FINISHED', levelsCompleted: 1 });
    // The solved first level, then the second.
    expect(last.frames).toHaveLength(2);
    for (const { at, above } of withPattern(0)) {
      expect(glyph(last.frames[0] ?? '', at)).toBe(
        glyph(last.frames[0] ?? '', at, above).replaceAll('2', '4'),
      );
    }
    expect(selectedIn(settled(last), 1)).toHaveLength(1);
    // Undo does not reach back into the previous level.
    expect(dials.act(last.snapshot, press(7)).snapshot).toEqual(last.snapshot);
    expect(dials.restart(last.snapshot)).toEqual({ ...last, frames: [settled(last)] });

    const won = play(dials, last.snapshot, solve(last, 1));
    expect(won).toMatchObject({ state: 'WIN', levelsCompleted: 2 });
    expect(won.frames).toHaveLength(1);
    for (const action of [...pressAll('1234567'), press(6, 12, 40)]) {
      expect(dials.act(won.snapshot, action)).toEqual(won);
    }
  });
});
