import { expect, it } from 'vitest';
import type { StoryStep } from '../../../packages/zmachine-story/src/types';
import { cutSteps, FROTZ_CHANCE, hasFrotz } from '../../../scripts/lib/frotz';
import { findScore, isSame, lacksIntro, walkHere } from '../../../scripts/lib/walk';
import { openStory } from '../../support/play-story';

/** Frotz's generator in integers: `A = 0x015a4e35 * A + 1`, of which bits 16 to 30 count. */
function* frotzNumbers(seed: bigint): Generator<number> {
  for (let a = seed; ; ) {
    a = 0x015a4e35n * a + 1n;
    yield Number((a >> 16n) & 0x7fffn);
  }
}

const throwMany = (seed: string, ranges: readonly number[]): number[] => {
  const dice = FROTZ_CHANCE.seed(seed);
  return ranges.map((range) => FROTZ_CHANCE.throwDice(dice, range));
};

it('the dice of Frotz give its numbers', () => {
  const numbers = frotzNumbers(12n);
  const wanted = Array.from({ length: 500 }, () => ((numbers.next().value ?? 0) % 100) + 1);
  expect(throwMany('12', new Array(500).fill(100))).toEqual(wanted);
  expect(new Set(wanted).size).toBeGreaterThan(50);
});

it('the dice of Frotz repeat a short row for a small seed, and go on by the first seed', () => {
  expect(throwMany('12', [-3, 10, 10, 10, 10])).toEqual([0, 1, 2, 3, 1]);
  const [first] = throwMany('12', [1000]);
  expect(throwMany('12', [1000, 1000, 0, 1000]).slice(2)).toEqual([0, first]);
  expect(throwMany('12', [-2000, 1000]).slice(1)).toEqual(throwMany('2000', [1000]));
});

it('an output is cut at its marks, without the prompt that is printed again', () => {
  const output =
    'A hall.\n\n>Speed Factor 0\n>Cellar\nA cellar.\n\n>Speed Factor 0\n>Key? Speed Factor 0\nKey? Gone.';
  expect(cutSteps(output)).toEqual(['A hall.\n\n>', 'Cellar\nA cellar.\n\n>', 'Key? ', 'Gone.']);
});

it('a walk is played here, and its steps are compared without what depends on the screen', async () => {
  const { steps, typed } = walkHere(await openStory('lab.z5'), {
    seed: 1,
    walkthrough: ['down', 'key', 'a'],
  });
  expect(typed.map(({ awaits }) => awaits)).toEqual(['line', 'line', 'key', 'line']);
  const [, cellar] = steps;
  if (!cellar) throw new Error('no step');
  const [status = ''] = cellar.upper;
  expect(isSame(cellar, `${status}\n\nCellar\nA cellar. A way\nleads up.\n\n>`)).toBe(true);
  expect(isSame(cellar, `${status}\n\nCellar\nA cellar. A way\nleads down.\n\n>`)).toBe(false);
  expect(isSame(cellar, '')).toBe(false);
});

it('a part of the status line that another interpreter shows is no difference, and other text is', async () => {
  const { steps } = walkHere(await openStory('lab.z5'), { seed: 1, walkthrough: ['down'] });
  const cellar = { ...steps[1], upper: [' Cellar               Score: 0'] } as StoryStep;
  const text = 'Cellar\nA cellar. A way\nleads up.\n\n>';
  expect(isSame(cellar, `r\n\n${text}`)).toBe(true);
  expect(isSame(cellar, `Cellar\n${text.replace('leads', 'Score\nleads')}`)).toBe(true);
  // The text has this line as well.
  expect(isSame(cellar, text)).toBe(true);
  expect(isSame(cellar, `x\n\n${text}`)).toBe(false);
  expect(isSame(cellar, text.replace('leads up.', ''))).toBe(false);
});

it.each([
  ['Your score is 35 (total of 350 points), in 112 moves.', 35],
  ['In that game you scored 450 out of a possible 550, in 816 turns.', 450],
  ['You have so far scored -10 points.', -10],
  ['It is dark.', null],
])('a score is found: %s', (text, score) => expect(findScore(text)).toBe(score));

it('a program that is not there is missed before anything is played', () => {
  expect(hasFrotz('no-such-frotz')).toBe(false);
  expect(hasFrotz('true')).toBe(true);
});

it('a walk whose first answers differ may lack those that the story asks for', () => {
  expect(lacksIntro({}, 5)).toBe(true);
  expect(lacksIntro({}, 40)).toBe(false);
  expect(lacksIntro({}, undefined)).toBe(false);
  expect(lacksIntro({ intro: ['John'] }, 5)).toBe(false);
});
