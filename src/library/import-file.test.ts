import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import type { JsonObject } from '../base/json';
import { type Lorebook, lorebook } from '../contract/lore';
import { checkLorebook } from '../scene/lore/lore';
import { noNotes } from './fit-fields';
import { readLorebookFile } from './import-file';
import { readWorldInfo, writeWorldInfo } from './world-info';

const readFile = (json: JsonObject, name?: string) =>
  readLorebookFile(new TextEncoder().encode(JSON.stringify(json)), name);
const bookOf = (json: JsonObject, name?: string) => must(readFile(json, name)).body as Lorebook;
function mistakesIn(json: JsonObject): { pointer: string; message: string }[] {
  const notes = noNotes();
  must(readLorebookFile(new TextEncoder().encode(JSON.stringify(json)), undefined, notes));
  return [...notes.repaired, ...notes.skipped];
}

describe('what an imported lorebook has wrong', () => {
  const good = { keys: ['a'], content: 'x' };
  const bad = { keys: ['a', '/(/'], content: 'x' };
  const worldInfo = (more: JsonObject) => ({ uid: 1, key: ['a'], keysecondary: [], content: 'x', ...more });

  it.each<[string, JsonObject, string]>([
    [
      'World Info, by the number of its entry',
      { entries: { 3: worldInfo({}), 7: worldInfo({ uid: 7, key: ['a', '/(/'] }) } },
      '/entries/7/key/1',
    ],
    [
      'World Info in the order it is shown in',
      {
        entries: {
          0: worldInfo({ displayIndex: 1, keysecondary: ['/(/'] }),
          1: worldInfo({ uid: 2, displayIndex: 0 }),
        },
      },
      '/entries/0/keysecondary/0',
    ],
    [
      'an entry whose name has a slash',
      { entries: { 'a/b': worldInfo({ key: ['/(/'] }) } },
      '/entries/a~1b/key/0',
    ],
    ['the book of a card', { entries: [good, bad] }, '/entries/1/keys/1'],
    [
      'a card',
      { spec: 'chara_card_v2', data: { name: 'Ada', character_book: { entries: [good, bad] } } },
      '/data/character_book/entries/1/keys/1',
    ],
    [
      'a card whose book has a field of another type',
      {
        spec: 'chara_card_v2',
        data: { name: 'Ada', character_book: { entries: [{ ...good, content: 4 }] } },
      },
      '/data/character_book/entries/0/content',
    ],
    ['version 3', { spec: 'lorebook_v3', data: { entries: [good, bad] } }, '/data/entries/1/keys/1'],
    [
      'version 3 with a field of another type',
      { spec: 'lorebook_v3', data: { entries: [{ ...good, content: 4 }] } },
      '/data/entries/0/content',
    ],
    [
      'NovelAI',
      {
        lorebookVersion: 5,
        entries: [{ text: 'x', keys: ['a'], contextConfig: { budgetPriority: 'high' } }],
      },
      '/entries/0/contextConfig/budgetPriority',
    ],
  ])('is told by its place in the file: %s', (_, file, pointer) =>
    expect(mistakesIn(file).map((mistake) => mistake.pointer)).toEqual([pointer]),
  );

  it('names the entry', () =>
    expect(
      mistakesIn({ entries: { 7: worldInfo({ uid: 7, comment: 'Quay', key: ['/(/'] }) } })[0]?.message,
    ).toMatch(/entry 7, "Quay"/));

  it('is nothing where keys only look like expressions', () => {
    const keys = ['/r/gaming', '/quit/now', '/usr/bin'];
    expect(bookOf({ entries: { 0: worldInfo({ key: keys }) } }).entries[0]?.keys).toEqual(keys);
  });
});

describe('a lorebook of NovelAI', () => {
  const entry = (more: JsonObject): JsonObject => ({
    text: 'The quay freezes.',
    contextConfig: {
      prefix: '',
      suffix: '\n',
      tokenBudget: 2048,
      budgetPriority: 400,
      insertionPosition: -1,
    },
    lastUpdatedAt: 1_700_000_000_000,
    displayName: 'The quay',
    id: '3f0f8a52-6f0c-4ae9-8d51-7d1f5f0f6a11',
    keys: ['quay', '/ice(berg)?/i'],
    searchRange: 1000,
    enabled: true,
    forceActivation: false,
    keyRelative: false,
    nonStoryActivatable: false,
    category: '',
    loreBiasGroups: [],
    ...more,
  });
  const file: JsonObject = {
    lorebookVersion: 5,
    entries: [
      entry({}),
      entry({
        id: 'w',
        text: 'The wardens.',
        keys: [],
        enabled: false,
        forceActivation: true,
        contextConfig: {},
      }),
    ],
    settings: { orderByKeyLocations: false },
    categories: [],
  };

  it('means here what it means there', () => {
    const book = bookOf(file, 'Harbour');
    expect(book.name).toBe('Harbour');
    expect(book.entries).toMatchObject([
      {
        id: '3f0f8a52-6f0c-4ae9-8d51-7d1f5f0f6a11',
        name: 'The quay',
        content: 'The quay freezes.',
        keys: ['quay', '/ice(berg)?/i'],
        enabled: true,
        constant: false,
        order: 400,
      },
      { id: 'w', content: 'The wardens.', keys: [], enabled: false, constant: true, order: 100 },
    ]);
    expect(checkLorebook(book)).toEqual([]);
  });

  it('is known by its entries where it has no version', () => {
    const { entries } = bookOf({ entries: [{ keys: ['quay'], text: 'The quay freezes.' }] });
    expect(entries).toMatchObject([{ keys: ['quay'], content: 'The quay freezes.' }]);
  });

  it('becomes World Info and comes back with all it had', () => {
    const book = bookOf(file, 'Harbour');
    const written = JSON.parse(JSON.stringify(writeWorldInfo(book)));
    expect(written.entries[0]).toMatchObject({ uid: 0, key: ['quay', '/ice(berg)?/i'], order: 400 });
    const again = readWorldInfo(written);
    expect(
      again.ok &&
        lorebook
          .parse(again.value)
          .entries.map(({ id, content, extra }) => ({ id, content, novelAi: extra.novelAi })),
    ).toEqual(book.entries.map(({ id, content, extra }) => ({ id, content, novelAi: extra.novelAi })));
  });
});
