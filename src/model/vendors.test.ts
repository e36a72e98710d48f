import { toProviderSchema } from 'answer-reader';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lineSchema, request } from '../../test/support/asks';
import {
  type FakeVendors,
  startFakeVendors,
  THOUGHT,
  THOUGHT_TOKENS,
  type VendorMode,
} from '../../test/support/fake-vendors';
import type { JsonObject } from '../base/json';
import type { ProviderRequest } from './provider';
import { createProvider } from './providers/make';
import type { ProviderSettings } from './providers/settings';

const KEY = 'test-key-0123456789';
const PICTURE = { type: 'frame' as const, label: 'the board', cells: '000' };

const KINDS = ['anthropic', 'google', 'openrouter'] as const;
type Kind = (typeof KINDS)[number];
const PATHS: Record<Kind, string> = { anthropic: '/v1', google: '/v1beta', openrouter: '/api/v1' };
const MODELS: Record<Kind, string> = {
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-2.5-flash',
  openrouter: 'some/model',
};

let fake: FakeVendors;
beforeAll(async () => {
  fake = await startFakeVendors();
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.mode = 'ok';
  fake.log.length = 0;
});

const provider = (kind: Kind, more: Partial<ProviderSettings> = {}) =>
  createProvider(
    kind,
    { name: 'mine', apiKey: KEY, baseUrl: fake.url + PATHS[kind], ...more },
    { now: () => 0, png: () => new Uint8Array([137, 80]) },
  );

const makeRequest = (kind: Kind, more: Partial<ProviderRequest> = {}) =>
  request({
    messages: [
      { role: 'system', content: 'You are Mara.' },
      { role: 'user', content: 'Who is there?' },
    ],
    constraint: 'json_schema',
    jsonSchema: toProviderSchema(lineSchema),
    model: MODELS[kind],
    samplers: { temperature: 0.5 },
    maxTokens: 800,
    ...more,
  });

interface Asked {
  kind: Kind;
  mode?: VendorMode;
  stream?: boolean;
  more?: Partial<ProviderRequest>;
  settings?: Partial<ProviderSettings>;
}

async function ask({ kind, mode = 'ok', stream = false, more = {}, settings = {} }: Asked) {
  fake.mode = mode;
  let heard = '';
  const onChunk = (chunk: string): void => {
    heard += chunk;
  };
  const request = makeRequest(kind, { ...more, ...(stream && { onChunk }) });
  const reply = await provider(kind, settings).complete(request, AbortSignal.timeout(5_000));
  return { reply, heard, sent: fake.log.at(-1)?.body ?? {}, headers: fake.log.at(-1)?.headers ?? {} };
}

const each = KINDS.flatMap((kind) => [
  { kind, stream: false },
  { kind, stream: true },
]);

