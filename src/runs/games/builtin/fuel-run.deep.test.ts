import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../../test/support/depth';
import { cut, findWay, play, press, pressAll, settled } from '../../../../test/support/play-game';
import type { JsonObject } from '../../../base/json';
import type { GameStep } from '../game';
import { fuelRun } from './fuel-run';

type Place = [number, number];
const AVATAR = '6666/6776/6776/6666';
const FULL = 60;

const tile = (frame: string, row: number, col: number) => cut(frame, row * 4, col * 4, 4);
/** Fuel read from the frame; the bar must be two rows high and contiguous from the left. */
function fuelIn(frame: string): number {
  const [upper = '', lower = ''] = cut(frame, 62, 0, 2, 64).split('/');
  expect(upper).toBe(lower);
  const [, bar = ''] = /^44(b*)4*$/.exec(upper) ?? [];
  return bar.length;
}
const start = fuelRun.start('fuel');
const put = (avatar: Place, more: JsonObject = {}): JsonObject => ({ ...start.snapshot, avatar, ...more });
const atLevel = (level: number): GameStep => fuelRun.restart({ ...start.snapshot, level });
const solve = (step: GameStep) =>
  findWay(
    fuelRun,
    step.snapshot,
    pressAll('1234'),
    (next) => next.levelsCompleted > step.levelsCompleted,
    (next) => (next.state === 'GAME_OVER' ? null : JSON.stringify(next.snapshot.avatar)),
  ) ?? [];

describe('fuel-run', () => {
  it('walks by one tile, and the bar loses a unit', () => {
    const ways: [number, Place][] = [
      [1, [7, 9]],
      [2, [9, 9]],
      [3, [8, 8]],
      [4, [8, 10]],
    ];
    for (const [action, place] of ways) {
      const step = fuelRun.act(put([8, 9]), press(action));
      expect(tile(settled(step), ...place)).toBe(AVATAR);
      expect(fuelIn(settled(step))).toBe(FULL - 1);
    }
  });

  it('loses a unit for every action, also when blocked and for ACTION5, which does nothing else', () => {
    const corner = put([1, 1]);
    const steps = [1, 3, 5].map((n) => fuelRun.act(corner, press(n)));
    for (const step of steps) {
      expect(tile(settled(step), 1, 1)).toBe(AVATAR);
      expect(fuelIn(settled(step))).toBe(FULL - 1);
    }
    expect(fuelIn(settled(play(fuelRun, corner, pressAll('13515'))))).toBe(FULL - 5);
  });

  it('does not count actions that it does not have', () => {
    for (const action of [press(6, 30, 30), press(6), press(7)]) {
      expect(fuelRun.act(start.snapshot, action)).toEqual(start);
    }
  });

  it('is over on a hazard, where the thing is seen, and then frozen', () => {
    const over = fuelRun.act(put([2, 10]), press(4));
    expect(over).toMatchObject({ state: 'GAME_OVER', levelsCompleted: 0 });
    expect(tile(settled(over), 2, 11)).toBe(AVATAR);
    for (const action of pressAll('1234567')) expect(fuelRun.act(over.snapshot, action)).toEqual(over);
  });

  it('is over when the bar is empty, after 60 actions, and then frozen', () => {
    const last = play(fuelRun, put([1, 1]), pressAll('1'.repeat(FULL - 1)));
    expect(last.state).toBe('NOT_FINISHED');
    expect(fuelIn(settled(last))).toBe(1);
    const over = fuelRun.act(last.snapshot, press(1));
    expect(over.state).toBe('GAME_OVER');
    expect(fuelIn(settled(over))).toBe(0);
    for (const action of pressAll('1234567')) expect(fuelRun.act(over.snapshot, action)).toEqual(over);
  });

  it('restarts the level that stands with a full bar', () => {
    for (const level of [0, 1, 2]) {
      const begun = atLevel(level);
      const over = play(fuelRun, begun.snapshot, pressAll('5'.repeat(FULL)));
      expect(over).toMatchObject({ state: 'GAME_OVER', levelsCompleted: level });
      const again = fuelRun.restart(over.snapshot);
      expect(again).toEqual(begun);
      expect(again).toMatchObject({ state: 'NOT_FINISHED', levelsCompleted: level });
      expect(fuelIn(settled(again))).toBe(FULL);
    }
    expect(new Set([0, 1, 2].map((level) => settled(atLevel(level)))).size).toBe(3);
  });

  it('completes a level at its goal: the thing on the goal first, then the next level with a full bar', () => {
    const done = fuelRun.act(put([12, 11], { fuel: 7 }), press(4));
    expect(done).toMatchObject({ state: 'NOT_FINISHED', levelsCompleted: 1 });
    expect(done.frames).toHaveLength(2);
    expect(tile(done.frames[0] ?? '', 12, 12)).toBe(AVATAR);
    expect(fuelIn(done.frames[0] ?? '')).toBe(6);
    expect(settled(done)).toBe(settled(atLevel(1)));
  });

  it('completes a level with the last unit', () => {
    expect(fuelRun.act(put([12, 11], { fuel: 1 }), press(4))).toMatchObject({
      state: 'NOT_FINISHED',
      levelsCompleted: 1,
    });
  });

  it('exchanges left and right in the second level only, and not up and down', () => {
    const avatarAfter = (level: number, from: Place, n: number) =>
      fuelRun.act(put(from, { level }), press(n)).snapshot.avatar;
    const mirrored = [1, 2, 3, 4].map((n) => avatarAfter(1, [10, 9], n));
    expect(mirrored).toEqual([
      [9, 9],
      [11, 9],
      [10, 10],
      [10, 8],
    ]);
    for (const level of [0, 2]) {
      expect(avatarAfter(level, [9, 9], 3)).toEqual([9, 8]);
      expect(avatarAfter(level, [9, 9], 4)).toEqual([9, 10]);
    }
    const [row, col] = atLevel(1).snapshot.avatar as Place;
    const right = fuelRun.act(atLevel(1).snapshot, press(3));
    expect(tile(settled(right), row, col + 1)).toBe(AVATAR);
  });

  it('can be won, well within the bar, and is frozen then', () => {
    for (let i = 0; i < (isDeep ? 6 : 1); i++) {
      let step = fuelRun.start(`win ${i}`);
      for (const level of [1, 2, 3]) {
        const way = solve(step);
        expect(way.length).toBeGreaterThan(5);
        expect(way.length).toBeLessThan(FULL / 2);
        step = play(fuelRun, step.snapshot, way);
        expect(step).toMatchObject({ state: level === 3 ? 'WIN' : 'NOT_FINISHED', levelsCompleted: level });
        expect(step.frames).toHaveLength(level === 3 ? 1 : 2);
      }
      for (const action of pressAll('1234567')) expect(fuelRun.act(step.snapshot, action)).toEqual(step);
    }
  });
});
