import { describe, expect, it } from 'vitest';
import { DEFAULT_SHARES, SECTIONS } from '../../contract/context';
import { allocate } from './sections';

const counts = (maxContextTokens: number, present: readonly (typeof SECTIONS)[number][] = SECTIONS) => {
  const allocated = allocate({ maxContextTokens, shares: DEFAULT_SHARES, present });
  return SECTIONS.map((section) => allocated[section]).join('/');
};

describe('allocate', () => {
  it.each([
    [1000, '300/100/150/200/100/50/100'],
    [999, '299/99/149/199/99/49/99'],
    [0, '0/0/0/0/0/0/0'],
    [-50, '0/0/0/0/0/0/0'],
  ])('%i tokens with all sections: %s', (tokens, expected) => expect(counts(tokens)).toBe(expected));

  it('gives the share of an absent section to the others in proportion, rounded down', () => {
    // 1000 × 30 / 65, × 15 / 65, × 20 / 65
    expect(counts(1000, ['history', 'lore', 'memories'])).toBe('461/0/230/307/0/0/0');
    expect(counts(1000, ['history'])).toBe('1000/0/0/0/0/0/0');
    expect(counts(1000, [])).toBe('0/0/0/0/0/0/0');
  });

  it('never gives more than there is, and leaves alone what no share claims', () => {
    for (let tokens = 1; tokens < 400; tokens += 7) {
      const sum = Object.values(allocate({ maxContextTokens: tokens, present: SECTIONS })).reduce(
        (a, b) => a + b,
        0,
      );
      expect(sum).toBeLessThanOrEqual(tokens);
    }
    const half = { ...DEFAULT_SHARES, memories: 0, history: 0 };
    expect(allocate({ maxContextTokens: 1000, shares: half, present: SECTIONS }).lore).toBe(150);
    const twice = { ...DEFAULT_SHARES, history: 130 };
    expect(allocate({ maxContextTokens: 1000, shares: twice, present: SECTIONS }).history).toBe(650);
  });
});
