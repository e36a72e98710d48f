import { describe, expect, it } from 'vitest';
import { gatewayTo, saying } from '../../../test/support/asks';
import { fieldsOf } from '../../../test/support/loose-events';
import { decide, MemoryPort } from '../../../test/support/memory-port';
import {
  callOn,
  eventsOf,
  INN,
  openScene,
  PROFILES,
  promptOf,
  textOf,
  UNDERSTUDY,
} from '../../../test/support/play-scene';
import type { Profile } from '../../contract/profiles';
import { firstStep } from '../../model/ladder';
import { checkProfile, resolveProfile } from '../../model/profiles';
import { renderPrompt } from '../../model/prompt';
import type { Answer, Ask } from '../../room/step-context';
import { UNDERSTUDY as REPERTOIRE } from '../../understudy';

const MOOD = {
  type: 'object',
  properties: {
    mood: { type: 'string', enum: ['calm', 'cross'] },
    doubt: { type: 'number', minimum: 0, maximum: 1 },
    // The engine sets the kind; the profile's own schema for it is ignored.
    kind: { type: 'string', enum: ['clue'] },
  },
  required: ['mood', 'kind'],
  additionalProperties: false,
};
const SCENE_OF = (character: Profile) => {
  expect(checkProfile(character)).toEqual([]);
  const resolved = resolveProfile(
    { provider: 'openai', ...character },
    { provider: 'openai', model: 'm', timeoutSeconds: 5 },
  );
  return { ...PROFILES, character: resolved };
};

async function playAda(character: Profile, ada: unknown) {
  const room = openScene(INN, {}, 'seed', SCENE_OF(character));
  await room.round({ ...callOn('ada'), ada });
  const ask = room.asks.find(({ step }) => step === 'character.1:ada')?.ask;
  if (!ask) throw new Error('Ada was not asked');
  return { room, ask, spoke: fieldsOf(eventsOf(room, 'character.spoke')[0]?.payload) };
}

async function askModel(character: Profile, ...texts: string[]) {
  const { ask } = await playAda(character, { kind: 'say', text: 'Any line will do.' });
  return answerWith(ask, ...texts);
}

async function answerWith(ask: Ask<unknown>, ...texts: string[]) {
  const model = saying(...texts);
  const step = 'character.1:ada';
  const answer: Answer<unknown> = await gatewayTo(model).ask(new MemoryPort(), step, ask, { decide });
  const { requests } = model;
  return { answer, requests, prompts: requests.map(({ messages }) => textOf(messages)) };
}

describe('a profile without JSON', () => {
  it('asks for the bare line, in one call, and says nothing of JSON', async () => {
    const { answer, requests, prompts } = await askModel(
      { expectsJson: false },
      'The stairs creak, do they not?',
    );
    expect(answer).toMatchObject({
      ok: true,
      rung: 'prose',
      value: { kind: 'say', text: 'The stairs creak, do they not?' },
    });
    expect(requests.map(({ constraint }) => constraint)).toEqual(['none']);
    expect(prompts[0]).toContain('Write what "Ada" says and does next');
    expect(prompts[0]).not.toMatch(/one JSON object|"kind"|Fields, all required/);
  });

  it('is skipped when nothing in two answers can be spoken', async () => {
    const { answer, requests } = await askModel(
      { expectsJson: false },
      '{"mood": "calm"}',
      '{"a": 1}',
      'Too late.',
    );
    expect(answer).toMatchObject({ ok: false, rung: 'unusable' });
    expect(requests).toHaveLength(2);
  });
});