describe.each(each)('$kind, streamed: $stream', ({ kind, stream }) => {
  it('answers in the form that is asked for, and is counted', async () => {
    const { reply, heard } = await ask({ kind, stream });
    expect(reply).toMatchObject({ kind: 'answered', finishReason: 'stop', reasoning: '' });
    if (reply.kind !== 'answered') return;
    expect(lineSchema.safeParse(JSON.parse(reply.text)).success).toBe(true);
    expect(reply.usage.promptTokens).toBeGreaterThan(0);
    expect(reply.usage.completionTokens).toBeGreaterThan(0);
    expect(reply.usage.cachedTokens).toBe(12);
    expect(reply.usage.cost).toBe(kind === 'openrouter' ? 0.00125 : undefined);
    if (stream) expect(heard).toBe(reply.text);
  });

  it('answers in prose', async () => {
    const messages = [{ role: 'user' as const, content: 'Say it in plain prose.' }];
    const { reply, heard } = await ask({ kind, stream, more: { constraint: 'none', messages } });
    expect(reply).toMatchObject({ kind: 'answered', text: expect.stringMatching(/^[A-Z].*[.?]$/) });
    if (stream) expect(heard).toBe(reply.kind === 'answered' ? reply.text : '');
  });

  it('thinks beside the answer, and nobody hears it', async () => {
    const { reply, heard } = await ask({ kind, stream, more: { reasoning: 'low', reasoningTokens: 4_000 } });
    expect(reply).toMatchObject({ kind: 'answered', reasoning: THOUGHT });
    if (reply.kind === 'answered') expect(reply.usage.reasoningTokens).toBe(THOUGHT_TOKENS);
    expect(heard).not.toContain('lamp');
  });

  it('says that it was cut off while it thought', async () => {
    const more = { reasoning: 'high' as const, reasoningTokens: 4_000 };
    const { reply } = await ask({ kind, stream, mode: 'length', more });
    expect(reply).toMatchObject({ kind: 'answered', text: '', finishReason: 'length', reasoning: THOUGHT });
    if (reply.kind === 'answered') expect(reply.usage.reasoningTokens).toBe(reply.usage.completionTokens);
  });

  it.each([
    ['401', { retryable: false, error: expect.stringContaining('[key]') }],
    ['429', { retryable: true, retryAfterMs: 7_000 }],
    ['overloaded', { retryable: true }],
    ['500', { retryable: true }],
    ['window', { retryable: false, windowExceeded: { window: expect.any(Number) } }],
    [
      'garbage',
      stream
        ? { retryable: true, begun: true, error: 'the endpoint sent invalid JSON' }
        : { retryable: false, begun: true, error: expect.stringContaining('a web page, not JSON') },
    ],
    ['redirect', { retryable: false, error: expect.stringContaining('redirects are not followed') }],
  ] as const)('is refused as the ladder wants to know: %s', async (mode, wanted) => {
    const { reply } = await ask({ kind, stream, mode });
    expect(reply).toMatchObject({ kind: 'refused', ...wanted });
    expect(JSON.stringify(reply)).not.toContain(KEY);
    expect(fake.log).toHaveLength(1);
  });

  it('takes what is no answer for none', async () => {
    const { reply } = await ask({ kind, stream, mode: 'nonsense' });
    expect(reply.kind === 'answered' ? reply.text : reply.kind).toBeOneOf(['', 'refused', 'unreachable']);
    if (reply.kind !== 'answered') expect(reply).toMatchObject({ begun: true });
  });

  it('says that the model declined, or was filtered', async () => {
    const { reply } = await ask({ kind, stream, mode: 'refusal' });
    expect(reply).toMatchObject({
      kind: 'answered',
      finishReason: kind === 'google' ? 'content_filter' : 'refusal',
    });
    if (kind !== 'google') expect(reply).toMatchObject({ refusal: expect.stringMatching(/may not do/) });
    if (kind === 'anthropic') return;
    const filtered = await ask({ kind, stream, mode: 'filter' });
    expect(filtered.reply).toMatchObject({ kind: 'answered', finishReason: 'content_filter' });
  });

  it('knows a connection that is cut from one that never began', async () => {
    const { reply } = await ask({ kind, stream, mode: 'cut' });
    expect(reply).toMatchObject({ kind: 'unreachable', begun: true });
    const nowhere = await ask({ kind, stream, settings: { baseUrl: 'http://127.0.0.1:1' } });
    expect(nowhere.reply).toMatchObject({ kind: 'unreachable' });
    expect(nowhere.reply).not.toHaveProperty('begun');
  });

  it('ends with its signal when there is no answer', async () => {
    fake.mode = 'hang';
    const request = makeRequest(kind, stream ? { onChunk: () => undefined } : {});
    const reply = await provider(kind).complete(request, AbortSignal.timeout(150));
    expect(reply).toMatchObject({ kind: 'unreachable' });
  });

  it('reads no answer that never ends', async () => {
    const { reply } = await ask({ kind, stream, mode: 'endless', more: { constraint: 'none' } });
    if (stream && reply.kind === 'answered') expect(reply.finishReason).toBe('length');
    else expect(reply).toMatchObject({ kind: 'refused', begun: true });
  });

  it('does not believe counts that cannot be', async () => {
    const { reply } = await ask({ kind, stream, mode: 'absurd' });
    expect(reply).toMatchObject({
      kind: 'answered',
      usage: { promptTokens: 0, completionTokens: 0 },
      doubted: expect.stringContaining('e+308'),
    });
  });

  it('shows pictures behind their labels, and tells a model that takes none', async () => {
    const messages = [
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'Look.' }, PICTURE] },
    ];
    const shown = await ask({ kind, stream, more: { messages } });
    expect(shown.reply.kind).toBe('answered');
    const text = JSON.stringify(shown.sent);
    expect(text.indexOf('the board')).toBeGreaterThan(text.indexOf('Look.'));
    expect(text.indexOf('iVA=')).toBeGreaterThan(text.indexOf('the board'));
    const { reply } = await ask({ kind, stream, mode: 'blind', more: { messages } });
    expect(reply).toMatchObject({ kind: 'refused', picturesRefused: true });
  });

  it('leaves out what a model refuses, and asks for no more than it writes', async () => {
    const one = provider(kind);
    const request = makeRequest(kind, stream ? { onChunk: () => undefined } : {});
    const { signal } = new AbortController();
    fake.mode = 'cool';
    expect(await one.complete(request, signal)).toMatchObject({ parameterRefused: 'temperature' });
    expect(await one.complete(request, signal)).toMatchObject({ kind: 'answered' });
    fake.mode = 'short';
    expect(await one.complete(request, signal)).toMatchObject({
      parameterRefused: 'more than 100 tokens of output',
    });
    expect(await one.complete(request, signal)).toMatchObject({ kind: 'answered' });
  });
});

