import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgentOutput, PLACEHOLDER, parseAgentOutput } from '../../../src/output/agent-output';
import { cleanLine } from '../../../src/output/line';

/**
 * 100,000 damaged answers, the same ones every time. `PROPERTY_SEED=7 PROPERTY_FACTOR=10 npx vitest run --project unit
 * test/unit/output/property` looks elsewhere, ten times as long. A failure prints its seed and path (fast-check).
 */
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_918);
const FACTOR = Number(process.env.PROPERTY_FACTOR ?? 1);
const runs = (numRuns: number) => ({ seed: SEED, numRuns: numRuns * FACTOR });
const TIMEOUT = 60_000 * FACTOR;

const SECRETS = ['coffee', 'tea', 'ice cream'];
/** Ways of saying them that the oracle below knows. */
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
const MARK = 'zwark';
const NAMES = ['think', 'Thinking', 'THOUGHT', 'reason', 'reasoning', 'analysis', 'scratchpad', 'monologue'];
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
  '"so"',
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
const sentence = fc.tuple(words(1, 7), fc.constantFrom('.', '!', '?', '…', ',', ':', '\n', '."', ' —'));
const prose = fc
  .array(
    sentence.map(([said, end]) => said + end),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) => list.join(' '));
const spiked = fc.oneof(
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
  },
  { requiredKeys: ['kind'] },
);
/** How models write an object down. */
const STYLES: ((value: unknown) => string)[] = [
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
const answer = fc.oneof({ weight: 4, arbitrary: written }, { weight: 1, arbitrary: spiked });

type Damage = (text: string) => string;
const at = (text: string, share: number): number => Math.floor(share * (text.length + 1));
const insert = (piece: fc.Arbitrary<string>): fc.Arbitrary<Damage> =>
  fc.tuple(piece, fc.double({ min: 0, max: 1, noNaN: true })).map(([what, share]) => (text) => {
    const here = at(text, share);
    return text.slice(0, here) + what + text.slice(here);
  });
const share = fc.double({ min: 0, max: 1, noNaN: true });
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
  fc
    .tuple(
      share,
      fc.constantFrom(
        '\0',
        '\ufffd',
        '\ud83c',
        '"',
        '\\',
        '\\u00',
        '{',
        '}',
        '[',
        ']',
        "'",
        ',',
        ':',
        '\u2028',
        '//',
        '/*',
      ),
    )
    .map(
      ([where, what]): Damage =>
        (text) =>
          text.slice(0, at(text, where)) + what + text.slice(at(text, where) + 1),
    ),
  insert(fc.constantFrom(...TAGS, ...TOKENS)),
  insert(fc.constantFrom(...SAID).map((secret) => ` ${secret} `)),
  insert(fc.constantFrom(...SAID)),
);
const damaged = fc
  .tuple(answer, fc.array(damage, { maxLength: 5 }))
  .map(([text, steps]) => steps.reduce((so, step) => step(so), text));

const OPTIONS = {
  allowedKinds: ['say', 'clue'],
  fallbackKind: 'say',
  extraFields: ['mood', 'winner'],
  secrets: SECRETS,
};
/** Everything of an output that others get to see. */
const shown = (output: AgentOutput): string[] =>
  Object.values(output).filter((value) => typeof value === 'string');

// What the properties go by is written apart from the code under test, and simpler.

const SECRET =
  /(?<![\p{Script=Latin}\p{N}])(?:coffee|tea|ice ?cream)(?:s|'s|’s)?(?![\p{Script=Latin}\p{N}])|(?<![\p{Script=Latin}\p{N}])(?:c o f f e e|t e a|i c e c r e a m)(?![\p{Script=Latin}\p{N}])/u;
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u200b]/gu, '')
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('3', 'e');
const saysSecret = (text: string): boolean =>
  SECRET.test(plain(text)) || SECRET.test(plain(text).replaceAll('-', ''));

const unescapeOnce = (text: string): string =>
  text
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\([bfnrt])/g, ' ')
    .replace(/\\(.)/gs, '$1');
const glue = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
/** Whether the words of a text stand in the input in this order, escaped up to four times. */
function comesFrom(text: string, raw: string): boolean {
  const spoken = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  let level = raw;
  for (let depth = 0; depth <= 4; depth++) {
    const letters = glue(level);
    let from = 0;
    const found = spoken.every((word) => {
      const here = letters.indexOf(word, from);
      from = here + word.length;
      return here >= 0;
    });
    if (found) return true;
    level = unescapeOnce(level);
  }
  return false;
}

describe('damaged answers', () => {
  it(
    'parseAgentOutput never throws, never says a secret, never invents a text',
    () => {
      fc.assert(
        fc.property(damaged, (raw) => {
          const output = parseAgentOutput(raw, OPTIONS);
          expect(OPTIONS.allowedKinds).toContain(output.kind);
          for (const text of shown(output)) expect(saysSecret(text), text).toBe(false);
          if (output.text !== PLACEHOLDER) expect(comesFrom(output.text, raw), output.text).toBe(true);
        }),
        runs(40_000),
      );
    },
    TIMEOUT,
  );

  it(
    'cleanLine never throws, never says a secret or an object, never invents a line, keeps its limits',
    () => {
      fc.assert(
        fc.property(damaged, (raw) => {
          const { line, residue } = cleanLine(raw, { secrets: SECRETS });
          expect(saysSecret(line), line).toBe(false);
          expect(line).not.toMatch(/^\s*\{\s*"|["'](?:kind|text|thought)["']\s*:/);
          expect(comesFrom(line, raw), line).toBe(true);
          expect(line.length).toBeLessThanOrEqual(300);
          expect(residue.length).toBeLessThanOrEqual(600);
        }),
        runs(20_000),
      );
    },
    TIMEOUT,
  );

  it(
    'neither chokes on text of any kind',
    () => {
      const anything = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({
          unit: fc.constantFrom(...'{}[]"\'\\:,<>/|`tex \n', '<think>', '</think>', '"text":'),
          maxLength: 60,
        }),
        fc.json(),
      );
      fc.assert(
        fc.property(anything, (raw) => {
          expect(typeof parseAgentOutput(raw, OPTIONS).text).toBe('string');
          expect(typeof cleanLine(raw, { secrets: SECRETS }).line).toBe('string');
        }),
        runs(5_000),
      );
    },
    TIMEOUT,
  );
});

