import { expect, it, vi } from 'vitest';
import { memoizeText } from './memoize';
import { CUT_MARK, cutToTokens, loadTokenizer } from './tokens';

const count = await loadTokenizer();

it('counting counts real tokens, control tokens as text, long runs in pieces', () => {
  expect(count('')).toBe(0);
  expect(count('Hello world')).toBe(2);
  expect(count('<|endoftext|>')).toBeGreaterThan(1);
  expect(count('a'.repeat(20_000))).toBeGreaterThanOrEqual(2500);
  expect(count('漢'.repeat(2000))).toBeGreaterThanOrEqual(2000);
});

it('callers that ask at the same time share one tokenizer', async () => {
  vi.resetModules();
  const { loadTokenizer } = await import('./tokens');
  const counters = await Promise.all([loadTokenizer(), loadTokenizer(), loadTokenizer()]);
  expect(new Set(counters).size).toBe(1);
});

it('remembering counts a text once, until newer ones have pushed it out', () => {
  const counted: string[] = [];
  const remember = memoizeText((text) => counted.push(text), 10);
  for (const text of ['aaaa', 'aaaa', 'bbbb', 'aaaa']) remember(text);
  expect(counted).toEqual(['aaaa', 'bbbb']);
  remember('cccc');
  remember('bbbb');
  remember('aaaa');
  expect(counted).toEqual(['aaaa', 'bbbb', 'cccc', 'aaaa']);
});

it('cutting leaves what fits, marks what was cut, and never exceeds the limit', () => {
  const text = 'one two three four five six seven eight nine ten';
  expect(cutToTokens(text, 100, count)).toBe(text);
  const cut = cutToTokens(text, 6, count);
  expect(cut.endsWith(CUT_MARK)).toBe(true);
  expect(count(cut)).toBeLessThanOrEqual(6);
  expect(cutToTokens(text, 0, count)).toBe('');
});