it.each(['anthropic', 'google'] as const)('%s: what one tenant is refused, others are sent', async (kind) => {
  const one = provider(kind);
  const { signal } = new AbortController();
  fake.mode = 'cool';
  const extraBody: JsonObject =
    kind === 'google' ? { generationConfig: { temperature: 9 } } : { temperature: 9 };
  const ann = makeRequest(kind, { tenant: 'ann', samplers: {}, extraBody });
  for (const _ of [1, 2])
    expect(await one.complete(ann, signal)).toMatchObject({
      ...{ kind: 'refused', retryable: false },
      error: expect.stringContaining('extraBody sets temperature'),
    });
  const own = makeRequest(kind, { tenant: 'ann' });
  expect(await one.complete(own, signal)).toMatchObject({ parameterRefused: 'temperature' });
  expect(await one.complete(own, signal)).toMatchObject({ kind: 'answered' });
  fake.mode = 'ok';
  expect(await one.complete(makeRequest(kind, { tenant: 'ben' }), signal)).toMatchObject({
    kind: 'answered',
  });
  expect(JSON.stringify(fake.log.at(-1)?.body)).toContain('"temperature":0.5');
});

it.each(KINDS)('%s, with an error in the middle of a stream, is asked again', async (kind) => {
  const { reply } = await ask({ kind, stream: true, mode: 'breaks' });
  expect(reply).toMatchObject({ kind: 'refused', retryable: true, begun: true });
});

