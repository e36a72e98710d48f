import { jsonInstruction, parseStructured, toProviderSchema } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outputSchema } from './output-schema';

describe('outputSchema', () => {
  it('needs a kind', () => expect(() => outputSchema({ mayEmit: [] })).toThrow(/mayEmit/));

  it('limits the kind, requires extras, and lets thought be left out', () => {
    const schema = outputSchema({ mayEmit: ['say'], extraFields: ['mood', 'thought', 'text'] });
    expect(schema.safeParse({ kind: 'say', text: 'Hi.', mood: 'calm' }).success).toBe(true);
    expect(schema.safeParse({ thought: null, kind: 'say', text: 'Hi.', mood: 'calm' }).success).toBe(true);
    expect(schema.safeParse({ kind: 'say', text: 'Hi.' }).success).toBe(false);
    expect(schema.safeParse({ kind: 'clue', text: 'Hi.', mood: 'calm' }).success).toBe(false);
  });

  it('types winner and scores, open without a cast', () => {
    const schema = outputSchema({ mayEmit: ['verdict'], extraFields: ['winner', 'scores'] });
    expect(schema.parse({ kind: 'verdict', text: 'So.' })).toEqual({
      kind: 'verdict',
      text: 'So.',
      winner: null,
      scores: {},
    });
    expect(schema.safeParse({ kind: 'verdict', text: 'So.', scores: { Mara: 'high' } }).success).toBe(false);
  });

  it('fixes winner and scores to the cast, in a form that strict modes accept', () => {
    const schema = outputSchema({
      mayEmit: ['verdict'],
      extraFields: ['winner', 'scores'],
      cast: ['Mara', 'Bex'],
    });
    const value = { kind: 'verdict', text: 'So.', winner: 'Mara', scores: { Mara: 7, Bex: null } };
    expect(schema.parse(value)).toEqual({ ...value, scores: { Mara: 7 } });
    expect(schema.safeParse({ ...value, winner: 'Nobody' }).success).toBe(false);
    const strict = toProviderSchema(schema);
    expect(Object.keys(strict.properties ?? {})).toEqual(['thought', 'kind', 'text', 'winner', 'scores']);
    expect(strict.properties?.scores).toMatchObject({
      additionalProperties: false,
      required: ['Mara', 'Bex'],
    });
  });
});

it('names a score of nobody in the cast', () => {
  const schema = outputSchema({ mayEmit: ['say'], extraFields: ['scores'], cast: ['Ann', 'Bob'] });
  const parsed = parseStructured('{"kind":"say","text":"So be it.","scores":{"Annie":9}}', schema);
  expect(parsed).toMatchObject({ ok: false, errors: [{ pointer: '/scores/Annie' }] });
  const known = parseStructured('{"kind":"say","text":"So be it.","scores":{"ann":9}}', schema);
  expect(known).toMatchObject({ ok: true, value: { scores: { Ann: 9 } } });
});

describe('jsonInstruction', () => {
  const ask = (schema: ReturnType<typeof outputSchema>) => jsonInstruction(toProviderSchema(schema));
  const RULE = '- text (string): vivid and specific, never your reasoning';

  it('tells an agent that talks what a text is, and nobody else', () => {
    expect(ask(outputSchema({ mayEmit: ['say'] }))).toContain(RULE);
    expect(
      jsonInstruction(toProviderSchema(z.object({ text: z.string(), score: z.number() }))),
    ).not.toContain(RULE);
  });

  it('gives no winner away in its example', () => {
    const block = ask(outputSchema({ mayEmit: ['say'], extraFields: ['winner'], cast: ['Ann', 'Bob'] }));
    expect(block).toContain('"winner":null');
  });
});
