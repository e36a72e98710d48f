import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, gatewayTo, newModel, profile, reply, saying } from '../../test/support/asks';
import {
  OTHER_REFUSALS,
  PASSING_REFUSALS,
  PICTURE_REFUSALS,
  WINDOW_REFUSALS,
} from '../../test/support/endpoint-refusals';
import { type FakeLogEntry, type FakeModel, startFakeModel } from '../../test/support/fake-model';
import { decide, MemoryPort } from '../../test/support/memory-port';
import { countPromptTokens, guessPromptTokens, loadTokenizer } from '../base/tokens';
import { readConfig } from '../config';
import type { Message } from '../contract/calls';
import type { Ask, PromptLimits } from '../room/step-context';
import { createCapabilityMemory } from './capability';
import { resolveProfile } from './profiles';
import { fitWindow, withoutPictures } from './prompt';
import type { ProviderReply } from './provider';
import { createOpenAiProvider } from './providers/openai';
import { readLimit } from './providers/openai-errors';

const schema = z.object({ confidence: z.number() });
const BOARD = '000/0a0/000';
const PICTURE: Message = {
  role: 'user',
  content: [
    { type: 'text', text: 'Look.' },
    { type: 'frame', label: 'frame 1: the board now', cells: BOARD },
    { type: 'text', text: 'What now?' },
  ],
};
const LONG: Message[] = [
  { role: 'system', content: `RULES first\n${'a card of somebody\n'.repeat(400)}` },
  { role: 'user', content: `${'an old line that was said\n'.repeat(600)}THE TASK is last` },
];

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
});
afterAll(() => fake.close());

const makeAsk = (mode: string, messages: Message[]) =>
  ask(schema, { role: 'explorer', messages, profile: profile({ model: newModel(mode), maxTokens: 400 }) });

function makeBench(capability = createCapabilityMemory()) {
  const png = () => new Uint8Array([137, 80]);
  const openai = { apiKey: 'sk-none-at-all', baseUrl: `${fake.url}/v1`, now: () => 0, png };
  return gatewayTo(createOpenAiProvider(openai), { capability });
}

async function asked(model: string): Promise<(FakeLogEntry & { messages: { content: unknown }[] })[]> {
  const log = (await (await fetch(`${fake.url}/control/log?full=1`)).json()) as never[];
  return (log as (FakeLogEntry & { messages: { content: unknown }[] })[]).filter(
    (one) => one.model === model,
  );
}

