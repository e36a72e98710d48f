import fc from 'fast-check';
import { isDeep } from './depth';

/** Answers as models write them, and damage to them: the input of the property tests. */

const SAMPLE = 0.02;

/**
 * Number and seed of the inputs: fixed, so that a green run stays green. `PROPERTY_SEED=7` selects other
 * inputs, `PROPERTY_SEED=random` random ones; `PROPERTY_FACTOR=10` runs ten times as many.
 */
const FACTOR = Number(process.env.PROPERTY_FACTOR ?? 0.5);
const SEED = process.env.PROPERTY_SEED ?? '20261120';
export const runs = (numRuns: number): { numRuns: number; seed?: number } => ({
  numRuns: Math.ceil(numRuns * FACTOR * (isDeep ? 1 : SAMPLE)),
  ...(SEED === 'random' ? {} : { seed: Number(SEED) }),
});
export const TIMEOUT = 120_000 * Math.max(1, FACTOR);

export const SECRETS = ['coffee', 'tea', 'ice cream'];
/** Spellings of them that `saysSecret` recognizes. */
const SAID = [
  'coffee',
  'COFFEE',
  'coffees',
  "coffee's",
  'c o f f e e',
  'cof-fee',
  'coffeé',
  'cof\u200bfee',
  'c0ff33',
  'tea',
  'Teas',
  't-e-a',
  'T E A',
  't3a',
  'ice cream',
  'Ice-Creams',
  'i c e c r e a m',
];
export const NAMES = [
  'think',
  'Thinking',
  'THOUGHT',
  'reason',
  'reasoning',
  'analysis',
  'scratchpad',
  'monologue',
];
const TAGS = NAMES.flatMap((name) => [
  `<${name}>`,
  `</${name}>`,
  `[${name}]`,
  `[/${name}]`,
  `< ${name} a="b">`,
]);
const TOKENS = [
  '<|channel|>',
  '<|message|>',
  '<|end|>',
  '<|start|>assistant',
  '<|channel|>final<|message|>',
  'analysis',
];
const WORDS = [
  'hello',
  'there',
  'lantern',
  'rain',
  'the',
  'field',
  'mood',
  'word',
  'is',
  'NIL',
  'spy',
  'toffee',
  'office',
  'team',
  'text',
  'kind',
  'naïve',
  '雨',
  '🎭',
  "don't",
  "Bex's",
  'so-called',
  '(so',
  'said)',
  '"so"',
  '“no”',
  'I',
  'you',
  'json',
  'schema',
  '7/10',
  'null',
  'user',
  'my',
  'line',
];

const words = (min: number, max: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: min, maxLength: max }).map((list) => list.join(' '));
const sentence = fc.tuple(words(1, 7), fc.constantFrom('.', '!', '?', '…', ',', ':', ';', '\n', '."', ' —'));
export const prose = fc
  .array(
    sentence.map(([said, end]) => said + end),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) => list.join(' '));
export const spiked = fc.oneof(
  { weight: 3, arbitrary: prose },
  {
    weight: 1,
    arbitrary: fc
      .tuple(prose, fc.constantFrom(...SAID), prose)
      .map(([before, secret, after]) => `${before} ${secret} ${after}`),
  },
);