/** A thought with the mark in it; nothing in it ends the container it is put into. */
const thought = fc.tuple(words(0, 6), words(0, 6)).map(([before, after]) => `${before} ${MARK} ${after}`);
const draft = thought.map((inner) => JSON.stringify({ kind: 'say', text: inner }));
const name = fc.constantFrom(...NAMES);
const block = fc
  .tuple(name, fc.boolean(), fc.oneof(thought, draft))
  .map(([tag, square, inner]) => (square ? `[${tag}]${inner}[/${tag}]` : `<${tag}>${inner}</${tag}>`));
const unterminated = fc
  .tuple(name, fc.boolean(), fc.oneof(thought, draft))
  .map(([tag, square, inner]) => (square ? `[${tag}]${inner}` : `<${tag}>${inner}`));
const orphan = fc
  .tuple(name, fc.boolean(), fc.oneof(thought, draft))
  .map(([tag, square, inner]) => (square ? `${inner}[/${tag}]` : `${inner}</${tag}>`));
const channels = fc
  .tuple(fc.oneof(thought, draft), fc.boolean())
  .map(
    ([inner, end]) =>
      `<|channel|>analysis<|message|>${inner}${end ? '<|end|>' : ''}<|start|>assistant<|channel|>final<|message|>`,
  );
/** An object whose private fields hold the mark, written as models do. */
const thinking = fc
  .tuple(fc.constantFrom('thought', 'thinking', 'reasoning'), thought, prose, fc.constantFrom(...STYLES))
  .map(([key, inner, text, write]) => write({ [key]: inner, kind: 'say', text }));
const clean = fc.oneof(
  prose,
  fc.tuple(prose, fc.constantFrom(...STYLES)).map(([text, write]) => write({ kind: 'say', text })),
);
/** Damage that leaves every container recognizable: a cut at the end, a copy, a shell around it all. */
const gentle: fc.Arbitrary<Damage> = fc.oneof(
  share.map(
    (to): Damage =>
      (text) =>
        text.slice(0, at(text, to)),
  ),
  fc.constantFrom<Damage>(
    (text) => text,
    (text) => JSON.stringify({ kind: 'say', text }),
    (text) => `${text}\n${text}`,
    (text) => `\`\`\`\n${text}\n\`\`\``,
    (text) => `${text} Done.`,
  ),
);
const thoughtful = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.array(fc.oneof(block, clean), { maxLength: 2 }), block, clean).map((all) => all.flat()),
      fc.tuple(clean, unterminated),
      fc.tuple(block, clean, unterminated),
      fc.tuple(orphan, clean),
      fc.tuple(orphan, block, clean),
      fc.tuple(channels, clean),
      fc.tuple(thinking),
      fc.tuple(block, thinking),
      fc.tuple(channels, thinking),
    ),
    gentle,
  )
  .map(([parts, spoil]) => spoil(parts.join(' ')))
  // A cut may leave a mark without the tag that would have closed it: nobody could know.
  .filter((raw) => !raw.includes(MARK) || isMarked(raw));

/** Whether something in front of the first mark opens a container, or something behind it closes one. */
function isMarked(raw: string): boolean {
  const first = raw.indexOf(MARK);
  const before = raw.slice(0, first).toLowerCase();
  const opens =
    /[<[](?:think|thinking|thought|reason|reasoning|analysis|scratchpad|monologue)[>\]]|<\|message\|>|(?:thought|thinking|reasoning)\W*:/;
  return opens.test(before) || /[<[]\/\w+[>\]]/.test(raw.slice(first));
}

describe('damaged answers with reasoning in them', () => {
  it(
    'parseAgentOutput never emits the reasoning',
    () => {
      fc.assert(
        fc.property(thoughtful, (raw) => {
          for (const text of shown(parseAgentOutput(raw, OPTIONS))) expect(text).not.toContain(MARK);
        }),
        runs(25_000),
      );
    },
    TIMEOUT,
  );

  it(
    'cleanLine never emits the reasoning',
    () => {
      fc.assert(
        fc.property(thoughtful, (raw) => {
          expect(cleanLine(raw).line).not.toContain(MARK);
        }),
        runs(10_000),
      );
    },
    TIMEOUT,
  );

  it(
    'still finds the answer beside closed blocks',
    () => {
      const said = fc.tuple(block, prose, block).map(([before, text, after]) => ({ before, text, after }));
      fc.assert(
        fc.property(said, ({ before, text, after }) => {
          const raw = `${before}${JSON.stringify({ kind: 'clue', text: `Hello. ${text}` })}${after}`;
          const output = parseAgentOutput(raw, { ...OPTIONS, secrets: [] });
          expect(output.kind).toBe('clue');
          expect(output.text.startsWith('Hello.')).toBe(true);
        }),
        { ...runs(1_000) },
      );
    },
    TIMEOUT,
  );
});
