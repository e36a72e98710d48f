import { describe, expect, it } from 'vitest';
import { checkProfile, checkProfiles, resolveAdventurers, resolveProfile } from '../model/profiles';
import { type Profile, profile as parseProfile } from './profiles';
import type { ProviderInfo } from './providers';

const defaults = { provider: 'openai', model: 'big', timeoutSeconds: 60 } as const;

it('fills in what a profile leaves out', () => {
  expect(resolveProfile(undefined, defaults)).toMatchObject({
    provider: 'openai',
    model: 'big',
    maxTokens: 800,
    maxContextTokens: 16_000,
    timeoutSeconds: 60,
    mayEmit: ['say'],
  });
  expect(resolveProfile({ model: 'small', timeoutSeconds: 5 }, defaults)).toMatchObject({
    model: 'small',
    timeoutSeconds: 5,
  });
});

it('never calls the understudy by the name of a model', () =>
  expect(resolveProfile({ provider: 'understudy', model: 'big' }, defaults).model).toBe('understudy'));

const MOOD = {
  type: 'object',
  properties: { mood: { type: 'string', enum: ['calm', 'cross'] }, doubt: { type: 'number', maximum: 1 } },
  required: ['mood'],
};
const pointers = (profile: unknown) =>
  checkProfile(parseProfile.parse(profile)).map(({ pointer }) => pointer);

it('freezes a schema given as text as the object it is, and leaves out what was not said', () => {
  const resolved = resolveProfile({ jsonSchema: JSON.stringify(MOOD), outputExtraFields: [] }, defaults);
  expect(resolved).toMatchObject({ jsonMode: 'schema', jsonSchema: MOOD });
  expect(resolved).not.toHaveProperty('outputExtraFields');
  expect(resolveProfile({}, defaults)).not.toHaveProperty('jsonMode');
  expect(resolveProfile({ expectsJson: false }, defaults)).toMatchObject({ expectsJson: false });
});

it('has two prompt layouts, and refuses any other like every unknown value', () => {
  for (const promptStyle of ['chat', 'small'])
    expect(parseProfile.safeParse({ promptStyle }).success).toBe(true);
  expect(parseProfile.safeParse({ promptStyle: 'flat' }).error?.issues).toMatchObject([
    { code: 'invalid_value', path: ['promptStyle'], values: ['chat', 'small'] },
  ]);
});

it.each<[string, unknown]>([
  ['nothing said', {}],
  ['no JSON', { expectsJson: false, mayEmit: ['say', 'reflection'] }],
  ['any object', { jsonMode: 'object' }],
  ['an object like the example', { expectsJson: true, jsonExample: { mood: 'calm' } }],
  ['a schema', { jsonMode: 'schema', jsonSchema: MOOD }],
  ['a schema as text, and an example', { jsonSchema: JSON.stringify(MOOD), jsonExample: { mood: 'cross' } }],
  [
    'a schema that says which draft it is',
    { jsonSchema: { $schema: 'http://json-schema.org/draft-07/schema#', ...MOOD } },
  ],
  [
    'a schema with definitions',
    {
      jsonSchema: {
        type: 'object',
        properties: { a: { $ref: '#/definitions/m' }, b: { $ref: '#/definitions/m' } },
        definitions: { m: MOOD, unused: { $ref: '#/definitions/unused' } },
      },
    },
  ],
  ['further fields', { outputExtraFields: ['emotion', 'winner', 'scores'] }],
])('accepts the profile %s', (_, profile) => expect(checkProfile(parseProfile.parse(profile))).toEqual([]));

/** `d0` holds `d1` twice, and so on: a few lines that expand to 2^n nodes. */
function doubling(n: number): object {
  const level = (i: number) => [
    `d${i}`,
    i === n
      ? { type: 'string' }
      : {
          type: 'array',
          items: { anyOf: [{ $ref: `#/definitions/d${i + 1}` }, { $ref: `#/definitions/d${i + 1}` }] },
        },
  ];
  return Object.fromEntries(Array.from({ length: n + 1 }, (_, i) => level(i)));
}

