import fc from 'fast-check';
import { z } from 'zod';
import type { JsonObject } from '../../src/base/json';

/** Values of one schema with all features, and lossless ways to write them. */

const ACTIONS = ['LOOK', 'LEFT', 'RIGHT'] as const;
export const moveSchema = z.object({
  action: z.enum(ACTIONS),
  steps: z.number(),
  sure: z.boolean(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  place: z.object({ roomName: z.string(), doors: z.array(z.number()) }),
  people: z.array(z.object({ name: z.string(), age: z.number().nullable() })),
});
/** The same without required fields: any part of a value fits. */
export const looseSchema = z
  .object({
    ...moveSchema.shape,
    place: moveSchema.shape.place.partial(),
    people: z.array(moveSchema.shape.people.element.partial()),
  })
  .partial();
export type Move = z.infer<typeof moveSchema>;
export const moveJsonSchema: JsonObject = {
  type: 'object',
  properties: {
    action: { enum: [...ACTIONS] },
    steps: { type: 'number' },
    sure: { type: 'boolean' },
    note: { type: ['string', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
    place: {
      type: 'object',
      properties: { roomName: { type: 'string' }, doors: { type: 'array', items: { type: 'number' } } },
      required: ['roomName', 'doors'],
    },
    people: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: ['number', 'null'] } },
        required: ['name', 'age'],
      },
    },
  },
  required: ['action', 'steps', 'sure', 'note', 'tags', 'place', 'people'],
};

const PHRASES = [
  'Hello there.',
  'a, b, and c',
  "it's Bex's",
  'she said "no"',
  'say "hi", then "go"',
  '“so”',
  'path: C:\\dir\\new',
  'http://example.org/a#b',
  '// no comment',
  '/* nor this */',
  '# 1',
  '{x}',
  '[y]',
  'a {b: "c"} d',
  '```',
  'key: value',
  'line\nbreak',
  '\ttab',
  'naïve 雨 🎭',
  'true',
  '7',
  '',
  ' ',
  'done}',
  'end,',
  '1/2',
  'a = b',
  'x + "y"',
  "'",
  '"',
];
const phrase = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PHRASES) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...PHRASES), { minLength: 2, maxLength: 3 })
      .map((list) => list.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => text !== 'null') },
);
const number = fc.oneof(
  fc.integer({ min: -50, max: 5_000 }),
  fc.constantFrom(0, 0.5, -1.25, 1e21, 1.5e-7, 12_345.678),
);
const plain = { noNullPrototype: true };
export const move: fc.Arbitrary<Move> = fc.record(
  {
    action: fc.constantFrom(...ACTIONS),
    steps: number,
    sure: fc.boolean(),
    note: fc.option(phrase),
    tags: fc.array(phrase, { maxLength: 3 }),
    place: fc.record({ roomName: phrase, doors: fc.array(number, { maxLength: 3 }) }, plain),
    people: fc.array(fc.record({ name: phrase, age: fc.option(number) }, plain), { maxLength: 2 }),
  },
  plain,
);

/** A notation of a value. Each choice by itself, and all of them together, are unambiguous. */
export interface Manner {
  single: boolean;
  bareKeys: boolean;
  trailingCommas: boolean;
  python: boolean;
  /** White space and comments between tokens, used in turn. */
  gaps: string[];
  shell: (text: string) => string;
}

export function write(value: unknown, manner: Manner): string {
  let turn = 0;
  const gap = (): string => manner.gaps[turn++ % manner.gaps.length] ?? '';
  const text = (inner: string): string => {
    const json = JSON.stringify(inner);
    return manner.single ? `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : json;
  };
  const list = (open: string, items: string[], close: string): string => {
    const last = manner.trailingCommas && items.length > 0 ? `,${gap()}` : '';
    return `${open}${gap()}${items.join(`,${gap()}`)}${last}${gap()}${close}`;
  };
  const node = (json: unknown): string => {
    if (typeof json === 'string') return text(json);
    if (Array.isArray(json)) return list('[', json.map(node), ']');
    if (typeof json === 'object' && json !== null) {
      const entries = Object.entries(json).map(
        ([key, inner]) => `${manner.bareKeys ? key : text(key)}${gap()}:${gap()}${node(inner)}`,
      );
      return list('{', entries, '}');
    }
    if (!manner.python) return JSON.stringify(json);
    return json === null ? 'None' : json === true ? 'True' : json === false ? 'False' : String(json);
  };
  return manner.shell(node(value));
}

const SPACES = ['', ' ', '\n', '\n  ', '\t', '\r\n'];
const COMMENTS = [
  ' // first\n',
  " // it's here\n",
  ' /* "quoted", */ ',
  '/**/',
  ' # note\n',
  '\n  // a: 1,\n',
  ' /* a\nb */ ',
];
const SHELLS: ((text: string) => string)[] = [
  (text) => text,
  (text) => ` \n${text}\n\n`,
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text) => `\`\`\`\n${text}\n\`\`\``,
  (text) => `Sure, here's the JSON you asked for:\n\n${text}\n\nI hope that's "fine".`,
  (text) => `Here you go:\n\`\`\`json\n${text}\n\`\`\`\nNote: all fields are filled in; don't mind the rest.`,
  (text) => `The answer is ${text}.`,
  (text) => `\uFEFF${text}`,
  (text) => `<think>It's {unclear}. Maybe {"action":"LEFT"}?</think>${text}`,
];
export const exactManner: Manner = {
  single: false,
  bareKeys: false,
  trailingCommas: false,
  python: false,
  gaps: [''],
  shell: (text) => text,
};
/** Single flaws find errors that a mixture would hide; models write mixtures. */
export const manner: fc.Arbitrary<Manner> = fc.record({
  single: fc.boolean(),
  bareKeys: fc.boolean(),
  trailingCommas: fc.boolean(),
  python: fc.boolean(),
  gaps: fc.oneof(
    fc.array(fc.constantFrom(...SPACES), { minLength: 1, maxLength: 4 }),
    fc.array(fc.constantFrom(...SPACES, ...COMMENTS), { minLength: 1, maxLength: 4 }),
  ),
  shell: fc.constantFrom(...SHELLS),
});

/** True if a value may be the rest of a truncated one: a prefix of its texts and lists. */
export function isBeginningOf(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part);
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) &&
      part.length <= whole.length &&
      part.every((item, i) => (i < part.length - 1 ? isSame(item, whole[i]) : isBeginningOf(item, whole[i])))
    );
  }
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false;
  const keys = Object.keys(part);
  const entries = Object.entries(whole);
  return keys.every((key, i) => {
    const [name, value] = entries[i] ?? ['', undefined];
    const inner = (part as Record<string, unknown>)[key];
    return key === name && (i < keys.length - 1 ? isSame(inner, value) : isBeginningOf(inner, value));
  });
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
