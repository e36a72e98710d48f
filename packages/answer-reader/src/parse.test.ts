import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { analysis, directorPlan, spokenLine } from '../../../src/contract/agents';
import { findObjects } from './json-text';
import { parseStructured } from './parse';

const line = '{"thought":null,"kind":"say","text":"Hello there."}';
const read = { thought: null, kind: 'say', text: 'Hello there.' };

describe('parseStructured', () => {
  it.each([
    ['exact JSON', line, []],
    ['a code fence', `\`\`\`json\n${line}\n\`\`\``, ['removed_code_fence']],
    ['prose around', `Sure! ${line} Bye.`, ['removed_surrounding_text']],
    ['a stray brace before', `Use { like this: ${line}`, ['removed_surrounding_text']],
    ['a trailing note object', `${line} {"note":"done"}`, ['picked_object']],
    ['a draft with fewer fields before', `{"kind":"say"} ${line}`, ['picked_object']],
    ['an array holding the one object', `[${line}]`, ['removed_wrapper']],
    [
      'single quotes and a trailing comma',
      "{'kind':'say','text':'Hello there.',}",
      ['fixed_quotes', 'removed_comma'],
    ],
    ['a cut end', '{"kind":"say","text":"Hello there."', ['closed_truncated_json']],
  ])('reads %s', (_, raw, repairs) =>
    expect(parseStructured(raw, spokenLine)).toMatchObject({ ok: true, value: read, repairs }),
  );

  it('takes the last of two objects that fit equally well', () => {
    const parsed = parseStructured(
      '{"kind":"say","text":"One two."} {"kind":"say","text":"Three four."}',
      spokenLine,
    );
    expect(parsed).toMatchObject({ ok: true, value: { text: 'Three four.' } });
  });

  it('does not take an object without any known key for an answer, though every key has a default', () => {
    expect(parseStructured('{"note":"hm"}', directorPlan)).toMatchObject({
      ok: false,
      errors: [{ pointer: '' }],
    });
    expect(parseStructured('{}', directorPlan).ok).toBe(false);
    expect(parseStructured('{"actingCharacters":[]}', directorPlan)).toMatchObject({
      ok: true,
      value: { actingCharacters: [], worldUpdates: null },
    });
  });

  it.each([
    ['', 'an empty answer'],
    ['Hello there.', 'text without one'],
    ['%% }{ ]]', null],
    ['[1,2]', 'text without one'],
    ['"hello"', 'text without one'],
  ])('refuses %j', (raw, got) => {
    const parsed = parseStructured(raw, spokenLine);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok && got !== null) expect(parsed.errors).toMatchObject([{ pointer: '', got }]);
  });

  it('names what is wrong by JSON Pointer, expected against got', () => {
    const parsed = parseStructured('{"kind":7,"text":""}', spokenLine);
    expect(parsed).toMatchObject({
      ok: false,
      errors: [
        { pointer: '/kind', expected: 'string', got: 'number 7' },
        { pointer: '/text', expected: 'at least 1 characters', got: 'a string of 0 characters' },
      ],
    });
  });

  it('looks into unions, and escapes pointers', () => {
    const updates = {
      environment_updates: ['a rule', { kind: 'thing', name: 'a', text: 'b', confidence: 2 }],
    };
    const full = {
      interpretation: 'x',
      context_description: 'y',
      had_effect: true,
      confidence: 1,
      ...updates,
    };
    const parsed = parseStructured(JSON.stringify(full), analysis);
    expect(parsed.ok ? [] : parsed.errors.map((error) => error.pointer)).toEqual([
      '/environment_updates/1/kind',
      '/environment_updates/1/confidence',
    ]);
    const odd = parseStructured('{"a/b":{"c~d":1}}', z.object({ 'a/b': z.object({ 'c~d': z.string() }) }));
    expect(odd).toMatchObject({ ok: false, errors: [{ pointer: '/a~1b/c~0d' }] });
  });

  it('never quotes private thought or prose in an error', () => {
    const schema = z.object({ thought: z.number(), text: z.number() });
    const parsed = parseStructured('{"thought":"COFFEE","text":"it is coffee, you see"}', schema);
    expect(JSON.stringify(parsed.ok || parsed.errors)).not.toMatch(/coffee/i);
  });

  it('survives deep nesting and long noise', () => {
    for (const noise of ['{', '"', '{"a":', '}{', '[{', '<think>']) {
      expect(parseStructured(noise.repeat(20_000), spokenLine).ok).toBe(false);
    }
  });
});

it('findObjects finds outermost balanced objects, braces in strings aside, and the first open one', () => {
  const text = 'it\'s "x" {"a":{"b":"}"}} and {"c":1} then {"d":';
  const { balanced, open } = findObjects(text);
  expect(balanced.map(({ start, end }) => text.slice(start, end))).toEqual(['{"a":{"b":"}"}}', '{"c":1}']);
  expect(text.slice(open ?? 0)).toBe('{"d":');
});

it.each([
  '{\n  "kind": "say",\n  text": "Hello there."\n}',
  '{\n "thought": null,\n "kind": "say",\n "text":: "Hello there."\n}',
  '{\n  "kind": "say",\n  "text": "',
])('never reads the syntax of a broken object as the value of a line: %j', (raw) => {
  const read = parseStructured(raw, z.object({ kind: z.string(), text: z.string().min(1) }));
  expect(read.ok ? read.value.text : 'Hello there.').toBe('Hello there.');
});

