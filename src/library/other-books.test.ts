import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import type { JsonObject } from '../base/json';
import type { Lorebook } from '../contract/lore';
import { readCard, writeCard } from './cards';
import { noNotes } from './fit-fields';
import { listIgnored } from './ignored';
import { readLorebookFile } from './import-file';
import { exportWorldInfo } from './world-info';

const readCase = <C>(name: string): C =>
  JSON.parse(
    readFileSync(new URL(`../../test/fixtures/roleplay/${name}.json`, import.meta.url), 'utf8'),
  ) as C;

function readBook(json: unknown) {
  const notes = noNotes();
  const { body } = must(readLorebookFile(new TextEncoder().encode(JSON.stringify(json)), 'lamps', notes));
  return { book: body as Lorebook, notes };
}

describe('a lorebook of another program', () => {
  const { files } = readCase<{ files: Record<string, JsonObject> }>('lorebooks-of-other-programs');
  it.each([
    ['agnai', { name: 'Harbour', entries: [{ keys: ['lamp'], name: 'lamp', order: 5, enabled: true }] }],
    ['risu', { name: 'lamps', entries: [{ keys: ['lamp', 'light'], name: 'lamp', order: 100 }] }],
    ['old_tavern', { name: 'lamps', entries: [{ id: '0', keys: ['lamp', 'light'] }] }],
  ])('is read: %s', (name, expected) => {
    const { book, notes } = readBook(files[name]);
    expect(book).toMatchObject(expected);
    expect(book.entries).toMatchObject([{ content: 'The lamp never goes out.' }]);
    expect(notes.skipped).toEqual([]);
  });

  it('of Agnai has its conditions, with or without its mark', () => {
    const entry = { name: 'a', entry: 'x', keywords: ['lamp'], priority: 3, weight: 7 };
    const entries = [
      { ...entry, enabled: false },
      { ...entry, enabled: true, selective: true, secondaryKeys: ['sea'], selectiveLogic: 2 },
      { ...entry, enabled: true, probability: 20, useProbability: true, constant: true },
      { ...entry, enabled: true, cooldown: 5 },
    ];
    const book = {
      name: 'B',
      description: 'd',
      scanDepth: 2,
      tokenBudget: 90,
      recursiveScanning: false,
      entries,
    };
    for (const file of [book, { kind: 'memory', _id: '1', ...book }]) {
      expect(readBook(file).book).toMatchObject({
        ...{ name: 'B', description: 'd', scanDepth: 2, tokenBudget: 90, recursive: false },
        entries: [
          { enabled: false, order: 7 },
          { enabled: true, secondaryKeys: ['sea'], logic: 'none' },
          { probability: 20, constant: true },
          { enabled: false, restrictions: ['cooldown'] },
        ],
      });
    }
  });

  it('of RisuAI has its conditions and its decorators', () => {
    const entry = {
      ...{ key: 'lamp', comment: '', content: 'x', mode: 'normal', insertorder: 10, alwaysActive: false },
      ...{ secondkey: '', selective: false },
    };
    const data = [
      { ...entry, secondkey: 'sea, moon', selective: true },
      { ...entry, secondkey: 'sea' },
      { ...entry, activationPercent: 20, extentions: { risu_case_sensitive: true } },
      { ...entry, key: '/lamp(s, |$)/i', useRegex: true },
      { ...entry, mode: 'constant' },
      { ...entry, content: '@@is_greeting 1\nx' },
      { ...entry, mode: 'folder', key: '\uf000folder:1', content: '' },
    ];
    expect(readBook({ type: 'risu', ver: 1, data }).book.entries).toMatchObject([
      { keys: ['lamp'], secondaryKeys: ['sea', 'moon'], logic: 'any' },
      { secondaryKeys: [] },
      { probability: 20, caseSensitive: true },
      { keys: ['/lamp(s, |$)/i'], enabled: true },
      { constant: true },
      { enabled: false, restrictions: ['@@is_greeting'] },
      { content: '' },
    ]);
  });

  it('of NovelAI is off where its category is', () => {
    const entry = { keys: ['lamp'], text: 'x', displayName: 'L', enabled: true, category: 'one' };
    const entries = [entry, { ...entry, category: 'two' }, { ...entry, category: '' }];
    const file = { lorebookVersion: 5, entries, categories: [{ id: 'one', enabled: false }, { id: 'two' }] };
    expect(readBook(file).book.entries.map(({ enabled }) => enabled)).toEqual([false, true, true]);
  });

  it('of another program has no field for its list that does nothing', () => {
    for (const name of ['agnai', 'risu'])
      expect(listIgnored({ kind: 'lorebook', body: readBook(files[name]).book })).toEqual([]);
  });

  it('has pointers into its own file', () => {
    const { notes } = readBook({
      type: 'risu',
      ver: 1,
      data: [7, { key: '/(a+)+$/', content: 'x', insertorder: '3' }],
    });
    expect([...notes.repaired, ...notes.skipped].map(({ pointer }) => pointer).sort()).toEqual([
      ...['/data/0', '/data/1/insertorder', '/data/1/key/0'],
    ]);
  });

  it('with both names of its fields is off where either says so', () => {
    const entry = { uid: 1, key: ['lamp'], keys: ['lamp'], content: 'x', insertion_order: 3, enabled: false };
    expect(readBook({ name: 'B', entries: { 1: entry } }).book.entries).toMatchObject([
      { enabled: false, order: 3 },
    ]);
  });
});

