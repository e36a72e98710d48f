import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ask,
  askLine,
  gatewayTo,
  type Line,
  lineSchema,
  newModel,
  profile,
  reply,
  saying,
  writeLine,
} from '../../test/support/asks';
import { type FakeLogEntry, type FakeModel, startFakeModel } from '../../test/support/fake-model';
import { draftWith } from '../../test/support/loose-events';
import { decide, MemoryPort } from '../../test/support/memory-port';
import type { CallRecord } from '../contract/calls';
import { type Answer, type Ask, GIVE_WAY } from '../room/step-context';
import { MAX_CALLS_PER_AGENT, shareCalls } from '../runs/calls';
import { type CapabilityMemory, createCapabilityMemory } from './capability';
import { createGateway, type Gateway } from './gateway';
import { MAX_ADJUSTED, MAX_ANSWERS, MAX_FAILED } from './ladder';
import type { Provider } from './provider';
import { createOpenAiProvider } from './providers/openai';

const KEY = 'sk-test-0123456789-not-a-real-key';
const PRIVATE = 'PRIVATE-REASONING';
const verdict = z.object({ confidence: z.number().min(0).max(1), reason: z.string() });

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
});
afterAll(() => fake.close());

const makeAsk = <T>(mode: string, schema: z.ZodType<T>, more: Partial<Ask<T>> = {}) =>
  ask(schema, { profile: profile({ model: newModel(mode) }), ...more });
const character = (mode: string) => askLine({ profile: profile({ model: newModel(mode) }) });

interface Bench {
  gateway: Gateway;
  slept: number[];
  capability: CapabilityMemory;
}

function makeBench(baseUrl = `${fake.url}/v1`, capability = createCapabilityMemory()): Bench {
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms);
  };
  const now = (): number => Date.now();
  const openai = createOpenAiProvider({ apiKey: KEY, baseUrl, now, png: () => new Uint8Array([137, 80]) });
  return { gateway: createGateway({ providers: { openai }, sleep, now, capability }), slept, capability };
}

async function readLog(model: string): Promise<(FakeLogEntry & { messages: { content: string }[] })[]> {
  const response = await fetch(`${fake.url}/control/log?full=1`);
  const entries = (await response.json()) as (FakeLogEntry & { messages: { content: string }[] })[];
  return entries.filter((entry) => entry.model === model);
}

function failureOf(answer: Answer<unknown>): { detail: string; fix: string } {
  const code = answer.ok || answer.answered ? 'model_failed' : 'model_unreachable';
  if (answer.ok || answer.failure.code !== code) throw new Error(`the failure ${code} was expected`);
  return answer.failure;
}

const rungs = (port: MemoryPort): (CallRecord['rung'] | undefined)[] =>
  port.calls.map((call) => call.result.rung);

