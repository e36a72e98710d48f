import { checkDraft07, jsonInstruction } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import { renderJsonTemplate, sampleAnswer } from './json-template';
import type { ProviderSchema } from './provider';

const REPORT = {
  type: 'object',
  properties: {
    mood: { type: 'string', enum: ['calm', 'cross'] },
    doubt: { type: 'number', minimum: 2, maximum: 9 },
    clues: { type: 'array', minItems: 2, items: { type: 'string', minLength: 8 } },
    where: { type: 'object', properties: { room: { type: 'string', default: 'attic' } }, required: ['room'] },
    note: { type: 'string' },
  },
  required: ['mood', 'doubt', 'clues', 'where'],
  additionalProperties: false,
};

function exampleIn(template: string): Record<string, unknown> {
  const line = template.split('\n').findLast((row) => row.includes('{'));
  if (line === undefined) throw new Error(`there is no example in ${template}`);
  return JSON.parse(line.slice(line.indexOf('{')));
}

it('an agent that does not speak JSON has no template, whatever else is set', () => {
  expect(renderJsonTemplate({ expectsJson: false })).toBe('');
  expect(renderJsonTemplate({ expectsJson: false, jsonMode: 'schema', jsonSchema: REPORT })).toBe('');
  expect(renderJsonTemplate({ expectsJson: false }, { type: 'object', properties: {} })).toBe('');
});

describe('object mode', () => {
  it('shows the example as it is, and its keys', () => {
    const jsonExample = { mood: 'calm', doubt: 3, seen: [{ who: 'Ada' }], gone: null };
    const template = renderJsonTemplate({ jsonMode: 'object', jsonExample });
    expect(exampleIn(template)).toEqual(jsonExample);
    for (const key of Object.keys(jsonExample)) expect(template).toMatch(new RegExp(`^- ${key} \\(`, 'm'));
  });

  it('asks for an object of no particular form without one', () => {
    expect(renderJsonTemplate({ jsonMode: 'object' })).toMatch(/^OUTPUT FORMAT\nReply with one JSON object/);
    expect(renderJsonTemplate({ jsonMode: 'object' })).not.toContain('Example');
  });
});

describe('schema mode', () => {
  it('has an example that fits the schema and carries every required field', () => {
    const template = renderJsonTemplate({ jsonMode: 'schema', jsonSchema: REPORT });
    const example = exampleIn(template);
    expect(checkDraft07(example as never, REPORT)).toEqual([]);
    expect(Object.keys(example)).toEqual(expect.arrayContaining(REPORT.required));
    expect(template).toContain('"calm" | "cross"');
  });

  it('takes the schema as text too, and prefers the example of the author', () => {
    const jsonExample = {
      mood: 'cross',
      doubt: 4,
      clues: ['a broken cup', 'wet boots'],
      where: { room: 'hall' },
    };
    const template = renderJsonTemplate({ jsonSchema: JSON.stringify(REPORT), jsonExample });
    expect(exampleIn(template)).toMatchObject(jsonExample);
  });

  it('writes references out', () => {
    const jsonSchema = {
      type: 'object',
      properties: { first: { $ref: '#/definitions/report', description: 'the first one' } },
      required: ['first'],
      definitions: { report: REPORT },
    };
    const template = renderJsonTemplate({ jsonSchema });
    expect(template).toContain('the first one');
    expect(template).not.toContain('$ref');
    expect(checkDraft07(exampleIn(template) as never, jsonSchema)).toEqual([]);
  });

  it('shows further fields beside those of the schema, typed where they are known', () => {
    const fields = ['emotion', 'winner', 'scores'];
    const example = exampleIn(renderJsonTemplate({ jsonSchema: REPORT, outputExtraFields: fields }));
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...REPORT.required, ...fields]));
    expect(typeof example.scores).toBe('object');
  });
});

describe('an engine with a schema of its own', () => {
  const engine: ProviderSchema = {
    type: 'object',
    properties: { kind: { type: 'string' }, text: { type: 'string' }, mood: { type: 'string' } },
  };

  it('wins over the profile', () =>
    expect(
      renderJsonTemplate({ jsonMode: 'schema', jsonSchema: { type: 'object', properties: {} } }, engine),
    ).toBe(jsonInstruction(engine)));

  it('borrows values of the example for its own fields, never a line', () => {
    const jsonExample = { mood: 'calm', text: 'AUTHOR-LINE', stranger: 1 };
    const template = renderJsonTemplate({ jsonExample }, engine);
    expect(exampleIn(template)).toMatchObject({ mood: 'calm' });
    expect(template).not.toMatch(/AUTHOR-LINE|stranger/);
  });
});

it('makes up the least value that fits', () => {
  const sample = (node: object) =>
    sampleAnswer({ jsonSchema: { type: 'object', properties: { a: node } } }).a;
  expect(sample({ const: 7 })).toBe(7);
  expect(sample({ type: 'integer', exclusiveMinimum: 4, multipleOf: 5 })).toBe(5);
  expect(sample({ type: 'number', exclusiveMaximum: 0 })).toBeLessThan(0);
  expect(sample({ type: 'string', maxLength: 2 })).toBe('no');
  expect(sample({ anyOf: [{ type: 'null' }, { type: 'boolean' }] })).toBe(true);
  expect(sample({ type: 'string', examples: ['x'] })).toBe('x');
});
