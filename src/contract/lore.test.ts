import { describe, expect, it } from 'vitest';
import { ids, leftOut, makeBook, search } from '../../test/support/lore-books';
import { measureReach } from '../base/regex/cost';
import { checkLorebook } from '../scene/lore/lore';
import type { LoreEntry } from './lore';

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
  ])('%s', (_, entry, text, found) =>
    expect(ids(makeBook([{ id: 'e', ...entry }]), [text])).toBe(found ? 'e' : ''),
  );

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

  it('lets constant entries in without any message', () =>
    expect(ids(makeBook([{ id: 'a', constant: true, secondaryKeys: ['x'] }]), [])).toBe('a'));
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
    // One search must not affect the next.
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
    expect(found.problems[0]?.message).toContain('never matches');
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
  ])('lets through what ends in time: %s', (pattern) =>
    expect(measureReach(pattern, 'i')).toBeGreaterThan(15_000),
  );

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

  it('lets names find entries', () =>
    expect(ids(makeBook([{ id: 'e', keys: ['Mara'] }]), ['Mara: hello'])).toBe('e'));

  it('joins no two texts', () => {
    const book = makeBook([{ id: 'e', keys: ['black cat'] }]);
    expect(ids(book, ['so black', 'cat food'], { always: ['all black', 'cat'] })).toBe('');
  });
});
