import { describe, expect, it } from 'vitest';
import { throwDie } from '../../../src/context/dice';
import type { Json, JsonObject } from '../../../src/contract/json';
import { type Lorebook, lorebook } from '../../../src/contract/lore';
import type { Result } from '../../../src/contract/problems';
import {
  readCharacterBook,
  readWorldInfo,
  writeCharacterBook,
  writeWorldInfo,
} from '../../../src/library/world-info';

const bookOf = (result: Result<Lorebook>): Lorebook => {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
};
const pointersOf = (result: Result<Lorebook>): string[] =>
  !result.ok && result.failure.code === 'invalid' ? result.failure.errors.map(({ pointer }) => pointer) : [];
/** As it comes out of a store: through JSON, and through the schema. */
const store = (book: Lorebook): Lorebook => lorebook.parse(JSON.parse(JSON.stringify(book)));
const throughFile = (json: JsonObject): Json => JSON.parse(JSON.stringify(json)) as Json;

/** An entry with every field that a recent SillyTavern writes. */
const fullEntry = (uid: number, more: JsonObject = {}): JsonObject => ({
  uid,
  key: ['lantern', '/oil\\s+lamp/i'],
  keysecondary: ['cellar'],
  comment: 'The lantern',
  content: 'The lantern never goes out.',
  constant: false,
  vectorized: false,
  selective: true,
  selectiveLogic: 3,
  addMemo: true,
  order: 120,
  position: 4,
  disable: false,
  ignoreBudget: false,
  excludeRecursion: true,
  preventRecursion: false,
  delayUntilRecursion: 0,
  probability: 75,
  useProbability: true,
  depth: 2,
  outletName: '',
  group: 'light, things',
  groupOverride: false,
  groupWeight: 40,
  scanDepth: null,
  caseSensitive: null,
  matchWholeWords: false,
  useGroupScoring: null,
  automationId: '',
  role: 1,
  sticky: 3,
  cooldown: null,
  delay: null,
  triggers: ['normal'],
  displayIndex: uid,
  matchPersonaDescription: false,
  matchCharacterDescription: true,
  characterFilter: { isExclude: false, names: ['Odo'], tags: [] },
  ...more,
});

const worldInfo: JsonObject = {
  entries: {
    0: fullEntry(0),
    1: fullEntry(1, { disable: true, constant: true, delayUntilRecursion: 2, useProbability: false }),
    7: fullEntry(7, { selective: false, selectiveLogic: 0, order: -5, caseSensitive: true, scanDepth: 0 }),
  },
};
const worldInfoFiles: Record<string, JsonObject> = {
  'a recent file': worldInfo,
  'an old one with little in it': {
    entries: {
      0: { uid: 0, key: ['king'], content: 'Long live the king' },
      3: { uid: 3, key: [], comment: '' },
    },
  },
  'entries in a list': { entries: [fullEntry(4), fullEntry(2), { key: ['x'], content: 'no number' }] },
  'a book that came with a card': {
    entries: {},
    name: 'Lights',
    originalData: { entries: [{ id: 1 }], name: 'Lights' },
  },
  'settings of its own': {
    name: '  Lights ',
    description: 'Of lamps',
    scan_depth: 2,
    token_budget: 300,
    recursive_scanning: false,
    extensions: { other: { program: [1, null] } },
    entries: {},
  },
  'fields nobody knows': {
    entries: {
      0: {
        uid: 0,
        key: ['a'],
        content: 'b',
        'a/b~c': [1],
        nothing: null,
        deep: { list: [{}] },
        extensions: 7,
      },
    },
    unknown: { entries: 1 },
  },
  'null everywhere': {
    entries: {
      0: {
        uid: 0,
        key: ['a'],
        content: 'b',
        order: null,
        probability: null,
        group: null,
        groupWeight: null,
        comment: null,
      },
    },
  },
  'numbers that are no numbers, missing or there twice': {
    entries: {
      a: { uid: 'lamp', key: ['a'], content: '' },
      b: { key: ['b'], content: '' },
      3: { uid: 5, key: ['c'], content: '' },
      4: { uid: 5, key: ['d'], content: '' },
      5: { uid: { odd: true }, key: ['e'], content: '' },
    },
  },
  'an order of its own': {
    entries: { 0: fullEntry(0, { displayIndex: 2 }), 1: fullEntry(1, { displayIndex: 0 }) },
  },
  'no entries': { entries: {} },
};

