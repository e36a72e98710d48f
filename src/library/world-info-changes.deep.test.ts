import { describe, expect, it } from 'vitest';
import { isDeep } from '../../test/support/depth';
import {
  bookOf,
  cardBooks,
  fullEntry,
  pointersOf,
  store,
  throughFile,
  worldInfo,
} from '../../test/support/world-info-files';
import type { Json, JsonObject } from '../base/json';
import { drawOnce } from '../base/random';
import { type Lorebook, lorebook } from '../contract/lore';
import { noNotes } from './fit-fields';
import { readCharacterBook, readWorldInfo, writeCharacterBook, writeWorldInfo } from './world-info';

describe('a book changed since it was read', () => {
  const change = (file: JsonObject, edit: (book: Lorebook) => void): Lorebook => {
    const book = structuredClone(bookOf(readWorldInfo(file, 'lights')));
    edit(book);
    return store(book);
  };

  it('is written with the change and nothing else', () => {
    const book = change(worldInfo, ({ entries: [first, second, third] }) => {
      if (!first || !second || !third) return;
      first.order = 5;
      first.probability = 100;
      second.enabled = true;
      second.probability = 20;
      second.delayUntilRecursion = false;
      third.secondaryKeys = ['dusk'];
    });
    expect(writeWorldInfo(book)).toEqual({
      entries: {
        0: fullEntry(0, { order: 5, probability: 100 }),
        1: fullEntry(1, { constant: true, probability: 20, delayUntilRecursion: false }),
        7: fullEntry(7, {
          selectiveLogic: 0,
          order: -5,
          caseSensitive: true,
          scanDepth: 0,
          keysecondary: ['dusk'],
        }),
      },
    });
  });

  it('has its new name and settings', () => {
    const book = change(worldInfo, (edited) => {
      edited.name = 'Lamps';
      edited.scanDepth = 9;
      edited.maxRecursion = 0;
    });
    expect(writeWorldInfo(book)).toEqual({
      ...worldInfo,
      name: 'Lamps',
      scan_depth: 9,
      extensions: { proscenium: { maxRecursion: 0 } },
    });
  });

  it('may have new entries, fewer, and another order', () => {
    const book = change(worldInfo, (edited) => {
      const [first, , third] = edited.entries;
      const added = lorebook.parse({ name: 'x', entries: [{ id: 'new', keys: ['n'], content: 'New.' }] });
      edited.entries = [third, ...added.entries, first].flatMap((entry) => entry ?? []);
    });
    const read = bookOf(readWorldInfo(throughFile(writeWorldInfo(book))));
    expect(read.entries.map(({ id }) => id)).toEqual(['7', 'new', '0']);
    expect(Object.keys(writeWorldInfo(book).entries ?? {})).toEqual(['0', '1', '7']);
  });

  it('never has two entries under one name', () => {
    const book = change(worldInfo, (edited) => {
      edited.entries = edited.entries.flatMap((entry) => [entry, { ...entry }]);
    });
    expect(Object.keys(writeWorldInfo(book).entries ?? {})).toHaveLength(6);
  });
});

describe('a book from one format, written in the other', () => {
  it('keeps what both know, and comes back whole', () => {
    const file = cardBooks["a card of SillyTavern's"] ?? {};
    const book = bookOf(readCharacterBook(file));
    const asWorldInfo = throughFile(writeWorldInfo(store(book))) as { entries: Record<string, JsonObject> };
    expect(asWorldInfo.entries['3']).toMatchObject({
      uid: 3,
      key: ['lamp'],
      position: 4,
      depth: 6,
      role: 0,
      sticky: 0,
      groupWeight: 250,
    });
    const back = bookOf(readWorldInfo(asWorldInfo));
    expect(back.entries.map(({ id, content }) => [id, content])).toEqual(
      book.entries.map(({ id, content }) => [id, content]),
    );
    expect(writeCharacterBook(store(back))).toEqual(file);
  });

  it('goes from World Info to a card and back', () => {
    const book = bookOf(readWorldInfo(worldInfo, 'lights'));
    const card = throughFile(writeCharacterBook(store(book))) as { entries: JsonObject[] };
    expect(card.entries[0]).toMatchObject({
      id: 0,
      keys: ['lantern', '/oil\\s+lamp/i'],
      secondary_keys: ['cellar'],
      selective: true,
      insertion_order: 120,
      position: 'after_char',
      extensions: { selectiveLogic: 3, depth: 2, position: 4, sticky: 3, match_character_description: true },
    });
    expect(writeWorldInfo(store(bookOf(readCharacterBook(card))))).toEqual(worldInfo);
  });
});

