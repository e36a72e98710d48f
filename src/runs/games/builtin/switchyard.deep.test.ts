import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../../test/support/depth';
import { cut, findStart, findWay, play, press, pressAll, settled } from '../../../../test/support/play-game';
import type { JsonObject } from '../../../base/json';
import type { GameStep } from '../game';
import { switchyard } from './switchyard';

type Place = [number, number];
const tile = (step: GameStep, row: number, col: number) => cut(settled(step), 2 + row * 5, 2 + col * 5, 5);
const solid = (colour: string) => Array.from({ length: 5 }, () => colour.repeat(5)).join('/');
const opened = (colour: string) => ['11111', '11111', `11${colour}11`, '11111', '11111'].join('/');
const avatarOn = (colour: string) =>
  [`${colour}888${colour}`, '88888', '55555', '55555', `${colour}555${colour}`].join('/');
const [WALL, FLOOR, EXIT] = [solid('4'), solid('1'), solid('e')];

describe('switchyard', () => {
  // The plan with doors A at (3,5), (4,5), doors B at (7,6), (7,7), switches at (4,2), (2,8) and the exit at
  // (10,9).
  const yard = findStart(switchyard, (step) => tile(step, 3, 5) === solid('b'));
  const put = (avatar: Place, open: 'A' | 'B' = 'B'): JsonObject => ({ ...yard.snapshot, avatar, open });

  it('shows a figure of two colours that is neither wall nor floor', () => {
    const step = switchyard.act(put([5, 3]), press(6));
    expect(tile(step, 5, 3)).toBe(avatarOn('1'));
    expect(tile(step, 0, 0)).toBe(WALL);
    expect(tile(step, 10, 9)).toBe(EXIT);
  });

  it('walks by one tile and is stopped by walls', () => {
    const ways: [number, Place][] = [
      [1, [4, 3]],
      [2, [6, 3]],
      [3, [5, 2]],
      [4, [5, 4]],
    ];
    for (const [action, place] of ways) {
      const step = switchyard.act(put([5, 3]), press(action));
      expect(tile(step, ...place)).toBe(avatarOn('1'));
      expect(tile(step, 5, 3)).toBe(FLOOR);
    }
    expect(switchyard.act(put([6, 3]), press(2)).snapshot).toEqual(put([6, 3]));
  });

  it('shows the switch around the figure and restores it when left', () => {
    const on = switchyard.act(put([4, 1]), press(4));
    expect(tile(on, 4, 2)).toBe(avatarOn('f'));
    expect(tile(switchyard.act(on.snapshot, press(4)), 4, 2)).toBe(solid('f'));
  });

  it('swaps both groups of doors on a switch, and back', () => {
    const before = switchyard.act(put([4, 2]), press(6));
    expect([tile(before, 3, 5), tile(before, 7, 6)]).toEqual([solid('b'), opened('a')]);
    const after = switchyard.act(put([4, 2]), press(5));
    expect([tile(after, 3, 5), tile(after, 4, 5)]).toEqual([opened('b'), opened('b')]);
    expect([tile(after, 7, 6), tile(after, 7, 7)]).toEqual([solid('a'), solid('a')]);
    expect(switchyard.act(after.snapshot, press(5))).toEqual(before);
    expect(switchyard.act(put([2, 8]), press(5)).snapshot).toEqual(put([2, 8], 'A'));
  });

  it('does nothing on ACTION5 anywhere else, beside a switch or in a door', () => {
    for (const place of [
      [1, 1],
      [4, 1],
      [4, 3],
      [3, 2],
      [5, 2],
      [3, 4],
      [7, 6],
      [8, 9],
    ] as Place[]) {
      expect(switchyard.act(put(place), press(5)).snapshot).toEqual(put(place));
    }
    for (let i = 0; i < 60; i++) {
      const start = switchyard.start(`idle ${i}`);
      expect(switchyard.act(start.snapshot, press(5))).toEqual(start);
    }
  });

  it('is stopped by closed doors and passes open ones, whose mark comes back', () => {
    expect(switchyard.act(put([3, 4]), press(4)).snapshot).toEqual(put([3, 4]));
    const inside = switchyard.act(put([3, 4], 'A'), press(4));
    expect(tile(inside, 3, 5)).toBe(avatarOn('1'));
    const through = switchyard.act(inside.snapshot, press(4));
    expect([tile(through, 3, 5), tile(through, 3, 6)]).toEqual([opened('b'), avatarOn('1')]);
    expect(switchyard.act(put([6, 6], 'A'), press(2)).snapshot).toEqual(put([6, 6], 'A'));
    expect(switchyard.act(put([6, 6]), press(2)).snapshot).toEqual(put([7, 6]));
  });

  it('can be solved from many starts, never without a switch, and is frozen when won', () => {
    const exits = new Set<string>();
    for (let i = 0; i < (isDeep ? 12 : 3); i++) {
      const { snapshot } = switchyard.start(`solve ${i}`);
      const isWon = (step: GameStep) => step.state === 'WIN';
      const keyOf = (step: GameStep) => JSON.stringify(step.snapshot);
      expect(findWay(switchyard, snapshot, pressAll('1234'), isWon, keyOf)).toBeNull();
      const way = findWay(switchyard, snapshot, pressAll('12345'), isWon, keyOf) ?? [];
      const won = play(switchyard, snapshot, way);
      expect(won).toMatchObject({ state: 'WIN', levelsCompleted: 1 });
      for (const action of pressAll('1234567')) expect(switchyard.act(won.snapshot, action)).toEqual(won);
      exits.add(JSON.stringify(won.snapshot.avatar));
    }
    // All plans occurred.
    if (isDeep) expect(exits.size).toBe(3);
  });
});
