import { expect, it } from 'vitest';
import { boardKey } from './board';

it('keys boards by what is outside the mask, also if two masks have the same size', () => {
  const [one, other] = [1, 2].map((color) => ({ rows: 1, cols: 2, cells: Uint8Array.of(0, color) }));
  if (!one || !other) throw new Error('no boards');
  const [left, right] = [new Set([0]), new Set([1])];
  expect(boardKey(one, left)).not.toBe(boardKey(other, left));
  expect(boardKey(one, right)).toBe(boardKey(other, right));
});
