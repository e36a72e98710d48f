import { describe, expect, it } from 'vitest';
import { throwDie } from '../../../src/context/dice';
import { checkLorebook, findLore, type LoreInput } from '../../../src/context/lore';
import { measureReach } from '../../../src/context/regex-cost';
import { type Lorebook, type LoreEntry, lorebook, loreEntry } from '../../../src/contract/lore';

type Entry = Partial<LoreEntry> & { id: string };
/** An entry that says its id, unless it is told to say something else. */
const makeEntry = (entry: Entry): LoreEntry => loreEntry.parse({ content: entry.id, ...entry });
const makeBook = (entries: Entry[], settings: Partial<Lorebook> = {}): Lorebook =>
  lorebook.parse({ name: 'Book', ...settings, entries: entries.map(makeEntry) });
/** A token for each word. */
const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

const search = (book: Lorebook | Lorebook[], messages: string[], more: Partial<LoreInput> = {}) =>
  findLore({
    books: [book].flat().map((one, i) => ({ id: `b${i}`, book: one })),
    messages,
    seed: 'seed',
    budget: null,
    count: countWords,
    ...more,
  });
const ids = (book: Lorebook | Lorebook[], messages: string[], more: Partial<LoreInput> = {}): string =>
  search(book, messages, more)
    .entries.map(({ id }) => id)
    .join(' ');
const leftOut = (book: Lorebook | Lorebook[], messages: string[], more: Partial<LoreInput> = {}): string =>
  search(book, messages, more)
    .left.map(({ id, why }) => `${id}:${why}`)
    .join(' ');
/** Seeds enough to see how a die falls. */
const SEEDS = Array.from({ length: 400 }, (_, i) => `seed ${i}`);

