import { expect, it } from 'vitest';
import { readScoreText } from './score-text';

it.each([
  ['Your score is 10 (total of 350 points), in 21 moves.', 10, 350],
  ['You have so far scored 36 out of a possible 350, in 1 turn, earning you the rank of Novice.', 36, 350],
  ['Your score is 0 of a possible 400, in 12 turns.', 0, 400],
  ['[Your score is 3 points out of 100, in 40 moves.]', 3, 100],
  ['If you were to stop now, your score would be -10 (out of 250).', -10, 250],
  ['You have scored 3 out of 7.', 3, 7],
  ['Score: 12/50', 12, 50],
  ['You have scored 25 points in 9 turns.', 25, null],
  ['Your score is 4 in 10 moves.', 4, null],
  ['Your score is twenty-five out of a possible three hundred and fifty.', 25, 350],
  ['You have scored one hundred and five points in two turns.', 105, null],
  ['Your score is minus ten.', -10, null],
  ['There is no score in this story.', null, null],
  ["That's not a verb I recognise.", null, null],
  ['', null, null],
])('an answer to `score` is understood: %j', (text, score, maximum) =>
  expect(readScoreText(text)).toEqual({ score, maximum }),
);
