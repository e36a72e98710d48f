import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json';
import { checkAnswer } from './schema-check';

describe('an answer that was made to be checked for ever', () => {
  const schemaOf = (a: object): JsonObject => ({ type: 'object', properties: { a } }) as JsonObject;
  it.each<[string, object, string | number[]]>([
    // Rooms created earlier may contain it.
    ['a repetition in a repetition', { pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`],
    ['repetitions side by side, in a long text', { pattern: '.*.*=' }, 'b'.repeat(100_000)],
    ['items that all differ', { uniqueItems: true }, Array.from({ length: 150_000 }, (_, n) => n)],
    ['a format with an expression of its own', { format: 'url' }, `http://${'a'.repeat(60)}!`],
  ])('%s', (_, node, a) => {
    // Without a bound this would never finish.
    expect(checkAnswer({ a }, schemaOf(node)).length).toBeLessThanOrEqual(1);
  });

  it('is refused with the length that could be checked', () => {
    const [error] = checkAnswer({ a: 'b'.repeat(100_000) }, schemaOf({ pattern: '.*.*=' }));
    expect(error?.message).toMatch(/at most 645 characters .* got 100008/);
    expect(checkAnswer({ a: `${'b'.repeat(500)}=` }, schemaOf({ pattern: '.*.*=' }))).toEqual([]);
    expect(checkAnswer({ a: 'b'.repeat(100_000) }, schemaOf({ pattern: '^b+$' }))).toEqual([]);
  });
});
