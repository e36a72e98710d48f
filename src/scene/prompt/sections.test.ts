import { describe, expect, it } from 'vitest';
import { callOn, openScene, PROFILES, textOf } from '../../../test/support/play-scene';
import { loadTokenizer } from '../../base/tokens';
import { DEFAULT_SHARES } from '../../contract/context';
import { newScene } from '../../contract/create-scene';
import { block, distributeTokens, fitBlocks, splitEvenly } from './fit-evenly';
import { type Entry, fitEntries, fitSections, shortenEntry, tokensWanted } from './sections';

/** One token a word; the line break after an entry is free. */
const count = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const words = (n: number, word = 'w'): string => Array.from({ length: n }, () => word).join(' ');
const entries = (...texts: string[]): Entry[] => texts.map((text, place) => ({ text, place }));
const textsOf = (fitted: ReturnType<typeof fitEntries>) => fitted.texts.map(({ text }) => text);

describe('fitting entries', () => {
  it('keeps whole ones, skips what does not fit and goes on', () => {
    const fitted = fitEntries(entries(words(6, 'a'), words(5, 'b'), words(3, 'c')), 10, {}, count);
    expect(textsOf(fitted)).toEqual([words(6, 'a'), words(3, 'c')]);
    expect(fitted.use).toEqual({ share: 10, tokens: 9, entries: 2, dropped: 1, cut: false });
  });

  it('keeps nothing after a hole in a conversation', () => {
    const fitted = fitEntries(entries(words(6, 'a'), words(5, 'b'), words(3, 'c')), 10, {}, count, true);
    expect(textsOf(fitted)).toEqual([words(6, 'a')]);
  });

  it('shortens an entry that alone exceeds the section, with a mark', () => {
    const fitted = fitEntries(entries(words(50)), 20, {}, count);
    expect(textsOf(fitted)[0]).toMatch(/^w( w)* \[…\]$/);
    expect(count(textsOf(fitted)[0] ?? '')).toBeLessThanOrEqual(20);
    expect(fitted.use).toMatchObject({ entries: 1, dropped: 0, cut: true });
  });

  it('gives them back in the order of their places', () => {
    const fitted = fitEntries(
      [
        { text: 'newest', place: 2 },
        { text: 'older', place: 1 },
        { text: 'oldest', place: 0 },
      ],
      2,
      {},
      count,
    );
    expect(textsOf(fitted)).toEqual(['older', 'newest']);
  });

  it.each([
    ['entries', { topK: 2 }, 2],
    ['no entries', { topK: 0 }, 0],
    ['tokens', { maxTokens: 3 }, 3],
    ['characters, line breaks between them included', { maxChars: 3 }, 2],
  ])('holds a cap on %s', (_, cap, kept) => {
    for (const keep of [fitEntries, distributeTokens])
      expect(keep(entries('a', 'b', 'c', 'd'), 100, cap, count).use.entries).toBe(kept);
  });

  it.each([[0], [8], [20], [60], [119], [120], [121], [500]])(
    'shows no more than %i characters',
    (maxChars) => {
      for (const keep of [fitEntries, distributeTokens]) {
        for (const texts of [
          Array.from({ length: 80 }, (_, i) => `${i}`),
          [words(300)],
          [words(9), words(90), 'b'],
        ]) {
          const shown = textsOf(keep(entries(...texts), 10_000, { maxChars }, count)).join('\n');
          expect(shown.length).toBeLessThanOrEqual(maxChars);
          if (maxChars >= 60 && maxChars <= 121) expect(shown.length).toBeGreaterThan(maxChars / 2);
        }
      }
    },
  );
});