describe('an answer that was cut off', () => {
  const schema = z.object({ text: z.string(), mode: z.enum(['calm', 'calm-ish', 'loud']).default('loud') });

  it('does not take a word of a fixed list that may become a longer one', () => {
    expect(parseStructured('{"text":"Hi.","mode":"calm', schema).ok).toBe(false);
    expect(parseStructured('{"text":"Hi.","mode":"calm"', schema)).toMatchObject({ value: { mode: 'calm' } });
    expect(parseStructured('{"text":"Hi.","mode":"calm-ish', schema)).toMatchObject({
      value: { mode: 'calm-ish' },
    });
  });

  it('puts no default where a value had begun, but where none had', () => {
    expect(parseStructured('{"text":"Hi.","mode":"lo', schema).ok).toBe(false);
    expect(parseStructured('{"text":"Hi.","mode":', schema)).toMatchObject({ value: { mode: 'loud' } });
    const counted = z.object({ text: z.string(), count: z.number().default(1) });
    expect(parseStructured('{"text":"Hi.","count":2', counted).ok).toBe(false);
    expect(parseStructured('{"text":"Hi.","count":2 ', counted)).toMatchObject({ value: { count: 2 } });
  });

  it('leaves an unfinished list empty only when it must be there', () => {
    const item = z.object({ id: z.string(), name: z.string() });
    const wanted = z.object({ text: z.string(), items: z.array(item) });
    expect(parseStructured('{"text":"Hi.","items":[{"id":"a', wanted)).toMatchObject({
      ok: true,
      value: { text: 'Hi.', items: [] },
    });
    expect(parseStructured('{"items":[{"id":"a', wanted).ok).toBe(false);
    expect(parseStructured('{"items":[{"id":"a', wanted.partial()).ok).toBe(false);
  });

  it('knows where it was cut, whatever the order of the keys', () => {
    const votes = z.object({ votes: z.record(z.string(), z.object({ by: z.string(), for: z.string() })) });
    expect(parseStructured('{"votes":{"7":{"by":"a","for":"b"},"2":{"by":"c"', votes)).toMatchObject({
      value: { votes: { 7: { by: 'a', for: 'b' } } },
    });
    expect(parseStructured('{"votes":{"7":{"by":"a"},"2":{"by":"c","for":"d"', votes).ok).toBe(false);
  });

  it('takes a number or a boolean alone for the value of the only key', () => {
    const count = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
    expect(parseStructured(' 7 ', count)).toMatchObject({
      ok: true,
      value: { count: 7 },
      repairs: ['removed_wrapper'],
    });
    expect(parseStructured('true', count).ok).toBe(false);
    expect(parseStructured('7 or 8', count).ok).toBe(false);
  });
});

describe('a value in a block', () => {
  const FENCE = '```';
  const schema = z.object({ code: z.string(), type: z.string() });
  it.each([
    ['a fence', `{"code": ${FENCE}\nconst x = 1;\n${FENCE}, "type": "code"}`, 'const x = 1;'],
    ['a fence at the end', `{"type": "code", "code": ${FENCE}py\nprint("}")\n${FENCE}\n}`, 'print("}")'],
    ['a fence in a fence', `${FENCE}json\n{"code": ${FENCE}\nx\n${FENCE}, "type": "code"}\n${FENCE}`, 'x'],
    [
      'an indented one',
      `{"code": ${FENCE}\n  if (x) {\n    y();\n  }\n${FENCE}, "type": "code"}`,
      'if (x) {\n  y();\n}',
    ],
    [
      'three quotes',
      '{"code": """\n  def f():\n    return {"a": 1}\n""", "type": "code"}',
      'def f():\n  return {"a": 1}',
    ],
    ['three quotes without a comma after them', '{"code": """\n"Hello"\n"""\n  "type": "code"}', '"Hello"'],
    ['a fence with a file name', `{"code": ${FENCE}ts main.ts\nx\n${FENCE}, "type": "code"}`, 'x'],
    ['a fence with a blank row', `{"code": ${FENCE}\n  a\n \n  b\n${FENCE}, "type": "code"}`, 'a\n\nb'],
    [
      'a fence in a fence that prose announces',
      `Here it is:\n${FENCE}json\n{"code": ${FENCE}\n}}]\n${FENCE}, "type": "code"}\n${FENCE}`,
      '}}]',
    ],
    [
      'brackets that do not pair',
      readFileSync(
        new URL('../../../test/fixtures/wire/28-baml-backtick-value.txt', import.meta.url),
        'utf8',
      ),
      '{ type: "code", closing_terminators: }}}]])) }',
    ],
  ])('is read from %s', (_, raw, code) =>
    expect(parseStructured(raw, schema)).toMatchObject({ ok: true, value: { code, type: 'code' } }),
  );

  it('is not guessed where it was cut off', () =>
    expect(parseStructured(`{"type": "code", "code": ${FENCE}\ncut off`, schema).ok).toBe(false));
});

it('reads keys without their accents', () => {
  const schema = {
    type: 'object',
    properties: { Straße: { type: 'string' }, prénom: { type: 'string' } },
    required: ['Straße', 'prénom'],
  };
  expect(parseStructured('{"STRASSE": "Am Hafen 1", "prenom": "Ada"}', schema)).toMatchObject({
    value: { Straße: 'Am Hafen 1', prénom: 'Ada' },
  });
});

it('reads the punctuation of Chinese and Japanese between the quotes of an object, and leaves it in texts', () => {
  const schema = z.object({ kind: z.string(), text: z.string() });
  expect(parseStructured('{"kind"：“say”，"text"："灯亮着：是，的。"}', schema)).toMatchObject({
    value: { kind: 'say', text: '灯亮着：是，的。' },
    repairs: ['fixed_quotes'],
  });
});
