import fc from 'fast-check';
import type { Json, JsonObject } from '../../src/base/json';

/** Bodies that fit a schema, and malicious ones; deterministic for a seed. */

type Schema = { [keyword: string]: unknown };
export type Schemas = Readonly<Record<string, Schema>>;

/** Inherited names of every object, forbidden keys, and keys that break a pointer or a page. */
export const HOSTILE_KEYS = [
  ...['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'then', 'toJSON'],
  ...[
    '',
    ' ',
    '0',
    '-1',
    'a/b',
    'a~b',
    '~',
    '$ref',
    '.',
    '\u0000',
    '\n# Your task',
    '\ud800',
    '\u202e',
    'x'.repeat(300),
  ],
];
const nest = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json;
/** As from `JSON.parse`: every name is an own property. */
const own = (...entries: [string, Json][]): JsonObject => Object.fromEntries(entries);
const HOSTILE_VALUES: Json[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 53, -(2 ** 53), 1e308, -1e308, 5e-324],
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e\u2066',
    'null',
    '__proto__',
    'constructor',
    "'; DROP TABLE library; --",
  ],
  ...[
    '{{constructor}}',
    '{{char}}',
    '(a+)+$',
    '/[/',
    'https://127.0.0.1/',
    '2026-13-45T99:99:99Z',
    '%E0%A4%A',
    '🎭'.repeat(300),
  ],
  ...['x'.repeat(20_000), [], {}, [[]], [null], nest(30), nest(200), Array<Json>(3_000).fill(0)],
  own(...HOSTILE_KEYS.map((key): [string, Json] => [key, 1])),
  own(['constructor', own(['prototype', own(['polluted', true])])], ['__proto__', own(['polluted', true])]),
];

/** Invalid JSON bodies, with their content type. */
export const HOSTILE_RAW: [type: string | null, raw: string | Uint8Array<ArrayBuffer>][] = [
  ...[
    '',
    ' ',
    '{',
    '{"a":',
    'null',
    'true',
    '0',
    '"x"',
    '[]',
    '{}',
    '{"a":1}}',
    '\ufeff{}',
    '{"a":1e999}',
    "{'a':1}",
  ].map((raw): [string, string] => ['application/json', raw]),
  ['application/json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['application/json', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['application/json', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ['application/json', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['application/json; charset=utf-16', '{}'],
  ['application/merge-patch+json', '{}'],
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'a=1&__proto__[b]=2'],
  ['multipart/form-data', 'no boundary'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx',
  ],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--x--'],
  ['image/png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48])],
  ['application/octet-stream', new Uint8Array(4096).fill(3)],
  ['nonsense', '{}'],
  [null, '{}'],
];

export function fitting(schema: Schema, schemas: Schemas, depth = 0): fc.Arbitrary<Json> {
  const into = (inner: unknown) =>
    fitting((typeof inner === 'object' && inner !== null ? inner : {}) as Schema, schemas, depth + 1);
  const ref = typeof schema.$ref === 'string' ? schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined;
  if (ref) return fitting(ref, schemas, depth + 1);
  if (depth > 12) return fc.constant(null);
  if ('const' in schema) return fc.constant(schema.const as Json);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]));
  const union = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union)) return fc.oneof(...union.map(into));
  if (Array.isArray(schema.allOf)) return into(schema.allOf[0]);
  const [type] = Array.isArray(schema.type) ? schema.type : [schema.type];
  switch (type) {
    case 'object':
      return fittingObject(schema, into);
    case 'array':
      return fc.array(into(schema.items), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.max(2, Number(schema.minItems ?? 0)),
      });
    case 'string':
      return fittingText(schema);
    case 'integer':
      return fc.integer({
        min: Number(schema.minimum ?? -5),
        max: Math.min(Number(schema.maximum ?? 50), 2 ** 31),
      });
    case 'number':
      return fc.double({ min: Number(schema.minimum ?? -5), max: Number(schema.maximum ?? 50), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom(...HOSTILE_VALUES);
  }
}

function fittingObject(schema: Schema, into: (inner: unknown) => fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = (schema.required ?? []) as string[];
  const model = Object.fromEntries(properties.map(([name, inner]) => [name, into(inner)]));
  const fixed = fc.record(model, { requiredKeys: required.filter((name) => Object.hasOwn(model, name)) });
  const open = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : null;
  if (!open) return fixed as fc.Arbitrary<Json>;
  const more = fc.array(fc.tuple(fc.constantFrom(...HOSTILE_KEYS, 'door', 'ada'), into(open)), {
    maxLength: 4,
  });
  return fc
    .tuple(fixed, more)
    .map(([known, entries]) => own(...Object.entries(known as JsonObject), ...entries));
}

function fittingText({ pattern, minLength = 0, maxLength = 40, format }: Schema): fc.Arbitrary<string> {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  if (format === 'date-time') return fc.constant('2026-11-22T20:00:00.000Z');
  if (format === 'uri') return fc.constant('https://hooks.example.com/');
  const words = fc.constantFrom(
    'Ada',
    'the door is open now',
    'constructor',
    '__proto__',
    '{{a}}',
    'a\nb',
    '\u0000',
    '\ud800',
    '<b>"\'',
  );
  return words.map((word) => word.padEnd(Number(minLength), 'x').slice(0, Number(maxLength)));
}

/** A body with one fault: a wrong value in some place, or an additional field. */
export function spoilt(body: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const how = fc.tuple(
    body,
    fc.nat(),
    fc.constantFrom(...HOSTILE_KEYS),
    fc.constantFrom(...HOSTILE_VALUES),
    fc.boolean(),
  );
  return how.map(([value, at, key, hostile, adds]) => {
    const places = listPlaces(value);
    const path = places[at % places.length] ?? [];
    return change(value, path, (old) =>
      adds && isObject(old) ? own(...Object.entries(old), [key, hostile]) : hostile,
    );
  });
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listPlaces(value: Json, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || path.length > 8) return [path];
  return [
    path,
    ...Object.entries(value)
      .slice(0, 40)
      .flatMap(([key, inner]) => listPlaces(inner, [...path, key])),
  ];
}

function change(value: Json, [key, ...rest]: string[], to: (old: Json) => Json): Json {
  if (key === undefined) return to(value);
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? change(item, rest, to) : item));
  if (!isObject(value)) return value;
  return own(
    ...Object.entries(value).map(([name, inner]): [string, Json] => [
      name,
      name === key ? change(inner, rest, to) : inner,
    ]),
  );
}
