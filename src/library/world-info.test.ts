import { describe, expect, it } from 'vitest';
import {
  bookOf,
  cardBooks,
  fullEntry,
  store,
  throughFile,
  worldInfo,
  worldInfoFiles,
} from '../../test/support/world-info-files';
import type { JsonObject } from '../base/json';
import { lorebook } from '../contract/lore';
import { readCharacterBook, readWorldInfo, writeCharacterBook, writeWorldInfo } from './world-info';

describe('World Info', () => {
  it.each(Object.entries(worldInfoFiles))('comes out as it went in: %s', (_, file) =>
    expect(writeWorldInfo(store(bookOf(readWorldInfo(file, 'lights'))))).toEqual(file),
  );

  it('means what SillyTavern means by it', () => {
    const [first, second, third] = bookOf(readWorldInfo(worldInfo, 'lights')).entries;
    expect(first).toMatchObject({
      id: '0',
      name: 'The lantern',
      enabled: true,
      constant: false,
      keys: ['lantern', '/oil\\s+lamp/i'],
      secondaryKeys: ['cellar'],
      logic: 'all',
      content: 'The lantern never goes out.',
      caseSensitive: null,
      wholeWords: false,
      scanDepth: null,
      order: 120,
      probability: 75,
      group: 'light, things',
      groupWeight: 40,
      groupOverride: false,
      excludeRecursion: true,
      preventRecursion: false,
      delayUntilRecursion: false,
      ignoreBudget: false,
    });
    expect(second).toMatchObject({
      enabled: false,
      constant: true,
      delayUntilRecursion: true,
      probability: 100,
    });
    expect(third).toMatchObject({
      id: '7',
      secondaryKeys: [],
      logic: 'any',
      order: -5,
      caseSensitive: true,
      scanDepth: 0,
    });
  });

  it.each([
    [0, 'any'],
    [1, 'not-all'],
    [2, 'none'],
    [3, 'all'],
  ])('reads the logic %i as %s', (selectiveLogic, logic) => {
    const file = { entries: { 0: fullEntry(0, { selectiveLogic }) } };
    expect(bookOf(readWorldInfo(file)).entries[0]?.logic).toBe(logic);
  });

  it('takes its name from the file, else from what it is told', () => {
    expect(bookOf(readWorldInfo({ entries: {} }, ' lights ')).name).toBe('lights');
    expect(bookOf(readWorldInfo({ entries: {}, name: 'Lamps' }, 'lights')).name).toBe('Lamps');
    expect(bookOf(readWorldInfo({ entries: {}, name: ' ' })).name).toBe('Lorebook');
  });

  it('gives every entry an id of its own', () => {
    const file = worldInfoFiles['numbers that are no numbers, missing or there twice'];
    const ids = bookOf(readWorldInfo(file)).entries.map(({ id }) => id);
    expect(ids).toEqual(['5', '4', '0', 'lamp', 'b']);
  });

  it('stands in the order it is shown in', () => {
    const book = bookOf(readWorldInfo(worldInfoFiles['an order of its own']));
    expect(book.entries.map(({ id }) => id)).toEqual(['1', '0']);
  });

  it('remembers nothing of entries that are as we write them', () => {
    const book = bookOf(readWorldInfo(throughFile(writeWorldInfo(lorebook.parse(ours)))));
    expect(book.extra).toEqual({});
    expect(book.entries.every(({ extra }) => Object.keys(extra).length === 0)).toBe(true);
  });

  it('reads the book of a card and that of version 3 as what they are', () => {
    const [card] = Object.values(cardBooks);
    const book = bookOf(readWorldInfo(card));
    expect(book.entries.map(({ keys }) => keys)).toEqual([['lamp'], ['Oil']]);
    expect(writeCharacterBook(book)).toEqual(card);
    expect(readWorldInfo({ spec: 'lorebook_v3', data: card ?? {} })).toEqual({ ok: true, value: book });
  });
});