describe('the book of a card in a form by its name', () => {
  const { card } = readCase<{ card: JsonObject }>('v3-form-of-a-book');
  const bookOf = (written: JsonObject) => (written.data as JsonObject).character_book as JsonObject;
  const write = (json: unknown, form: 'v2' | 'v3' | null) =>
    writeCard(JSON.parse(must(readCard(json)).json), form);

  it('has what the form requires', () => {
    const [entry] = bookOf(card).entries as JsonObject[];
    expect(bookOf(write(card, 'v3'))).toEqual({ extensions: {}, entries: [{ ...entry, use_regex: false }] });
    expect(bookOf(write(card, 'v2'))).toEqual(bookOf(card));
    expect(write(card, null)).toEqual(card);
  });

  it('has no value of a wrong type', () => {
    const entries = {
      1: {
        keys: 'lamp, light',
        content: 'x',
        case_sensitive: null,
        position: 4,
        id: 'one',
        name: 7,
        theirs: 7,
      },
    };
    const odd = {
      ...card,
      data: { ...(card.data as JsonObject), character_book: { entries, scan_depth: '5' } },
    };
    const entry = {
      ...{ keys: ['lamp', 'light'], content: 'x', enabled: true, insertion_order: 100, extensions: {} },
      ...{ theirs: 7, position: 'before_char' },
    };
    const { entries: [second] = [], ...header } = bookOf(write(odd, 'v2')) as { entries?: JsonObject[] };
    expect(header).toEqual({ scan_depth: 5, extensions: expect.any(Object) });
    expect(second).toMatchObject({ ...entry, extensions: expect.any(Object) });
    expect(second).not.toHaveProperty('use_regex');
    expect(typeof (second?.id ?? 0)).toBe('number');
    expect(bookOf(write(odd, 'v3')).entries).toMatchObject([{ id: 'one', use_regex: false, enabled: true }]);
    expect(write(odd, null)).toEqual(odd);
  });

  it('is a World Info file that SillyTavern finds keys in', () => {
    const { files } = readCase<{ files: Record<string, JsonObject> }>('lorebooks-of-other-programs');
    const { book } = readBook(files.old_tavern);
    expect(exportWorldInfo(book)).toEqual({
      entries: { 0: { uid: 0, key: ['lamp', 'light'], content: 'The lamp never goes out.' } },
    });
    for (const name of ['agnai', 'risu']) {
      const written = exportWorldInfo(readBook(files[name]).book).entries as JsonObject;
      expect(written['0']).toMatchObject({ uid: 0, key: expect.arrayContaining(['lamp']), disable: false });
    }
  });
});
