import { describe, expect, it } from 'vitest';
import { cut, findStart, findWay, play, press, pressAll, settled } from '../../../../test/support/play-game';
import type { JsonObject } from '../../../base/json';
import type { GameStep } from '../game';
import { CRATE_PLANS, crates } from './crates';

type Place = [number, number];

/** Pushes that solve each plan: tile of the crate and direction. Found by search. */
const SOLUTIONS = [
  '10,11U 9,11U 8,11U 7,11U 6,11R 6,12U 5,12U 4,12U 3,12U 10,6R 10,7R 10,8R 10,9R 10,10R 10,11U 9,11U 8,11U 7,11U 6,11U 5,11U 4,11U 3,11U 4,3R 4,4R 4,5R 4,6R 4,7R 4,8R 4,9R 4,10U 3,10U',
  '5,12L 5,11U 4,11U 3,11U 2,11L 2,10L 2,9L 2,8L 2,7L 2,6L 2,5L 2,4L 2,3L 5,3U 4,3U 3,3U',
  '4,6D 4,7R 4,8R 4,9R 4,10R 4,11R 4,12D 5,12D 5,6U 6,12R 4,6R 4,7R 4,8R 4,9R 4,10R 4,11R 4,12D 5,12D',
  '10,12L 10,11L 10,10L 10,9D 11,9L 11,8L 11,7L 11,6L 11,5D 12,5D 2,2D 3,2D 4,2D 5,2D 6,2D 7,2R 7,3R 7,4R 7,5R 7,6R',
];
const WAYS: Record<string, [action: number, step: Place]> = {
  U: [1, [-1, 0]],
  D: [2, [1, 0]],
  L: [3, [0, -1]],
  R: [4, [0, 1]],
};
const WALKS = pressAll('1234');
const FLOOR = '1111/1111/1111/1111';
const CRATE = 'cccc/c11c/c11c/cccc';
const AVATAR = '1991/9999/9999/1991';

function startOf(plan: number): GameStep {
  const marks = CRATE_PLANS[plan]?.join('') ?? '';
  const first = marks.indexOf('$');
  const is = (step: GameStep) =>
    (step.snapshot.crates as Place[]).length === marks.split('$').length - 1 &&
    JSON.stringify((step.snapshot.crates as Place[])[0]) === `[${Math.floor(first / 16)},${first % 16}]`;
  return findStart(crates, is);
}
const arrange = (step: GameStep, avatar: Place, crateAt: Place[]): JsonObject => ({
  ...step.snapshot,
  avatar,
  crates: crateAt,
});
const tile = (step: GameStep, row: number, col: number) => cut(settled(step), row * 4, col * 4, 4);

