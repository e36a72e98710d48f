import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import type { JsonObject } from '../base/json';
import type { LibraryBody } from '../contract/library';
import { readCard } from './cards';
import { listIgnored, listUsed } from './ignored';
import { readLorebookFile } from './import-file';

const bytes = (json: JsonObject) => new TextEncoder().encode(JSON.stringify(json));
const ignoredOfBook = (json: JsonObject) =>
  listIgnored({
    kind: 'lorebook',
    body: must(readLorebookFile(bytes(json))).body as LibraryBody<'lorebook'>,
  });
const ignoredOfCard = (json: JsonObject) =>
  listIgnored({ kind: 'character', body: must(readCard(json)).body });
const usedOfCard = (json: JsonObject) => listUsed(must(readCard(json)).body);
/** SillyTavern's default entry: all fields present, without content. */
const plainEntry: JsonObject = {
  uid: 0,
  key: ['a'],
  keysecondary: [],
  comment: '',
  content: 'x',
  constant: false,
  vectorized: false,
  selective: true,
  selectiveLogic: 0,
  addMemo: true,
  order: 100,
  position: 0,
  disable: false,
  excludeRecursion: false,
  probability: 100,
  useProbability: true,
  depth: 4,
  group: '',
  scanDepth: null,
  role: 0,
  sticky: 0,
  cooldown: null,
  delay: null,
  triggers: [],
  displayIndex: 0,
  characterFilter: { isExclude: false, names: [], tags: [] },
};
const card = (data: JsonObject, more: JsonObject = {}): JsonObject => ({
  spec: 'chara_card_v2',
  spec_version: '2.0',
  ...more,
  data: { name: 'Ada', description: 'A keeper.', extensions: {}, ...data },
});

