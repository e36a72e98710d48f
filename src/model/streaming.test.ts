import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  ask,
  askLine,
  gatewayTo,
  type Line,
  newModel,
  profile,
  saying,
  writeLine,
} from '../../test/support/asks';
import { type FakeModel, startFakeModel } from '../../test/support/fake-model';
import { decide, MemoryPort } from '../../test/support/memory-port';
import type { JsonObject } from '../base/json';
import type { Answer, Ask } from '../room/step-context';
import { createGuard } from '../scene/table/guard';
import { type CapabilityMemory, createCapabilityMemory } from './capability';
import type { Provider } from './provider';
import { createOpenAiProvider } from './providers/openai';

const KEY = 'sk-test-0123456789-not-a-real-key';
type Sentence = { step: string; text: string; part: number };

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
});
afterAll(() => fake.close());

const makeAsk = (mode: string, more: Partial<Ask<Line>> = {}) =>
  askLine({ profile: profile({ model: newModel(mode) }), ...more });
const openai = () => createOpenAiProvider({ apiKey: KEY, baseUrl: `${fake.url}/v1`, now: () => Date.now() });

/** An endpoint that has answered in exact JSON before, so its lines are streamed. */
const known = (): CapabilityMemory => {
  const capability = createCapabilityMemory();
  return { ...capability, of: (...names) => ({ ...capability.of(...names), canStream: () => true }) };
};

async function listenTo(
  ask: Ask<Line>,
  provider: Provider = openai(),
  log?: (entry: JsonObject) => void,
  capability = known(),
) {
  const port = new MemoryPort();
  const heard: Sentence[] = [];
  const hearing = Object.assign(port, {
    onText: (step: string, text: string, part: number) => heard.push({ step, text, part }),
  });
  const gateway = gatewayTo(provider, { capability, ...(log && { log }) });
  const answer = await gateway.ask(hearing, 'c', ask, { decide });
  return { port, heard, answer, said: heard.map(({ text }) => text).join('') };
}

const textOf = (answer: Answer<Line>): string => (answer.ok ? answer.value.text : '');
async function requestsOf(
  model: string,
): Promise<{ stream: boolean; constraint: string; answered: boolean }[]> {
  const response = await fetch(`${fake.url}/control/log`);
  const log = (await response.json()) as {
    model: string;
    stream: boolean;
    constraint: string;
    answered: boolean;
  }[];
  return log.filter((entry) => entry.model === model);
}