describe('keys', () => {
  it.each<[string, Partial<LoreEntry> & { keys: string[] }, string, boolean]>([
    ['any one of the keys is enough', { keys: ['wolf', 'king'] }, 'The king rode out.', true],
    ['no key, no entry', { keys: [] }, 'anything', false],
    ['a blank key is no key', { keys: ['', '  '] }, 'anything  at all', false],
    ['spaces around a key are not meant', { keys: ['  king '] }, 'the king', true],
    ['case is ignored by default', { keys: ['KING'] }, 'the King', true],
    ['case counts when it is told to', { keys: ['Rose'], caseSensitive: true }, 'she rose', false],
    ['the right case is found', { keys: ['Rose'], caseSensitive: true }, 'Rose smiled', true],
    ['a whole word is wanted by default', { keys: ['king'] }, 'not to my liking', false],
    ['parts of words, when told so', { keys: ['king'], wholeWords: false }, 'not to my liking', true],
    ['a possessive is a whole word', { keys: ['king'] }, "the king's hand", true],
    ['a plural is another word', { keys: ['king'] }, 'two kings', false],
    ['punctuation ends a word', { keys: ['king'] }, '“King!” she cried', true],
    ['an underscore goes on with a word', { keys: ['king'] }, 'king_size', false],
    ['digits go on with a word', { keys: ['room 1', 'ward'] }, 'ward7', false],
    ['letters with marks are letters', { keys: ['caf'] }, 'the café', false],
    ['a word with marks is found', { keys: ['café'] }, 'le Café noir', true],
    ['marks may be written apart', { keys: ['caf\u00e9'] }, 'the cafe\u0301 there', true],
    ['Cyrillic has words', { keys: ['кот'] }, 'который час', false],
    ['Cyrillic ignores case', { keys: ['кот'] }, 'Кот спит', true],
    ['Chinese has no spaces between words', { keys: ['東京'] }, '私は東京に行く', true],
    ['Thai has no spaces between words', { keys: ['แมว'] }, 'ฉันมีแมวสองตัว', true],
    ['several words are found as they stand', { keys: ['black cat'] }, 'the black cat sat', true],
    ['several words are found inside of words', { keys: ['black cat'] }, 'two black cats', true],
    ['several words must stand together', { keys: ['black cat'] }, 'the black, old cat', false],
    ['a key with other signs is whole', { keys: ['C++'] }, 'ABC++ is no language', false],
    ['a key with other signs is found', { keys: ['C++'] }, 'in C++11 and later', true],
    ['a whole one is found behind one that is not', { keys: ['jack-o'] }, 'jack-old, jack-o', true],
    ['no word may go on behind it', { keys: ['jack-o'] }, 'a jack-old thing', false],
    ['a letter of two places may not stand before it', { keys: ['o-k'] }, '𝒜o-k', false],
    ['an apostrophe may be curly', { keys: ["don't tell"] }, 'Don’t tell her', true],
    ['a sign of its own is found anywhere', { keys: ['🐉'] }, 'the🐉sleeps', true],
    ['signs of expressions mean themselves', { keys: ['a.c', '(x)'] }, 'abc', false],
  ])('%s', (_, entry, text, found) => {
    expect(ids(makeBook([{ id: 'e', ...entry }]), [text])).toBe(found ? 'e' : '');
  });

  it('says which key was found, and where', () => {
    const book = makeBook([
      { id: 'a', keys: ['wolf', 'king'], content: 'A crow sees all.', order: 1 },
      { id: 'b', keys: ['crow'], order: 2 },
      { id: 'c', constant: true, order: 3 },
    ]);
    expect(search(book, ['the king']).entries.map(({ why }) => why)).toEqual([
      { kind: 'key', key: 'king', found: 'talk' },
      { kind: 'key', key: 'crow', found: 'lore' },
      { kind: 'constant' },
    ]);
  });

  it('takes case and whole words from the book where the entry says nothing', () => {
    const entries = [
      { id: 'book', keys: ['King'] },
      { id: 'own', keys: ['King'], caseSensitive: false, wholeWords: true },
    ];
    const book = makeBook(entries, { caseSensitive: true, wholeWords: false });
    expect(ids(book, ['the king'])).toBe('own');
    expect(ids(book, ['Kingdom come'])).toBe('book');
  });

  it('leaves out what is switched off, even when it is constant', () => {
    const book = makeBook([
      { id: 'off', keys: ['king'], enabled: false },
      { id: 'never', constant: true, enabled: false },
      { id: 'on', keys: ['king'] },
    ]);
    expect(ids(book, ['king'])).toBe('on');
    expect(leftOut(book, ['king'])).toBe('');
  });

  it('lets constant entries in without any message', () => {
    expect(ids(makeBook([{ id: 'a', constant: true, secondaryKeys: ['x'] }]), [])).toBe('a');
  });
});