describe('entries of which none may be lost', () => {
  it('get all they need when they are short, and share the rest when they are long', () => {
    expect(splitEvenly([5, 100, 3, 40], 60)).toEqual([5, 26, 3, 26]);
    expect(splitEvenly([5, 10], 60)).toEqual([5, 10]);
    expect(splitEvenly([5, 10], -1)).toEqual([0, 0]);
    expect(splitEvenly([], 9)).toEqual([]);
  });

  it('are shortened each for itself, with a mark', () => {
    const fitted = distributeTokens(entries(words(100, 'a'), words(5, 'b'), words(200, 'c')), 45, {}, count);
    const [a = '', b, c = ''] = textsOf(fitted);
    expect(b).toBe(words(5, 'b'));
    expect([a, c].every((text) => /^[ac]( [ac])* \[…\]$/.test(text))).toBe(true);
    expect(Math.abs(count(a) - count(c))).toBeLessThanOrEqual(1);
    expect(fitted.use).toMatchObject({ share: 45, entries: 3, dropped: 0, cut: true });
    expect(fitted.use.tokens).toBeLessThanOrEqual(45);
  });

  it('are left out from the last on only where not even a few words of each fit', () => {
    const fitted = distributeTokens(
      entries(...Array.from({ length: 20 }, (_, i) => words(50, `w${i}`))),
      50,
      {},
      count,
    );
    expect(textsOf(fitted).map((text) => text.split(' ')[0])).toEqual(['w0', 'w1', 'w2', 'w3', 'w4']);
    expect(fitted.use).toMatchObject({ entries: 5, dropped: 15 });
  });
});

describe('a shortened quotation', () => {
  const shorten = (text: string, tokens: number) =>
    shortenEntry({ text: `- Bo: ${JSON.stringify(text)}`, place: 0 }, tokens, 9999, (of) => of.length);

  it('is still one, wherever it is cut', () => {
    for (let at = 16; at < 60; at += 1) {
      const short = shorten('a\\b"\n\u0001c\\\\"d'.repeat(9), at);
      expect(short.length).toBeLessThanOrEqual(at);
      expect(JSON.parse(short.slice('- Bo: '.length))).toMatch(/\[…\]$/);
    }
  });

  it('is none when it ends before it begins', () =>
    expect(shortenEntry({ text: `- ${'Bo'.repeat(40)}: "a"`, place: 0 }, 20, 99, (of) => of.length)).toMatch(
      /^- (Bo)+B? \[…\]$/,
    ));
});

describe('sharing a window', () => {
  const budget = { maxContextTokens: 1100, reserve: 60, shares: DEFAULT_SHARES, caps: {} };
  const all = Object.fromEntries(
    Object.keys(DEFAULT_SHARES).map((section) => [section, entries(words(2000))]),
  );

  it('gives 300/100/150/200/100/50/100 of 1,000 tokens, and no section more', () => {
    const { use } = fitSections({ budget, fixed: 40, entries: all, count });
    expect(Object.values(use.sections).map(({ share }) => share)).toEqual([300, 100, 150, 200, 100, 50, 100]);
    for (const { share, tokens } of Object.values(use.sections)) expect(tokens).toBeLessThanOrEqual(share);
    expect(use.total).toBeLessThanOrEqual(1100 - 60);
  });

  it('gives what an absent section leaves to the others', () => {
    const { memories: _, ...others } = all;
    const { use } = fitSections({ budget, fixed: 40, entries: others, count });
    expect(use.sections.history?.share).toBe(375);
    expect(use.sections.memories).toBeUndefined();
  });
});

describe('how much must be shared out', () => {
  it('is what makes every section whole, and no more than anybody cares for', () => {
    const sections = { history: entries(words(30)), notes: entries(words(5)) };
    const wanted = tokensWanted(sections, { shares: DEFAULT_SHARES, caps: {} }, 1000, count);
    expect(wanted).toBe(40);
    const budget = { maxContextTokens: wanted, reserve: 0, shares: DEFAULT_SHARES, caps: {} };
    const { use } = fitSections({ budget, fixed: 0, entries: sections, count });
    for (const { cut, dropped } of Object.values(use.sections)) expect([cut, dropped]).toEqual([false, 0]);
    expect(tokensWanted(sections, { shares: DEFAULT_SHARES, caps: {} }, 25, count)).toBe(25);
    expect(tokensWanted({}, { shares: DEFAULT_SHARES, caps: {} }, 25, count)).toBe(0);
  });

  it('knows caps, and sections that have no share', () => {
    const sections = { history: entries(words(30)), notes: entries(words(5)) };
    const shares = { ...DEFAULT_SHARES, notes: 0 };
    expect(tokensWanted(sections, { shares, caps: { history: { maxTokens: 9 } } }, 1000, count)).toBe(10);
  });
});

