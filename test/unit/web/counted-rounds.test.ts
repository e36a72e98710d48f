import { expect, it } from 'vitest';
import type { Scene } from '../../../src/contract/scenes';
import { canRetry, lastCounted, roundNumber } from '../../../web/src/scene/direct/counted-rounds';

type Counted = Parameters<typeof canRetry>[0];
const scene = (more: Partial<Counted>): Counted => ({
  rounds: 3,
  undone: [],
  status: 'open',
  table: null,
  ...more,
});

it('offers the newest round to be played anew, and no other one', () =>
  expect([1, 2, 3].filter((n) => canRetry(scene({}), n))).toEqual([3]));

it('offers none after a take-back: the room refuses the round that is the last one now', () => {
  const back = scene({ undone: [[3, 3]] });
  expect(lastCounted(back)).toBe(2);
  expect([1, 2, 3].filter((n) => canRetry(back, n))).toEqual([]);
  expect(canRetry(scene({ undone: [[3, 3]], rounds: 4 }), 4)).toBe(true);
});

it('offers none in a scene that was finished by hand, and the last of a game that is over', () => {
  expect(canRetry(scene({ status: 'finished' }), 3)).toBe(false);
  const table = { over: true } as Scene['table'];
  expect(canRetry(scene({ status: 'finished', table }), 3)).toBe(true);
});

it('numbers the rounds that people see without gaps, also when ranges of removed ones overlap', () => {
  const numbers = (undone: Counted['undone'], rounds: number[]) =>
    rounds.map((n) => roundNumber(scene({ undone }), n));
  expect(numbers([], [1, 2, 3])).toEqual([1, 2, 3]);
  expect(numbers([[2, 3]], [1, 4, 5])).toEqual([1, 2, 3]);
  expect(
    numbers(
      [
        [3, 4],
        [2, 5],
      ],
      [1, 6, 7],
    ),
  ).toEqual([1, 2, 3]);
});
