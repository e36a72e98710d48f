import fc from 'fast-check';
import { at, type Damage, NAMES, prose, SPLINTERS, share } from './damaged-answers';

/**
 * Answers of models that reason aloud. Every word of a thought is a canary, to detect any leak; the damage
 * never changes the marks of a thought: tags, tokens of a chat template, names of fields.
 */

const CANARIES = ['zwark', 'qirlop', 'vexbun', 'jyntha', 'kroodle'];
const CANARY = new RegExp(CANARIES.join('|'), 'i');
export const saysThought = (text: string): boolean => CANARY.test(text);

/** A piece of an answer. Marks of a thought are never damaged; `closes` also forbids a cut before its end. */
interface Part {
  role: 'mark' | 'thought' | 'said';
  text: string;
  closes?: boolean;
}
const mark = (text: string, closes = false): Part => ({ role: 'mark', text, closes });
const said = (text: string): Part => ({ role: 'said', text });
const thinks = (text: string): Part => ({ role: 'thought', text });

const murmur = fc
  .array(
    fc
      .tuple(
        fc.array(fc.constantFrom(...CANARIES, '"zwark"', "vexbun's"), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('.', '!', '?', '…', ',', ':', '\n', '\n\n', '."'),
      )
      .map(([list, end]) => list.join(' ') + end),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) => list.join(' '));
/** Models draft their answer while they reason. */
const thought = fc.oneof(
  { weight: 4, arbitrary: murmur },
  {
    weight: 2,
    arbitrary: murmur.map((text) => JSON.stringify({ thought: 'zwark', kind: 'say', text, mood: 'vexbun' })),
  },
  { weight: 1, arbitrary: fc.tuple(murmur, murmur).map(([a, b]) => `${a} {"kind":"say","text":"${b}`) },
  { weight: 1, arbitrary: murmur.map((text) => `kind: say\ntext: ${text}`) },
  { weight: 1, arbitrary: murmur.map((text) => `\`\`\`json\n${JSON.stringify({ text })}\n\`\`\``) },
  { weight: 1, arbitrary: murmur.map((text) => `My reply: ${text}`) },
);

// Tags