describe('a streamed line', () => {
  it.each(['ok', 'think', 'orphan', 'reasoning', 'refuse', 'no-stream-options'])(
    'of an endpoint that does "%s" is heard as it is accepted, and nothing else is',
    async (mode) => {
      const { answer, said, heard } = await listenTo(makeAsk(mode));
      expect(answer.ok).toBe(true);
      expect(said).toBe(textOf(answer));
      expect(said).not.toMatch(/PRIVATE|draft|They want/);
      expect(heard.map(({ part }) => part)).toEqual(heard.map((_, i) => i));
    },
  );

  it('has no deltas if the endpoint sends the answer whole', async () => {
    const { answer, heard } = await listenTo(makeAsk('unstreamed'));
    expect(textOf(answer)).not.toBe('');
    expect(heard).toEqual([]);
  });

  it('is metered like one that was not', async () => {
    const { answer, port } = await listenTo(makeAsk('ok'));
    expect(answer.usage.promptTokens).toBeGreaterThan(0);
    expect(answer.usage.completionTokens).toBeGreaterThan(0);
    expect(port.calls[0]?.result).toMatchObject({
      rung: 'json_schema',
      finishReason: 'stop',
      status: 'answered',
    });
  });

  it('keeps its reasoning in private', async () => {
    const { port } = await listenTo(makeAsk('reasoning'));
    expect(port.calls[0]?.result.reasoning).toBe('PRIVATE-REASONING: the others must not read this.');
  });

  it('is only asked for from agents that talk', async () => {
    const { fromProse: _, ...silent } = makeAsk('ok');
    const { heard } = await listenTo(silent);
    expect(heard).toEqual([]);
    expect(await requestsOf(silent.profile.model)).toMatchObject([{ stream: false }]);
  });

  it('is heard again from its beginning when the model is asked again', async () => {
    const ask = makeAsk('spills-then-ok');
    const { answer, heard } = await listenTo(ask);
    expect(answer).toMatchObject({ ok: true, rung: 'retried' });
    expect(heard.slice(0, 2)).toEqual([
      { step: 'c/1', text: 'Nobody', part: 0 },
      { step: 'c/1', text: ' said', part: 1 },
    ]);
    const first = heard.filter(({ step }) => step === 'c/1').map(({ text }) => text);
    expect(first.join('')).toBe('Nobody said this. And not this.');
    const second = heard.filter(({ step }) => step === 'c/2');
    expect(second[0]?.part).toBe(0);
    expect(second.map(({ text }) => text).join('')).toBe(textOf(answer));
  });

  it('is not heard before an exact answer, nor right after one that was not', async () => {
    const capability = createCapabilityMemory();
    const ask = makeAsk('x');
    const hear = async (provider: Provider) =>
      (await listenTo(ask, provider, undefined, capability)).heard.map(({ text }) => text).join('');
    const clean = saying('{"thought":null,"kind":"say","text":"Good day."}');
    expect(await hear(clean)).toBe('');
    expect(await hear(clean)).toBe('Good day.');
    // Reasoning without its opening tag looks like an answer until it ends.
    await hear(
      saying('{"kind":"say","text":"A draft."}</think>{"thought":null,"kind":"say","text":"Good day."}'),
    );
    expect(await hear(clean)).toBe('');
    expect(await hear(clean)).toBe('Good day.');
  });

  it('is not heard on replay', async () => {
    const ask = makeAsk('ok');
    const { port } = await listenTo(ask);
    const again = new MemoryPort(port.calls);
    const heard: string[] = [];
    Object.assign(again, { onText: (_: string, text: string) => heard.push(text) });
    const gateway = gatewayTo(openai());
    expect((await gateway.ask(again, 'c', ask, { decide })).ok).toBe(true);
    expect(heard).toEqual([]);
  });

  it('of plain prose is heard word by word as well', async () => {
    const { answer, heard } = await listenTo(makeAsk('prose'));
    expect(answer).toMatchObject({ ok: true, rung: 'prose' });
    expect(heard.map(({ text }) => text).join('')).toBe(textOf(answer));
    expect(heard.length).toBeGreaterThan(5);
  });

  it('is not heard after the call was given up', async () => {
    let late: (chunk: string) => void = () => undefined;
    const slow: Provider = {
      name: 'openai',
      complete: ({ onChunk }) => {
        late = onChunk ?? late;
        onChunk?.('{"text":"Very soon. ');
        return new Promise(() => undefined);
      },
    };
    const ask = makeAsk('ok');
    const { heard } = await listenTo({ ...ask, profile: { ...ask.profile, timeoutSeconds: 0.05 } }, slow);
    late('Too late. "}');
    expect(heard.map(({ text }) => text)).toEqual(['Very soon.', 'Very soon.', 'Very soon.']);
  });
});