const object = fc.record(
  {
    thought: spiked,
    kind: fc.constantFrom('say', 'clue', 'reflection', 'Say', ''),
    text: fc.oneof({ weight: 6, arbitrary: spiked }, { weight: 1, arbitrary: fc.constant(null) }),
    mood: spiked,
    content: spiked,
    winner: fc.constantFrom('NIL', 'CARA', 'tea', null),
    scores: fc.constantFrom({ NIL: 7 }, { CARA: 1, coffee: 10 }, { 'my mood': null }, {}),
  },
  { requiredKeys: ['kind'] },
);
export const STYLES: ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
  (value) => `Sure, here is my reply: ${JSON.stringify(value)} Done.`,
  (value) => JSON.stringify(JSON.stringify(value)),
  (value) => JSON.stringify({ response: value }),
  (value) => JSON.stringify([value]),
  (value) => JSON.stringify(value).replaceAll('"', "'"),
  (value) => JSON.stringify(value).replaceAll('\\"', '"'),
  (value) => JSON.stringify(value).replaceAll('"', '”'),
  (value) => JSON.stringify(value).replaceAll(/"(\w+)":/g, '$1:'),
  (value) =>
    Object.entries(value as object)
      .map(([key, inner]) => `${key}: ${String(inner)}`)
      .join('\n'),
];
const written = fc.tuple(object, fc.constantFrom(...STYLES)).map(([value, write]) => write(value));
export const answer = fc.oneof({ weight: 4, arbitrary: written }, { weight: 1, arbitrary: spiked });

export type Damage = (text: string) => string;
/** Uniform between 0 and 1: `fc.double` would nearly always be close to 0. */
export const share = fc.integer({ min: 0, max: 1_000 }).map((n) => n / 1_000);
export const at = (text: string, part: number): number => Math.floor(part * (text.length + 1));
const insert = (piece: fc.Arbitrary<string>): fc.Arbitrary<Damage> =>
  fc.tuple(piece, share).map(([what, where]) => (text) => {
    const here = at(text, where);
    return text.slice(0, here) + what + text.slice(here);
  });
export const SPLINTERS = [
  '\0',
  '\ufffd',
  '\ud83c',
  '"',
  "'",
  '”',
  '`',
  '\\',
  '\\u00',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  ',',
  ':',
  '\n',
  '\u2028',
  '//',
  '/*',
  '# ',
];
const damage: fc.Arbitrary<Damage> = fc.oneof(
  share.map(
    (to): Damage =>
      (text) =>
        text.slice(0, at(text, to)),
  ),
  share.map(
    (from): Damage =>
      (text) =>
        text.slice(at(text, from) / 3),
  ),
  fc.tuple(share, share).map(
    ([a, b]): Damage =>
      (text) =>
        text.slice(0, at(text, a)) + text.slice(at(text, b)),
  ),
  fc.tuple(answer, share, share).map(
    ([other, a, b]): Damage =>
      (text) =>
        text.slice(0, at(text, a)) + other.slice(at(other, b)),
  ),
  fc.constantFrom<Damage>(
    (text) => JSON.stringify({ text }),
    (text) => `{"response": ${text}}`,
    (text) => `[${text}, ${text}]`,
    (text) => JSON.stringify({ kind: 'say', text: 'hello', note: text }),
    (text) => `${text}\n${text}`,
    (text) => JSON.stringify(text),
    (text) => Buffer.from(text, 'utf8').toString('latin1'),
    (text) => text.replaceAll('\\', ''),
  ),
  fc.tuple(share, fc.constantFrom(...SPLINTERS)).map(
    ([where, what]): Damage =>
      (text) =>
        text.slice(0, at(text, where)) + what + text.slice(at(text, where) + 1),
  ),
  insert(fc.constantFrom(...TAGS, ...TOKENS)),
  insert(fc.constantFrom(...SAID).map((secret) => ` ${secret} `)),
  insert(fc.constantFrom(...SAID)),
);

/**
 * With up to five damages: truncated, spliced, nested, doubled, wrongly encoded, with tags and secrets
 * inserted.
 */
export const damagedOf = (written: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(written, fc.array(damage, { maxLength: 5 }))
    .map(([text, steps]) => steps.reduce((so, step) => step(so), text));
export const damaged = damagedOf(answer);

/** Arbitrary text, and many of the characters that a parser reacts to. */
export const anything: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(
      ...'{}[]"\'\\:,<>/|`tex \n#*=+1-.',
      '<think>',
      '</think>',
      '"text":',
      '<|message|>',
      '\\u',
    ),
    maxLength: 60,
  }),
  fc.json(),
);
