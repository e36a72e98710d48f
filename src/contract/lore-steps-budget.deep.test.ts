import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../test/support/cpu-time';
import { isDeep, sample } from '../../test/support/depth';
import { countWords, leftOut, makeBook, search } from '../../test/support/lore-books';
import { explainLore } from '../scene/lore/explain';
import { tryLore } from './lore';

/** Each pattern takes `RegExp` about half a second for each text of 20,000 letters. */
const HOSTILE = [
  'a.*$x',
  '\\w+\\d',
  '(?:a|b)*c',
  '(["a])(.*?)\\1b',
  'a?a?a?a?a?a?a?a?a?a?a?b',
  '(?=.*?b)a.*c',
  '[^x]{0,50}[ab]{3,100}x',
];
const makeHostile = (count: number) =>
  makeBook(
    Array.from({ length: count }, (_, i) => ({
      id: `e${i}`,
      name: `Entry ${i}`,
      // No two are the same expression.
      keys: [`/(?:|q${i})${HOSTILE[i % HOSTILE.length]}/`],
    })),
    { scanDepth: 1000 },
  );
const LETTERS = ['a'.repeat(30_000)];

describe('the steps of a lore search', () => {
  it.each(sample([10, 200], 1))(
    'suffice no longer for %i hostile entries, which end in well under a second',
    (count) => {
      const book = makeHostile(count);
      search(book, ['warm']);
      expect(cpuTime(() => search(book, LETTERS))).toBeLessThan(900);
      const tried = tryLore.parse({ book, messages: [LETTERS[0]?.slice(0, 20_000)] });
      expect(cpuTime(() => explainLore(tried, countWords))).toBeLessThan(1_800);
    },
  );

  if (isDeep)
    it('names what was not searched, and lets in what can be found', () => {
      const hostile = makeHostile(200);
      const book = {
        ...hostile,
        entries: [...hostile.entries, ...makeBook([{ id: 'always', constant: true }]).entries],
      };
      const found = search(book, LETTERS);
      expect(found.entries.map(({ id }) => id)).toEqual(['always']);
      const unsearched = found.left.filter(({ why }) => why === 'unsearched');
      expect(unsearched.length).toBeGreaterThan(50);
      expect(unsearched[0]).toMatchObject({ book: 'b0', name: expect.stringMatching(/^Entry \d+$/) });
      const tried = explainLore(tryLore.parse({ book, messages: ['a'.repeat(20_000)] }), countWords);
      expect(tried.entries.filter(({ why }) => why === 'unsearched').length).toBeGreaterThan(50);
    });

  if (isDeep)
    it('finds the same again: they are counted, not timed', () => {
      const book = makeHostile(100);
      expect(leftOut(book, LETTERS)).toBe(leftOut(book, LETTERS));
    });

  it('leaves one costly key something for the others', () => {
    const book = makeBook(
      [
        { id: 'costly', keys: ['/[^x]{0,50}[ab]{3,100}x/'] },
        { id: 'e', keys: ['/a.*a$/'] },
      ],
      {},
    );
    expect(search(book, LETTERS).entries.map(({ id }) => id)).toEqual(['e']);
  });

  it.each(sample(['none', 'not-all', 'all', 'any'] as const, 1))(
    'does not let in an entry whose secondary keys were not searched: %s',
    (logic) => {
      const used = makeHostile(200).entries;
      const book = makeBook([]);
      const entry = makeBook([
        { id: 'e', keys: ['aaa'], wholeWords: false, secondaryKeys: ['/b.*c.*d/'], logic },
      ]);
      const found = search({ ...book, entries: [...used, ...entry.entries], scanDepth: 1000 }, LETTERS);
      expect(found.left.find(({ id }) => id === 'e')?.why).toBe('unsearched');
    },
  );

  it('are enough for a large book of ordinary expressions', () => {
    const talk = Array.from(
      { length: 60 },
      (_, i) => `Mara: I saw lamp ${i} in the tower, and it was too late to go back.`,
    );
    const kinds = (i: number) => [
      `/\\bword${i}s?\\b/i`,
      `/lamp ${i}.*tower/`,
      `/(?:king|queen)\\W+(?:\\w+\\W+){0,5}place${i}/i`,
      `/(?<!the )name${i}(?=s)/`,
    ];
    const book = makeBook(
      Array.from({ length: 300 }, (_, i) => ({ id: `e${i}`, keys: kinds(i) })),
      { scanDepth: 60, recursive: false },
    );
    const found = search(book, talk);
    expect(found.left).toEqual([]);
    expect(found.entries.map(({ id }) => id).slice(0, 3)).toEqual(['e0', 'e1', 'e2']);
    expect(found.entries).toHaveLength(60);
  });

  it('hold for plain keys as well: long ones that repeat themselves', () => {
    const keys = (i: number) => [`a ${'a'.repeat(380)}${i}`, `${'a'.repeat(190)} b${'a'.repeat(190)}${i}`];
    const book = makeBook(
      Array.from({ length: 200 }, (_, i) => ({ id: `e${i}`, keys: keys(i) })),
      { scanDepth: 1000 },
    );
    const text = ['a'.repeat(200_000)];
    expect(cpuTime(() => search(book, text))).toBeLessThan(900);
    expect(
      search(makeBook([{ id: 'e', keys: [`b ${'a'.repeat(300)}`] }]), [`b ${'a'.repeat(300)}`]).entries,
    ).toHaveLength(1);
  });
});