describe('any file at all', () => {
  const VALUES: Record<string, Json[]> = {
    keysecondary: [[], ['b']],
    selective: [true, false],
    selectiveLogic: [0, 1, 2, 3],
    comment: ['', 'Name'],
    content: ['', 'Text.'],
    constant: [true, false],
    disable: [true, false],
    order: [100, 5],
    probability: [100, 50, 0],
    useProbability: [true, false],
    group: ['', 'g'],
    groupWeight: [100, 3],
    scanDepth: [0, 9],
    caseSensitive: [true, false],
    delayUntilRecursion: [true, false, 0, 3],
    displayIndex: [0, 1, 'first'],
    extensions: [{}, { proscenium: {} }, { proscenium: { extra: { x: 1 } } }, [], 'text'],
    position: [0, 4],
  };
  const CARD_NAMES: Record<string, string> = {
    keysecondary: 'secondary_keys',
    order: 'insertion_order',
    caseSensitive: 'case_sensitive',
    disable: 'enabled',
  };

  it('comes out as it went in, whatever of it is there', () => {
    for (let n = 0; n < (isDeep ? 300 : 30); n += 1) {
      const pick = <T>(list: T[], about: string): T | undefined =>
        list[Math.floor(drawOnce(`${n} ${about}`) * list.length)];
      const makeOne = (uid: number, rename: (name: string) => string, keys: string): JsonObject =>
        Object.fromEntries([
          [keys, ['a']],
          ...Object.entries({ ...VALUES, uid: [uid] }).flatMap(([name, values]): [string, Json][] => {
            const value = pick<Json | undefined>([undefined, undefined, null, ...values], `${uid} ${name}`);
            return value === undefined ? [] : [[rename(name), value]];
          }),
        ]);
      const file = {
        entries: Object.fromEntries([0, 1, 2].map((i) => [i, makeOne(i, (name) => name, 'key')])),
      };
      expect(writeWorldInfo(store(bookOf(readWorldInfo(file))))).toEqual(file);
      const card = { entries: [0, 1].map((i) => makeOne(i, (name) => CARD_NAMES[name] ?? name, 'keys')) };
      const book = store(bookOf(readCharacterBook(card)));
      expect(writeCharacterBook(book)).toEqual(card);
      const there = bookOf(readWorldInfo(throughFile(writeWorldInfo(book))));
      expect(writeCharacterBook(store(there))).toEqual(card);
    }
  });

  it('may name a field as nothing should be named', () => {
    const file = JSON.parse(
      '{"entries":{"__proto__":{"key":["a"],"__proto__":{"order":1},"constructor":2}}}',
    );
    const book = bookOf(readWorldInfo(file));
    expect(book.entries).toMatchObject([{ id: '__proto__', keys: ['a'], order: 100 }]);
    expect(JSON.stringify(writeWorldInfo(book))).toBe(JSON.stringify(file));
  });
});

describe('what is no lorebook', () => {
  const entry = { uid: 0, key: ['a'], content: 'b' };
  let deep: Json = 1;
  for (let i = 0; i < 5000; i += 1) deep = [deep];

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['']],
    ['null', null, ['']],
    ['a list', [], ['']],
    ['a text', 'entries', ['']],
    ['no entries', { name: 'x' }, ['/entries']],
    ['entries that are a text', { entries: 'a' }, ['/entries']],
    ['what is nested too deep', { entries: { 0: { ...entry, deep } } }, ['']],
  ])('is refused at its place: %s', (_, file, pointers) =>
    expect(pointersOf(readWorldInfo(file))).toEqual(pointers),
  );

  it.each<[string, JsonObject, string[]]>([
    ['an entry that is none', { entries: { 4: null, 5: ['x'] } }, ['/entries/4', '/entries/5']],
    ['no keys', { entries: { 0: { uid: 0, content: 'b' } } }, []],
    ['keys that are a text', { entries: { 0: { ...entry, key: 'a, b' } } }, ['/entries/0/key']],
    ['a key that is a number', { entries: [{ ...entry, key: ['a', 1] }] }, ['/entries/0/key/1']],
    ['an order that is a text', { entries: { 0: { ...entry, order: '100' } } }, ['/entries/0/order']],
    [
      'a logic there is not',
      { entries: { 0: { ...entry, selectiveLogic: 4 } } },
      ['/entries/0/selectiveLogic'],
    ],
    ['a switch that is no switch', { entries: { 0: { ...entry, disable: 'no' } } }, ['/entries/0/disable']],
    ['selective that is no switch', { entries: { 0: { ...entry, selective: 1 } } }, ['/entries/0/selective']],
    [
      'a probability over 100',
      { entries: { 0: { ...entry, probability: 101 } } },
      ['/entries/0/probability'],
    ],
    [
      'a use of probability that is none',
      { entries: { 0: { ...entry, useProbability: 'yes' } } },
      ['/entries/0/useProbability'],
    ],
    ['a name of an entry with a slash', { entries: { 'a/b': 7 } }, ['/entries/a~1b']],
    [
      'all that is wrong at once',
      { name: 4, scan_depth: -1, entries: { 0: { ...entry, content: 4 } } },
      ['/name', '/scan_depth', '/entries/0/content'],
    ],
    [
      'a text that is too long',
      { entries: { 0: { ...entry, content: 'x'.repeat(100_001) } } },
      ['/entries/0/content'],
    ],
    ['too many entries', { entries: Array.from({ length: 2001 }, () => entry) }, ['/entries']],
  ])('is read all the same, and told at its place: %s', (_, file, pointers) => {
    const notes = noNotes();
    const book = bookOf(readWorldInfo(file, 'lights', notes));
    expect([...notes.repaired, ...notes.skipped].map(({ pointer }) => pointer)).toEqual(pointers);
    // Unless an entry was skipped, the file is reproduced.
    const isWhole = Object.keys(file.entries as object).length === book.entries.length;
    if (isWhole) expect(writeWorldInfo(store(book))).toEqual(file);
  });

  it.each<[string, JsonObject, string]>([
    [
      'a wrong field among the extensions',
      { entries: [{ keys: ['a'], content: '', extensions: { group_weight: 0 } }] },
      '/entries/0/extensions/group_weight',
    ],
    [
      'a logic there is not',
      { entries: [{ keys: ['a'], content: '', extensions: { selectiveLogic: 'any' } }] },
      '/entries/0/extensions/selectiveLogic',
    ],
    ['a budget that is a text', { entries: [], token_budget: 'much' }, '/token_budget'],
  ])('is read in a card all the same, and told at its place: %s', (_, file, pointer) => {
    const notes = noNotes();
    const book = bookOf(readCharacterBook(file, undefined, notes));
    expect([...notes.repaired, ...notes.skipped].map((note) => note.pointer)).toEqual([pointer]);
    expect(writeCharacterBook(store(book))).toEqual(file);
  });
});
