import { describe, expect, it } from 'vitest';
import { makeTrial } from '../../../test/support/adventure-sample';
import { isOnlyRefusal, isRefusal } from './replies';

describe('a refusal', () => {
  it.each([
    ['Your load is too heavy.', true],
    ["(first taking the loaf)\nYou can't put that in the drawer.", true],
    ['The chest is locked.', true],
    ['Gnome just wearing dress and slipper. Him not even have pockets.', true],
    ['Is that the best you can think of?', true],
    ['It is fixed in place.', true],
    ['This dangerous act would achieve little.', true],
    ['You open the chest. It holds a locked box.', false],
    ['The lid slides open, and not even a hinge is heard.', false],
    ['Taken.', false],
  ])('is told by the words of an answer: %s', (text, isRefused) => expect(isRefusal(text)).toBe(isRefused));

  it('is all that a trial came to where nothing changed hands, whatever else is different', () => {
    const text = 'Your load is too heavy.';
    expect(isOnlyRefusal(makeTrial(text, { effect: true }))).toBe(true);
    expect(isOnlyRefusal(makeTrial(text, { effect: true, rearranged: true }))).toBe(false);
    expect(isOnlyRefusal(makeTrial('The lamp is lit.', { effect: true }))).toBe(false);
  });
});
