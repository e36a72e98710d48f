import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json';
import { parseStructured } from '../../../src/model/structured';
import { checkDraft07 } from '../../../src/model/structured/draft07';

import { CASE_SCHEMAS } from './case-list';

const errorsOf = (raw: string, schema: JsonObject) => {
  const parsed = parseStructured(raw, schema);
  return parsed.ok ? [] : parsed.errors.map(({ pointer, expected, got }) => [pointer, expected, got]);
};

describe('parseStructured with a draft-07 schema', () => {
  it('names each failure once, by the pointer to the value', () => {
    expect(errorsOf('{"score":11,"level":"mid","more":1,"tags":[1]}', CASE_SCHEMAS.rated)).toEqual(
      expect.arrayContaining([
        ['/score', 'at most 10', 'number 11'],
        ['/level', 'one of "low", "high"', '"mid"'],
        ['/more', 'no such key', 'one'],
        ['/tags/0', 'string', 'number 1'],
      ]),
    );
    expect(errorsOf('{"level":"low"}', CASE_SCHEMAS.rated)).toEqual([
      ['/score', 'a value (it is required)', 'nothing'],
    ]);
  });

  it('follows references', () => {
    expect(errorsOf('{"place":{"roomName":7},"count":2}', CASE_SCHEMAS.report)).toEqual([
      ['/place/roomName', 'string', 'number 7'],
    ]);
  });

  it('escapes pointers', () => {
    const schema = { type: 'object', properties: { 'a/b': { type: 'object', required: ['c~d'] } } };
    expect(errorsOf('{"a/b":{}}', schema)[0]?.[0]).toBe('/a~1b/c~0d');
  });

  it('never quotes prose or private thought', () => {
    const schema = { type: 'object', properties: { thought: { type: 'number' }, text: { type: 'number' } } };
    expect(JSON.stringify(errorsOf('{"thought":"COFFEE","text":"it is coffee"}', schema))).not.toMatch(
      /coffee/i,
    );
  });

  it('refuses with a reason when the schema cannot be used', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/definitions/none' } } };
    expect(errorsOf('{"a":1}', schema)[0]?.[1]).toBe('a usable JSON Schema');
  });

  it('takes any object for a schema that names no keys (object mode)', () => {
    const parsed = parseStructured('Sure: {"a":{"b":[1]},}', { type: 'object' });
    expect(parsed).toMatchObject({
      ok: true,
      value: { a: { b: [1] } },
      repairs: ['surrounding-text', 'extra-comma'],
    });
    expect(parseStructured('no object', { type: 'object' }).ok).toBe(false);
  });

  it('survives a schema that refers to itself, and values deeper than any answer', () => {
    const tree: JsonObject = {
      type: 'object',
      properties: { kids: { type: 'array', items: { $ref: '#' } }, n: { type: 'number' } },
    };
    expect(parseStructured('{"n":"1","kids":[{"N":2,"kids":[]}]}', tree)).toMatchObject({
      ok: true,
      value: { n: 1, kids: [{ n: 2, kids: [] }] },
      repairs: ['key-name', 'coerced'],
    });
    const deep = `${'{"kids":['.repeat(5_000)}${']}'.repeat(5_000)}`;
    expect(parseStructured(deep, tree).ok).toBe(false);
  });
});

describe('an answer that was made to be checked for ever', () => {
  const schemaOf = (a: object): JsonObject => ({ type: 'object', properties: { a } }) as JsonObject;
  it.each<[string, object, string | number[]]>([
    // Rooms that were created before may hold it.
    ['a repetition in a repetition', { pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`],
    ['repetitions side by side, in a long text', { pattern: '.*.*=' }, 'b'.repeat(100_000)],
    ['items that all differ', { uniqueItems: true }, Array.from({ length: 150_000 }, (_, n) => n)],
    ['a format with an expression of its own', { format: 'url' }, `http://${'a'.repeat(60)}!`],
  ])('%s', (_, node, a) => {
    // What is not bounded never gets to the end.
    expect(checkDraft07({ a }, schemaOf(node)).length).toBeLessThanOrEqual(1);
  });

  it('is refused with the length that could be checked', () => {
    const [error] = checkDraft07({ a: 'b'.repeat(100_000) }, schemaOf({ pattern: '.*.*=' }));
    expect(error?.message).toMatch(/at most 645 characters .* got 100008/);
    expect(checkDraft07({ a: `${'b'.repeat(500)}=` }, schemaOf({ pattern: '.*.*=' }))).toEqual([]);
    expect(checkDraft07({ a: 'b'.repeat(100_000) }, schemaOf({ pattern: '^b+$' }))).toEqual([]);
  });
});