describe('fields of an imported file that are kept but do nothing', () => {
  it('are none where all that is said is understood', () => {
    expect(ignoredOfBook({ entries: { 0: plainEntry } })).toEqual([]);
    expect(ignoredOfBook({ entries: { 0: { ...plainEntry, order: 7, disable: true, group: 'g' } } })).toEqual(
      [],
    );
    expect(
      ignoredOfBook({ entries: [{ keys: ['a'], content: 'x', position: 'before_char', use_regex: true }] }),
    ).toEqual([]);
    expect(
      ignoredOfCard(card({ tags: ['a'], creation_date: 1 }, { description: 'A keeper.', create_date: 'x' })),
    ).toEqual([]);
  });

  it('are named once for a lorebook, whichever entries have them', () => {
    const file = {
      entries: {
        0: { ...plainEntry, useGroupScoring: true, position: 4, depth: 2, role: 1 },
        // A condition makes the entry inactive, which `skipped` reports.
        1: { ...plainEntry, uid: 1, useGroupScoring: true, cooldown: 5 },
      },
      theirs: { b: 1 },
    };
    expect(ignoredOfBook(file)).toEqual([
      'theirs',
      'entries.position',
      'entries.depth',
      'entries.role',
      'entries.useGroupScoring',
    ]);
  });

  it('are named for a character, its card, its extensions and its book', () => {
    const file = card(
      {
        nickname: 'Addy',
        extensions: {
          talkativeness: '0.8',
          fav: true,
          world: 'Harbour',
          depth_prompt: { prompt: 'Never lies.', depth: 2, role: 'user' },
          proscenium: { goals: 'Light.' },
        },
        character_book: {
          entries: [{ keys: ['a'], content: 'x', extensions: { vectorized: true, position: 0, group: 'g' } }],
        },
      },
      { theirs: 7 },
    );
    expect(ignoredOfCard(file)).toEqual([
      'theirs',
      'extensions.world',
      'extensions.depth_prompt.role',
      'character_book.entries.extensions.vectorized',
    ]);
  });

  it("are none for a character's note that is empty", () => {
    const extensions = { depth_prompt: { prompt: '', depth: 2, role: 'user' } };
    expect(ignoredOfCard(card({ extensions }))).toEqual([]);
  });

  it('are the assets of a card but for the icon that is shown', () => {
    const icon = { type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' };
    const other = { type: 'background', uri: 'embeded://assets/sea.png', name: 'main', ext: 'png' };
    expect(ignoredOfCard(card({ assets: [icon] }))).toEqual([]);
    expect(ignoredOfCard(card({ assets: [icon, other] }))).toEqual(['assets']);
    expect(ignoredOfCard(card({ assets: [{ ...icon, uri: 'https://example.com/x.png' }] }))).toEqual([
      'assets',
    ]);
  });

  it('are the decorators that only place an entry', () => {
    const content = '@@depth 3\n@@role system\n@@exclude_keys sea\nA lamp. @@none';
    expect(ignoredOfBook({ name: 'B', entries: { 0: { ...plainEntry, content } } })).toEqual([
      ...['entries.@@depth', 'entries.@@role'],
    ]);
  });

  it('are a list that ends', () => {
    const theirs = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}${'x'.repeat(300)}`, 1]));
    const ignored = ignoredOfCard(card({ extensions: theirs }));
    expect(ignored).toHaveLength(100);
    expect(Math.max(...ignored.map((name) => name.length))).toBeLessThanOrEqual(120);
  });
});

describe('fields of an imported card that have an effect', () => {
  it('are named as the card names them, where they say something', () => {
    const file = card({
      nickname: 'Addy',
      scenario: 'A lighthouse.',
      mes_example: '<START>\n{{char}}: Here.',
      post_history_instructions: ' ',
      system_prompt: '',
      alternate_greetings: [],
      group_only_greetings: ['All of you?'],
      creator: 'nobody',
      creator_notes: 'A note.',
      tags: ['sea'],
      extensions: {
        depth_prompt: { prompt: 'Never lies.', depth: 2 },
        proscenium: { goals: 'Light.' },
        world: 'Harbour',
      },
      character_book: { entries: [{ keys: ['a'], content: 'x' }] },
    });
    expect(usedOfCard(file)).toEqual([
      ...['name', 'description', 'scenario', 'mes_example', 'nickname', 'group_only_greetings'],
      ...['extensions.depth_prompt', 'extensions.proscenium.goals', 'character_book'],
    ]);
    expect(ignoredOfCard(file)).toEqual(['extensions.world']);
  });

  it('are how readily it talks, when that is a number from 0 to 1 or a text of one', () => {
    for (const talkativeness of [0, 0.5, '0.8', 1]) {
      const file = card({ extensions: { talkativeness } }, { talkativeness });
      expect(usedOfCard(file)).toEqual(['name', 'description', 'extensions.talkativeness']);
      expect(ignoredOfCard(file)).toEqual([]);
    }
    const file = card({ extensions: { talkativeness: 'often' } }, { talkativeness: 7 });
    expect(usedOfCard(file)).toEqual(['name', 'description']);
    expect(ignoredOfCard(file)).toEqual(['talkativeness', 'extensions.talkativeness']);
  });

  it('are few in a bare card', () =>
    expect(usedOfCard(card({ character_book: { entries: [] } }))).toEqual(['name', 'description']));
});

const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];
const hostile = (): JsonObject => Object.fromEntries(INHERITED.map((name) => [name, 'x']));

it('fields with the names of what every object has are named like any other', () => {
  const fields = INHERITED.map((name) => `extensions.${name}`);
  const data = { ...hostile(), name: 'Ada', extensions: hostile(), first_mes: 'Hm.' };
  const card = { spec: 'chara_card_v2', spec_version: '2.0', data, ...hostile() };
  expect(ignoredOfCard(card).sort()).toEqual([...INHERITED, ...fields].sort());
  const entries = {
    0: { ...plainEntry, ...hostile() },
    ['__proto__']: plainEntry,
    constructor: { ...plainEntry, uid: 2 },
  };
  expect(ignoredOfBook({ ...hostile(), entries }).sort()).toEqual(
    [...INHERITED, ...INHERITED.map((name) => `entries.${name}`)].sort(),
  );
});