describe('regular expressions as keys', () => {
  it.each<[string, string, string, boolean]>([
    ['it is found', '/k[iu]ngs?/', 'three kungs', true],
    ['it has its own case', '/king/', 'the King', false],
    ['it has its own flags', '/king/i', 'the King', true],
    ['whole words do not concern it', '/king/', 'liking', true],
    ['a global one starts anew each time', '/king/g', 'king', true],
    ['a sticky one starts at the beginning', '/king/y', 'the king', false],
    ['an escaped slash belongs to it', '/and\\/or/', 'and/or', true],
    ['a slash in a class belongs to it', '/a[/]b/', 'a/b', true],
    ['other slashes make it a plain key', '/he/she/', 'it is /he/she/ there', true],
    ['it may tell messages apart', '/\\x01Mara:[^\\x01]*?hello/', 'Mara: well, hello', true],
    ['it may be Unicode', '/^\\x01\\p{Lu}+$/u', 'ÄÖÜ', true],
    ['what is no flag makes it a plain key', '/r/gaming', 'I read /r/gaming a lot', true],
    ['a plain key is found as it stands', '/quit/now', 'quit now', false],
    ['a path is a plain key', '/usr/bin', 'it is in /usr/bin, I think', true],
    ['a flag that is there twice makes it one', '/king/gg', 'the king', false],
    ['so does a flag that World Info does not know', '/king/v', 'the king', false],
  ])('%s: %s', (_, key, text, found) => {
    const book = makeBook([{ id: 'e', keys: [key] }]);
    expect(ids(book, [text])).toBe(found ? 'e' : '');
    // What one search does changes nothing for the next.
    expect(ids(book, [text])).toBe(found ? 'e' : '');
    expect(checkLorebook(book)).toEqual([]);
  });

  it('does not take the words of one message for those of another', () => {
    const book = makeBook([{ id: 'e', keys: ['/\\x01Mara:[^\\x01]*hello/'] }]);
    expect(ids(book, ['Mara: good night', 'Odo: hello'])).toBe('');
    expect(ids(book, ['Odo: hello', 'Mara: hello'])).toBe('e');
  });

  it('reports one that is invalid at its pointer, and goes on with the other keys', () => {
    const book = makeBook([
      { id: 'a', keys: ['wolf'] },
      { id: 'b', keys: ['/(unclosed/', 'king'], secondaryKeys: ['/[z-a]/', 'rode'] },
      { id: 'c', keys: ['/\\p{king/u'] },
    ]);
    const found = search(book, ['the king rode out']);
    expect(found.entries.map(({ id }) => id)).toEqual(['b']);
    expect(found.problems.map(({ book: id, pointer }) => `${id} ${pointer}`)).toEqual([
      'b0 /entries/1/keys/0',
      'b0 /entries/1/secondaryKeys/0',
      'b0 /entries/2/keys/0',
    ]);
    expect(checkLorebook(book).map(({ pointer }) => pointer)).toEqual([
      '/entries/1/keys/0',
      '/entries/1/secondaryKeys/0',
      '/entries/2/keys/0',
    ]);
    expect(found.problems[0]?.message).toContain('never found');
  });

  it.each<[string, string, 'none' | 'all' | 'not-all', boolean]>([
    ['none of them is there', '/(/', 'none', true],
    ['all of them are never there', '/(/', 'all', false],
    ['it is one that is missing', '/(/', 'not-all', true],
  ])('an invalid secondary key is never there: %s', (_, key, logic, found) => {
    const book = makeBook([{ id: 'e', keys: ['king'], secondaryKeys: [key], logic }]);
    expect(ids(book, ['king'])).toBe(found ? 'e' : '');
  });

  it.each([
    '(a+)+$',
    '(a*)*',
    '(a|a)*b',
    '(a|ab)*c',
    '(\\w+\\s?)+$',
    '(x+x+)+y',
    '(.*a){20}',
    '^(\\s+|\\w+)*$',
    '((a?){10}){10}',
    '(a?a?)*b',
    'a.*b.*c.*d.*e',
    `${'(?:a|ab)?'.repeat(40)}c`,
  ])('refuses what could take for ever: %s', (pattern) => {
    const book = makeBook([{ id: 'e', keys: [`/${pattern}/`] }]);
    expect(checkLorebook(book)).toMatchObject([{ pointer: '/entries/0/keys/0' }]);
    expect(checkLorebook(book)[0]?.message).toContain('too long');
    expect(ids(book, [`${'a'.repeat(30_000)}!`])).toBe('');
  });

  it.each([
    'iron\\s+throne',
    'the\\s+iron\\s+throne',
    'dragon.*fire',
    '(?:cat|dog)s?',
    '(.|\\n)*x',
    '(a|b)*',
    'king\\W+(?:\\w+\\W+){0,5}queen',
    '(?<!the )king(?=s)',
    '(?:[a-z]+ )*end',
    '\\bfoo\\b|\\bbar\\b',
    '{{user}}',
    '[^\\]]+',
    '.{0,50}fire.{0,50}',
  ])('lets through what ends in time: %s', (pattern) => {
    expect(measureReach(pattern, 'i')).toBeGreaterThan(15_000);
  });

  it('looks for costly ones in the newest part of a text alone', () => {
    expect(measureReach('dragon.*fire.*cave', 'i')).toBeLessThan(2000);
    const book = makeBook([{ id: 'e', keys: ['/dragon.*fire.*cave/'] }]);
    const line = 'a dragon spits fire from its cave';
    expect(ids(book, [`${'old '.repeat(3000)}${line}`])).toBe('e');
    expect(ids(book, [`${line}${' new'.repeat(3000)}`])).toBe('');
  });

  it('ends in the worst of texts', () => {
    const book = makeBook([{ id: 'e', keys: ['/a.*b.*c.*d/', '/(?:a|b)*c/', '/a.*$x/'] }]);
    expect(ids(book, ['ab'.repeat(50_000)])).toBe('');
  });
});