describe('further fields', () => {
  const fields = { outputExtraFields: ['emotion', 'winner', 'scores'] };

  it('are asked for, and stand in the event under `extra`', async () => {
    const line = { kind: 'say', text: 'Dee takes it.', emotion: 'awe', winner: 'Dee', scores: { Dee: 9 } };
    const { spoke, ask } = await playAda(fields, line);
    expect(spoke).toMatchObject({
      text: 'Dee takes it.',
      extra: { emotion: 'awe', winner: 'Dee', scores: { Dee: 9 } },
    });
    const [, format] = textOf(renderPrompt(ask, firstStep(100, ask))).split('OUTPUT FORMAT');
    expect(format).toMatch(/- emotion \(string\)/);
    expect(format).toContain('"Ada"');
  });

  it('may leave the winner open and the scores out, but not a field that is plain words', async () => {
    const { spoke } = await playAda(fields, { kind: 'say', text: 'Nobody yet.', emotion: 'calm' });
    expect(spoke?.extra).toEqual({ emotion: 'calm', winner: null, scores: {} });
    const { room } = await playAda(fields, { kind: 'say', text: 'Nobody yet.' });
    expect(eventsOf(room, 'character.skipped')).toHaveLength(1);
  });

  it.each([
    ['a winner who is not here', { winner: 'Nobody' }],
    ['a score that is no number', { scores: { Dee: '9 of 10' } }],
    ['an object for words', { emotion: '{"mood": "calm"}' }],
    ['reasoning for words', { emotion: '<think>they must not know</think>calm' }],
    ['marks for words', { emotion: '?!' }],
    ["a provider's error for words", { emotion: 'Error 503: the model is overloaded' }],
    ['a piece of an object for words', { emotion: 'calm", "text": "No.' }],
  ])('refuse %s', async (_, wrong) => {
    const { room } = await playAda(fields, {
      kind: 'say',
      text: 'A fine evening.',
      emotion: 'calm',
      ...wrong,
    });
    expect(eventsOf(room, 'character.spoke')).toEqual([]);
  });

  it.each(['7', 'no', 'é', '', '…', '🙂'])('may be as short as "%s"', async (emotion) => {
    const { spoke } = await playAda(fields, { kind: 'say', text: 'A fine evening.', emotion });
    expect(spoke?.text).toBe('A fine evening.');
  });

  it('are asked for in the form that the prompt ends with', async () => {
    const { ask } = await playAda(fields, { kind: 'say', text: 'A fine evening.', emotion: 'calm' });
    expect(textOf(renderPrompt(ask, firstStep(100, ask)))).toMatch(/\nOUTPUT FORMAT\n[\s\S]*\n- emotion /);
    expect(textOf(ask.messages)).not.toContain('Write nothing else');
    expect(ask.kinds).toEqual(['say']);
  });

  it('stay empty when only prose came, and the line is kept', async () => {
    const { answer, requests } = await askModel(fields, 'Well now.', 'Well then.', 'Well, it is late.');
    expect(answer).toMatchObject({
      ok: true,
      rung: 'prose',
      value: { text: 'Well, it is late.', winner: null },
    });
    expect(requests).toHaveLength(3);
  });
});

