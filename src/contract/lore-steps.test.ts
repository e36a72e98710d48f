import { describe, expect, it } from 'vitest';
import { type Entry, ids, leftOut, makeBook, SEEDS, search } from '../../test/support/lore-books';
import { drawOnce } from '../base/random';
import type { Lorebook, LoreEntry } from './lore';

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
  ])('goes %i times over: %s', (maxRecursion, expected) =>
    expect(ids(chain({ maxRecursion }), ['one'])).toBe(expected),
  );

  it('can be switched off', () => expect(ids(chain({ recursive: false }), ['one'])).toBe('a'));

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

  it('reads hidden keys, and no comments', () => {
    const book = makeBook([
      { id: 'a', keys: ['one'], content: '{{// two}}{{comment: two}}x{{hidden_key:three}}' },
      { id: 'b', keys: ['two'] },
      { id: 'c', keys: ['three'] },
    ]);
    expect(ids(book, ['one'])).toBe('a c');
  });

  it('does not read entries that prevent it', () =>
    expect(ids(chain({}, { preventRecursion: true }), ['one'])).toBe('a'));

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
    const thrown = SEEDS.map(drawOnce);
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
