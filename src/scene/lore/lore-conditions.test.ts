import { describe, expect, it } from 'vitest';
import { type Entry, ids, leftOut, makeBook, SEEDS, search } from '../../../test/support/lore-books';
import { checkLorebook } from './lore';

const decorated = (...rows: string[]): Entry => ({
  id: 'a',
  keys: ['lamp'],
  content: [...rows, 'Text'].join('\n'),
});
const TALK = ['Ada: The lamp. The sea!'];

describe('a decorator', () => {
  it.each<[string, string[], string]>([
    ['dont_activate', ['@@dont_activate'], ''],
    ['activate in spite of it', ['@@dont_activate', '@@activate'], 'a'],
    ['exclude_keys', ['@@exclude_keys moon, sea'], ''],
    ['exclude_keys that are not there', ['@@exclude_keys moon,seaside'], 'a'],
    ['exclude_keys twice', ['@@exclude_keys moon', '@@exclude_keys sea'], ''],
    ['exclude_keys_all', ['@@exclude_keys_all lamp,sea'], ''],
    ['exclude_keys_all of which one is missing', ['@@exclude_keys_all moon,sea'], 'a'],
    ['additional_keys', ['@@additional_keys moon,sea'], 'a'],
    ['additional_keys that are not there', ['@@additional_keys moon'], ''],
    ['probability', ['@@probability 0'], ''],
    ['scan_depth', ['@@scan_depth 0'], ''],
    ['a fallback of an unknown one', ['@@theirs 3', '@@@other', '@@@dont_activate'], ''],
    ['a fallback that is not needed', ['@@probability 100', '@@@dont_activate'], 'a'],
    ['a place', ['@@depth 4', '@@role system'], 'a'],
    ['several', ['@@depth 4', '', '@@EXCLUDE_KEYS sea'], ''],
    ['a value that is none', ['@@probability often', '@@@probability 0'], ''],
  ])('is honoured: %s', (_, rows, found) => expect(ids(makeBook([decorated(...rows)]), TALK)).toBe(found));

  it('is not in the prompt', () => {
    const book = makeBook([decorated('@@depth 4', '@@exclude_keys moon', '')]);
    expect(search(book, TALK).entries).toMatchObject([{ content: 'Text', tokens: 1 }]);
  });

  it('counts for a constant entry, too', () => {
    const constant = { id: 'a', constant: true, content: '@@exclude_keys sea\nText' };
    expect(ids(makeBook([constant]), TALK)).toBe('');
    expect(ids(makeBook([constant]), ['Ada: The moon.'])).toBe('a');
  });

  it('brings an entry in without a key, but not to others', () => {
    const entry = { ...decorated('@@activate'), keys: [] };
    expect(ids(makeBook([entry]), ['Ada: Hello.'])).toBe('a');
    const filter = { isExclude: false, names: ['Bo'] };
    expect(ids(makeBook([{ ...entry, characterFilter: filter }]), ['Ada: Hello.'])).toBe('');
    expect(ids(makeBook([{ ...entry, enabled: false }]), ['Ada: Hello.'])).toBe('');
  });

  it('waits for lines of characters', () => {
    const after = makeBook([decorated('@@activate_only_after 2')]);
    expect([0, 1, 2, 3].map((characterLines) => ids(after, TALK, { characterLines }))).toEqual([
      '',
      '',
      'a',
      'a',
    ]);
    const every = makeBook([decorated('@@activate_only_every 3')]);
    expect([1, 2, 3, 4, 6].map((characterLines) => ids(every, TALK, { characterLines }))).toEqual([
      ...['', '', 'a', '', 'a'],
    ]);
  });

  it('with a key that can not be used is named at its text', () => {
    const [problem] = checkLorebook(makeBook([decorated('@@exclude_keys /(a+)+$/')]));
    expect(problem?.pointer).toBe('/entries/0/content');
  });
});