describe('schema mode', () => {
  const profile: Profile = { jsonMode: 'schema', jsonSchema: JSON.stringify(MOOD) };

  it('asks for line and schema together, in a form strict modes take', async () => {
    const text = JSON.stringify({
      thought: null,
      kind: 'say',
      text: 'It is late.',
      mood: 'calm',
      doubt: null,
    });
    const { answer, requests, prompts } = await askModel(profile, text);
    expect(answer).toMatchObject({ ok: true, rung: 'json_schema', value: { kind: 'say', mood: 'calm' } });
    expect(requests[0]?.constraint).toBe('json_schema');
    expect(requests[0]?.jsonSchema.required).toEqual(['thought', 'kind', 'text', 'mood', 'doubt']);
    expect(prompts[0]).toContain('"calm" | "cross"');
  });

  it('asks again with the pointer when an answer does not fit', async () => {
    const wrong = JSON.stringify({ thought: null, kind: 'say', text: 'It is late.', mood: 'calm', doubt: 7 });
    const right = JSON.stringify({
      thought: null,
      kind: 'say',
      text: 'It is late.',
      mood: 'cross',
      doubt: 0.5,
    });
    const { answer, prompts } = await askModel(profile, wrong, right);
    expect(answer).toMatchObject({ ok: true, rung: 'retried', value: { mood: 'cross' } });
    expect(prompts[1]).toContain('/doubt');
  });

  it('keeps a line that only came as prose, without the schema', async () => {
    const { answer } = await askModel(profile, 'Well now.', 'Well then.', 'Well, it is late.');
    expect(answer).toMatchObject({ ok: true, rung: 'prose', value: { text: 'Well, it is late.' } });
    expect(answer.ok && answer.value).not.toHaveProperty('mood');
  });

  it('drops the nulls that stand for what was left out', async () => {
    const { spoke } = await playAda(profile, { kind: 'say', text: 'It is late.', mood: 'calm', doubt: null });
    expect(spoke?.extra).toEqual({ mood: 'calm' });
  });

  it('does not let the schema redefine the line', async () => {
    const { room } = await playAda(profile, { kind: 'clue', text: 'It is late.', mood: 'calm' });
    expect(eventsOf(room, 'character.spoke')).toEqual([]);
  });
});

describe('object mode', () => {
  const profile: Profile = { jsonMode: 'object', jsonExample: { mood: 'calm', seen: ['Bo'] } };

  it('asks for no more than an object, and shows the example', async () => {
    const text = JSON.stringify({ thought: null, kind: 'say', text: 'It is late.', mood: 'cross' });
    const { answer, requests, prompts } = await askModel(profile, text);
    expect(answer).toMatchObject({ ok: true, rung: 'json_object', value: { mood: 'cross' } });
    expect(requests.map(({ constraint }) => constraint)).toEqual(['json_object']);
    expect(prompts[0]).toContain('"mood":"calm","seen":["Bo"]');
  });
});

it('leaves the director to the schema of its engine', async () => {
  const director = { ...PROFILES.director, jsonMode: 'schema' as const, jsonSchema: MOOD };
  const room = openScene(INN, {}, 'seed', { ...PROFILES, director });
  await room.round(callOn('bo'));
  expect(eventsOf(room, 'director.completed')).toHaveLength(2);
  expect(room.asks[0]?.ask.instruction).toBeUndefined();
  expect(promptOf(room, 'director.1')).not.toContain('cross');
});

it('asks a director in object mode for no more than an object', async () => {
  const director = { ...PROFILES.director, provider: 'openai' as const, jsonMode: 'object' as const };
  const room = openScene(INN, {}, 'seed', { ...PROFILES, director });
  await room.round();
  const [asked] = room.asks;
  if (!asked) throw new Error('nobody was asked');
  const { requests } = await answerWith(asked.ask, '{"openGuidance": null}');
  expect(requests.map(({ constraint }) => constraint)).toEqual(['json_object']);
});

it.each<[string, Profile]>([
  ['prose', { expectsJson: false }],
  ['further fields', { outputExtraFields: ['emotion', 'winner', 'scores'] }],
  ['a schema', { jsonSchema: MOOD }],
  ['an example', { jsonExample: { mood: 'calm' } }],
])('the understudy plays a profile with %s', async (_, form) => {
  const room = openScene(INN, {}, 'seed', SCENE_OF({ ...form, provider: 'understudy' }));
  await room.round(UNDERSTUDY);
  expect(eventsOf(room, 'character.spoke').length).toBeGreaterThan(0);
  expect(eventsOf(room, 'character.skipped')).toEqual([]);
  const ask = room.asks.find(({ ask: { role } }) => role === 'character')?.ask;
  if (!ask) throw new Error('no character was asked');
  const gateway = gatewayTo(null, { understudy: async () => REPERTOIRE });
  expect(await gateway.ask(new MemoryPort(), 'character', ask, { decide })).toMatchObject({
    ok: true,
    rung: 'understudy',
  });
});