describe('secondary keys', () => {
  const said = { none: 'king', one: 'king rode', both: 'king rode north' };
  it.each<[LoreEntry['logic'], string, boolean]>([
    ['any', said.none, false],
    ['any', said.one, true],
    ['any', said.both, true],
    ['all', said.none, false],
    ['all', said.one, false],
    ['all', said.both, true],
    ['none', said.none, true],
    ['none', said.one, false],
    ['none', said.both, false],
    ['not-all', said.none, true],
    ['not-all', said.one, true],
    ['not-all', said.both, false],
  ])('%s of them, and “%s” is said: %s', (logic, text, found) => {
    const book = makeBook([{ id: 'e', keys: ['king'], secondaryKeys: ['rode', 'north'], logic }]);
    expect(ids(book, [text])).toBe(found ? 'e' : '');
  });

  it('are nothing without a primary one, and no condition where there are none', () => {
    const logics = ['any', 'all', 'none', 'not-all'] as const;
    const book = makeBook(
      logics.map((logic) => ({ id: logic, keys: ['king'], secondaryKeys: [' '], logic })),
    );
    expect(ids(book, ['king'])).toBe('any all none not-all');
    const filtered = makeBook([{ id: 'e', keys: ['king'], secondaryKeys: ['rode'] }]);
    expect(ids(filtered, ['she rode'])).toBe('');
  });

  it('may be found in a later step than the primary one', () => {
    const book = makeBook([
      { id: 'e', keys: ['king'], secondaryKeys: ['rode', 'north'], logic: 'all' },
      { id: 'f', keys: ['queen'], content: 'They rode north.' },
    ]);
    expect(ids(book, ['the king'])).toBe('');
    expect(ids(book, ['the king and the queen'])).toBe('e f');
  });
});

describe('scan depth', () => {
  const messages = ['Odo: the king', 'Mara: the wolf', 'Odo: the crow'];
  it.each<[number, string]>([
    [0, ''],
    [1, 'crow'],
    [2, 'wolf crow'],
    [3, 'king wolf crow'],
    [1000, 'king wolf crow'],
  ])('%i messages are looked at: %s', (scanDepth, expected) => {
    const entries = ['king', 'wolf', 'crow'].map((key) => ({ id: key, keys: [key] }));
    expect(ids(makeBook(entries, { scanDepth }), messages)).toBe(expected);
    const own = entries.map((entry) => ({ ...entry, scanDepth }));
    expect(ids(makeBook(own, { scanDepth: 2 }), messages)).toBe(expected);
  });

  it('of 0 leaves what is always looked at, and other entries', () => {
    const book = makeBook(
      [
        { id: 'scenario', keys: ['tavern'], content: 'A cellar lies below.' },
        { id: 'found', keys: ['cellar'] },
        { id: 'said', keys: ['crow'] },
      ],
      { scanDepth: 0 },
    );
    expect(ids(book, messages, { always: ['A tavern at night.', ''] })).toBe('scenario found');
  });

  it('lets names find entries', () => {
    expect(ids(makeBook([{ id: 'e', keys: ['Mara'] }]), ['Mara: hello'])).toBe('e');
  });

  it('joins no two texts', () => {
    const book = makeBook([{ id: 'e', keys: ['black cat'] }]);
    expect(ids(book, ['so black', 'cat food'], { always: ['all black', 'cat'] })).toBe('');
  });
});

