import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changeScene } from './change-scene';
import { createScene } from './create-scene';
import { describeIssues } from './problems';
import { profile } from './profiles';

const found = (schema: z.ZodType, body: unknown) => {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : describeIssues(parsed.error.issues, 'json');
};
const pointers = (schema: z.ZodType, body: unknown) => found(schema, body).map(({ pointer }) => pointer);
const CHR = 'chr_00000000000000000001';

describe('what is wrong with a value of several forms', () => {
  it.each([
    [{ characters: [{ name: 5 }] }, ['/characters/0/name']],
    [{ characters: [{}] }, ['/characters/0/name']],
    [{ characters: [{ name: 'Ada' }, { name: 'Bo', moods: 1 }] }, ['/characters/1/moods']],
    [{ characters: [{ from: 'mara' }] }, ['/characters/0/from']],
    [{ characters: [{ from: 'mara', name: 'Mara' }] }, ['/characters/0/from']],
    [{ characters: [{ from: CHR, goals: 5, nam: 'x' }] }, ['/characters/0/goals', '/characters/0/nam']],
    [{ personas: [{ from: CHR }] }, ['/personas/0/from']],
    [{ lorebooks: [{ name: 'x', entries: [{}] }] }, ['/lorebooks/0/entries/0/id']],
    [{ lorebooks: ['mine'] }, ['/lorebooks/0']],
    [{ profiles: { director: { temperature: 'hot' } } }, ['/profiles/director/temperature']],
    [{ opening: { greeting: 1 } }, ['/opening/by']],
    [{ opening: { text: '' } }, ['/opening/text']],
  ])('is told of the form that was meant: %o', (body, expected) =>
    expect(pointers(createScene, body)).toEqual(expected),
  );

  it('is told of all forms when it has the type of none', () =>
    expect(found(createScene, { lorebooks: [5] })).toEqual([
      { pointer: '/lorebooks/0', message: 'Invalid input: expected string or object' },
    ]));

  it('is told in the words that the union has for it', () =>
    expect(found(profile, { jsonSchema: 5 })[0]?.message).toMatch(/an object, or a string of JSON/));

  it('is found in unions within unions, and in names of fields', () => {
    const inner = z.union([z.object({ a: z.number() }), z.object({ b: z.number(), c: z.number() })]);
    const outer = z.union([z.string(), z.object({ list: z.array(inner) })]);
    expect(pointers(outer, { list: [{ a: 1 }, { a: 'x' }] })).toEqual(['/list/1/a']);
    const [named] = found(changeScene, { characters: { change: { 'No Slug': {} } } });
    expect(named).toMatchObject({
      pointer: '/characters/change/No Slug',
      message: expect.stringMatching(/lowercase letters/),
    });
  });
});