describe('a model that takes no pictures', () => {
  it('gets the board as text, at once and from then on, and the record says so', async () => {
    const gateway = makeBench();
    const ask = makeAsk('blind', [PICTURE]);
    const port = new MemoryPort();
    expect(await gateway.ask(port, 'a', ask, { decide })).toMatchObject({
      ok: true,
      rung: 'json_schema',
      calls: 2,
    });
    expect(await gateway.ask(port, 'b', ask, { decide })).toMatchObject({
      ok: true,
      rung: 'json_schema',
      calls: 1,
    });
    const [first, second, third] = await asked(ask.profile.model);
    expect(JSON.stringify(first?.messages)).toContain('image_url');
    // The refusal does not concern the constraint.
    expect([second?.constraint, third?.constraint]).toEqual(['json_schema', 'json_schema']);
    for (const one of [second, third]) {
      expect(one?.messages[0]?.content).toContain('frame 1: the board now');
      expect(one?.messages[0]?.content).toContain('\n0: 000\n1: 0a0\n2: 000');
    }
    const results = port.calls.map(({ result }) => result);
    expect(results[0]).toMatchObject({ status: 'refused', learnt: { pictures: false } });
    expect(results[1]?.notes).toEqual([expect.stringContaining('the board was sent as text')]);
    expect(results[1]?.sent?.[0]?.content).toContain('0a0');
  });

  it.each(['blind-400', 'blind-404', 'blind-422'])(
    'and does not say so is asked without them in the same step, and believed the second time: %s',
    async (mode) => {
      const gateway = makeBench();
      const ask = makeAsk(mode, [PICTURE]);
      const port = new MemoryPort();
      for (const [step, calls] of [
        ['a', 2],
        ['b', 2],
        ['c', 1],
      ] as const)
        expect(await gateway.ask(port, step, ask, { decide })).toMatchObject({
          ok: true,
          rung: 'json_schema',
          calls,
        });
      const sent = await asked(ask.profile.model);
      expect(sent.map(({ messages }) => JSON.stringify(messages).includes('image_url'))).toEqual([
        true,
        false,
        true,
        false,
        false,
      ]);
      // A refusal because of pictures must not weaken the constraint.
      expect(new Set(sent.map(({ constraint }) => constraint))).toEqual(new Set(['json_schema']));
    },
  );

  it('is not one that refuses the form of the answer without a word of pictures', async () => {
    const gateway = makeBench();
    const ask = makeAsk('refuse-schema', [PICTURE]);
    expect(await gateway.ask(new MemoryPort(), 'a', ask, { decide })).toMatchObject({ ok: true });
    const sent = await asked(ask.profile.model);
    expect(sent.every(({ messages }) => JSON.stringify(messages).includes('image_url'))).toBe(true);
  });

  it('gets the prompt that was made for it, with the form of the answer behind it', async () => {
    const ask = {
      ...makeAsk('blind', [PICTURE]),
      messagesFor: ({ pictures }: PromptLimits): Message[] => [
        { role: 'user', content: pictures ? 'A picture.' : 'The board in words.' },
      ],
    };
    const port = new MemoryPort();
    expect(await makeBench().ask(port, 'a', ask, { decide })).toMatchObject({ ok: true });
    const [, second] = await asked(ask.profile.model);
    expect(second?.messages[0]?.content).toMatch(/^The board in words\.\n\nOUTPUT FORMAT[\s\S]*confidence/);
    // Another instance replays it without a request.
    const asks = (await asked(ask.profile.model)).length;
    expect(await makeBench().ask(new MemoryPort(port.calls), 'a', ask, { decide })).toMatchObject({
      ok: true,
    });
    expect(await asked(ask.profile.model)).toHaveLength(asks);
  });

  it('reads long runs as counts, rows that are alike as one, and of a second board what differs', () => {
    const row = '5'.repeat(20);
    const board = [row, row, `${'5'.repeat(9)}9${'5'.repeat(10)}`, row].join('/');
    const after = [row, row, row, `9${'5'.repeat(19)}`].join('/');
    const content = [board, after, after].map((cells, n) => ({
      type: 'frame' as const,
      label: `frame ${n}`,
      cells,
    }));
    const [text] = withoutPictures([{ role: 'user', content }]);
    expect(
      String(text?.content)
        .split('\n\n')
        .map((part) => part.split('\n').slice(1)),
    ).toEqual([
      ['0-1: 5{20}', '2: 5{9} 9 5{10}', '3: 5{20}'],
      ['2: 5{20}', '3: 9 5{19}'],
      ['The same as frame 1.'],
    ]);
  });
});

it('a request without pictures is never taken for one that they spoilt', async () => {
  const gateway = makeBench();
  const ask = makeAsk('refuse', LONG);
  const port = new MemoryPort();
  await gateway.ask(port, 'a', ask, { decide });
  expect(port.calls.every(({ result }) => result?.learnt?.pictures === undefined)).toBe(true);
});

