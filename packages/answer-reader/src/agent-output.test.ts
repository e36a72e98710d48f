import { describe, expect, it } from 'vitest';
import { outputSchema } from '../../../src/model/output-schema';
import { createGuard } from '../../../src/scene/table/guard';
import { parseAgentOutput } from './agent-output';
import { jsonInstruction } from './instruction';
import { isUsableLine } from './line';
import { parseStructured } from './parse';

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
  ])('with %s, the kind is what it may be', (_, raw, kind) =>
    expect(read(raw)).toEqual({ kind, text: 'It is warm.' }),
  );

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
  ])('never ships the raw JSON when the text is %s', (_, raw) =>
    expect(read(raw)).toEqual({ kind: 'say', text: '…', rawFallback: true }),
  );

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
    const guard = createGuard(['coffee']);
    const more = { guard, extraFields: ['mood', 'winner', 'scores'] };
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

  it.each([
    ['an error', '{"error":{"message":"Rate limit reached"}}'],
    ['an error of another case', '{"Error":{"text":"Come back later."}}'],
    ['a message beside an error', '{"error":"busy","message":"Come back later."}'],
    ['an error in prose', 'Incorrect API key provided: sk-abc.'],
    ['a stripped channel that was cut off', 'analysisI am the spy. We need to hide.'],
    ['nothing but planning', 'The user wants me to play as CARA. I need to respond as her.'],
    ['a list of strings', '["<reason>a</reason> b", "c"]'],
    ['a piece of an object', ':"response": null (so Bex…}'],
  ])('has no answer in %s', (_, raw) =>
    expect(read(raw)).toEqual({ kind: 'say', text: '…', rawFallback: true }),
  );

  it.each([
    ['an object within', 'Hello there. {"mood":"calm"} Sit down.', 'Hello there. Sit down.'],
    ['an object cut off', 'Hello there. {"mood":"ca', 'Hello there.'],
    ['planning before it', 'The user wants a greeting. Hello there.', 'Hello there.'],
    ['a thought before it', 'Thought: she lies\n\nHello there.', 'Hello there.'],
    ['a thought in brackets', '(thinking: she lies) Hello there.', 'Hello there.'],
    ['tags around it', '<answer>Hello there.</answer>', 'Hello there.'],
    ['an error', 'Rate limit exceeded, try again in 20s', '…'],
    ['nothing but planning', 'I need to respond as CARA.', '…'],
    ['a schema', 'Schema: {"kind": "..."}', '…'],
    ['a list', '["Hello there."]', '…'],
    ['a lone surrogate', 'Hello \ud83d there.', 'Hello \ufffd there.'],
    ['rows', 'Hello there.\nSit down.', 'Hello there.\nSit down.'],
  ])('cleans a text, and an extra in the same way: %s', (_, written, spoken) => {
    const raw = JSON.stringify({ kind: 'clue', text: written, mood: written });
    expect(read(raw, { extraFields: ['mood'] })).toEqual({ kind: 'clue', text: spoken, mood: spoken });
  });

  it('leaves short extras alone', () => {
    const raw = '{"kind":"say","text":"It is warm.","mood":"calm","wants":"","face":"🙂","odds":"7"}';
    expect(read(raw, { extraFields: ['mood', 'wants', 'face', 'odds'] })).toMatchObject({
      mood: 'calm',
      wants: '',
      face: '🙂',
      odds: '7',
    });
  });

  it('never takes a draft under a private label for the answer', () => {
    const draft = '{"kind":"clue","text":"A draft of mine.","mood":"sly"}';
    for (const label of ['thought', 'Thinking', '**Reasoning**', 'analysis']) {
      expect(read(`kind: say\n${label}: ${draft}\ntext: Hello there.`, { extraFields: ['mood'] })).toEqual({
        kind: 'say',
        text: 'Hello there.',
      });
    }
  });

  it.each([
    [
      'an empty text beside it',
      '{"kind":"say","text":"","thought":"{\\"text\\":\\"draft\\",\\"mood\\":\\"sly\\"}"}',
    ],
    ['a fence around it', "{ 'thinking':'```json\\n{\"text\":\"draft\"}\\n```', 'kind':'say', 'text':''}"],
    ['smart quotes', '{ ”Thought”:”{"kind":"say","text":"draft","mood":"sly"}”, ”kind”:”sa'],
    ['an end', '{ \'reasoning\':\'```json\\n{"text":"draft'],
    ['bare keys', '{ reasoning:"{\\"text\\":\\"draft\\",\\"mood\\":\\"sly\\"}", kind:'],
  ])('never takes a draft in a damaged thought for the answer: %s', (_, raw) => {
    const { text, mood } = read(raw, { extraFields: ['mood'] });
    expect([text, mood]).toEqual(['…', undefined]);
  });

  it('keeps the kind when a thought is mended and holds no draft', () =>
    expect(read("{'thought':'so, so','kind':'clue','text':'It's warm.'")).toEqual({
      kind: 'clue',
      text: "It's warm.",
    }));

  it('ends a text where a private label begins', () => {
    expect(read('kind: say\ntext: I said so.\nthinking: she lies').text).toBe('I said so.');
    expect(read('kind: say\ntext: I said so.\nReasoning: she lies').text).toBe('I said so.');
  });

  it('drops an extra of the wrong form', () => {
    const raw = '{"text":"It is warm.","mood":7,"winner":{"a":1},"scores":"none"}';
    expect(read(raw, { extraFields: ['mood', 'winner', 'scores'] })).toEqual({
      kind: 'say',
      text: 'It is warm.',
    });
  });
});