describe('crates', () => {
  // Plan 2 has open floor from (1,1) to (6,9) and pads at (6,12) and (6,13).
  const open = startOf(2);

  it('walks by one tile in the four directions', () => {
    const from = arrange(
      open,
      [4, 4],
      [
        [1, 1],
        [1, 9],
      ],
    );
    for (const [action, [rows, cols]] of Object.values(WAYS)) {
      const step = crates.act(from, press(action));
      expect(tile(step, 4 + rows, 4 + cols)).toBe(AVATAR);
      expect(tile(step, 4, 4)).toBe(FLOOR);
    }
  });

  it('is stopped by walls', () => {
    const from = arrange(
      open,
      [1, 1],
      [
        [4, 6],
        [4, 7],
      ],
    );
    for (const action of [1, 3]) expect(crates.act(from, press(action)).snapshot).toEqual(from);
  });

  it('pushes one crate along', () => {
    const from = arrange(
      open,
      [4, 4],
      [
        [4, 5],
        [1, 1],
      ],
    );
    const step = crates.act(from, press(4));
    expect([tile(step, 4, 4), tile(step, 4, 5), tile(step, 4, 6)]).toEqual([FLOOR, AVATAR, CRATE]);
  });

  it('does not push two crates in a line, nor one against a wall, and pulls none', () => {
    const two = arrange(
      open,
      [4, 4],
      [
        [4, 5],
        [4, 6],
      ],
    );
    expect(crates.act(two, press(4)).snapshot).toEqual(two);
    const wall = arrange(
      open,
      [4, 2],
      [
        [4, 1],
        [1, 1],
      ],
    );
    expect(crates.act(wall, press(3)).snapshot).toEqual(wall);
    expect(tile(crates.act(wall, press(4)), 4, 1)).toBe(CRATE);
  });

  it('does nothing on ACTION5, at no place and beside no crate', () => {
    for (let i = 0; i < 100; i++) {
      const { snapshot, frames } = crates.start(`idle ${i}`);
      expect(crates.act(snapshot, press(5))).toMatchObject({ snapshot, frames });
    }
    const beside = arrange(
      open,
      [4, 4],
      [
        [4, 5],
        [1, 1],
      ],
    );
    expect(crates.act(beside, press(5)).snapshot).toEqual(beside);
  });

  it('takes back walks and pushes one by one, to the very same frames', () => {
    const from = arrange(
      open,
      [4, 4],
      [
        [4, 5],
        [3, 7],
      ],
    );
    const actions = pressAll('4412342');
    const frames = actions.map((_, i) =>
      settled(i === 0 ? crates.act(from, press(5)) : play(crates, from, actions.slice(0, i))),
    );
    let step = play(crates, from, actions);
    for (const frame of frames.reverse()) {
      step = crates.act(step.snapshot, press(7));
      expect(settled(step)).toBe(frame);
    }
    expect(step.snapshot).toEqual(from);
    expect(crates.act(step.snapshot, press(7)).snapshot).toEqual(from);
  });

  it('does not remember what changed nothing', () => {
    const corner = arrange(
      open,
      [1, 2],
      [
        [4, 6],
        [4, 7],
      ],
    );
    const step = play(crates, corner, pressAll('3135'));
    expect(tile(crates.act(step.snapshot, press(7)), 1, 2)).toBe(AVATAR);
  });

  it('takes back the last 50 actions and no more', () => {
    const from = arrange(
      open,
      [1, 1],
      [
        [4, 6],
        [4, 7],
      ],
    );
    // 51 moves between two tiles.
    const walked = play(crates, from, pressAll(`4${'34'.repeat(25)}`));
    const step = play(crates, walked.snapshot, pressAll('7'.repeat(60)));
    expect(step.snapshot).toEqual({ ...from, avatar: [1, 2], moves: '' });
  });

  it('shows a pad under a crate and around the avatar, and again when they have left', () => {
    const pad = arrange(
      open,
      [6, 12],
      [
        [6, 13],
        [1, 1],
      ],
    );
    const shown = crates.act(pad, press(5));
    expect(tile(shown, 6, 12)).toBe('e99e/9999/9999/e99e');
    expect(tile(shown, 6, 13)).toBe('cccc/ceec/ceec/cccc');
    expect(tile(crates.act(pad, press(1)), 6, 12)).toBe('eeee/eeee/eeee/eeee');
  });

  it.each(SOLUTIONS.map((pushes, plan) => ({ plan, pushes })))(
    'can be solved: plan $plan',
    ({ plan, pushes }) => {
      let step = startOf(plan);
      for (const push of pushes.split(' ')) {
        const [, row = '', col = '', letter = ''] = /^(\d+),(\d+)(.)$/.exec(push) ?? [];
        const [action, [rows, cols]] = WAYS[letter] ?? [0, [0, 0]];
        const stand = JSON.stringify([Number(row) - rows, Number(col) - cols]);
        const standing = JSON.stringify(step.snapshot.crates);
        if (JSON.stringify(step.snapshot.avatar) !== stand) {
          const way = findWay(
            crates,
            step.snapshot,
            WALKS,
            ({ snapshot }) =>
              JSON.stringify(snapshot.avatar) === stand && JSON.stringify(snapshot.crates) === standing,
            ({ snapshot }) =>
              JSON.stringify(snapshot.crates) === standing ? JSON.stringify(snapshot.avatar) : null,
          );
          step = play(crates, step.snapshot, way ?? []);
        }
        expect(step.state).toBe('NOT_FINISHED');
        step = crates.act(step.snapshot, press(action));
      }
      expect(step).toMatchObject({ state: 'WIN', levelsCompleted: 1 });
      for (const n of [1, 2, 3, 4, 5, 7]) {
        expect(crates.act(step.snapshot, press(n))).toEqual(step);
      }
      expect(crates.restart(step.snapshot)).toEqual(startOf(plan));
    },
  );

  it('starts on a tile that the plan marks for it', () => {
    for (let i = 0; i < 60; i++) {
      const { avatar, crates: boxes } = crates.start(`reach ${i}`).snapshot;
      const plan = CRATE_PLANS.find((lines) => {
        const at = lines.join('').indexOf('$');
        return JSON.stringify((boxes as Place[])[0]) === `[${Math.floor(at / 16)},${at % 16}]`;
      });
      const [row, col] = avatar as Place;
      expect(plan?.[row]?.[col]).toBe(',');
    }
  });
});