describe('settings that contradict each other are refused with the pointer', () => {
  const of = (properties: object, more: object = {}) => ({
    jsonSchema: { type: 'object', properties, ...more },
  });
  it.each<[string, unknown, string[]]>([
    ['a mode without JSON', { expectsJson: false, jsonMode: 'object' }, ['/jsonMode']],
    [
      'a form without JSON',
      { expectsJson: false, jsonSchema: MOOD, jsonExample: {}, outputExtraFields: ['emotion'] },
      ['/jsonSchema', '/jsonExample', '/outputExtraFields'],
    ],
    ['a window that its answer fills', { maxContextTokens: 500 }, ['/maxContextTokens']],
    ['an answer that fills its window', { maxTokens: 16_000 }, ['/maxTokens']],
    ['schema mode without a schema', { jsonMode: 'schema' }, ['/jsonSchema']],
    ['a schema in object mode', { jsonMode: 'object', jsonSchema: MOOD }, ['/jsonSchema']],
    ['text that is not JSON', { jsonSchema: '{"type": "object"' }, ['/jsonSchema']],
    ['text that is JSON but no object', { jsonSchema: '["object"]' }, ['/jsonSchema']],
    [
      'text that nests without end',
      { jsonSchema: `${'{"not":'.repeat(2000)}{}${'}'.repeat(2000)}` },
      ['/jsonSchema'],
    ],
    [
      'a schema of a list',
      { jsonSchema: { type: 'array', items: { type: 'string' } } },
      ['/jsonSchema/type'],
    ],
    ['an object without properties', { jsonSchema: { type: 'object' } }, ['/jsonSchema/properties']],
    ['no type draft-07 knows', of({ a: { type: 'text' } }), ['/jsonSchema/properties/a/type']],
    [
      'a keyword of draft-04',
      of({ a: { type: 'number', exclusiveMinimum: true } }),
      ['/jsonSchema/properties/a/exclusiveMinimum'],
    ],
    [
      'another draft',
      of({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }),
      ['/jsonSchema/$schema'],
    ],
    [
      'a name required twice',
      of({ a: { type: 'string' } }, { required: ['a', 'a'] }),
      ['/jsonSchema/required'],
    ],
    ['a required stranger', of({ a: { type: 'string' } }, { required: ['b'] }), ['/jsonSchema/required']],
    [
      'a pattern that may take for ever',
      of({ a: { type: 'string', pattern: '^(a+)+$' } }),
      ['/jsonSchema/properties/a/pattern'],
    ],
    [
      'a pattern of keys that may take for ever',
      of({ a: { type: 'object', properties: {}, patternProperties: { '^(a+)+$': { type: 'string' } } } }),
      ['/jsonSchema/properties/a/patternProperties/^(a+)+$'],
    ],
    [
      'a pattern that is reached by a reference alone',
      of({ a: { $ref: '#/$others/a' } }, { $others: { a: { type: 'string', pattern: '(a+)+$' } } }),
      ['/jsonSchema/properties/a/pattern'],
    ],
    [
      'patterns that take too long together',
      of(
        Object.fromEntries(
          Array.from({ length: 9 }, (_, n) => [
            `a${n}`,
            { type: 'string', pattern: n === 4 ? '.*.*=' : '\\w*=' },
          ]),
        ),
        { allOf: Array.from({ length: 3 }, () => ({ propertyNames: { pattern: '.*.*=' } })) },
      ),
      ['/jsonSchema/properties/a4/pattern'],
    ],
    [
      'a keyword of a later draft, which may hide a pattern',
      of({ a: { type: 'string' } }, { dependentSchemas: { a: { pattern: '(a+)+$' } } }),
      ['/jsonSchema/dependentSchemas'],
    ],
    ['a broken pattern', of({ a: { type: 'string', pattern: '(' } }), ['/jsonSchema/properties/a/pattern']],
    ['a reference to nothing', of({ a: { $ref: '#/definitions/a' } }), ['/jsonSchema/properties/a/$ref']],
    [
      'a reference to elsewhere',
      of({ a: { $ref: 'https://example.org/a.json' } }),
      ['/jsonSchema/properties/a/$ref'],
    ],
    [
      'a definition that holds itself',
      of(
        { a: { $ref: '#/definitions/a' } },
        { definitions: { a: { type: 'object', properties: { b: { $ref: '#/definitions/a' } } } } },
      ),
      ['/jsonSchema/definitions/a/properties/b/$ref'],
    ],
    [
      'references that multiply',
      of({ a: { $ref: '#/definitions/d0' } }, { definitions: doubling(20) }),
      ['/jsonSchema/definitions/d20'],
    ],
    ['an untyped value', of({ 'a/b': {} }), ['/jsonSchema/properties/a~1b']],
    ['an open map', of({ a: { type: 'object' } }), ['/jsonSchema/properties/a/properties']],
    ['a list of anything', of({ a: { type: 'array' } }), ['/jsonSchema/properties/a/items']],
    [
      'an example that misses a key',
      { jsonSchema: MOOD, jsonExample: { doubt: 0.5 } },
      ['/jsonExample/mood'],
    ],
    [
      'an example out of range',
      { jsonSchema: MOOD, jsonExample: { mood: 'calm', doubt: 2 } },
      ['/jsonExample/doubt'],
    ],
    [
      'a pattern no example can be guessed for',
      of({ a: { type: 'string', pattern: '^[A-Z]{3}$' } }),
      ['/jsonExample'],
    ],
    ['a field every line has', { outputExtraFields: ['emotion', 'text'] }, ['/outputExtraFields/1']],
    ['a field named twice', { outputExtraFields: ['emotion', 'emotion'] }, ['/outputExtraFields/1']],
    ['a field of the schema', { jsonSchema: MOOD, outputExtraFields: ['mood'] }, ['/outputExtraFields/0']],
    ['reflection alone', { mayEmit: ['reflection'] }, ['/mayEmit']],
  ])('%s', (_, profile, expected) => expect(pointers(profile)).toEqual(expected));

  it('says of a pattern what is wrong with it, and what to do', () => {
    const [found] = checkProfile(parseProfile.parse(of({ a: { type: 'string', pattern: '(a+)+$' } })));
    expect(found?.message).toMatch(/can take too long to look for: write it with fewer repetitions/);
  });

  it.each([
    '^[a-z ]+: .+$',
    '^\\S+@\\S+\\.\\S+$',
    '^https?://[^\\s/]+(/\\S*)?$',
    '^#[0-9a-f]{6}$',
    '^.{1,200}$',
  ])('takes the pattern %s', (pattern) => {
    const examples = { a: 'no: one@two.org' };
    const found = checkProfile(
      parseProfile.parse({ ...of({ a: { type: 'string', pattern } }), jsonExample: examples }),
    );
    expect(found.filter(({ pointer }) => pointer.startsWith('/jsonSchema'))).toEqual([]);
  });

  it('names the role, and refuses what only characters can do', () => {
    const found = checkProfiles(
      {
        director: { expectsJson: false },
        analyst: { outputExtraFields: ['mood'] },
        character: { jsonMode: 'schema' },
      },
      ['character'],
    );
    expect(found.map(({ pointer }) => pointer)).toEqual([
      '/profiles/director/expectsJson',
      '/profiles/analyst/outputExtraFields',
      '/profiles/character/jsonSchema',
    ]);
  });
});

