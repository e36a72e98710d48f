import { describe, expect, it } from 'vitest';
import { directorPlan } from '../../../src/contract/agents';
import { parseStructured, type Work } from '../../../src/output/parse';
import { CASE_SCHEMAS } from './cases';

const MB = 1_000_000;

function count(unit: string, length: number, before = ''): number {
  const work: Work = { steps: 0 };
  parseStructured(before + unit.repeat(Math.ceil(length / unit.length)), CASE_SCHEMAS.line, work);
  parseStructured(before + unit.repeat(Math.ceil(length / unit.length)), directorPlan, work);
  return work.steps;
}

/** Characters looked at, per character of the answer and schema: what one pass over everything may cost. */
const PER_CHARACTER = 12;

describe('the work grows with the answer and not faster', () => {
  it.each([
    ['opening braces', '{', ''],
    ['quotes', '"', ''],
    ['open tags', '<think>', ''],
    ['commas', ',', ''],
    ['commas in an object', ',', '{'],
    ['quotes in a string', '"', '{"text":"'],
    ['quotes and commas in a string', '",', '{"text":"'],
    ['quotes and blanks in a string', '"        ', '{"text":"'],
    ['quotes and braces in a string', '"}', '{"text":"'],
    ['quoted words in a string', '"a" ', '{"text":"'],
    ['missing commas', '"kind":1 ', '{'],
    ['list items without commas', '1 ', '{"text":['],
    ['backslashes', '\\', '{"text":"'],
    ['blanks', ' ', '{"text":"a"'],
    ['closing braces', '}', '{"text":"a"'],
    ['fences', '```', ''],
    ['empty objects', '{}', ''],
    ['small objects', '{"kind":"say"}', ''],
    ['damaged objects', '{kind:say}', ''],
    ['nested objects', '{"text":', ''],
    ['nested lists', '[', '{"text":'],
    ['comments', '/*', '{'],
    ['closed comments', '/**/', '{'],
    ['key lines', 'kind: say\n', ''],
    ['newlines', '\n', 'a'],
    ['escaped strings', '"{\\"', ''],
  ])('%s', (_, unit, before) => {
    const once = count(unit, MB, before);
    const twice = count(unit, 2 * MB, before);
    expect(twice).toBeLessThanOrEqual(once * 2.2 + 10_000);
    expect(twice).toBeLessThanOrEqual(2 * 2 * MB * PER_CHARACTER);
    const near = count(unit, 150_000, before);
    expect(count(unit, 300_000, before)).toBeLessThanOrEqual(near * 2.2 + 10_000);
  });
});
