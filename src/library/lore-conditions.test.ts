import { describe, expect, it } from 'vitest';
import { bookOf, store } from '../../test/support/world-info-files';
import type { JsonObject } from '../base/json';
import { readDecorators } from '../scene/lore/decorators';
import { noNotes } from './fit-fields';
import { readCharacterBook, readWorldInfo, writeCharacterBook, writeWorldInfo } from './world-info';

const plain: JsonObject = { uid: 0, key: ['lamp'], content: 'Bright' };

function readEntry(more: JsonObject) {
  const file = { name: 'Lamps', entries: { 0: { ...plain, ...more } } };
  const notes = noNotes();
  const book = bookOf(readWorldInfo(file, undefined, notes));
  return { file, book, notes, entry: book.entries[0] };
}

describe('a condition of an imported entry', () => {
  it.each<[string, JsonObject, object]>([
    [
      'for one character',
      { characterFilter: { isExclude: false, names: ['Ada'], tags: [] } },
      { characterFilter: { isExclude: false, names: ['Ada'] } },
    ],
    [
      'not for one, in another spelling',
      { character_filter: { isExclude: 'true', names: 'Ada, Bo' } },
      { characterFilter: { isExclude: true, names: ['Ada', 'Bo'] } },
    ],
    ['no filter', { characterFilter: { isExclude: true, names: [], tags: [] } }, { characterFilter: null }],
    ['a delay', { delay: 3 }, { delay: 3 }],
    ['lines that it stays', { sticky: 2 }, { sticky: 2 }],
    ['ordinary prompts', { triggers: ['normal', 'swipe'] }, { restrictions: [] }],
    [
      'no condition',
      { cooldown: 0, triggers: [], characterFilter: null, excluded: false },
      { restrictions: [] },
    ],
    ['a place', { position: 4, depth: 2, role: 1, outletName: 'x', automationId: 'y' }, { restrictions: [] }],
    [
      'other texts in which keys are looked for',
      { matchCharacterDescription: true, matchCharacterPersonality: true, matchCharacterDepthPrompt: true },
      { restrictions: [] },
    ],
    [
      'decorators that are honoured',
      { content: '@@exclude_keys sea\n@@depth 1\nBright' },
      { restrictions: [] },
    ],
  ])('is honoured: %s', (_, more, fields) => {
    const { file, book, notes, entry } = readEntry(more);
    expect(entry).toMatchObject({ enabled: true, ...fields });
    expect(notes.skipped).toEqual([]);
    expect(writeWorldInfo(store(book))).toEqual(file);
  });

  it.each<[JsonObject, string, string]>([
    [{ cooldown: 4 }, 'cooldown', 'cooldown'],
    [{ triggers: ['quiet'] }, 'triggers', 'triggers'],
    [{ characters: ['Ada'] }, 'characters', 'characters'],
    [
      { extensions: { theirs_character: 'Ada' } },
      'extensions/theirs_character',
      'extensions.theirs_character',
    ],
    [{ personaFilter: { names: ['Pat'] } }, 'personaFilter', 'personaFilter'],
    [{ extensions: { theirs_only_for: 'Pat' } }, 'extensions/theirs_only_for', 'extensions.theirs_only_for'],
    [{ content: '@@is_user_icon crown\nBright' }, 'content', '@@is_user_icon'],
    [{ content: '@@theirs\n@@@others\nBright' }, 'content', '@@theirs'],
    [{ content: '@@probability seldom\nBright' }, 'content', '@@probability'],
    [{ selectiveLogic: 7 }, 'selectiveLogic', 'selectiveLogic'],
    [{ disable: 'perhaps' }, 'disable', 'disable'],
    [{ characterFilter: 'Ada' }, 'characterFilter', 'characterFilter'],
    [{ characterFilter: { names: ['Ada', 7] } }, 'characterFilter/names', 'characterFilter.names'],
    [{ characterFilter: { names: [], tags: ['5'] } }, 'characterFilter/tags', 'characterFilter.tags'],
    [
      { characterFilter: { names: ['Ada'], groups: ['5'] } },
      'characterFilter/groups',
      'characterFilter.groups',
    ],
    [{ keysecondary: ['sea', { odd: true }], selectiveLogic: 2 }, 'keysecondary', 'keysecondary'],
  ])('that is not understood makes it inactive: %j', (more, path, name) => {
    const { file, book, notes, entry } = readEntry(more);
    expect(entry).toMatchObject({ enabled: false, restrictions: [name] });
    expect(notes.skipped).toContainEqual({
      pointer: `/entries/0/${path}`,
      message: expect.stringMatching(/The entry is inactive \(entry 0, ""\)$/),
    });
    expect(writeWorldInfo(store(book))).toEqual(file);
    // The author activates it manually.
    const active = { ...book, entries: book.entries.map((one) => ({ ...one, enabled: true })) };
    expect(writeWorldInfo(store(active))).toEqual({
      ...file,
      entries: { 0: { ...file.entries[0], disable: false } },
    });
  });

  it('is silent for an entry that is off anyway', () => {
    const { notes, entry } = readEntry({ cooldown: 4, disable: true });
    expect(entry).toMatchObject({ enabled: false, restrictions: ['cooldown'] });
    expect(notes.skipped).toEqual([]);
  });

  it.each<[JsonObject, boolean]>([
    [{ enabled: false }, false],
    [{ disable: false, enabled: false }, false],
    [{ disabled: true }, false],
    [{ disable: 0, enabled: true }, true],
  ])('is any of the switches that files have: %j', (more, enabled) =>
    expect(readEntry(more).entry?.enabled).toBe(enabled),
  );

  it('is found in rows of spaces, and behind any line break', () => {
    const content = `@@depth 3${' '.repeat(500_000)}4\r@@theirs\r\n\u00a0@@scan_depth 2 \nBright`;
    const { entry } = readEntry({});
    if (!entry) throw new Error('not read');
    expect(readDecorators({ ...entry, content })).toMatchObject({
      entry: { content: 'Bright', scanDepth: 2 },
      placed: ['@@depth'],
      unknown: ['@@theirs'],
    });
  });

  it('of a card is read where SillyTavern, Chub and others have it', () => {
    const filter = { isExclude: false, names: ['Ada'], tags: [] };
    for (const more of [
      { character_filter: filter },
      { characterFilter: filter },
      { extensions: { character_filter: filter, delay: 2, excludeRecursion: true } },
      { extensions: { characterFilter: filter, exclude_recursion: true } },
    ]) {
      const file = {
        name: 'B',
        entries: [{ keys: ['lamp'], content: 'x', enabled: true, insertion_order: 1, ...more }],
      };
      const book = bookOf(readCharacterBook(file));
      expect(book.entries).toMatchObject([
        {
          enabled: true,
          characterFilter: { isExclude: false, names: ['Ada'] },
          excludeRecursion: 'extensions' in more,
        },
      ]);
      expect(writeCharacterBook(store(book))).toEqual(file);
    }
  });

  it('is in the files that are written', () => {
    const { book } = readEntry({});
    const entries = book.entries.map((one) => ({
      ...one,
      characterFilter: { isExclude: true, names: ['Bo'] },
      delay: 4,
    }));
    const changed = store({ ...book, entries });
    const again = [
      bookOf(readWorldInfo(writeWorldInfo(changed))),
      bookOf(readCharacterBook(writeCharacterBook(changed))),
    ];
    for (const { entries: read } of again)
      expect(read).toMatchObject([
        { characterFilter: { isExclude: true, names: ['Bo'] }, delay: 4, enabled: true },
      ]);
  });
});