describe('what goes over the wire', () => {
  const samplers = { temperature: 0.5, topP: 0.9, topK: 40, stop: ['Bo:'], seed: 7 };

  it('to Anthropic: samplers, a cached system part, a budget of thinking beside the answer', async () => {
    const { sent, headers } = await ask({
      kind: 'anthropic',
      more: { samplers: { topP: 0.9, topK: 40, stop: ['Bo:'] } },
      settings: { headers: { 'X-Mine': 'yes' } },
    });
    expect(sent).toMatchObject({
      max_tokens: 800,
      top_p: 0.9,
      top_k: 40,
      stop_sequences: ['Bo:'],
      system: [{ type: 'text', text: 'You are Mara.', cache_control: { type: 'ephemeral' } }],
    });
    expect(headers).toMatchObject({ 'x-api-key': KEY, 'x-mine': 'yes' });
    const thinking = await ask({ kind: 'anthropic', more: { reasoning: 'high', reasoningTokens: 4_000 } });
    expect(thinking.sent).toMatchObject({
      max_tokens: 4_800,
      thinking: { type: 'enabled', budget_tokens: 4_000 },
    });
    const off = await ask({ kind: 'anthropic', more: { reasoning: 'off' } });
    expect(off.sent).toMatchObject({ max_tokens: 800, thinking: { type: 'disabled' } });
  });

  it('to Google: samplers, the schema, a budget of thinking within the limit', async () => {
    const { sent, headers } = await ask({ kind: 'google', more: { samplers } });
    expect(sent).toMatchObject({
      systemInstruction: { parts: [{ text: 'You are Mara.' }] },
      generationConfig: {
        ...{ maxOutputTokens: 800, temperature: 0.5, topP: 0.9, topK: 40, seed: 7, stopSequences: ['Bo:'] },
        ...{ responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } },
      },
    });
    expect(headers).toMatchObject({ 'x-goog-api-key': KEY });
    const thinking = await ask({ kind: 'google', more: { reasoning: 'high', reasoningTokens: 4_000 } });
    expect(thinking.sent).toMatchObject({
      generationConfig: {
        maxOutputTokens: 4_800,
        thinkingConfig: { thinkingBudget: 4_000, includeThoughts: true },
      },
    });
    const off = await ask({ kind: 'google', more: { reasoning: 'off' } });
    expect(off.sent).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } });
  });

  it('to OpenRouter: all samplers, its own reasoning, its count of money, providers that take the form', async () => {
    const more = {
      samplers: { ...samplers, minP: 0.05, repetitionPenalty: 1.1 },
      reasoning: 'medium' as const,
      reasoningTokens: 4_000,
    };
    const { sent, headers } = await ask({ kind: 'openrouter', more });
    expect(sent).toMatchObject({
      ...{ top_k: 40, top_p: 0.9, min_p: 0.05, repetition_penalty: 1.1, stop: ['Bo:'], seed: 7 },
      ...{ max_tokens: 4_800, reasoning: { effort: 'medium' } },
      ...{ usage: { include: true }, provider: { require_parameters: true } },
    });
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-title': 'Proscenium' });
    const off = await ask({ kind: 'openrouter', more: { reasoning: 'off', constraint: 'none' } });
    expect(off.sent).toMatchObject({ reasoning: { enabled: false } });
    expect(off.sent).not.toHaveProperty('provider');
  });

  it.each(KINDS)(
    'to %s: more fields, of the provider and of the profile, and none that is ours',
    async (kind) => {
      const { sent } = await ask({
        kind,
        more: {
          extraBody: { safetySettings: [], generationConfig: { maxOutputTokens: 9, mediaResolution: 'LOW' } },
        },
        settings: { extraBody: { model: 'other', metadata: { user_id: 'u' } } },
      });
      expect(sent).toMatchObject({ safetySettings: [], metadata: { user_id: 'u' } });
      expect(sent.model).not.toBe('other');
      if (kind === 'google')
        expect(sent.generationConfig).toMatchObject({ maxOutputTokens: 800, mediaResolution: 'LOW' });
    },
  );
});

it.each([
  ['anthropic/claude-sonnet-4.5', true],
  ['some/model', false],
])('OpenRouter gets a mark behind the stable part of a prompt for %s: %s', async (model, isMarked) => {
  const { sent } = await ask({ kind: 'openrouter', more: { model } });
  const [system, user] = sent.messages as { content: unknown }[];
  expect(system?.content).toEqual(
    isMarked
      ? [{ type: 'text', text: 'You are Mara.', cache_control: { type: 'ephemeral' } }]
      : 'You are Mara.',
  );
  expect(user?.content).toBe('Who is there?');
});

it('OpenRouter without a provider that takes the form is asked in a weaker one', async () => {
  const fetch: typeof globalThis.fetch = async () =>
    Response.json(
      { error: { code: 404, message: 'No endpoints found that can handle the requested parameters.' } },
      { status: 404 },
    );
  const router = createProvider('openrouter', { name: 'r', apiKey: KEY }, { now: () => 0, fetch });
  const { signal } = new AbortController();
  expect(await router.complete(makeRequest('openrouter'), signal)).toMatchObject({
    constraintRefused: 'named',
  });
  const prose = await router.complete(makeRequest('openrouter', { constraint: 'none' }), signal);
  expect(prose).toMatchObject({ kind: 'refused', retryable: false });
  expect(prose).not.toHaveProperty('constraintRefused');
});