describe('a window that is too small', () => {
  it('is learnt from the refusal: the prompt is shortened once, and later ones before they are sent', async () => {
    const gateway = makeBench();
    const ask = makeAsk('small', LONG);
    const port = new MemoryPort();
    expect(await gateway.ask(port, 'a', ask, { decide })).toMatchObject({
      ok: true,
      rung: 'json_schema',
      calls: 2,
    });
    expect(await gateway.ask(port, 'b', ask, { decide })).toMatchObject({ ok: true, calls: 1 });
    const [, second] = await asked(ask.profile.model);
    const [system, user] = second?.messages.map(({ content }) => String(content)) ?? [];
    expect(system).toMatch(/^RULES first\n[\s\S]*left out/);
    expect(user).toMatch(/^\[… left out[\s\S]*THE TASK is last[\s\S]*confidence/);
    const results = port.calls.map(({ result }) => result);
    expect(results[0]).toMatchObject({ learnt: { window: 2048 }, usage: { promptTokens: 0 } });
    expect(results[1]?.notes?.[0]).toContain(
      'set maxContextTokens to 2048 in the profile, or MAX_CONTEXT_TOKENS',
    );
  });

  it('is what a prompt is written for anew, where its author can do that', async () => {
    const limits: PromptLimits[] = [];
    const ask = {
      ...makeAsk('small', LONG),
      messagesFor: (known: PromptLimits): Message[] => {
        limits.push(known);
        return [{ role: 'user', content: 'The oldest is condensed.' }];
      },
    };
    expect(await makeBench().ask(new MemoryPort(), 'a', ask, { decide })).toMatchObject({
      ok: true,
      calls: 2,
    });
    expect(limits).toEqual([{ window: 2048, pictures: true }]);
    const [, second] = await asked(ask.profile.model);
    expect(second?.messages[0]?.content).toMatch(/^The oldest is condensed\.\n\nOUTPUT FORMAT/);
  });

  it('comes to the same on a replay, whatever is known of the model by then', async () => {
    const ask = makeAsk('small', LONG);
    const port = new MemoryPort();
    const answer = await makeBench().ask(port, 'a', ask, { decide });
    const calls = (await asked(ask.profile.model)).length;
    // Another instance with different lessons must also replay without a request.
    const other = createCapabilityMemory();
    other.of('demo', 'openai', ask.profile.model).setWindow(600);
    expect(await makeBench(other).ask(new MemoryPort(port.calls), 'a', ask, { decide })).toEqual(answer);
    expect(await asked(ask.profile.model)).toHaveLength(calls);
  });

  it('that is too small even so fails once, and the fix names the setting', async () => {
    const capability = createCapabilityMemory();
    const refusing = gatewayTo(
      saying({ kind: 'refused', retryable: false, error: '400 too long', windowExceeded: { window: 1024 } }),
      { capability },
    );
    const answer = await refusing.ask(new MemoryPort(), 'a', makeAsk('x', LONG), { decide });
    expect(answer).toMatchObject({ ok: false, calls: 2 });
    expect(answer).toMatchObject({
      failure: {
        detail: expect.stringContaining('window of 1024 tokens'),
        fix: expect.stringContaining('Lower maxContextTokens in the profile to 1024 (MAX_CONTEXT_TOKENS'),
      },
    });
  });
});

describe('a model that counts more tokens than we do', () => {
  /** Counts 13 tokens for each ten of ours and does not report its window. */
  const makeCounting = (capability = createCapabilityMemory()) => {
    const counted: number[] = [];
    const complete = async ({ messages }: { messages: Message[] }): Promise<ProviderReply> => {
      const count = await loadTokenizer();
      const promptTokens = Math.floor(1.3 * countPromptTokens(messages, count));
      counted.push(promptTokens);
      return reply('{"confidence":1}', { usage: { promptTokens, completionTokens: 5 } });
    };
    return { counted, gateway: gatewayTo({ name: 'openai', complete }, { capability }), capability };
  };
  const tight = (messages: Message[], maxContextTokens: number): Ask<z.infer<typeof schema>> => {
    const ask = makeAsk('x', messages);
    return { ...ask, profile: { ...ask.profile, maxContextTokens } };
  };

  it('gets the next prompts shortened, so that its answers have their room', async () => {
    const own = countPromptTokens(LONG, await loadTokenizer());
    const { counted, gateway } = makeCounting();
    const ask = tight(LONG, own + 600);
    const port = new MemoryPort();
    await gateway.ask(port, 'a', ask, { decide });
    await gateway.ask(port, 'b', ask, { decide });
    const [first = 0, second = 0] = counted;
    expect(first).toBeGreaterThan(own + 200);
    expect(second).toBeLessThanOrEqual(own + 200);
    expect(second).toBeGreaterThan(0.8 * own);
    const [, result] = port.calls.map((call) => call.result);
    expect(result?.notes?.[0]).toContain(
      'because it counts 1.3 tokens for each of ours: set maxContextTokens to',
    );
  });

  it('has prompts written anew for as much less, where their author can do that', async () => {
    const capability = createCapabilityMemory();
    const limits: PromptLimits[] = [];
    const ask = {
      ...tight(LONG, 4_000),
      messagesFor: (known: PromptLimits): Message[] => {
        limits.push(known);
        return [{ role: 'user', content: 'The oldest is condensed.' }];
      },
    };
    capability.of('demo', 'openai', ask.profile.model).countPrompt(125, 100);
    await makeCounting(capability).gateway.ask(new MemoryPort(), 'a', ask, { decide });
    expect(limits).toEqual([{ window: 3_200, pictures: true }]);
  });

  it('teaches nothing where its answers have room, or by counts that can be no text’s', async () => {
    const { gateway, capability } = makeCounting();
    const ask = tight(LONG, 16_000);
    await gateway.ask(new MemoryPort(), 'a', ask, { decide });
    const model = capability.of('demo', 'openai', ask.profile.model);
    expect(model.ratio()).toBe(1);
    model.countPrompt(100, 100);
    model.countPrompt(1_000_000, 100);
    model.countPrompt(5, 0);
    expect(model.ratio()).toBe(1);
    model.countPrompt(121, 100);
    model.countPrompt(109, 100);
    expect(model.ratio()).toBe(1.25);
  });
});

it.each(WINDOW_REFUSALS)('reads the window that %s says', (_, text, window, error = {}) =>
  expect(readLimit(400, text, error, true)).toEqual({ windowExceeded: { window } }),
);

it.each(PICTURE_REFUSALS)('knows how %s refuses pictures', (_, status, text) => {
  expect(readLimit(status, text, {}, true)).toEqual({ picturesRefused: true });
  expect(readLimit(status, text, {}, false)).toEqual({});
});

it.each(PASSING_REFUSALS)('makes one request smaller after %s %s', (status, text, limit) =>
  expect(readLimit(status, text, {}, true)).toEqual(limit),
);

it.each(OTHER_REFUSALS)('learns nothing of %s %s', (status, text) =>
  expect(readLimit(status, text, {}, true)).toEqual({}),
);

it('lessons outlast the instance, one for each provider and model', async () => {
  const stored: string[] = [];
  const store = {
    load: async () => [],
    save: async (learnt: readonly { model: string; lesson: string }[]) => {
      stored.push(...learnt.map(({ model, lesson }) => `${model} ${lesson}`));
    },
  };
  const memory = createCapabilityMemory({ store, now: () => 1_000_000_000_000 });
  const model = memory.of('demo', 'openai', 'm');
  model.confirmModel();
  model.refusePictures();
  model.setWindow(4096);
  await Promise.resolve();
  expect(new Set(stored)).toEqual(new Set(['m no_images', 'm window_4096']));
  expect([model.takesPictures(), memory.of('demo', 'openai', 'other').takesPictures()]).toEqual([
    false,
    true,
  ]);
  expect([model.window(), memory.of('demo', 'other', 'm').window()]).toEqual([4096, null]);
});

it('a prompt of any kind fits the window it is shortened for, or is left as it is', () => {
  expect(fitWindow(LONG, 100_000, 400)).toBeNull();
  for (const window of [600, 1024, 2048, 4096]) {
    for (const messages of [
      LONG,
      [...LONG.slice(0, 1), PICTURE, ...LONG.slice(1)],
      withoutPictures([PICTURE, ...LONG]),
    ]) {
      const fitted = fitWindow(messages, window, 400);
      expect(guessPromptTokens(fitted ?? [])).toBeLessThan(window);
      expect(JSON.stringify(fitted)).toContain('THE TASK is last');
    }
  }
});

it('MAX_CONTEXT_TOKENS and MAX_TOKENS are what a profile has that says nothing, and leave the prompt room', () => {
  const { model } = readConfig({ MAX_CONTEXT_TOKENS: '2048', MAX_TOKENS: '300' });
  expect(resolveProfile(undefined, model)).toMatchObject({ maxContextTokens: 2048, maxTokens: 300 });
  expect(resolveProfile({ maxContextTokens: 8000 }, model)).toMatchObject({
    maxContextTokens: 8000,
    maxTokens: 300,
  });
  expect(resolveProfile({ maxTokens: 4000 }, model)).toMatchObject({
    maxContextTokens: 2048,
    maxTokens: 1848,
  });
  expect(() => readConfig({ MAX_CONTEXT_TOKENS: '12' })).toThrow('MAX_CONTEXT_TOKENS');
});

it('leaves of a chat whose part it is, the newest turns and the task', () => {
  const rows = (name: string) =>
    Array.from({ length: 200 }, (_, n) => `${name} ${n} said something.`).join('\n');
  const chat: Message[] = [
    { role: 'system', content: `RULES\n${rows('Card')}` },
    { role: 'user', content: `${rows('Old')}\n# Your role\nYou are "Ada".` },
    ...Array.from({ length: 20 }, (_, n): Message[] => [
      { role: 'assistant', content: `Answer ${n}. ${'word '.repeat(30)}` },
      { role: 'user', content: `Question ${n}. ${'word '.repeat(30)}` },
    ]).flat(),
    { role: 'assistant', content: 'Answer last.' },
    { role: 'user', content: 'Question last.\n\n# Now\nWrite.' },
  ];
  const fitted = fitWindow(chat, 2_000, 400) ?? [];
  expect(guessPromptTokens(fitted)).toBeLessThan(1_600);
  expect(fitted[0]?.content).toMatch(/^RULES/);
  expect(fitted[1]?.content).toMatch(/You are "Ada"\.$/);
  expect(fitted.at(-2)?.content).toBe('Answer last.');
  expect(fitted.at(-1)?.content).toMatch(/# Now\nWrite\.$/);
  expect(fitted.slice(1).every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'))).toBe(true);
});