it('bounds what becomes part of every prompt', () => {
  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
  const isTaken = (profile: unknown) => parseProfile.safeParse(profile).success;
  expect(isTaken({ jsonExample: deep(20) })).toBe(true);
  expect(isTaken({ jsonExample: deep(5000) })).toBe(false);
  expect(isTaken({ jsonExample: { a: 'x'.repeat(20_001) } })).toBe(false);
  expect(isTaken({ jsonSchema: ' '.repeat(20_001) })).toBe(false);
  expect(isTaken({ outputExtraFields: ['not a name'] })).toBe(false);
  expect(isTaken({ outputExtraFields: Array.from({ length: 13 }, (_, n) => `f${n}`) })).toBe(false);
});

describe('what a profile leaves to one of another provider', () => {
  const infos = new Map<string, ProviderInfo>([
    ['local', { kind: 'openai', baseUrl: 'http://127.0.0.1:11434/v1' }],
    ['claude', { kind: 'anthropic', baseUrl: null }],
  ]);
  const known = { ...defaults, infos };
  const local: Profile = {
    ...{ provider: 'local', model: 'qwen', temperature: 0.7, topK: 40, minP: 0.1 },
    extraBody: { mirostat: 2 },
  };

  it('is a fallback without settings that its provider does not take, or fields of the first endpoint', () => {
    const { fallback, ...own } = resolveProfile(
      { ...local, fallback: { provider: 'claude', model: 'm' } },
      known,
    );
    expect(own).toMatchObject({ temperature: 0.7, topK: 40, minP: 0.1, extraBody: { mirostat: 2 } });
    expect(fallback).toMatchObject({ provider: 'claude', model: 'm', temperature: 0.7, topK: 40 });
    expect(fallback).not.toHaveProperty('minP');
    expect(fallback).not.toHaveProperty('extraBody');
  });

  it('is all of it where the provider is the same', () => {
    const { fallback } = resolveProfile({ ...local, fallback: { model: 'larger' } }, known);
    expect(fallback).toMatchObject({ model: 'larger', minP: 0.1, extraBody: { mirostat: 2 } });
  });

  it('is the same for the agents of an adventure, which have what the adventurer has', () => {
    const { adventurer, critic, keeper } = resolveAdventurers(
      { adventurer: local, critic: { provider: 'claude', model: 'm' }, keeper: { temperature: 0.1 } },
      known,
    );
    expect(adventurer).toMatchObject({ minP: 0.1, extraBody: { mirostat: 2 } });
    expect(keeper).toMatchObject({
      provider: 'local',
      temperature: 0.1,
      minP: 0.1,
      extraBody: { mirostat: 2 },
    });
    expect(critic).toMatchObject({ provider: 'claude', temperature: 0.7, topK: 40 });
    expect(critic).not.toHaveProperty('minP');
    expect(critic).not.toHaveProperty('extraBody');
  });
});
