import type { Json, JsonObject } from '../../src/base/json';
import { type Lorebook, lorebook } from '../../src/contract/lore';
import type { Result } from '../../src/contract/problems';

export const bookOf = (result: Result<Lorebook>): Lorebook => {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
};
export const pointersOf = (result: Result<Lorebook>): string[] =>
  !result.ok && result.failure.code === 'invalid' ? result.failure.errors.map(({ pointer }) => pointer) : [];
/** As after storage: through JSON, and through the schema. */
export const store = (book: Lorebook): Lorebook => lorebook.parse(JSON.parse(JSON.stringify(book)));
export const throughFile = (json: JsonObject): Json => JSON.parse(JSON.stringify(json)) as Json;

/** An entry with every field that a recent SillyTavern writes. */
export const fullEntry = (uid: number, more: JsonObject = {}): JsonObject => ({
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

export const worldInfo: JsonObject = {
  entries: {
    0: fullEntry(0),
    1: fullEntry(1, { disable: true, constant: true, delayUntilRecursion: 2, useProbability: false }),
    7: fullEntry(7, { selective: false, selectiveLogic: 0, order: -5, caseSensitive: true, scanDepth: 0 }),
  },
};
export const worldInfoFiles: Record<string, JsonObject> = {
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

export const cardBooks: Record<string, JsonObject> = {
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
