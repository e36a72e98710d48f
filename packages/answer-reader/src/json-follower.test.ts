import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from './json';
import { JsonFollower } from './json-follower';

const follow = (...chunks: string[]): JsonFollower => {
  const follower = new JsonFollower();
  for (const chunk of chunks) follower.push(chunk);
  return follower;
};

/** A value as text, and the text lengths at which each member or item becomes complete. */
function write(value: Json, space: string): { text: string; wholeAt: number[] } {
  if (typeof value !== 'object' || value === null) return { text: JSON.stringify(value), wholeAt: [] };
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  const wholeAt: number[] = [];
  for (const [index, [key, inner]] of Object.entries(value).entries()) {
    if (index > 0) text += `,${space}`;
    if (!isList) text += `${space}${JSON.stringify(key)}${space}:${space}`;
    text += write(inner, space).text;
    // Numbers and words may continue; texts, objects and lists have an end.
    const isOpen = typeof inner === 'number' || typeof inner === 'boolean' || inner === null;
    wholeAt.push(text.length + (isOpen ? 1 : 0));
    text += space;
  }
  return { text: text + (isList ? ']' : '}'), wholeAt };
}

const objects = fc
  .dictionary(
    fc.string({ maxLength: 6 }).filter((key) => key !== '__proto__' && !/^\d+$/.test(key)),
    fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
    { maxKeys: 5 },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject)
  .filter((value) => !JSON.stringify(value).includes('__proto__'));

describe('an answer that is followed while it is written', () => {
  it('knows of every beginning which members are whole, neither sooner nor later', () => {
    fc.assert(
      fc.property(objects, fc.constantFrom('', ' ', '\n\t'), (value, space) => {
        const { text, wholeAt } = write(value, space);
        const keys = Object.keys(value);
        const follower = new JsonFollower();
        for (let length = 1; length <= text.length; length += 1) {
          follower.push(text.charAt(length - 1));
          const whole = keys.filter((_, index) => (wholeAt[index] ?? 0) <= length);
          expect(follower.isBroken).toBe(false);
          expect(follower.root, text.slice(0, length)).toEqual(
            Object.fromEntries(whole.map((key) => [key, value[key]])),
          );
        }
        expect(follower.open).toEqual([]);
        expect(follow(text).root).toEqual(value);
      }),
    );
  });

  it('shows what is whole of a list, and of the item that is being written', () => {
    const { root, open } = follow('{"a":1,"list":[{"id":"x"},{"id":"y","order":2', ',"text":"hal');
    expect(root).toEqual({ a: 1 });
    expect(open.map(({ value, key }) => ({ value, key }))).toEqual([
      { value: { a: 1 }, key: 'list' },
      { value: [{ id: 'x' }], key: null },
      { value: { id: 'y', order: 2 }, key: 'text' },
    ]);
    expect(follow('{"order":1').root).toEqual({});
    expect(follow('{"order":1 ').root).toEqual({ order: 1 });
  });

  it.each([
    ['text before it', 'Sure: {"a":1}'],
    ['text behind it', '{"a":1} Hope this helps!'],
    ['a list', '[1]'],
    ['a key that comes twice', '{"a":1,"a":2}'],
    ['a key of every object', '{"__proto__":{}}'],
    ['single quotes', "{'a':1}"],
    ['a bare key', '{a:1}'],
    ['a bare word', '{"a":yes}'],
    ['a quote within a text', '{"a":"say "no" to him"}'],
    ['a raw line break in a text', '{"a":"one\ntwo"}'],
    ['a comma at the end', '{"a":[1,]}'],
    ['a comma at the beginning', '{"a":[,1]}'],
    ['no comma', '{"a":1 "b":2}'],
    ['no colon', '{"a" 1}'],
    ['no value', '{"a":}'],
    ['a bracket of the other kind', '{"a":[1}'],
    ['a comment', '{/* a */"a":1}'],
    ['too many brackets', `{"a":${'['.repeat(40)}`],
    ['too long a text', `{"a":"${'x'.repeat(100_001)}"}`],
  ])('is broken for good by %s', (_, text) => {
    const follower = follow(`${text} `);
    expect(follower.isBroken).toBe(true);
    expect(follower.open).toEqual([]);
    follower.push('{"a":1}');
    expect(follower.isBroken).toBe(true);
  });
});