describe('an object with a part of the wrong form', () => {
  const extraFields = ['winner', 'mood', 'scores'];
  it.each([
    [
      'a score that is none',
      '"winner":"Ann","mood":"glad","scores":{"Ann":"7/10"}',
      { winner: 'Ann', mood: 'glad' },
    ],
    ['one score of two', '"scores":{"Ann":"7/10","Bob":"8"}', { scores: { Bob: 8 } }],
    ['scores that are a text', '"mood":"glad","scores":"high"', { mood: 'glad' }],
    ['scores as a list of pairs', '"scores":[{"name":"Ann","score":7}]', { scores: { Ann: 7 } }],
    ['scores as another list', '"scores":[7,8]', {}],
    ['no scores', '"scores":{}', { scores: {} }],
    ['a mood that is a number', '"mood":5', {}],
    ['a winner that is the word null', '"winner":"null"', { winner: null }],
    ['a winner that is nobody', '"winner":null', { winner: null }],
    ['a winner that gives a secret away', '"winner":"coffee"', { winner: null }],
    ['a winner that is an object', '"winner":"{\\"name\\":\\"Ann\\"}"', { winner: null }],
  ])('keeps the rest: %s', (_, fields, kept) => {
    const raw = `{"kind":"clue","text":"Ann takes it.",${fields}}`;
    expect(read(raw, { extraFields, guard: createGuard(['coffee']) })).toEqual({
      kind: 'clue',
      text: 'Ann takes it.',
      ...kept,
    });
  });

  it.each(['5', 'true', '["a"]', '{"a":1}'])('takes content for a text that is %s', (text) =>
    expect(read(`{"kind":"clue","text":${text},"content":"It is warm."}`)).toEqual({
      kind: 'clue',
      text: 'It is warm.',
    }),
  );
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
      expect(block).toContain('no thinking');
      expect(block).toContain('say | clue');
    },
  );

  it('needs a kind', () => expect(() => jsonInstruction({ mayEmit: [] })).toThrow(/mayEmit/));

  it('hints at the form of winner and scores', () => {
    const block = jsonInstruction({ mayEmit: ['verdict'], extraFields: ['winner', 'scores'] });
    expect(block).toContain(`"winner": "a player's name, or null"`);
    expect(block).toContain('"scores": {"player": 0-10}');
  });
});
