import { expect, test } from 'vitest';
import { cutAtLetter } from './fold-text';

test.each([
  ['plain words', 5, 'plain'],
  ['one\r\ntwo', 4, 'one'],
  ['one\n\rtwo', 4, 'one\n'],
  ['cafe\u0301s', 4, 'caf'],
  ['a👨‍👩‍👧b', 4, 'a'],
  ['a👨‍👩‍👧b', 9, 'a👨‍👩‍👧'],
])('cuts %j to %i units without splitting a letter', (text, most, cut) => {
  expect(cutAtLetter(text, most)).toBe(cut);
});
