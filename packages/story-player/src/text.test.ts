import { describe, expect, it } from 'vitest';
import { firstSentence, isUnderstood, loadKnownWords } from 'zmachine-story';
import {
  findLabels,
  findNouns,
  findSayings,
  hasReason,
  isDark,
  isMeta,
  isOverladen,
  isTooNarrow,
  phraseFor,
} from './lexicon';

const words = loadKnownWords('lanter brass window of pair candle presto house door small'.split(' '));

describe('what a story says', () => {
  it.each([
    ['It is pitch black in here.', true],
    ['Darkness\nIt is pitch dark, and you can’t see a thing.', true],
    ['It is now pitch dark.', true],
    ['Darkness', true],
    ['A dark forest stretches away to the north.', false],
    ['Steps go down beside the gear, into the dark.', false],
    ['You see darkness below.', false],
  ])('tells the dark: %s', (text, dark) => {
    expect(isDark(text)).toBe(dark);
  });

  it.each([
    ["You can't see any such thing.", false],
    ['I don\'t know the word "snark".', false],
    ['Which key do you mean, the iron key or the brass key?', false],
    ['What do you want to open?', false],
    ["That's not a verb I recognise.", false],
    ["There's nothing special about the window.", true],
    ['It is locked.', true],
    ["Opening it reveals a thing, and you don't know what it is.", true],
    ['Taken.', true],
  ])('tells whether it understood: %s', (text, understood) => {
    expect(isUnderstood(text)).toBe(understood);
  });

  it.each([
    ["You can't go that way.", false],
    ['There is no exit in that direction.', false],
    ['There is a wall there.', false],
    ['It is pitch dark.', false],
    ['The oak door is locked.', true],
    ['The sea is over the causeway, and the current is strong. You will have to wait for the tide.', true],
    ['The guard blocks your way.', true],
  ])('tells whether a blocked way has a reason: %s', (text, reason) => {
    expect(hasReason(text)).toBe(reason);
  });

  it('finds what is written on controls', () => {
    const text = 'It has a button labeled "PLAY", a lever marked ebb and a red lid.';
    expect([...findLabels(text)]).toEqual([
      ['play', 'play button'],
      ['ebb', 'ebb lever'],
    ]);
  });

  it('tells hands that are full, and ways that are too narrow for them', () => {
    expect(isOverladen("You're carrying too many things already.")).toBe(true);
    expect(isOverladen('Your load is too heavy.')).toBe(true);
    expect(isOverladen('That is fixed in place.')).toBe(false);
    expect(isTooNarrow('The crack is too tight for all that you are carrying.')).toBe(true);
    expect(isTooNarrow('The door is closed.')).toBe(false);
  });
});

describe('words of a story', () => {
  it('are known by the letters that its dictionary keeps', () => {
    expect(words.knows('lantern')).toBe(true);
    expect(words.knows('lamp')).toBe(false);
  });

  it('name a thing by what is known of its name', () => {
    expect(phraseFor('battered brass lantern', words)).toBe('brass lantern');
    expect(phraseFor('pair of candles', words)).toBe('pair of candles');
    expect(phraseFor('snark', words)).toBeNull();
  });

  it('are found in a text, each once, without those that name nothing', () => {
    expect(findNouns('You are behind the house. A small window of the house is north.', words)).toEqual([
      'house',
      'window',
    ]);
  });

  it('are found where a text sets them apart', () => {
    expect(findSayings('On the wall is written "PRESTO". Somebody says "no idea".', words)).toEqual([
      'presto',
    ]);
  });

  it('make a first sentence, cut to a length', () => {
    expect(firstSentence('The door is locked. You try again.')).toBe('The door is locked.');
    expect(firstSentence('x'.repeat(300), 50)).toHaveLength(50);
  });
});

describe('commands to the machinery', () => {
  it.each([
    'save',
    'SAVE.',
    'restore game',
    'quit',
    'q',
    'undo',
    'score',
    'full score',
    'verbose',
    'script on',
  ])('%j is one', (command) => expect(isMeta(command)).toBe(true));
  it.each(['save princess', 'look', 'undo knot', 'quit smoking', ''])('%j is none', (command) =>
    expect(isMeta(command)).toBe(false),
  );
});