describe('the book of a character card', () => {
  it.each(Object.entries(cardBooks))('comes out as it went in: %s', (_, file) =>
    expect(writeCharacterBook(store(bookOf(readCharacterBook(file))))).toEqual(file),
  );

  it('means what its specification means by it', () => {
    const book = bookOf(readCharacterBook(cardBooks['a card of version 3']));
    expect(book).toMatchObject({
      name: 'Lights',
      description: 'Of lamps',
      scanDepth: 6,
      tokenBudget: 512,
      recursive: true,
      entries: [{ id: 'lamp-1', keys: ['/lamps?/i'], order: 0 }],
    });
    const [, oil] = bookOf(readCharacterBook(cardBooks['a card of version 2'])).entries;
    expect(oil).toMatchObject({
      id: '12',
      name: 'Oil',
      enabled: false,
      caseSensitive: true,
      secondaryKeys: ['burn'],
      order: 100,
    });
  });

  it("means what SillyTavern's extensions mean by it", () => {
    const [lamp] = bookOf(readCharacterBook(cardBooks["a card of SillyTavern's"])).entries;
    expect(lamp).toMatchObject({
      id: '3',
      name: 'Lamp',
      secondaryKeys: ['oil'],
      logic: 'none',
      probability: 30,
      group: 'light',
      groupOverride: true,
      groupWeight: 250,
      excludeRecursion: true,
      preventRecursion: true,
      delayUntilRecursion: false,
      scanDepth: 9,
      wholeWords: false,
      caseSensitive: true,
      ignoreBudget: true,
    });
  });

  it('asks for no secondary key unless the entry is selective', () => {
    const entry = { keys: ['a'], secondary_keys: ['b'], content: 'c', enabled: true, insertion_order: 1 };
    const read = (more: JsonObject) => bookOf(readCharacterBook({ entries: [{ ...entry, ...more }] }));
    expect(read({}).entries[0]?.secondaryKeys).toEqual([]);
    expect(read({ selective: false }).entries[0]?.secondaryKeys).toEqual([]);
    expect(read({ selective: true }).entries[0]?.secondaryKeys).toEqual(['b']);
    expect(writeCharacterBook(read({ selective: false }))).toEqual({
      entries: [{ ...entry, selective: false }],
    });
  });
});

const ours = {
  name: 'Lights',
  description: 'Of lamps',
  scanDepth: 7,
  caseSensitive: true,
  wholeWords: false,
  recursive: false,
  maxRecursion: 1,
  tokenBudget: 900,
  entries: [
    {
      id: 'lamp',
      name: 'Lamp',
      enabled: false,
      constant: true,
      keys: ['lamp', '/oil/i'],
      secondaryKeys: ['night'],
      logic: 'not-all',
      content: 'A lamp.',
      caseSensitive: false,
      wholeWords: true,
      scanDepth: 0,
      order: -3,
      probability: 12.5,
      group: 'a, b',
      groupWeight: 7,
      groupOverride: true,
      excludeRecursion: true,
      preventRecursion: true,
      delayUntilRecursion: true,
      ignoreBudget: true,
    },
    { id: '9', keys: ['x'], content: 'y' },
    { id: '2' },
  ],
};

describe.each([
  ['World Info', writeWorldInfo, readWorldInfo],
  ['the book of a card', writeCharacterBook, readCharacterBook],
] as const)('a book of ours as %s', (_, write, read) => {
  it.each([
    ['with everything', ours],
    ['with nothing', { name: 'Empty' }],
    [
      'with extras of its own',
      { name: 'X', extra: { a: [1] }, entries: [{ id: 'e', extra: { b: { c: null } } }] },
    ],
    [
      'with extras like ours',
      { name: 'X', extra: { worldInfo: 1, characterBook: {} }, entries: [{ id: '1' }] },
    ],
  ])('comes back as it was: %s', (__, input) => {
    const book = lorebook.parse(input);
    expect(bookOf(read(throughFile(write(book))))).toEqual(book);
  });

  it('is a file that others can read', () => {
    const file = JSON.parse(JSON.stringify(write(lorebook.parse(ours))));
    expect(file.name).toBe('Lights');
    const [lamp] = Object.values(file.entries).filter(
      (entry) => (entry as { comment: string }).comment === 'Lamp',
    );
    expect(lamp).toMatchObject(
      Array.isArray(file.entries)
        ? { keys: ['lamp', '/oil/i'], enabled: false, insertion_order: -3, extensions: { selectiveLogic: 1 } }
        : { uid: 0, key: ['lamp', '/oil/i'], disable: true, order: -3, selectiveLogic: 1, position: 0 },
    );
  });
});