describe('the time of an entry', () => {
  it('begins after its delay', () => {
    const book = makeBook([{ id: 'a', keys: ['lamp'], delay: 3 }]);
    expect([0, 2, 3, 9].map((lines) => ids(book, TALK, { lines }))).toEqual(['', '', 'a', 'a']);
    expect(ids(book, ['A: lamp', 'B: b', 'C: c'])).toBe('a');
  });

  it('goes on for as long as it is sticky', () => {
    const talk = ['Ada: The lamp.', ...Array.from({ length: 5 }, (_, i) => `Bo: ${i}`)];
    const at = (sticky: number) =>
      ids(makeBook([{ id: 'a', keys: ['lamp'], sticky }], { scanDepth: 3 }), talk);
    expect([0, 2, 3].map(at)).toEqual(['', '', 'a']);
  });
});

describe('lore that comes twice', () => {
  const twin = (more: Partial<Entry> = {}): Entry => ({
    id: '1',
    keys: ['lamp'],
    content: 'Bright',
    ...more,
  });

  it('is sent once, from whichever books it is', () => {
    const books = [
      makeBook([twin()]),
      makeBook([twin({ id: '7', name: 'Lamp', order: 3, content: 'Bright\n' })]),
    ];
    expect(ids(books, TALK)).toBe('1');
    expect(leftOut(books, TALK)).toBe('7:duplicate');
  });

  it('is other lore with another text, or other keys', () => {
    expect(ids(makeBook([twin(), twin({ id: '2', content: 'Dark' })]), TALK)).toBe('1 2');
    expect(ids(makeBook([twin(), twin({ id: '2', keys: ['lamp', 'sea'] })]), TALK)).toBe('1 2');
  });

  it('comes once where one of the two may not come', () => {
    const filter = { isExclude: false, names: ['Bo'] };
    const entries = [twin({ enabled: false }), twin({ id: '2', characterFilter: filter }), twin({ id: '3' })];
    expect(ids(makeBook(entries), TALK)).toBe('3');
  });

  it('throws its die once', () => {
    const book = makeBook([twin({ probability: 50 }), twin({ id: '2', probability: 50 })]);
    const found = SEEDS.filter((seed) => ids(book, TALK, { seed }) !== '').length;
    expect(found / SEEDS.length).toBeGreaterThan(0.4);
    expect(found / SEEDS.length).toBeLessThan(0.6);
  });
});

describe('macros in keys', () => {
  const names = { char: ['Ada', 'Addy'], user: ['Pat (the fisher)', 'Jo'] };
  const find = (key: string, message: string, more: Partial<Entry> = {}) =>
    ids(makeBook([{ id: 'a', keys: [key], ...more }]), [message], { names });

  it.each([
    ['{{char}}', 'Bo: Where is Ada?'],
    ['{{CHAR}}', 'Bo: Where is addy?'],
    ['<user>', 'Bo: Jo, come.'],
    ["{{user}}'s boat", "Bo: Jo's boat is old."],
    ['{{char}} {{user}}', 'Bo: Addy Jo'],
    ['/{{user}}: /', 'Pat (the fisher): Come.'],
    ['/\\b{{char}}\\b.*lamp/u', 'Bo: Ada has the lamp.'],
    ['{{// a note}}lamp', 'Bo: The lamp.'],
    ['{{random:lamp,lamp}}', 'Bo: The lamp.'],
  ])('are filled: %s in %s', (key, message) =>
    expect(ids(makeBook([{ id: 'a', keys: [key] }]), [message], { names: { ...names, dice: 'd' } })).toBe(
      'a',
    ),
  );

  it('name nobody else', () => {
    expect(find('{{char}}', 'Bo: Adam is here.')).toBe('');
    expect(find('{{user}}', 'Bo: Pat the cat.')).toBe('');
    expect(ids(makeBook([{ id: 'a', keys: ['{{user}}', '{{theirs}}'] }]), ['Bo: {{user}} {{theirs}}'])).toBe(
      '',
    );
  });

  it('count in secondary keys', () => {
    const entry = { secondaryKeys: ['{{user}}'], logic: 'none' as const };
    expect(find('lamp', 'Jo: The lamp.', entry)).toBe('');
    expect(find('lamp', 'Bo: The lamp.', entry)).toBe('a');
  });

  it('are no reason to refuse a book', () => {
    const book = makeBook([{ id: 'a', keys: ['/^{{user}}$/u', '/{{char}}(/'] }]);
    expect(checkLorebook(book).map(({ pointer }) => pointer)).toEqual(['/entries/0/keys/1']);
  });
});