type Pair = readonly [open: string, close: string];
const pair: fc.Arbitrary<Pair> = fc.constantFrom(
  ...NAMES.flatMap((name): Pair[] => [
    [`<${name}>`, `</${name}>`],
    [`<${name}>`, `</${name}>`],
    [`[${name}]`, `[/${name}]`],
    [`< ${name} effort="high">`, `</ ${name} >`],
    [`&lt;${name}&gt;`, `&lt;/${name}&gt;`],
  ]),
  ['<seed:think>', '</seed:think>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
);
const block = fc
  .tuple(pair, thought)
  .map(([[open, close], inner]): Part[] => [mark(open), thinks(inner), mark(close)]);
const unterminated = fc.tuple(pair, thought).map(([[open], inner]): Part[] => [mark(open), thinks(inner)]);
const orphan = fc
  .tuple(pair, thought)
  .map(([[, close], inner]): Part[] => [thinks(inner), mark(close, true)]);

// Channels

const message = (channel: string, inner: fc.Arbitrary<string>) =>
  fc
    .tuple(inner, fc.constantFrom('<|end|>', '<|end|>', ''))
    .map(([text, end]): Part[] => [
      mark(`<|start|>assistant<|channel|>${channel}<|message|>`),
      thinks(text),
      mark(end),
    ]);
const channels = fc
  .tuple(
    fc.array(fc.oneof(message('analysis', thought), message('commentary', prose)), { maxLength: 2 }),
    message('analysis', thought),
  )
  .map(([more, last]): Part[] => {
    const [first, ...rest] = [...more.flat(), ...last];
    const start = (first?.text ?? '').replace('<|start|>assistant', '');
    return [mark(start), ...rest, mark('<|start|>assistant<|channel|>final<|message|>')];
  });

// Fields

interface Writing {
  quote: string;
  bare: boolean;
  gap: string;
  lines: boolean;
}
const WRITINGS: Writing[] = [
  { quote: '"', bare: false, gap: '', lines: false },
  { quote: '"', bare: false, gap: '', lines: false },
  { quote: '"', bare: false, gap: '\n  ', lines: false },
  { quote: '"', bare: true, gap: ' ', lines: false },
  { quote: "'", bare: false, gap: ' ', lines: false },
  { quote: '”', bare: false, gap: ' ', lines: false },
  { quote: '', bare: true, gap: '\n', lines: true },
];
type Entry = [key: string, parts: Part[]];
/** Writes an object as parts: its values can be damaged, all else is a mark. */
function writeParts(entries: readonly Entry[], { quote, bare, gap, lines }: Writing): Part[] {
  const encode = (text: string): string => {
    const inner = JSON.stringify(text).slice(1, -1);
    if (quote === '"') return inner;
    const plain = inner.replaceAll('\\"', '"');
    return quote === '' ? plain.replace(/(?:\\n|\s)+/g, ' ') : plain.replaceAll(quote, `\\${quote}`);
  };
  const parts = entries.flatMap(([key, value], i): Part[] => {
    const name = bare ? key : quote + key + quote;
    const comma = lines || i === entries.length - 1 ? '' : ',';
    const inner = value.map((part) => ({ ...part, text: encode(part.text) }));
    return [mark(`${gap}${name}:${lines ? ' ' : ''}${quote}`), ...inner, mark(quote + comma)];
  });
  return lines ? parts : [mark('{'), ...parts, mark(`${gap.trimEnd()}}`)];
}
const openText = fc.oneof(
  { weight: 4, arbitrary: prose.map((line) => [said(line)]) },
  { weight: 1, arbitrary: fc.tuple(block, prose).map(([parts, line]) => [...parts, said(` ${line}`)]) },
  {
    weight: 1,
    arbitrary: fc.tuple(prose, unterminated).map(([line, parts]) => [said(`${line} `), ...parts]),
  },
  { weight: 1, arbitrary: fc.constant<Part[]>([]) },
);
const anyText = fc.oneof(
  { weight: 5, arbitrary: openText },
  { weight: 1, arbitrary: fc.tuple(orphan, prose).map(([parts, line]) => [...parts, said(` ${line}`)]) },
);
const privately = fc.tuple(
  fc.constantFrom('thought', 'thought', 'thinking', 'reasoning', 'Thought'),
  thought.map((inner) => [thinks(inner)]),
);
const fieldsWith = (text: fc.Arbitrary<Part[]>) =>
  fc
    .tuple(
      fc.array(privately, { minLength: 1, maxLength: 2 }),
      text,
      text,
      fc.nat(3),
      fc.constantFrom(...WRITINGS),
    )
    .map(([thoughts, line, mood, order, writing]): Part[] => {
      const kind: Entry = ['kind', [said('say')]];
      const first = thoughts.slice(0, 1);
      const rest = thoughts.slice(1).filter(([key]) => key !== first[0]?.[0]);
      const orders: Entry[][] = [
        [...first, kind, ['text', line]],
        [kind, ...first, ['text', line], ...rest],
        [kind, ['text', line], ...first],
        [...first, kind, ['text', line], ['mood', mood], ...rest],
      ];
      return writeParts(orders[order] ?? [], writing);
    });

// Answers

const plainly = fc
  .tuple(prose, fc.constantFrom(...WRITINGS), fc.boolean())
  .map(([line, writing, bare]): Part[] =>
    bare
      ? [said(line)]
      : writeParts(
          [
            ['kind', [said('say')]],
            ['text', [said(line)]],
          ],
          writing,
        ),
  );
const blank: Part[] = [said(' ')];
const join = (...lists: Part[][]): Part[] =>
  lists.flatMap((list, i) => (i === 0 ? list : [...blank, ...list]));
const opened = fc.oneof(
  fc
    .tuple(fc.array(fc.oneof(block, plainly), { maxLength: 2 }), block, plainly)
    .map(([all, b, p]) => join(...all, b, p)),
  fc.tuple(plainly, block).map(([p, b]) => join(p, b)),
  fc.tuple(plainly, unterminated).map(([p, u]) => join(p, u)),
  fc.tuple(block, plainly, unterminated).map((all) => join(...all)),
  fc.tuple(channels, plainly).map((all) => join(...all)),
  channels,
);
const tagged = fc.oneof(
  { weight: 3, arbitrary: opened },
  { weight: 1, arbitrary: fc.tuple(orphan, plainly).map((all) => join(...all)) },
  { weight: 1, arbitrary: fc.tuple(orphan, block, plainly).map((all) => join(...all)) },
  { weight: 1, arbitrary: fc.tuple(block, orphan, plainly).map((all) => join(...all)) },
);
const fieldedWith = (fields: fc.Arbitrary<Part[]>) =>
  fc.oneof(
    fields,
    fc.tuple(block, fields).map((all) => join(...all)),
    fc.tuple(channels, fields).map((all) => join(...all)),
    fc.tuple(prose, fields).map(([line, all]) => join([said(line)], all)),
  );
const fields = fieldsWith(anyText);
const fielded = fc.oneof(
  { weight: 5, arbitrary: fieldedWith(fields) },
  { weight: 1, arbitrary: fc.tuple(orphan, fields).map((all) => join(...all)) },
);
/**
 * Damage by endpoints that strip tokens of channels: the first token, or all of them but not their arguments.
 */
const stripped = fc.oneof(
  fc
    .tuple(thought, plainly)
    .map(([inner, answer]): Part[] => [
      mark('analysis'),
      thinks(inner),
      mark('assistantfinal', true),
      ...answer,
    ]),
  fc
    .tuple(channels, plainly)
    .map(([[first, ...rest], answer]): Part[] => [
      mark((first?.text ?? '').replace('<|channel|>', '')),
      ...rest,
      ...answer,
    ]),
);

// Damage

/** Damages one part that is not a mark: replaces a character, or inserts something. */
const scratch = fc
  .tuple(share, share, fc.constantFrom(...SPLINTERS), fc.boolean())
  .map(([which, where, what, replaces]) => (parts: Part[]): Part[] => {
    const soft = parts.flatMap(({ role }, i) => (role === 'mark' ? [] : [i]));
    const hit = soft[Math.floor(which * soft.length)];
    return parts.map((part, i) => {
      if (i !== hit) return part;
      const here = Math.min(at(part.text, where), part.text.length);
      return { ...part, text: part.text.slice(0, here) + what + part.text.slice(here + (replaces ? 1 : 0)) };
    });
  });
/** UTF-8 read as Latin-1, except marks, which would become unreadable. */
const misread = (parts: Part[]): Part[] =>
  parts.map((part) =>
    part.role === 'mark' ? part : { ...part, text: Buffer.from(part.text, 'utf8').toString('latin1') },
  );
const harm = fc.oneof({ weight: 6, arbitrary: scratch }, { weight: 1, arbitrary: fc.constant(misread) });
const joinParts = (parts: Part[]): string => parts.map((part) => part.text).join('');
const cut = share.map((to) => (parts: Part[]): string => {
  const all = joinParts(parts);
  const last = parts.findLastIndex(({ closes }) => closes === true);
  return all.slice(0, Math.max(joinParts(parts.slice(0, last + 1)).length, at(all, to)));
});
const inString: Damage[] = [
  (all) => JSON.stringify({ kind: 'say', text: all }),
  (all) => JSON.stringify({ kind: 'say', text: 'hello', mood: all }),
  (all) => JSON.stringify({ text: all, thought: 'zwark.' }),
];
const around: Damage[] = [
  ...inString,
  (all) => JSON.stringify(all),
  (all) => `{"response": ${all}}`,
  (all) => `\`\`\`json\n${all}\n\`\`\``,
  (all) => `Sure! ${all}`,
];
const behind: Damage[] = [(all) => all, (all) => all, (all) => `${all} Done.`];
const doubled: Damage[] = [(all) => `${all}\n${all}`, (all) => `[${all}, ${all}]`];
const shells = [...around, ...behind];
/** Truncated answers are not doubled: half a tag in the middle of an answer marks no thought. */
const spoil = (parts: fc.Arbitrary<Part[]>, once: Damage[], whole: Damage[]): fc.Arbitrary<string> => {
  const outer = (shells: Damage[]) => fc.array(fc.constantFrom(...shells), { maxLength: 2 });
  const ending = fc.oneof(
    fc.tuple(cut, outer(once)),
    fc.tuple(fc.constant(joinParts), outer([...once, ...whole])),
  );
  return fc
    .tuple(parts, fc.array(harm, { maxLength: 2 }), ending)
    .map(([all, harms, [end, shells]]) =>
      shells.reduce((so, shell) => shell(so), end(harms.reduce((so, step) => step(so), all))),
    );
};

export const taggedThoughts: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: spoil(tagged, shells, doubled) },
  { weight: 1, arbitrary: spoil(stripped, [...inString, ...behind], []) },
);
/** Damaged answers with thoughts in fields of the object, and perhaps tags around it or in its texts. */
export const fieldedThoughts: fc.Arbitrary<string> = spoil(fielded, shells, doubled);
/**
 * Both, without orphaned closing tags: a text that is streamed before such a tag can't be known to be a
 * thought.
 */
export const openThoughts: fc.Arbitrary<string> = fc.oneof(
  spoil(opened, shells, doubled),
  spoil(fieldedWith(fieldsWith(openText)), shells, doubled),
);
export const closedBlock: fc.Arbitrary<string> = block.map(joinParts);
