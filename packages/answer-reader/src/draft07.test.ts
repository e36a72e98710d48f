import { describe, expect, it } from 'vitest';
import { CASE_SCHEMAS } from '../cases/case-list';
import type { JsonObject } from './json';
import { parseStructured } from './parse';

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

  it('follows references', () =>
    expect(errorsOf('{"place":{"roomName":7},"count":2}', CASE_SCHEMAS.report)).toEqual([
      ['/place/roomName', 'string', 'number 7'],
    ]));

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
      repairs: ['removed_surrounding_text', 'removed_comma'],
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
      repairs: ['renamed_key', 'converted_value'],
    });
    const deep = `${'{"kids":['.repeat(5_000)}${']}'.repeat(5_000)}`;
    expect(parseStructured(deep, tree).ok).toBe(false);
  });
});
