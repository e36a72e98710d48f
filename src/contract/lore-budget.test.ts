import { describe, expect, it } from 'vitest';
import { countWords, type Entry, ids, leftOut, makeBook, search } from '../../test/support/lore-books';
import { checkLorebook } from '../scene/lore/lore';
import type { LoreEntry } from './lore';

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
  it('has nothing wrong with it when it has not', () =>
    expect(checkLorebook(makeBook([{ id: 'a', keys: ['/king/i', 'wolf'] }, { id: 'b' }]))).toEqual([]));

  it('names ids that are there twice', () => {
    const problems = checkLorebook(makeBook([{ id: 'a' }, { id: 'b' }, { id: 'a' }, { id: 'a' }]));
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/entries/2/id', '/entries/3/id']);
    expect(problems[0]?.message).toContain('/entries/0');
  });
});

it('a large book is searched entry by entry, for words, phrases and parts of words', () => {
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
  expect(counted).toBe(wanted.length);
});
