import { expect, it } from 'vitest';
import { STORY_KEYS } from '../../../packages/zmachine-story/src/keys';
import { KEY_NAMES, keyName, parseKeyText } from '../../../web/src/adventure/key-names';

it.each([
  [{ key: 'ArrowLeft', code: 'ArrowLeft' }, 'left'],
  [{ key: 'Backspace', code: 'Backspace' }, 'delete'],
  [{ key: 'Delete', code: 'Delete' }, 'delete'],
  [{ key: 'F12', code: 'F12' }, 'f12'],
  [{ key: '7', code: 'Numpad7' }, 'keypad 7'],
  [{ key: '7', code: 'Digit7' }, '7'],
  [{ key: ' ', code: 'Space' }, 'space'],
  [{ key: 'ä', code: 'Quote' }, 'ä'],
  [{ key: 'Tab', code: 'Tab' }, undefined],
  [{ key: 'Unidentified', code: '' }, undefined],
])('a press of %j is the key %s', (press, name) => {
  expect(keyName(press)).toBe(name);
  if (name !== undefined && name.length > 1) expect([...STORY_KEYS.keys()]).toContain(name);
});

it('the page knows every key of the machine', () =>
  expect([...KEY_NAMES].sort()).toEqual([...STORY_KEYS.keys()].sort()));

it('a text of a soft keyboard is the key of its last character', () =>
  expect([parseKeyText('y'), parseKeyText('ye'), parseKeyText(' '), parseKeyText('')]).toEqual([
    'y',
    'e',
    'space',
    undefined,
  ]));