describe('an endpoint', () => {
  it('that refuses to stream is asked once, and remembered', async () => {
    const provider = openai();
    const ask = makeAsk('no-stream');
    const first = await listenTo(ask, provider);
    // The refusal is a call of its own, so that budgets include it.
    expect(first.answer).toMatchObject({ ok: true, rung: 'json_schema', calls: 2 });
    expect(first.heard).toEqual([]);
    await listenTo(ask, provider);
    expect((await requestsOf(ask.profile.model)).map(({ stream }) => stream)).toEqual([true, false, false]);
  });

  it.each([
    ['cut', 'unreachable'],
    ['garbage', 'refused'],
    ['429', 'refused'],
  ])('that does "%s" in the middle of a stream is asked again', async (mode, status) => {
    const { answer, port, heard } = await listenTo(makeAsk(`${mode}-then-ok`));
    expect(port.calls.map(({ result }) => result.status)).toEqual([status, 'answered']);
    expect(answer).toMatchObject({ ok: true, rung: 'json_schema' });
    expect(heard.at(-1)?.step).toBe('c/2');
  });

  it('that repeats the key does so to nobody', async () => {
    const answer = JSON.stringify({ kind: 'say', text: `One day. My key is ${KEY} as you know. Two. ` });
    const chunks = answer.match(/[\s\S]{1,7}/g) ?? [];
    const events = chunks.map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
    const body = `${events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('')}data: [DONE]\r\n\r\n`;
    const fetch = vi
      .spyOn(globalThis, 'fetch')
      .mockResolvedValueOnce(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    const { heard, port } = await listenTo(makeAsk('x'));
    fetch.mockRestore();
    expect(JSON.stringify([heard, port.calls])).not.toContain(KEY);
    expect(heard.map(({ text }) => text).join('')).toMatch(/^One day\. My key is/);
  });

  it('that gives up with an error in the stream is asked again', async () => {
    const body = 'data: {"error": {"message": "overloaded"}}\n\n';
    const fetch = vi
      .spyOn(globalThis, 'fetch')
      .mockResolvedValueOnce(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    const ask = makeAsk('ok');
    const { port } = await listenTo(ask);
    fetch.mockRestore();
    expect(port.calls[0]?.result).toMatchObject({ status: 'refused', error: 'overloaded' });
    expect(port.calls[1]?.result.status).toBe('answered');
  });
});

describe('white space without end', () => {
  it('is cut short in a stream, and the model is asked again', async () => {
    const ask = makeAsk('whitespace-then-ok');
    const { answer, port } = await listenTo(ask);
    expect(answer).toMatchObject({ ok: true, rung: 'retried', calls: 2 });
    const [first] = port.calls;
    expect(first?.result).toMatchObject({ status: 'answered', finishReason: 'whitespace', rung: 'unusable' });
    expect(first?.result.raw).toBe('{"thought": "Hm.",');
    expect((await requestsOf(ask.profile.model))[0]?.answered).toBe(false);
  });

  it('is no reason to ask for more of it', async () => {
    const { fromProse: _, ...silent } = makeAsk('whitespace-then-ok');
    const { answer, port } = await listenTo(silent);
    expect(answer).toMatchObject({ ok: true, rung: 'retried', calls: 2 });
    expect(port.calls[0]?.result.problems[0]?.message).toContain('white space');
  });
});

it.each([
  ['refusal', 'a refusal'],
  ['filter', 'a content filter'],
])('a model that declines by %s is a clear problem', async (mode, words) => {
  const { fromProse: _, ...silent } = makeAsk(mode);
  for (const ask of [silent, makeAsk(mode)]) {
    const { answer, port } = await listenTo(ask);
    if (answer.ok || answer.failure.code !== 'model_failed') throw new Error('a failure was expected');
    expect(answer.failure.fix).toContain('declined');
    expect(port.calls[0]?.result.problems[0]?.message).toContain(words);
    if (mode === 'refusal') {
      expect(port.calls[0]?.result.error).toBe('the model declined: I cannot help with that.');
    }
  }
});

describe('a secret', () => {
  const guard = createGuard(['coffee']);
  const leak = '{"thought":"It is coffee.","kind":"say","text":"Good day. It is C0FFEE, obviously. Bye."}';
  const fine = '{"thought":"It is coffee.","kind":"say","text":"NIL is the spy."}';

  it('is neither heard nor accepted, and the model is asked again without quoting it', async () => {
    const { answer, heard, port } = await listenTo(makeAsk('x', { guard }), saying(leak, fine));
    expect(answer).toMatchObject({ ok: true, rung: 'retried', value: { text: 'NIL is the spy.' } });
    expect(heard.map(({ text }) => text)).toEqual(['NIL is the spy.']);
    expect(port.calls[0]?.result.problems).toEqual([
      { pointer: '/text', message: 'expected a line that keeps the secret, got one that gives it away' },
    ]);
  });

  it('costs the turn when the model will not keep it, in prose either', async () => {
    const { answer, heard } = await listenTo(
      makeAsk('x', { guard }),
      saying(leak, leak, 'It is coffee, obviously.'),
    );
    expect(answer.ok).toBe(false);
    expect(JSON.stringify([answer, heard])).not.toMatch(/c[o0]ffee/i);
  });

  it('is not quoted where an answer is said to be wrong', async () => {
    const wrong = '{"kind":"coffee","text":"Good day."}';
    const { answer, port } = await listenTo(makeAsk('x', { guard }), saying(wrong, wrong, '…'));
    expect(JSON.stringify([answer, port.calls.map(({ result }) => result.problems)])).not.toContain('coffee');
  });
});

describe("the developer's switch", () => {
  it('logs the cleaned payload of an accepted answer, without prompt, thought or secret', async () => {
    const entries: JsonObject[] = [];
    const log = (entry: JsonObject) => void entries.push(entry);
    const answer = '{"thought":"It is coffee.","kind":"say","text":"Good day."} {"note": 1}';
    await listenTo(makeAsk('x', { guard: createGuard(['coffee']) }), saying('%%', answer), log);
    expect(entries).toMatchObject([
      { call: 'c/2', role: 'character', rung: 'retried', payload: { kind: 'say', text: 'Good day.' } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/coffee|Mara asks|OUTPUT FORMAT/);
  });

  it('logs nothing on replay', async () => {
    const { port } = await listenTo(makeAsk('x'), saying('{"kind":"say","text":"Good day."}'));
    const entries: JsonObject[] = [];
    const gateway = gatewayTo(null, { log: (entry) => void entries.push(entry) });
    await gateway.ask(new MemoryPort(port.calls), 'c', makeAsk('x'), { decide });
    expect(entries).toEqual([]);
  });
});

describe('the first rung', () => {
  it('is prose, and the only one, when the agent does not speak JSON', async () => {
    const messages = [
      { role: 'user' as const, content: 'Write the next words of Mara. Write nothing else.' },
    ];
    const { answer, port, heard } = await listenTo(makeAsk('ok', { mode: 'prose', messages }));
    expect(answer).toMatchObject({ ok: true, rung: 'prose', calls: 1 });
    expect(heard.map(({ text }) => text).join('')).toBe(textOf(answer));
    expect(port.calls[0]?.result.constraint).toBe('none');
    expect(port.calls[0]?.intent.messages).toEqual(messages);
    expect((await listenTo(makeAsk('empty', { mode: 'prose' }))).answer).toMatchObject({
      ok: false,
      calls: 2,
    });
  });

  it('is an object, without a schema, when the profile wants it so', async () => {
    const ask = makeAsk('ok');
    const profile = { ...ask.profile, jsonMode: 'object' as const };
    const { answer } = await listenTo({ ...ask, profile });
    expect(answer).toMatchObject({ ok: true, rung: 'json_object', calls: 1 });
    expect(await requestsOf(profile.model)).toMatchObject([{ constraint: 'json_object' }]);
  });
});

describe('a correction', () => {
  const many = z.object({ a: z.number(), b: z.number(), c: z.number(), d: z.number(), e: z.number() });
  it.each([
    [4_096, 3],
    [16_000, 5],
  ])('to a model with a window of %i tokens names at most %i mistakes', async (maxContextTokens, count) => {
    const wrong = saying('{"a":"x","b":"x","c":"x","d":"x","e":"x"}');
    const port = new MemoryPort();
    const asked = ask(many, { role: 'character', profile: profile({ maxContextTokens }) });
    await gatewayTo(wrong).ask(port, 'c', asked, { decide });
    const prompt = String(port.calls[1]?.intent.messages.at(-1)?.content);
    expect(prompt.match(/^- "\/[a-e]": "expected number, got /gm)).toHaveLength(count);
  });
});

it.each([
  ['planning', 'Alright. The user wants me to play as Mara.', false],
  ['reasoning', '(thinking: I should lie.) Good day.', false],
  ['a refusal', "I'm sorry, but I can't assist with that request.", true],
  ['a line', 'Good day.', true],
])(
  'an endpoint that thinks aloud in its lines is not heard again while it writes: %s',
  async (_, text, exact) => {
    const capability = createCapabilityMemory();
    const ask = makeAsk('x');
    await gatewayTo(saying(writeLine(text)), { capability }).ask(new MemoryPort(), 'c', ask, { decide });
    expect(capability.of('demo', 'openai', ask.profile.model).canStream()).toBe(exact);
  },
);

it('takes a number at the end for whole when white space came after it', async () => {
  const asked = ask(z.object({ a: z.number() }), { role: 'character' });
  const answer = await gatewayTo(saying('{"a": 1\n  ')).ask(new MemoryPort(), 'c', asked, { decide });
  expect(answer).toMatchObject({ ok: true, value: { a: 1 }, calls: 1 });
});
