import { expect, it } from 'vitest';
import { makeAdventure, makeMove } from '../../../test/support/adventure-sample';
import type { Scene } from './scene';
import { isOneMoreStep, isSameStep, stepObject } from './steps';
import type { TryOutcome } from './tries';

const turned = (month: string): string => `The calendar is turned to ${month} and a picture of some daisies.`;

/** True if turning the calendar to August is one more step after these moves. */
const isStep = (moves: Parameters<typeof makeMove>[0][], over: Partial<TryOutcome> = {}): boolean => {
  const recent = moves.map((move) => makeMove({ command: 'turn calendar', text: turned('July'), ...move }));
  const scene = { here: 12, state: makeAdventure({ recent }) } as unknown as Scene;
  const outcome = { commands: ['turn calendar'], text: turned('August'), points: 0, ...over };
  return isOneMoreStep(scene, outcome as TryOutcome);
};

it('a control is left after two steps that were answered alike, whatever it was turned with', () => {
  expect(isStep([{}])).toBe(false);
  expect(isStep([{}, {}])).toBe(true);
  const withWrench = {
    command: 'turn calendar with wrench',
    text: `(You use bare hands.)\n${turned('June')}`,
  };
  expect(isStep([{}, withWrench])).toBe(true);
  expect(isStep([{}, withWrench], { commands: ['unscrew calendar with wrench'] })).toBe(true);
});

it('a control is turned on where that brings a point, or was another thing or elsewhere', () => {
  expect(isStep([{}, {}], { points: 5 })).toBe(false);
  expect(isStep([{}, {}], { text: 'With a click, a panel slides aside.' })).toBe(false);
  expect(isStep([{}, { from: 13 }])).toBe(false);
  expect(isStep([{}, { command: 'turn dial' }])).toBe(false);
  expect(isStep([{}, { effect: false }])).toBe(false);
});

it('the thing of a command is told from what it is done with', () => {
  expect(stepObject('turn daisy calendar with steel wrench')).toBe('daisy calendar');
  expect(stepObject('look under rug')).toBe('rug');
  expect(stepObject('jump')).toBe('');
  expect(isSameStep({ command: 'jump', text: 'You jump.' }, { command: 'jump', text: 'You jump.' })).toBe(
    false,
  );
});