it.each(['low', 'high'] as const)(
  'a model of Anthropic that only has efforts gets one: %s',
  async (reasoning) => {
    const more = { model: 'claude-opus-5-5', reasoning, reasoningTokens: 4_000 };
    const { sent } = await ask({ kind: 'anthropic', more });
    expect(sent).toMatchObject({ max_tokens: 4_800, output_config: { effort: reasoning } });
  },
);

it.each([
  ['gemini-3-pro-preview', 'off', 'low'],
  ['gemini-3-pro-preview', 'low', 'low'],
  ['gemini-3-pro-preview', 'high', 'high'],
  ['gemini-3-flash-preview', 'off', 'minimal'],
  ['gemini-3-flash-preview', 'medium', 'medium'],
] as const)('a model of Google that only has levels gets one: %s, %s', async (model, reasoning, level) => {
  const { sent } = await ask({ kind: 'google', more: { model, reasoning, reasoningTokens: 4_000 } });
  expect(sent).toMatchObject({
    generationConfig: { maxOutputTokens: 4_800, thinkingConfig: { thinkingLevel: level } },
  });
  expect(JSON.stringify(sent)).not.toContain('thinkingBudget');
});

function readBudgets(sent: Record<string, unknown>): { limit: number; budget: number } {
  const {
    max_tokens,
    thinking = {},
    generationConfig,
  } = sent as {
    max_tokens?: number;
    thinking?: { budget_tokens?: number };
    generationConfig?: { maxOutputTokens: number; thinkingConfig?: { thinkingBudget?: number } };
  };
  return generationConfig === undefined
    ? { limit: Number(max_tokens), budget: thinking.budget_tokens ?? 0 }
    : {
        limit: generationConfig.maxOutputTokens,
        budget: generationConfig.thinkingConfig?.thinkingBudget ?? 0,
      };
}

describe.each([
  ['anthropic', 'claude-haiku-4-5', 1_024],
  ['anthropic', 'claude-opus-5-5', 0],
  ['google', 'gemini-2.5-flash', 512],
  ['google', 'gemini-2.5-pro', 128],
  ['google', 'gemini-3-pro-preview', 0],
  ['openrouter', 'some/model', 0],
] as const)('%s, %s', (kind, model, least) => {
  it.each(
    (['low', 'high', 'off'] as const).flatMap((reasoning) =>
      [0, 500, 1_024, 4_000].map((reasoningTokens) => ({ reasoning, reasoningTokens })),
    ),
  )('is asked for no more than is kept back: $reasoning, $reasoningTokens', async (more) => {
    const { reply, sent } = await ask({ kind, more: { ...more, model } });
    expect(reply.kind).toBe('answered');
    const { limit, budget } = readBudgets(sent);
    expect(limit).toBeGreaterThanOrEqual(800);
    expect(limit).toBeLessThanOrEqual(800 + more.reasoningTokens);
    const canStop = model !== 'gemini-2.5-pro';
    if (budget > 0) expect(budget).toBeGreaterThanOrEqual(least);
    if (more.reasoning === 'off') expect(budget).toBe(canStop ? 0 : 128);
    else if (least > 0 && more.reasoningTokens >= least) expect(budget).toBe(more.reasoningTokens);
    else if (canStop) expect(budget).toBe(0);
  });
});

it('a model that has no tokens to think keeps its temperature, and is not asked for thoughts', async () => {
  const more = { reasoning: 'low' as const, reasoningTokens: 0 };
  const claude = await ask({ kind: 'anthropic', more });
  expect(claude.sent).toMatchObject({ temperature: 0.5, max_tokens: 800, thinking: { type: 'disabled' } });
  const gemini = await ask({ kind: 'google', more });
  expect(gemini.sent).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } });
  expect(JSON.stringify(gemini.sent)).not.toContain('includeThoughts');
});