describe('recursion', () => {
  const chain = (settings: Partial<Lorebook> = {}, first: Partial<LoreEntry> = {}) =>
    makeBook(
      [
        { id: 'a', keys: ['one'], content: 'two', ...first },
        { id: 'b', keys: ['two'], content: 'three' },
        { id: 'c', keys: ['three'], content: 'four' },
        { id: 'd', keys: ['four'], content: 'one' },
      ],
      settings,
    );

  it.each<[number, string]>([
    [0, 'a'],
    [1, 'a b'],
    [2, 'a b c'],
    [20, 'a b c d'],
  ])('goes %i times over: %s', (maxRecursion, expected) => {
    expect(ids(chain({ maxRecursion }), ['one'])).toBe(expected);
  });

  it('can be switched off', () => {
    expect(ids(chain({ recursive: false }), ['one'])).toBe('a');
  });

  it('ends where entries find each other, each of them being in once', () => {
    const book = makeBook(
      [
        { id: 'a', keys: ['one'], content: 'two one' },
        { id: 'b', keys: ['two'], content: 'one two' },
      ],
      { maxRecursion: 20 },
    );
    expect(ids(book, ['one'])).toBe('a b');
  });

  it('leaves alone entries that are excluded from it', () => {
    const book = makeBook([
      { id: 'a', keys: ['one'], content: 'two three' },
      { id: 'b', keys: ['two'], excludeRecursion: true },
      { id: 'c', keys: ['three'] },
    ]);
    expect(ids(book, ['one'])).toBe('a c');
    expect(ids(book, ['one two'])).toBe('a b c');
  });

  it('does not read entries that prevent it', () => {
    expect(ids(chain({}, { preventRecursion: true }), ['one'])).toBe('a');
  });

  it('lets entries that wait for it look at everything, once it runs', () => {
    const book = makeBook([
      { id: 'a', keys: ['one'], content: 'two' },
      { id: 'b', keys: ['two'], delayUntilRecursion: true },
      { id: 'c', keys: ['three'], delayUntilRecursion: true },
      { id: 'd', constant: true, delayUntilRecursion: true },
      { id: 'e', keys: ['absent'], delayUntilRecursion: true },
      { id: 'f', keys: ['one'], secondaryKeys: ['two'], delayUntilRecursion: true },
    ]);
    const { entries } = search(book, ['one three']);
    expect(entries.map(({ id, why }) => `${id} ${why.kind === 'key' ? why.found : why.kind}`)).toEqual([
      'a talk',
      'b lore',
      'c talk',
      'd constant',
      'f talk',
    ]);
    expect(ids(book, ['two three'])).toBe('');
  });

  it('lets entries that waited be found by its later steps too', () => {
    const book = makeBook([
      { id: 'a', keys: ['one'], content: 'two' },
      { id: 'b', keys: ['two'], content: 'three', delayUntilRecursion: true },
      { id: 'c', keys: ['three'], delayUntilRecursion: true },
    ]);
    expect(ids(book, ['one'])).toBe('a b c');
  });

  it('reads constant entries', () => {
    const book = makeBook([
      { id: 'a', constant: true, content: 'two' },
      { id: 'b', keys: ['two'] },
    ]);
    expect(ids(book, [])).toBe('a b');
  });

  it('does not read what was left out', () => {
    const book = makeBook([
      { id: 'die', keys: ['one'], content: 'two', probability: 0 },
      { id: 'long', keys: ['one'], content: 'two two two two' },
      { id: 'b', keys: ['two'] },
    ]);
    expect(ids(book, ['one'], { budget: 3 })).toBe('');
  });

  it('goes from book to book, but not to or from one that is not recursive', () => {
    const first = makeBook([{ id: 'a', keys: ['one'], content: 'two' }]);
    const second = makeBook([{ id: 'b', keys: ['two'] }]);
    const closed = (book: Lorebook): Lorebook => ({ ...book, recursive: false });
    expect(ids([first, second], ['one'])).toBe('a b');
    expect(ids([closed(first), second], ['one'])).toBe('a');
    expect(ids([first, closed(second)], ['one'])).toBe('a');
  });
});

