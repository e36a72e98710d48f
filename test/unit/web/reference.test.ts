import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { curlOf } from '../../../web/src/reference/curl';
import { findCalls, groupCalls, indexCalls } from '../../../web/src/reference/find-calls';
import {
  type Call,
  groupAnswers,
  listCalls,
  type OpenApi,
  readProblem,
  type Schema,
} from '../../../web/src/reference/openapi';
import { alternativeWords, rowsOf, ruleWords, typeWords } from '../../../web/src/reference/schema-words';

const document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as OpenApi;
const calls = listCalls(document);
const callOf = (id: string): Call => {
  const call = calls.find((one) => one.id === id);
  if (!call) throw new Error(`no call ${id}`);
  return call;
};

describe('a call of the reference', () => {
  it('has its credentials, the forms of its body with examples, its answers and its problems', () => {
    const call = callOf('takeTurn');
    expect(call).toMatchObject({ method: 'POST', path: '/v1/scenes/{id}/turns', group: 'scenes' });
    expect(call.credentials).toHaveLength(2);
    expect(call.body?.media[0]?.examples.map(({ name }) => name)).toContain('whisper');
    expect(call.answers.map(({ status }) => status)).toEqual(['200', '202']);
    expect(groupAnswers(call.answers)).toHaveLength(1);
    expect(call.problems.map(({ status }) => status)).toContain('409');
    expect(callOf('checkHealth').credentials).toEqual([]);
  });

  it('is in one group of the document', () => {
    const groups = groupCalls(calls, document.tags ?? []);
    expect(groups.flatMap((group) => group.calls)).toHaveLength(calls.length);
    expect(groups.map(({ name }) => name)).toEqual(document.tags?.map(({ name }) => name));
  });

  it('is found by words of its summary, path, parameters and fields; the nearest come first', () => {
    const index = indexCalls(document, calls);
    const find = (words: string) => findCalls(index, words).map(({ id }) => id);
    expect(find('send a turn')[0]).toBe('takeTurn');
    expect(find('TURNS post')).toContain('takeTurn');
    expect(find('whisper')).toContain('takeTurn');
    expect(find('transcript')[0]).toMatch(/Transcript/);
    expect(find(' ')).toHaveLength(calls.length);
    expect(find('no such word at all')).toEqual([]);
  });
});

it('a problem of the reference is split into the types that it may be', () => {
  expect(readProblem('`/problems/conflict`: Not now. `/problems/finished`: It is over.')).toEqual([
    { type: '/problems/conflict', words: 'Not now.' },
    { type: '/problems/finished', words: 'It is over.' },
  ]);
  expect(readProblem('A problem: `detail` names the cause')).toEqual([
    { type: null, words: 'A problem: `detail` names the cause' },
  ]);
});

it('a command of the reference has values in their places, quoted for a shell, and no key', () => {
  const values = { 'path id': "it's", 'query wait': '1', 'header Idempotency-Key': 'k 1' };
  expect(curlOf(callOf('takeTurn'), 'http://stage.test', values, { text: "Who's $there?" })).toBe(
    [
      "curl -X POST 'http://stage.test/v1/scenes/it'\\''s/turns?wait=1'",
      '-H "Authorization: Bearer $PROSCENIUM_KEY"',
      "-H 'Idempotency-Key: k 1'",
      "-H 'Content-Type: application/json'",
      `-d '{\n  "text": "Who'\\''s $there?"\n}'`,
    ].join(' \\\n  '),
  );
  expect(curlOf(callOf('importScene'), 'http://stage.test', {}, undefined)).toMatch(
    /-H 'Content-Type: application\/x-ndjson' \\\n {2}--data-binary '@file'$/,
  );
  expect(curlOf(callOf('checkHealth'), 'http://stage.test', {}, undefined)).toBe(
    "curl 'http://stage.test/healthz'",
  );
});

describe('a schema of the reference', () => {
  const words = (schema: Schema) => typeWords(document, schema);

  it('is told in a few words', () => {
    expect(words({ type: 'string', format: 'date-time' })).toBe('string (date-time)');
    expect(words({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toBe('number or null');
    expect(words({ type: 'array', items: { $ref: '#/components/schemas/CharacterInput' } })).toBe(
      'list of CharacterInput',
    );
    expect(words({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('list of ("a" | "b")');
    expect(words({ type: 'object', additionalProperties: { type: 'integer' } })).toBe('object of integer');
    expect(words({})).toBe('any JSON');
    expect(words({ $ref: '#/components/schemas/Nowhere' })).toBe('any JSON');
  });

  it('tells its bounds and its default, but no bound that every number keeps', () => {
    const rules = (schema: Schema) => ruleWords(document, schema);
    expect(rules({ type: 'string', minLength: 1, maxLength: 80, default: '' })).toEqual([
      '1 to 80 characters',
      'default ""',
    ]);
    expect(rules({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toEqual(['at least 1']);
    expect(rules({ anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] })).toEqual([
      'at most 5 characters',
    ]);
  });

  it('opens into fields, and an alternative is named by what tells it from the others', () => {
    const turn = rowsOf(document, { $ref: '#/components/schemas/TurnInput' });
    expect(turn.map(({ schema }) => alternativeWords(document, schema))).toEqual([
      'type "user"',
      'type "continuation"',
      'type "narration"',
    ]);
    const [user] = turn;
    expect(rowsOf(document, user?.schema ?? {}).find(({ name }) => name === 'text')?.required).toBe(true);
  });

  it('comes to an end where it contains itself', () => {
    const own: OpenApi = {
      ...document,
      components: {
        schemas: {
          Value: {
            anyOf: [
              { type: 'string' },
              { type: 'array', items: { $ref: '#/components/schemas/Value' } },
              { type: 'object', additionalProperties: { $ref: '#/components/schemas/Value' } },
            ],
          },
          Loop: { $ref: '#/components/schemas/Loop' },
        },
      },
    };
    expect(rowsOf(own, { $ref: '#/components/schemas/Value' })).toEqual([]);
    expect(rowsOf(own, { $ref: '#/components/schemas/Loop' })).toEqual([]);
  });

  it('of every call can be drawn, three levels deep', () => {
    const walk = (schema: Schema, depth: number): number =>
      depth === 0
        ? 0
        : rowsOf(document, schema).reduce((sum, row) => {
            expect(words(row.schema)).not.toBe('');
            ruleWords(document, row.schema);
            return sum + 1 + walk(row.schema, depth - 1);
          }, 0);
    const media = calls.flatMap(({ body, answers }) => [
      ...(body?.media ?? []),
      ...answers.flatMap((answer) => answer.media),
    ]);
    const rows = media.reduce((sum, { schema }) => sum + (schema ? walk(schema, 3) : 0), 0);
    expect(rows).toBeGreaterThan(1000);
  });
});