describe('fixed parts', () => {
  const parts = (...sizes: number[]) => sizes.map((size, i) => block(`T${i}`, [words(size, `w${i}`)]));

  it('stay as they are while they fit', () => {
    const fitted = fitBlocks([...parts(5, 5), block('Empty', [''])], 14, count);
    expect(fitted).toEqual({
      texts: [`# T0\n${words(5, 'w0')}`, `# T1\n${words(5, 'w1')}`, ''],
      tokens: 14,
      cut: false,
    });
  });

  it('are cut, the long ones alone, when they do not', () => {
    const { texts, tokens, cut } = fitBlocks(parts(10, 100, 60), 60, count);
    expect(texts[0]).toBe(`# T0\n${words(10, 'w0')}`);
    for (const text of texts.slice(1)) expect(text.endsWith('[…]')).toBe(true);
    expect(texts.reduce((sum, text) => sum + count(text), 0)).toBe(tokens);
    expect([tokens <= 60, cut]).toEqual([true, true]);
  });

  it('are cut entry by entry: no entry of a part is lost to another', () => {
    const many = block(
      'Cast',
      Array.from({ length: 10 }, (_, i) => words(50, `w${i}`)),
    );
    const [cast = ''] = fitBlocks([many, ...parts(400)], 300, count).texts;
    expect(cast.match(/^w\d/gm)).toHaveLength(10);
  });

  it('have no title when nothing of them is left', () => {
    expect(fitBlocks(parts(50, 50, 50), 15, count).texts.map((text) => text.slice(0, 4))).toEqual([
      '# T0',
      '',
      '',
    ]);
    expect(fitBlocks(parts(50), -5, count)).toEqual({ texts: [''], tokens: 0, cut: true });
  });
});

it.each([[1500], [2500], [6000]])(
  'a whole prompt stays within a window of %i, however large its cast, notes, lore and inputs',
  async (maxContextTokens) => {
    const profile = { ...PROFILES.character, maxContextTokens, maxTokens: 200 };
    const long = (name: string, chars: number) => `${name} `.repeat(chars / (name.length + 1)).trim();
    const scene = newScene.parse({
      scenario: long('scenario', 20_000),
      notes: { world: long('world', 8000), scene: long('scene', 8000) },
      characters: Array.from({ length: 50 }, (_, i) => ({
        name: `Person ${i}`,
        description: long('description', 8000),
        personality: long('personality', 2000),
        instructions: long('instructions', 8000),
      })),
      personas: [{ name: 'Mara', description: long('persona', 4000) }],
      lorebooks: [
        {
          id: 'b',
          book: {
            name: 'b',
            entries: [{ id: '1', constant: true, ignoreBudget: true, content: long('lore', 90_000) }],
          },
        },
      ],
      world: { key: long('fact', 2000) },
    });
    const room = openScene(scene, {}, 'seed', { director: profile, character: profile });
    await room.hear(long('input', 8000), callOn('person-3'));
    const tokens = await loadTokenizer();
    // Director, character and director, then long cards.
    expect(room.asks).toHaveLength(7);
    for (const { ask, step } of room.asks) {
      const prompt = tokens(textOf(ask.messages));
      expect([step, prompt <= maxContextTokens - 200]).toEqual([step, true]);
      expect(textOf(ask.messages)).toMatch(/^# (?:Now|Your task)$/m);
    }
  },
);