describe('probability', () => {
  it('of 100 always lets in, of 0 never', () => {
    const book = makeBook([
      { id: 'always', keys: ['king'], probability: 100 },
      { id: 'never', constant: true, probability: 0 },
    ]);
    for (const seed of SEEDS) {
      expect(ids(book, ['king'], { seed })).toBe('always');
      expect(leftOut(book, ['king'], { seed })).toBe('never:probability');
    }
  });

  it('is how often an entry gets in', () => {
    const book = makeBook([{ id: 'e', keys: ['king'], probability: 25 }]);
    const hits = SEEDS.filter((seed) => ids(book, ['king'], { seed }) === 'e').length;
    expect(hits).toBeGreaterThan(70);
    expect(hits).toBeLessThan(130);
  });

  it('falls the same with the same seed, whatever else is in the book', () => {
    const half = { id: 'e', keys: ['king'], probability: 50 };
    const more = makeBook([{ id: 'x', keys: ['king'], probability: 50 }, half]);
    for (const seed of SEEDS.slice(0, 50)) {
      const alone = ids(makeBook([half]), ['king'], { seed }) === 'e';
      expect(ids(more, ['king', 'and more'], { seed }).includes('e')).toBe(alone);
    }
  });

  it('is thrown for each entry by itself', () => {
    const book = makeBook([1, 2].map((n) => ({ id: `${n}`, keys: ['king'], probability: 50 })));
    expect(new Set(SEEDS.map((seed) => ids(book, ['king'], { seed })))).toEqual(
      new Set(['', '1', '2', '1 2']),
    );
  });

  it('is thrown once in a search: what failed is not found again in the text of another', () => {
    const book = makeBook([
      { id: 'e', keys: ['king'], probability: 50 },
      { id: 'f', keys: ['king'], content: 'king king' },
    ]);
    const alone = makeBook([{ id: 'e', keys: ['king'], probability: 50 }]);
    for (const seed of SEEDS) {
      const found = search(book, ['king'], { seed });
      expect(found.entries.some(({ id }) => id === 'e')).toBe(ids(alone, ['king'], { seed }) === 'e');
      expect(found.left.length).toBeLessThanOrEqual(1);
    }
  });

  it('throws numbers that spread over the whole range', () => {
    const thrown = SEEDS.map(throwDie);
    expect(Math.min(...thrown)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...thrown)).toBeLessThan(0.05);
    expect(Math.max(...thrown)).toBeLessThan(1);
    expect(Math.max(...thrown)).toBeGreaterThan(0.95);
  });
});

