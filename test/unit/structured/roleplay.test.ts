import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { splitReasoning, takeOwnWords, wholeSentences } from '../../../src/model/structured';
import { cleanLine } from '../../../src/model/structured/line';

const readCase = <A>(name: string): [string, A][] => {
  const file = new URL(`../../fixtures/roleplay/${name}.json`, import.meta.url);
  return Object.entries((JSON.parse(readFileSync(file, 'utf8')) as { answers: Record<string, A> }).answers);
};
const SPEAKERS = { own: ['Ada'], others: ['Pat', 'Bo'] };
const read = (raw: string): string =>
  takeOwnWords(cleanLine(splitReasoning(raw).answer, { limit: 4_000 }).line, SPEAKERS).line;

describe('an answer in a role play', () => {
  it.each(readCase<[string, string]>('thoughts-in-the-line'))(
    'has no marks of a template: %s',
    (_, [raw, line]) => {
      expect(read(raw)).toBe(line);
    },
  );

  it.each(readCase<string>('labels-inside-a-quotation'))('keeps names that are no labels: %s', (_, line) => {
    expect(read(line)).toBe(line);
  });

  it.each([
    ['"Come in." Pat: Why?', '"Come in."'],
    ['"Come in.\nPat: "Why?"', '"Come in.'],
    ['Come in.\n- Pat: Why?\n- Bo: Why not?', 'Come in.'],
  ])('ends where another speaks: %j', (raw, line) => {
    expect(read(raw)).toBe(line);
  });

  it.each(readCase<[string, string]>('cut-off-answer'))(
    'that is cut off ends with a sentence: %s',
    (_, [raw, line]) => {
      expect(wholeSentences(raw)).toBe(line);
    },
  );

  it.each([
    ['वह रुकी। फिर उसने', 'वह रुकी।'],
    ['توقفت هنا. هل تسمع؟ ثم', 'توقفت هنا. هل تسمع؟'],
    ['「もう遅い。帰りなさ', '「もう遅い。」'],
    ['“Come in. The rain', '“Come in.”'],
    ['No end at all', ''],
  ])('that is cut off closes what it opened: %j', (raw, line) => {
    expect(wholeSentences(raw)).toBe(line);
  });
});
