import { describe, expect, it } from 'vitest';
import {
  isUsableLine,
  jsonInstruction,
  outputSchema,
  parseAgentOutput,
  parseStructured,
  toProviderSchema,
} from '../../../src/output';

const options = { allowedKinds: ['say', 'clue'], fallbackKind: 'say' };
const read = (raw: string, more: object = {}) => parseAgentOutput(raw, { ...options, ...more });

describe('parseAgentOutput', () => {
  it('keeps kind, text and the extras it was asked for, nothing else', () => {
    const raw = '{"thought":"hush","kind":"clue","text":"It is warm.","mood":"calm","other":"x"}';
    expect(read(raw, { extraFields: ['mood', 'thought'] })).toEqual({
      kind: 'clue',
      text: 'It is warm.',
      mood: 'calm',
    });
  });

  it.each([
    ['a kind outside the grant', '{"kind":"shout","text":"It is warm."}', 'say'],
    ['no kind', '{"text":"It is warm."}', 'say'],
    ['a kind in the wrong case', '{"kind":"CLUE","text":"It is warm."}', 'clue'],
    ['a kind that is no string', '{"kind":["clue"],"text":"It is warm."}', 'say'],
  ])('with %s, the kind is what it may be', (_, raw, kind) => {
    expect(read(raw)).toEqual({ kind, text: 'It is warm.' });
  });

  it.each(['content', 'message'])('takes %s for a missing or null text', (field) => {
    expect(read(`{"kind":"say","${field}":"It is warm."}`).text).toBe('It is warm.');
    expect(read(`{"kind":"say","text":null,"${field}":"It is warm."}`).text).toBe('It is warm.');
  });

  it.each([
    ['missing', '{"kind":"say"}'],
    ['null', '{"kind":"say","text":null}'],
    ['empty', '{"kind":"say","text":""}'],
    ['an object', '{"kind":"say","text":{"kind":"say"}}'],
    ['a number', '{"kind":"say","text":7}'],
    ['the schema', '{"type":"object","properties":{"kind":{"type":"string"},"text":{"type":"string"}}}'],
  ])('never ships the raw JSON when the text is %s', (_, raw) => {
    expect(read(raw)).toEqual({ kind: 'say', text: '…', rawFallback: true });
  });

  it('reads an object that was written into the text', () => {
    const inner = JSON.stringify({ kind: 'clue', text: 'It is warm.' });
    expect(read(JSON.stringify({ kind: 'say', text: inner }))).toEqual({ kind: 'clue', text: 'It is warm.' });
    const twice = JSON.stringify({ kind: 'say', text: JSON.stringify({ kind: 'say', text: '{"a":1}' }) });
    expect(read(twice).text).toBe('…');
  });

  it('salvages a line of prose, at most 280 characters, and says so', () => {
    expect(read('The kettle is whistling.')).toEqual({
      kind: 'say',
      text: 'The kettle is whistling.',
      rawFallback: true,
    });
    const long = read('The kettle is whistling again and again. '.repeat(40));
    expect(long.text.length).toBeLessThanOrEqual(280);
    expect(long.text).toMatch(/^The kettle .*[a-z.]$/);
    expect(read('').text).toBe('…');
  });

  it('prefers any object outside the reasoning, and never speaks one inside it', () => {
    const draft = '<think>{"kind":"say","text":"A draft of mine."}</think>';
    expect(read(`${draft}{"kind":"clue","text":"It is warm."}`)).toEqual({
      kind: 'clue',
      text: 'It is warm.',
    });
    expect(read(draft)).toEqual({ kind: 'say', text: '…', rawFallback: true });
  });

  it('says no secret, wherever it stands, and lets innocent words and names pass', () => {
    const secrets = ['coffee'];
    const more = { secrets, extraFields: ['mood', 'winner', 'scores'] };
    expect(read('{"kind":"say","text":"It is c0ffee, obviously."}', more).text).toBe('…');
    expect(read('It is coffee, obviously.', more).text).toBe('…');
    const raw =
      '{"kind":"say","text":"NIL is the spy.","mood":"Coffees!","winner":"NIL","scores":{"NIL":7,"coffee":1}}';
    expect(read(raw, more)).toEqual({
      kind: 'say',
      text: 'NIL is the spy.',
      mood: '…',
      winner: 'NIL',
      scores: { NIL: 7 },
    });
  });

  it('drops an extra of the wrong form', () => {
    const raw = '{"text":"It is warm.","mood":7,"winner":{"a":1},"scores":"none"}';
    expect(read(raw, { extraFields: ['mood', 'winner', 'scores'] })).toEqual({
      kind: 'say',
      text: 'It is warm.',
    });
  });
});

describe('outputSchema', () => {
  it('needs a kind', () => {
    expect(() => outputSchema({ mayEmit: [] })).toThrow(/mayEmit/);
    expect(() => jsonInstruction({ mayEmit: [] })).toThrow(/mayEmit/);
  });

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

describe('jsonInstruction', () => {
  it.each([[[]], [['mood', 'wants']], [['winner', 'scores', 'mood']]])(
    'has an example that carries every required field: %j',
    (extraFields) => {
      const block = jsonInstruction({ mayEmit: ['say', 'clue'], extraFields });
      const example = /^Example: (.*)$/m.exec(block)?.[1] ?? '';
      const parsed = parseStructured(example, outputSchema({ mayEmit: ['say', 'clue'], extraFields }));
      expect(parsed).toMatchObject({ ok: true, repairs: [] });
      for (const name of ['kind', 'text', ...extraFields]) expect(JSON.parse(example)).toHaveProperty(name);
      expect(isUsableLine(JSON.parse(example).text)).toBe(false);
      expect(block).toContain('no think blocks');
      expect(block).toContain('say | clue');
    },
  );

  it('hints at the form of winner and scores', () => {
    const block = jsonInstruction({ mayEmit: ['verdict'], extraFields: ['winner', 'scores'] });
    expect(block).toContain(`"winner": "a player's name, or null"`);
    expect(block).toContain('"scores": {"player": 0-10}');
  });
});
