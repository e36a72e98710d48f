import { describe, expect, it } from 'vitest';
import { cutFixed, type Entry, fitEntries, fitSections } from '../../../src/context/sections';
import { loadTokenizer } from '../../../src/context/tokens';
import { DEFAULT_SHARES } from '../../../src/contract/context';
import { newScene } from '../../../src/contract/scenes';
import { act, openScene, PROFILES, textOf } from '../scene/play';

/** One token a word; the line break after an entry costs nothing. */
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
    ['characters', { maxChars: 2 }, 2],
  ])('holds a cap on %s', (_, cap, kept) => {
    expect(fitEntries(entries('a', 'b', 'c', 'd'), 100, cap, count).use.entries).toBe(kept);
  });
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

describe('fixed parts', () => {
  it('stay as they are while they fit', () => {
    expect(cutFixed([words(5), words(5)], 10, count)).toEqual([words(5), words(5)]);
  });

  it('are cut, the longest first, when they do not', () => {
    const cut = cutFixed([words(10, 'a'), words(100, 'b'), words(40, 'c')], 60, count);
    expect(cut[0]).toBe(words(10, 'a'));
    expect(cut.reduce((sum, text) => sum + count(text), 0)).toBeLessThanOrEqual(60);
    for (const text of cut.slice(1)) expect(text.endsWith('[…]')).toBe(true);
  });
});

describe('a whole prompt', () => {
  it.each([[1500], [2500], [6000]])(
    'stays within a window of %i, however large its cast, notes, lore and inputs',
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
      room.say({ text: long('input', 8000) });
      await room.play({ 'director.1': { actingCharacters: [act('person-3')] } });
      const tokens = await loadTokenizer();
      expect(room.asks).toHaveLength(3);
      for (const { ask, step } of room.asks) {
        const prompt = tokens(textOf(ask.messages));
        expect([step, prompt <= maxContextTokens - 200]).toEqual([step, true]);
        expect(textOf(ask.messages)).toContain('# Your task');
      }
    },
  );
});