describe('inclusion groups', () => {
  const member = (id: string, more: Partial<LoreEntry> = {}): Entry => ({
    id,
    keys: ['king'],
    group: 'weather',
    ...more,
  });

  it('let in one of those that match', () => {
    const book = makeBook([
      member('a'),
      member('b'),
      member('c', { keys: ['wolf'] }),
      member('d', { group: '' }),
    ]);
    const seen = new Set(SEEDS.map((seed) => ids(book, ['king'], { seed })));
    expect(seen).toEqual(new Set(['a d', 'b d']));
    expect(leftOut(book, ['king'])).toMatch(/^[ab]:group$/);
  });

  it('draw by weight', () => {
    const book = makeBook([member('a', { groupWeight: 300 }), member('b', { groupWeight: 100 })]);
    const hits = SEEDS.filter((seed) => ids(book, ['king'], { seed }) === 'a').length;
    expect(hits).toBeGreaterThan(260);
    expect(hits).toBeLessThan(340);
  });

  it('let the highest order win among those that override', () => {
    const book = makeBook([
      member('a', { order: 900 }),
      member('b', { groupOverride: true, order: 10 }),
      member('c', { groupOverride: true, order: 20 }),
      member('d', { groupOverride: true, order: 20 }),
    ]);
    for (const seed of SEEDS.slice(0, 20)) expect(ids(book, ['king'], { seed })).toBe('c');
  });

  it('may share an entry: chosen, it keeps out the others of all its groups', () => {
    const book = makeBook([
      member('a', { group: 'weather, mood', groupOverride: true }),
      member('b', { group: 'mood' }),
      member('c', { group: 'weather' }),
      member('d', { group: 'place' }),
    ]);
    expect(ids(book, ['king'])).toBe('a d');
    expect(leftOut(book, ['king'])).toBe('c:group b:group');
  });

  it('never let in two of one group, however they are shared', () => {
    const groups = ['x,y', 'y,z', 'z', 'x', 'y', 'x,z'];
    const book = makeBook(groups.map((group, i) => member(String(i), { group })));
    for (const seed of SEEDS) {
      const inside = search(book, ['king'], { seed }).entries.flatMap(
        ({ id }) => groups[Number(id)]?.split(',') ?? [],
      );
      expect(new Set(inside).size).toBe(inside.length);
      expect(inside.length).toBeGreaterThan(0);
    }
  });

  it('are settled by the step that meets them first', () => {
    const book = makeBook([
      member('a', { content: 'wolf' }),
      member('b', { keys: ['wolf'], groupOverride: true }),
    ]);
    expect(ids(book, ['king'])).toBe('a');
    expect(leftOut(book, ['king'])).toBe('b:group');
  });

  it('stay empty when the one chosen fails its die', () => {
    const book = makeBook([member('a', { groupOverride: true, probability: 0 }), member('b')]);
    expect(ids(book, ['king'])).toBe('');
    expect(leftOut(book, ['king'])).toBe('b:group a:probability');
  });

  it('may be won by an entry without text, so that nothing is said', () => {
    const book = makeBook([member('a', { groupOverride: true, content: ' \n' }), member('b')]);
    expect(ids(book, ['king'])).toBe('');
    expect(leftOut(book, ['king'])).toBe('b:group a:empty');
  });

  it('are the same in all books', () => {
    const books = [makeBook([member('a')]), makeBook([member('b')])];
    for (const seed of SEEDS.slice(0, 20)) expect(ids(books, ['king'], { seed })).toMatch(/^[ab]$/);
  });
});

describe('order', () => {
  it('is ascending, then by book, then by place in the book', () => {
    const first = makeBook([
      { id: 'a', constant: true, order: 5 },
      { id: 'b', constant: true, order: -1 },
      { id: 'c', keys: ['king'], order: 5 },
    ]);
    const second = makeBook([
      { id: 'd', constant: true, order: 5 },
      { id: 'e', constant: true, order: 0 },
    ]);
    expect(ids([first, second], ['king'])).toBe('b e a c d');
  });

  it('names the book of each entry', () => {
    const book = makeBook([{ id: 'a', name: 'The king', constant: true, content: 'Long live the king' }]);
    expect(search([makeBook([]), book], []).entries).toEqual([
      {
        book: 'b1',
        id: 'a',
        name: 'The king',
        content: 'Long live the king',
        tokens: 4,
        why: { kind: 'constant' },
        order: 100,
        ignoreBudget: false,
      },
    ]);
  });
});