describe('an answer', () => {
  it.each([
    ['ok', 'json_schema'],
    ['generic', 'json_schema'],
    ['ignore', 'repaired'],
  ])('of an endpoint that does "%s" comes by the rung %s in one call', async (mode, rung) => {
    const port = new MemoryPort();
    const answer = await makeBench().gateway.ask(port, 'director.1', makeAsk(mode, lineSchema), { decide });
    expect(answer).toMatchObject({ ok: true, rung, provider: 'openai', calls: 1, value: { kind: 'say' } });
    expect(port.calls.map((call) => call.step)).toEqual(['director.1/1']);
    expect(port.calls[0]?.result.constraint).toBe('json_schema');
    expect(answer.usage.promptTokens).toBeGreaterThan(0);
  });

  it('is decided on once, and carries events with the call that decided it, and with no other', async () => {
    const port = new MemoryPort();
    const seen: Answer<Line>[] = [];
    const answer = await makeBench().gateway.ask(port, 'a', makeAsk('429-then-invalid-then-ok', lineSchema), {
      decide: (answered) => {
        seen.push(answered);
        return answered;
      },
      events: () => [draftWith({ kind: 'director.completed', actor: 'director', payload: { pass: 1 } })],
    });
    expect(port.calls.map((call) => call.events.length)).toEqual([0, 0, 1]);
    expect(seen).toEqual([answer]);
    expect(answer).toMatchObject({ ok: true, rung: 'retried', calls: 3 });
  });

  it.each(['think', 'orphan', 'reasoning'])('keeps private thought (%s) out of the value', async (mode) => {
    const port = new MemoryPort();
    const answer = await makeBench().gateway.ask(port, 'a', character(mode), { decide });
    if (!answer.ok) throw new Error(answer.failure.code);
    expect(answer.thought).toContain(PRIVATE);
    expect(answer.thought).toContain('They want an answer from me.');
    expect(JSON.stringify(answer.value)).not.toContain(PRIVATE);
    expect(answer.rung).toBe('json_schema');
  });

  it('sends frames as PNG data URLs after their label', async () => {
    const ask = makeAsk('ok', lineSchema, {
      messages: [{ role: 'user', content: [{ type: 'frame', label: 'before', cells: 'x' }] }],
    });
    await makeBench().gateway.ask(new MemoryPort(), 'a', ask, { decide });
    const [entry] = await readLog(ask.profile.model);
    expect(entry?.messages[0]?.content).toMatchObject([
      { type: 'text', text: 'before' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVA=' } },
      { type: 'text' },
    ]);
  });
});

describe('the constraint', () => {
  it('goes down when it is refused, is remembered, and does not change the prompt', async () => {
    const { gateway, slept, capability } = makeBench();
    const ask = makeAsk('refuse', lineSchema);
    const port = new MemoryPort();
    const answer = await gateway.ask(port, 'a', ask, { decide });
    expect(answer).toMatchObject({ ok: true, rung: 'prompt', calls: 3 });
    expect(port.calls.map((call) => call.result.constraint)).toEqual(['json_schema', 'json_object', 'none']);
    expect(new Set(port.calls.map((call) => call.hash)).size).toBe(1);
    expect(slept).toEqual([]);
    expect(capability.of('demo', 'openai', ask.profile.model).strongest()).toBe('none');
    expect(await gateway.ask(new MemoryPort(), 'b', ask, { decide })).toMatchObject({
      calls: 1,
      rung: 'prompt',
    });
  });

  it('stops at json_object when that is taken', async () => {
    const answer = await makeBench().gateway.ask(
      new MemoryPort(),
      'a',
      makeAsk('refuse-schema', lineSchema),
      { decide },
    );
    expect(answer).toMatchObject({ ok: true, rung: 'json_object', calls: 2 });
  });

  it('is remembered as ignored when two answers show it', async () => {
    const { gateway, capability } = makeBench();
    const ask = makeAsk('ignore', lineSchema);
    await gateway.ask(new MemoryPort(), 'a', ask, { decide });
    expect(capability.of('demo', 'openai', ask.profile.model).strongest()).toBe('json_schema');
    await gateway.ask(new MemoryPort(), 'b', ask, { decide });
    expect(capability.of('demo', 'openai', ask.profile.model).strongest()).toBe('json_object');
  });

  it('is not blamed for a limit that the strict schema does not carry', async () => {
    const { gateway, capability } = makeBench();
    const ask = makeAsk('generic', z.object({ confidence: z.number().max(0.5) }));
    expect(await gateway.ask(new MemoryPort(), 'a', ask, { decide })).toMatchObject({ ok: false });
    expect(capability.of('demo', 'openai', ask.profile.model).strongest()).toBe('json_schema');
  });
});

describe('an ask with calls to spend', () => {
  it.each([
    ['invalid', 1, { ok: false, answered: true, calls: 1 }],
    ['invalid', 2, { ok: false, answered: true, calls: 2 }],
    ['500', 2, { ok: false, answered: false, calls: 2 }],
    ['refuse', 1, { ok: false, answered: false, calls: 1 }],
    ['invalid-then-ok', 2, { ok: true, rung: 'retried', calls: 2 }],
    ['ok', 1, { ok: true, calls: 1 }],
  ] as const)('makes no more of them (%s, %i)', async (mode, maxCalls, expected) => {
    const port = new MemoryPort();
    const ask = { ...makeAsk(`${mode}#spend-${maxCalls}`, lineSchema), maxCalls };
    const { gateway } = makeBench();
    expect(await gateway.ask(port, 'a', ask, { decide })).toMatchObject(expected);
    expect(port.calls).toHaveLength(expected.calls);
    // A replay of the stored calls has the same result.
    const again = new MemoryPort(port.calls);
    expect(await gateway.ask(again, 'a', ask, { decide })).toMatchObject(expected);
    expect(again.ran).toEqual([]);
  });

  it('takes no more than a run sets aside for it, whatever is refused', () => {
    // Plus one try without pictures and one with a shorter prompt.
    expect(MAX_CALLS_PER_AGENT).toBe(MAX_ANSWERS + MAX_FAILED + MAX_ADJUSTED + 2);
  });
});

describe('an answer of which something can be used', () => {
  const minutes = z.object({ text: z.string().min(1) });
  const salvage = (answer: string, json: unknown) =>
    answer.includes('heard') || json !== null ? { text: answer.includes('7') ? 'seven' : answer } : null;

  it('is asked for again, and counts when nothing better comes', async () => {
    const port = new MemoryPort();
    const ask = { ...makeAsk('invalid-then-nonsense#spare', minutes), salvage };
    const { gateway } = makeBench();
    const expected = { ok: true, rung: 'repaired', calls: 2, value: { text: 'seven' } };
    expect(await gateway.ask(port, 'a', ask, { decide })).toMatchObject(expected);
    expect(await gateway.ask(new MemoryPort(port.calls), 'a', ask, { decide })).toMatchObject(expected);
  });

  it('counts also when the endpoint goes away, and gives way to a better one', async () => {
    const gone = { ...makeAsk('invalid-then-401#spare', minutes), salvage };
    expect(await makeBench().gateway.ask(new MemoryPort(), 'a', gone, { decide })).toMatchObject({
      ok: true,
      value: { text: 'seven' },
    });
    const better = { ...makeAsk('invalid-then-ok#spare', minutes), salvage };
    const answer = await makeBench().gateway.ask(new MemoryPort(), 'a', better, { decide });
    expect(answer).toMatchObject({ ok: true, rung: 'retried', calls: 2 });
  });

  it('is none where nothing in it is', async () => {
    const ask = { ...makeAsk('nonsense#spare', minutes), salvage: () => null };
    expect(await makeBench().gateway.ask(new MemoryPort(), 'a', ask, { decide })).toMatchObject({
      ok: false,
      calls: 2,
    });
  });
});

it('calls shared by asks that are made at the same time are never more than there are, and alike', () => {
  expect(shareCalls(0, 3)).toEqual([0, 0, 0]);
  expect(shareCalls(-4, 2)).toEqual([0, 0]);
  expect(shareCalls(2, 3)).toEqual([1, 1, 0]);
  expect(shareCalls(7, 3)).toEqual([3, 2, 2]);
  expect(shareCalls(2_000, 3)).toEqual([MAX_CALLS_PER_AGENT, MAX_CALLS_PER_AGENT, MAX_CALLS_PER_AGENT]);
  expect(shareCalls(5, 0)).toEqual([]);
});

describe('an endpoint in trouble', () => {
  it('that answers 429 is asked again after Retry-After', async () => {
    const { gateway, slept } = makeBench();
    const port = new MemoryPort();
    const answer = await gateway.ask(port, 'a', makeAsk('429-then-ok', lineSchema), { decide });
    expect(answer).toMatchObject({ ok: true, rung: 'json_schema', calls: 2 });
    expect(port.calls[0]?.result).toMatchObject({ status: 'refused', backoffMs: 1000, rung: null });
    expect(slept).toEqual([1000]);
  });

  it('that breaks three times fails the ask, with a back-off that grows', async () => {
    const { gateway, slept } = makeBench();
    const answer = await gateway.ask(new MemoryPort(), 'a', makeAsk('500', lineSchema), { decide });
    expect(failureOf(answer).detail).toMatch(/overloaded or failed \(3 tries\): 500 something broke inside/);
    expect(slept).toEqual([500, 1000]);
  });

  it('that hangs is abandoned at the deadline', async () => {
    const ask = makeAsk('hang', lineSchema);
    ask.profile.timeoutSeconds = 0.05;
    const port = new MemoryPort();
    const answer = await makeBench().gateway.ask(port, 'a', ask, { decide });
    expect(failureOf(answer).detail).toBe('the model did not answer within 0.05 s (3 tries)');
    expect(port.calls.map((call) => call.result.status)).toEqual(['timeout', 'timeout', 'timeout']);
  });

  it('that ignores its abort signal is abandoned all the same', async () => {
    const deaf: Provider = { name: 'openai', complete: () => new Promise(() => undefined) };
    const gateway = gatewayTo(deaf);
    const ask = makeAsk('ok', lineSchema);
    ask.profile.timeoutSeconds = 0.05;
    expect(failureOf(await gateway.ask(new MemoryPort(), 'a', ask, { decide })).detail).toMatch(
      /did not answer/,
    );
  });

  it('gives way to the next input, and sends no request if that is due already', async () => {
    const due = new AbortController();
    let requests = 0;
    const complete = (): Promise<never> => {
      requests += 1;
      due.abort(GIVE_WAY);
      return new Promise(() => undefined);
    };
    const port = Object.assign(new MemoryPort(), { signal: due.signal });
    const gateway = gatewayTo({ name: 'openai', complete });
    for (const step of ['a', 'b']) {
      const answer = await gateway.ask(port, step, makeAsk('ok', lineSchema), { decide });
      expect(answer).toMatchObject({ ok: false, answered: false, gaveWay: true, calls: 1 });
    }
    expect(requests).toBe(1);
    // Only the first one may have a charge.
    expect(port.calls.map(({ result: { status, begun } }) => [status, begun])).toEqual([
      ['discarded', true],
      ['discarded', undefined],
    ]);
  });

  it.each([
    ['cut-then-ok', 'unreachable'],
    ['garbage-then-ok', 'refused'],
  ])('that does "%s" is asked again', async (mode, status) => {
    const port = new MemoryPort();
    const answer = await makeBench().gateway.ask(port, 'a', makeAsk(mode, lineSchema), { decide });
    expect(answer).toMatchObject({ ok: true, calls: 2 });
    expect(port.calls[0]?.result.status).toBe(status);
  });

  it('that nobody runs is unreachable', async () => {
    const gone = await startFakeModel();
    await gone.close();
    const { gateway } = makeBench(`${gone.url}/v1`);
    const failure = failureOf(
      await gateway.ask(new MemoryPort(), 'a', makeAsk('ok', lineSchema), { decide }),
    );
    expect(failure.detail).toMatch(/could not be reached \(3 tries\)/);
  });

  it('that rejects the key fails at once, and the key shows nowhere', async () => {
    const port = new MemoryPort();
    const answer = await makeBench().gateway.ask(port, 'a', makeAsk('401', lineSchema), { decide });
    expect(failureOf(answer)).toMatchObject({
      detail: expect.stringContaining('401'),
      fix: expect.any(String),
    });
    expect(port.calls).toHaveLength(1);
    expect(JSON.stringify([port.calls, answer])).not.toContain(KEY.slice(3));
  });

  it('that is not configured is a failure with a call in the log', async () => {
    const gateway = gatewayTo(null);
    const port = new MemoryPort();
    expect(failureOf(await gateway.ask(port, 'a', makeAsk('ok', lineSchema), { decide })).detail).toContain(
      'OPENAI_API_KEY',
    );
    expect(port.calls).toHaveLength(1);
  });
});

describe('a bad answer', () => {
  it('that was cut off is asked for once more, with twice the tokens', async () => {
    const ask = makeAsk('length-then-ok', lineSchema);
    const port = new MemoryPort();
    expect(await makeBench().gateway.ask(port, 'a', ask, { decide })).toMatchObject({
      ok: true,
      rung: 'json_schema',
      calls: 2,
    });
    const log = await readLog(ask.profile.model);
    expect(log.map((entry) => entry.maxTokens)).toEqual([100, 200]);
    expect(log[0]?.hash).toBe(log[1]?.hash);
  });

  it('is asked for once more, with JSON Pointers', async () => {
    const ask = makeAsk('invalid-then-ok', lineSchema);
    const port = new MemoryPort();
    expect(await makeBench().gateway.ask(port, 'a', ask, { decide })).toMatchObject({
      ok: true,
      rung: 'retried',
      calls: 2,
    });
    const [, again] = await readLog(ask.profile.model);
    expect(again?.messages.at(-1)?.content).toContain(
      String.raw`- "/kind": "expected one of \"say\", \"clue\", got number 7"`,
    );
    expect(again?.messages.at(-1)?.content).toContain('- "/text": "expected string, got number 7"');
  });

  it('that the check refuses is asked for again too', async () => {
    let refusals = 1;
    const ask = makeAsk('ok', lineSchema, {
      check: () => (refusals-- > 0 ? [{ pointer: '/kind', message: 'expected clue' }] : []),
    });
    const port = new MemoryPort();
    expect(await makeBench().gateway.ask(port, 'a', ask, { decide })).toMatchObject({
      ok: true,
      rung: 'retried',
      calls: 2,
    });
    expect(port.calls[0]?.result.problems).toEqual([{ pointer: '/kind', message: 'expected clue' }]);
  });

  it.each(['invalid', 'nonsense', 'prose', 'empty'])(
    'twice (%s) fails an agent that does not talk',
    async (mode) => {
      const port = new MemoryPort();
      const answer = await makeBench().gateway.ask(port, 'a', makeAsk(mode, verdict), { decide });
      expect(failureOf(answer).detail).toMatch(/no usable answer \(2 answers\)/);
      expect(rungs(port)).toEqual(['unusable', 'unusable']);
    },
  );

  it('never takes more than three answered calls, nor three failed ones', async () => {
    const mode = 'length-then-429-then-length-then-500-then-invalid';
    const port = new MemoryPort();
    const answer = await makeBench().gateway.ask(port, 'a', makeAsk(mode, lineSchema), { decide });
    expect(answer).toMatchObject({ ok: false, rung: 'unusable', calls: 5 });
    expect(port.calls.filter((call) => call.result.status === 'answered')).toHaveLength(3);
  });
});

describe('a character', () => {
  it('that talks instead of writing JSON is heard by its last call, the prose call', async () => {
    const ask = character('prose');
    const port = new MemoryPort();
    const answer = await makeBench().gateway.ask(port, 'a', ask, { decide });
    expect(answer).toMatchObject({ ok: true, rung: 'prose', calls: 3, value: { kind: 'say' } });
    expect(rungs(port)).toEqual(['unusable', 'unusable', 'prose']);
    expect(port.calls.at(-1)?.result.constraint).toBe('none');
    const [, , last] = await readLog(ask.profile.model);
    expect(last?.messages.at(-1)?.content).toContain('plain prose');
    expect(last?.messages.at(-1)?.content).not.toContain('JSON object');
  });

  it('keeps its prose call when the token limit cost it one', async () => {
    const port = new MemoryPort();
    const answer = await makeBench().gateway.ask(port, 'a', character('length-then-length-then-prose'), {
      decide,
    });
    expect(answer).toMatchObject({ ok: true, rung: 'prose', calls: 3 });
  });

  const cutOff = async (...texts: string[]) => {
    const model = saying(...texts.map((text) => reply(text, { finishReason: 'length' })));
    const ask = { ...character('ok'), mode: 'prose' as const };
    const answer = await gatewayTo(model).ask(new MemoryPort(), 'a', ask, { decide });
    return { answer, limits: model.requests.map(({ maxTokens }) => maxTokens) };
  };

  it('in plain prose that was cut off is kept to its whole sentences, and asked with twice the tokens if it has none', async () => {
    const first = await cutOff('It was dark. It was stor');
    expect(first.answer).toMatchObject({ ok: true, calls: 1, value: { text: 'It was dark.' } });
    const { answer, limits } = await cutOff('It was a dark and stor', 'It was dark. It was');
    expect(answer).toMatchObject({ ok: true, rung: 'prose', calls: 2, value: { text: 'It was dark.' } });
    expect(limits[1]).toBe(2 * (limits[0] ?? 0));
  });

  it('in plain prose is kept whole where prose was asked for', async () => {
    const text = 'The rain goes on and on over the hills. '.repeat(25).trim();
    const ask = { ...character('ok'), mode: 'prose' as const };
    expect(await gatewayTo(saying(text)).ask(new MemoryPort(), 'a', ask, { decide })).toMatchObject({
      ok: true,
      value: { text },
    });
  });

  it('in plain prose without one whole sentence is not spoken', async () => {
    const { answer } = await cutOff('It was a dark and stor', 'It was a dark and stormy ni');
    expect(answer).toMatchObject({ ok: false });
  });

  it.each(['invalid', 'nonsense', 'empty'])(
    'with nothing to say (%s) fails and speaks no object',
    async (mode) => {
      const port = new MemoryPort();
      const answer = await makeBench().gateway.ask(port, 'a', character(mode), { decide });
      expect(answer).toMatchObject({ ok: false, calls: 3 });
    },
  );

  const said = async (line: string) => {
    return gatewayTo(saying(writeLine(line))).ask(new MemoryPort(), 'a', character('ok'), { decide });
  };

  it.each([
    '{"kind":"say","text":"hello"}',
    'Hello {"plan":"x"} friend.',
    '…',
    'A brief, evocative response.',
    'Internal Server Error',
  ])('may not speak %j, however well it is wrapped', async (line) => {
    const answer = await said(line);
    // The prose rung may still recover the words around an object.
    expect(answer.ok ? (answer.value as { text: string }).text : '').not.toMatch(
      /\{\s*"|…|evocative|Internal/,
    );
  });

  it.each(['No.', 'Put the {lamp} down.', 'There was an error in your sum, I think.'])(
    'may say %j',
    async (line) =>
      expect(await said(line)).toMatchObject({ ok: true, rung: 'json_schema', value: { text: line } }),
  );
});

describe('a replay', () => {
  const modes = [
    'ok',
    'refuse',
    '429-then-invalid-then-ok',
    'prose',
    'think',
    'length-then-ok',
    'nonsense',
    '500',
  ];

  it.each(modes)(
    'of "%s" makes no call, sleeps not, and gives the same answer, whatever is known of the endpoint',
    async (mode) => {
      const ask = character(mode);
      const first = new MemoryPort();
      const answer = await makeBench().gateway.ask(first, 'a', ask, { decide });
      const requests = (await readLog(ask.profile.model)).length;

      const forgotten = createCapabilityMemory();
      forgotten.of('demo', 'openai', ask.profile.model).refuseConstraint('json_object', 'named', true);
      const { gateway, slept } = makeBench(undefined, forgotten);
      const second = new MemoryPort(first.calls);
      const decided: unknown[] = [];
      const settled: unknown[] = [];
      const rule = {
        decide: (outcome: Answer<Line>) => {
          decided.push(outcome);
          return outcome;
        },
        events: (outcome: Answer<Line>) => {
          settled.push(outcome);
          return [];
        },
      };
      expect(await gateway.ask(second, 'a', ask, rule)).toEqual(answer);
      expect([second.ran, slept, settled]).toEqual([[], [], []]);
      expect(decided).toEqual([answer]);
      expect((await readLog(ask.profile.model)).length).toBe(requests);
    },
  );

  it('from any point takes the steps that were left, by an instance that has learnt nothing of the endpoint', async () => {
    const uncut = new MemoryPort();
    const steps = 'refuse-then-invalid-then-prose-then-ok';
    const whole = await makeBench().gateway.ask(uncut, 'a', character(steps), { decide });
    for (let kept = 0; kept <= uncut.calls.length; kept++) {
      const left = steps.split('-then-').slice(kept).join('-then-') || 'ok';
      const port = new MemoryPort(uncut.calls.slice(0, kept));
      const answer = await makeBench().gateway.ask(port, 'a', character(left), { decide });
      expect(answer).toMatchObject({ ok: whole.ok, rung: whole.rung, calls: whole.calls });
      expect(port.ran).toEqual(uncut.calls.slice(kept).map((call) => call.step));
      expect(port.calls.map((call) => call.result.constraint)).toEqual(
        uncut.calls.map((c) => c.result.constraint),
      );
    }
  });
});

describe('the understudy', () => {
  const ask = (task: string): Ask<Line> => {
    const made = makeAsk('ok', lineSchema, { brief: { task, seed: 's' } });
    return { ...made, profile: { ...made.profile, provider: 'understudy', model: 'understudy' } };
  };
  const gateway = gatewayTo(null, {
    understudy: async () => ({
      speak: ({ seed }) => ({ thought: null, kind: 'say', text: `seed ${seed}` }),
      bad: () => ({ kind: 1 }),
    }),
  });

  it('answers the typed task, marked as such, without tokens', async () => {
    const port = new MemoryPort();
    expect(await gateway.ask(port, 'a', ask('speak'), { decide })).toEqual({
      ok: true,
      value: { thought: null, kind: 'say', text: 'seed s' },
      rung: 'understudy',
      thought: null,
      provider: 'understudy',
      calls: 1,
      checks: [],
      usage: { promptTokens: 0, completionTokens: 0 },
    });
    expect(port.calls[0]?.result.constraint).toBeNull();
  });

  it('is not asked twice for what it cannot do', async () => {
    expect(await gateway.ask(new MemoryPort(), 'a', ask('bad'), { decide })).toMatchObject({
      ok: false,
      calls: 1,
    });
    expect(failureOf(await gateway.ask(new MemoryPort(), 'a', ask('toString'), { decide })).detail).toContain(
      'toString',
    );
  });
});