const cardBooks: Record<string, JsonObject> = {
  'a card of version 2': {
    extensions: {},
    entries: [
      { keys: ['lamp'], content: 'A lamp.', extensions: {}, enabled: true, insertion_order: 10 },
      {
        keys: ['Oil'],
        content: 'Oil burns.',
        extensions: { 'agnai/x': 1 },
        enabled: false,
        insertion_order: 100,
        case_sensitive: true,
        name: 'Oil',
        priority: 5,
        id: 12,
        comment: '',
        selective: true,
        secondary_keys: ['burn'],
        constant: false,
        position: 'after_char',
      },
    ],
  },
  'a card of version 3': {
    name: 'Lights',
    description: 'Of lamps',
    scan_depth: 6,
    token_budget: 512,
    recursive_scanning: true,
    extensions: { proscenium: 'not ours' },
    entries: [
      {
        id: 'lamp-1',
        keys: ['/lamps?/i'],
        content: '@@depth 4\nA lamp.',
        extensions: {},
        enabled: true,
        insertion_order: 0,
        use_regex: true,
        constant: false,
      },
    ],
  },
  "a card of SillyTavern's": {
    name: 'Lights',
    extensions: {},
    entries: [
      {
        id: 3,
        keys: ['lamp'],
        secondary_keys: ['oil'],
        comment: 'Lamp',
        content: 'A lamp.',
        constant: false,
        selective: true,
        insertion_order: 100,
        enabled: true,
        position: 'before_char',
        use_regex: true,
        extensions: {
          position: 4,
          exclude_recursion: true,
          display_index: 0,
          probability: 30,
          useProbability: true,
          depth: 6,
          selectiveLogic: 2,
          group: 'light',
          group_override: true,
          group_weight: 250,
          prevent_recursion: true,
          delay_until_recursion: false,
          scan_depth: 9,
          match_whole_words: false,
          use_group_scoring: false,
          case_sensitive: true,
          automation_id: '',
          role: 0,
          vectorized: false,
          sticky: 0,
          cooldown: 0,
          delay: 0,
          ignore_budget: true,
        },
      },
      { keys: [], content: 'x', enabled: true, insertion_order: 1, id: 3 },
    ],
  },
  'no extensions': { entries: [{ keys: ['a'], content: 'b', enabled: true, insertion_order: 3 }] },
};

describe('World Info', () => {
  it.each(Object.entries(worldInfoFiles))('comes out as it went in: %s', (_, file) => {
    expect(writeWorldInfo(store(bookOf(readWorldInfo(file, 'lights'))))).toEqual(file);
  });

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
  it.each(Object.entries(cardBooks))('comes out as it went in: %s', (_, file) => {
    expect(writeCharacterBook(store(bookOf(readCharacterBook(file))))).toEqual(file);
  });

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

/** A book of ours that differs from every default. */
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
  /** What a field may be, beside absent and null. */
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
    for (let n = 0; n < 300; n += 1) {
      const pick = <T>(list: T[], about: string): T | undefined =>
        list[Math.floor(throwDie(`${n} ${about}`) * list.length)];
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
      // Through the other format and back, too.
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
    ['an entry that is none', { entries: { 4: null, 5: ['x'] } }, ['/entries/4', '/entries/5']],
    ['no keys', { entries: { 0: { uid: 0, content: 'b' } } }, ['/entries/0/key']],
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
    ['what is nested too deep', { entries: { 0: { ...entry, deep } } }, ['']],
  ])('is refused at its place: %s', (_, file, pointers) => {
    expect(pointersOf(readWorldInfo(file))).toEqual(pointers);
  });

  it.each<[string, JsonObject, string]>([
    ['World Info', { entries: { 0: entry } }, '/entries/0/keys'],
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
  ])('is refused in a card at its place: %s', (_, file, pointer) => {
    expect(pointersOf(readCharacterBook(file))).toEqual([pointer]);
  });
});