describe('budget', () => {
  const sized = (id: string, words: number, more: Partial<LoreEntry> = {}): Entry => ({
    id,
    keys: ['king'],
    content: Array.from({ length: words }, () => id).join(' '),
    ...more,
  });

  it('keeps the highest order, and stands them in order', () => {
    const book = makeBook([
      sized('a', 2, { order: 1 }),
      sized('b', 2, { order: 3 }),
      sized('c', 2, { order: 2 }),
    ]);
    expect(ids(book, ['king'], { budget: 4 })).toBe('c b');
    expect(leftOut(book, ['king'], { budget: 4 })).toBe('a:budget');
  });

  it('skips what does not fit and goes on', () => {
    const book = makeBook([
      sized('a', 1, { order: 1 }),
      sized('b', 9, { order: 2 }),
      sized('c', 3, { order: 3 }),
    ]);
    expect(ids(book, ['king'], { budget: 4 })).toBe('a c');
    expect(leftOut(book, ['king'], { budget: 4 })).toBe('b:budget');
  });

  it.each<[number | null, string]>([
    [null, 'a b'],
    [5, 'a b'],
    [4, 'b'],
    [2, 'a'],
    [1, ''],
    [0, ''],
  ])('of %s tokens is exact', (budget, expected) => {
    const book = makeBook([sized('a', 2, { order: 1 }), sized('b', 3, { order: 2 })]);
    expect(ids(book, ['king'], { budget })).toBe(expected);
  });

  it('takes constant entries first', () => {
    const book = makeBook([sized('a', 3, { constant: true, order: 1 }), sized('b', 3, { order: 900 })]);
    expect(ids(book, ['king'], { budget: 3 })).toBe('a');
  });

  it('lets in entries that ignore it, and gives the others what they leave', () => {
    const book = makeBook([
      sized('a', 3, { order: 1, ignoreBudget: true }),
      sized('b', 2, { order: 900 }),
      sized('c', 1, { order: 800 }),
    ]);
    expect(ids(book, ['king'], { budget: 4 })).toBe('a c');
    expect(ids(book, ['king'], { budget: 0 })).toBe('a');
  });

  it('of a book limits the entries of that book', () => {
    const small = makeBook([sized('a', 2), sized('b', 2, { order: 200 })], { tokenBudget: 3 });
    const other = makeBook([sized('c', 2), sized('d', 2)]);
    expect(ids([small, other], ['king'])).toBe('c d b');
    expect(ids([small, other], ['king'], { budget: 4 })).toBe('c b');
  });

  it('goes to what the talk found before what other entries found', () => {
    const book = makeBook([
      sized('a', 2, { content: 'wolf wolf', order: 1 }),
      sized('b', 2, { keys: ['wolf'], order: 900 }),
    ]);
    expect(ids(book, ['king'], { budget: 3 })).toBe('a');
  });

  it('counts the line break behind an entry', () => {
    const book = makeBook([{ id: 'a', constant: true, content: '12345' }]);
    const count = (text: string) => text.length;
    expect(search(book, [], { budget: 6, count }).entries).toMatchObject([{ tokens: 6 }]);
    expect(ids(book, [], { budget: 5, count })).toBe('');
  });
});

describe('a lorebook as its author hears of it', () => {
  it('has nothing wrong with it when it has not', () => {
    expect(checkLorebook(makeBook([{ id: 'a', keys: ['/king/i', 'wolf'] }, { id: 'b' }]))).toEqual([]);
  });

  it('names ids that are there twice', () => {
    const problems = checkLorebook(makeBook([{ id: 'a' }, { id: 'b' }, { id: 'a' }, { id: 'a' }]));
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/entries/2/id', '/entries/3/id']);
    expect(problems[0]?.message).toContain('/entries/0');
  });
});

describe('a large book', () => {
  it('is searched entry by entry, for words, phrases and parts of words', () => {
    const entries = Array.from({ length: 2000 }, (_, i) => ({
      id: `${i}`,
      keys: [`word${i}`, `two words ${i}.`, `/^never${i}$/`],
      wholeWords: i % 2 === 0,
    }));
    const book = makeBook(entries, { scanDepth: 40 });
    const messages = Array.from(
      { length: 40 },
      (_, i) => `Odo: here is word${i * 50}, ${'and more '.repeat(60)}`,
    );
    // Where whole words aren't wanted, word1950 is found in nothing shorter, but word19 and the like are odd parts of it.
    const wanted = entries.filter(({ id, wholeWords }) => {
      const said = messages.map((_, i) => `${i * 50}`);
      return wholeWords ? said.includes(id) : said.some((number) => number.startsWith(id));
    });
    expect(ids(book, messages)).toBe(wanted.map(({ id }) => id).join(' '));
    let counted = 0;
    const count = (text: string) => {
      counted += 1;
      return countWords(text);
    };
    search(book, messages, { count });
    // Tokens are counted for what matched alone.
    expect(counted).toBe(wanted.length);
  });
});
