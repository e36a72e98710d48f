import { describe, expect, it } from 'vitest';
import { directorPlan } from '../../../src/contract/agents';
import { createGuard } from '../../../src/scene/table/guard';
import { isDeep, sample } from '../../../test/support/depth';
import { SECRET_WORDS } from '../../../test/support/secret-words';
import { CASE_SCHEMAS } from '../cases/case-list';
import type { StepCounter } from './json-text';
import { cleanLine } from './line';
import { parseStructured } from './parse';
import { splitReasoning } from './reasoning';

const MB = 1_000_000;
/** Steps may grow with a reader's own data (keys, secrets), but not with the answer's length. */
const ALLOWANCE = 10_000;

/** Expensive inputs: `[name, repeated unit, prefix]`. */
const FLOODS: [name: string, unit: string, before?: string][] = [
  ['opening braces', '{'],
  ['quotes', '"'],
  ['open tags', '<think>'],
  ['commas', ','],
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
  ['fences', '```'],
  ['empty objects', '{}'],
  ['small objects', '{"kind":"say"}'],
  ['damaged objects', '{kind:say}'],
  ['nested objects', '{"text":'],
  ['nested lists', '[', '{"text":'],
  ['comments', '/*', '{'],
  ['closed comments', '/**/', '{'],
  ['comments between a key and its colon', '/**/', '{"kind"'],
  ['keys with comments', '"a"/**/:1,', '{'],
  ['keys far from their colons', '"a"        \n        ', '{'],
  ['key lines', 'kind: say\n'],
  ['rows under one key', 'a\n', 'kind: say\ntext: '],
  ['rows of one brace under a key', '{\n', 'kind: say\ntext: '],
  ['rows of quotes under a key', '"a"\n', 'kind: say\ntext: '],
  ['rows of a block', ' a\n', 'kind: say\ntext: |\n'],
  ['braced words', '{a} '],
  ['texts that run over', '{"text":"a"} b"} '],
  ['private lists', '{"reasoning_details":[{"text":"a"}]}'],
  ['preambles', 'Okay. I should give a clue. '],
  ['refusals', "I'm sorry, but "],
  ['halves of refusals', ', and', "I'm an AI"],
  ['private key lines', 'thought: hm\n'],
  ['quoted rows of a private line', '"a"\n', 'thought: {\n'],
  ['private fields', '{"kind":1,thought:"a {kind:",'],
  ['escaped private lines', '\\nthought:'],
  ['newlines', '\n', 'a'],
  ['escaped strings', '"{\\"'],
  ['single quotes', "'"],
  ['single-quoted strings', "'a',", "{'text':'"],
  ['smart quotes', '”'],
  ['halves of tags', '<think '],
  ['closing tags', '</think>'],
  ['tags of two names', '<think><reason></think></reason>'],
  ['blocks', '<think>a</think>b '],
  ['tags in the strings of objects', '{"text":"<think>"}'],
  ['objects after a tag', '{"a":1}', '<think>'],
  ['square brackets', '['],
  ['square tags', '[think]'],
  ['channel tokens', '<|channel|>analysis<|message|>'],
  ['half channel tokens', '<|'],
  ['stripped channels', 'assistantfinal', 'analysis'],
  ['stop tokens', '<|end|>'],
  ['sentences', 'Let me think. '],
  ['one long word', 'a'],
  ['letters apart', 'c o f f '],
  ['letters with hyphens', 'c-o-f-'],
  ['ones', '1'],
  ['leet', 'c0ff3'],
  ['drawn-out letters', 'ooooff'],
  ['combining marks', 'e\u0301'],
  ['plus signs', '"a"+', '{"text":'],
  ['double encoding', '\\"', '"{'],
  ['wrappers', '[{"response":'],
];

type Reader = (answer: string, work: StepCounter) => unknown;
const secrets = SECRET_WORDS.slice(0, 8);
const guard = createGuard(secrets);
/** Readers handle damaged objects up to 400,000 characters, lines up to fewer: test both sides of the limits. */
const BOTH = [150_000, MB];
/**
 * Readers, their limit of characters read per character of the answer (a bounded number of passes), and the lengths to
 * double. `parseStructured` reads two schemas; the guard compares with every secret at any length.
 */
const READERS: [name: string, read: Reader, perCharacter: number, lengths: number[]][] = [
  [
    'parseStructured',
    (answer, work) => {
      parseStructured(answer, CASE_SCHEMAS.line, work);
      parseStructured(answer, directorPlan, work);
    },
    2 * 13,
    BOTH,
  ],
  ['splitReasoning', (answer, work) => splitReasoning(answer, work), 8, [MB]],
  ['cleanLine', (answer, work) => cleanLine(answer, { guard, work }), 32, BOTH],
  ['the guard', (answer, work) => guard.leaks(answer, work), 18, [MB / 4]],
];

function count(read: Reader, length: number, unit: string, before = ''): number {
  const work: StepCounter = { steps: 0 };
  read(before + unit.repeat(Math.ceil(length / unit.length)), work);
  return work.steps;
}

/** `npm test` uses shorter answers: a quadratic reader exceeds its limit with these too. */
const SCALE = isDeep ? 1 : 20;

describe.each(READERS)(
  'the work of %s grows with the answer and not faster',
  (_, read, perCharacter, lengths) => {
    it.each(sample(FLOODS, 17))('%s', (_name, unit, before) => {
      for (const length of lengths.map((full) => full / SCALE)) {
        const once = count(read, length, unit, before);
        const twice = count(read, 2 * length, unit, before);
        expect(twice).toBeLessThanOrEqual(once * 2.2 + ALLOWANCE);
        expect(twice).toBeLessThanOrEqual(2 * length * perCharacter + ALLOWANCE);
      }
    });
  },
);
