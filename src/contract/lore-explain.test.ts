import { describe, expect, it } from 'vitest';
import { explainLore } from '../scene/lore/explain';
import { findLore } from '../scene/lore/lore';
import { type Lorebook, type LoreEntry, lorebook, tryLore } from './lore';

const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const makeBook = (entries: (Partial<LoreEntry> & { id: string })[], settings: Partial<Lorebook> = {}) =>
  lorebook.parse({
    name: 'Book',
    ...settings,
    entries: entries.map((entry) => ({ content: entry.id, ...entry })),
  });
const explain = (book: Lorebook, messages: string[], more: object = {}) =>
  explainLore(tryLore.parse({ book, messages, ...more }), countWords);
const whyOf = (book: Lorebook, messages: string[], more: object = {}): string[] =>
  explain(book, messages, more).entries.map(({ id, in: isIn, why }) => `${id}:${isIn ? '+' : '-'}${why}`);

describe('a book that is tried', () => {
  it('says of every entry whether it comes in, and why or why not', () => {
    const book = makeBook(
      [
        { id: 'always', constant: true, order: 900 },
        { id: 'said', keys: ['tower'], content: 'the well is deep' },
        { id: 'told', keys: ['well'] },
        { id: 'other', keys: ['harbour'] },
        { id: 'both', keys: ['tower'], secondaryKeys: ['ghost'], logic: 'all' },
        { id: 'off', keys: ['tower'], enabled: false },
        { id: 'keyless' },
        { id: 'never', keys: ['tower'], probability: 0 },
        { id: 'blank', keys: ['tower'], content: ' ' },
        { id: 'large', keys: ['tower'], content: 'word '.repeat(50) },
        { id: 'first', keys: ['tower'], group: 'g', groupOverride: true },
        { id: 'second', keys: ['tower'], group: 'g' },
      ],
      { tokenBudget: 30 },
    );
    expect(whyOf(book, ['Ada: To the tower!'])).toEqual([
      'always:+constant',
      'said:+talk',
      'told:+lore',
      'other:-no-match',
      'both:-logic',
      'off:-disabled',
      'keyless:-no-keys',
      'never:-probability',
      'blank:-empty',
      'large:-budget',
      'first:+talk',
      'second:-group',
    ]);
  });

  it('names the keys that were found and where, and every secondary key', () => {
    const book = makeBook([
      { id: 'a', keys: ['tower', 'sea'], content: 'of gold' },
      { id: 'b', keys: ['tower', 'gold'], secondaryKeys: ['ghost', 'door'], logic: 'all' },
    ]);
    const [, second] = explain(book, ['Ada: The tower. The door!']).entries;
    expect(second).toMatchObject({
      in: false,
      why: 'logic',
      keys: [
        { key: 'tower', found: 'talk' },
        { key: 'gold', found: 'lore' },
      ],
      secondary: [
        { key: 'ghost', found: null },
        { key: 'door', found: 'talk' },
      ],
    });
  });

  it('does not look for what waits, or keeps away from other entries, in places it never looks', () => {
    const book = makeBook([
      { id: 'text', keys: ['tower'], content: 'gold', preventRecursion: true },
      { id: 'waits', keys: ['tower'], delayUntilRecursion: true },
      { id: 'deaf', keys: ['gold'] },
    ]);
    expect(whyOf(book, ['Ada: tower'])).toEqual(['text:+talk', 'waits:-waiting', 'deaf:-no-match']);
  });

  it('finds a key only as deep as the book looks, and the scenario at any depth', () => {
    const book = makeBook([{ id: 'a', keys: ['tower'] }], { scanDepth: 1 });
    const talk = ['Ada: The tower.', 'Bo: What of it?'];
    expect(whyOf(book, talk)).toEqual(['a:-no-match']);
    expect(whyOf(book, talk, { always: ['Under the tower'] })).toEqual(['a:+talk']);
  });

  it('throws other dice with another seed, and the same with the same', () => {
    const book = makeBook([{ id: 'a', keys: ['tower'], probability: 50 }]);
    const falls = Array.from({ length: 40 }, (_, n) => whyOf(book, ['tower'], { seed: `${n}` })[0]);
    expect(new Set(falls)).toEqual(new Set(['a:+talk', 'a:-probability']));
    expect(whyOf(book, ['tower'], { seed: '7' })[0]).toBe(falls[7]);
  });

  it('agrees with the search of a scene on what is in, and counts its tokens', () => {
    const book = makeBook([
      { id: 'a', keys: ['tower'], content: 'the old well' },
      { id: 'b', keys: ['well'], content: 'wet' },
      { id: 'c', keys: ['sea'] },
    ]);
    const messages = ['Ada: tower'];
    const found = findLore({
      books: [{ id: 'book', book }],
      messages,
      seed: '',
      budget: null,
      count: countWords,
    });
    const tried = explain(book, messages);
    expect(tried.entries.filter((entry) => entry.in).map(({ id }) => id)).toEqual(
      found.entries.map(({ id }) => id).sort(),
    );
    expect(tried.tokens).toBe(4);
  });

  it('tells of keys that can never be found', () => {
    const book = makeBook([{ id: 'a', keys: ['/(a+)+/'] }]);
    expect(explain(book, ['aaaa']).problems).toEqual([
      { pointer: '/entries/0/keys/0', message: expect.stringContaining('too long') },
    ]);
  });
});
