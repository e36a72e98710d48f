import { describe, expect, it } from 'vitest';
import { request } from '../../../test/support/asks';
import type { JsonObject } from '../../base/json';
import type { ProviderRequest } from '../provider';
import { createOpenAiProvider } from './openai';
import { EndpointError } from './openai-errors';
import { readOutputLimit, readRefusedParameters } from './parameters';
import { readChatUsage } from './usage';

const KEY = 'sk-secret-key';
const asked = request({ messages: [{ role: 'user', content: 'hello' }], maxTokens: 10 });
const { signal } = new AbortController();

interface Refusal {
  status: number;
  error: JsonObject | string;
}

/** An endpoint that answers with refusals from `refuse`, and records requests. */
function bench(refuse: (body: Record<string, unknown>) => Refusal | null = () => null, baseUrl?: string) {
  const bodies: Record<string, unknown>[] = [];
  const headers: Headers[] = [];
  const urls: string[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    urls.push(String(url));
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    bodies.push(body);
    headers.push(new Headers(init?.headers));
    const refusal = refuse(body);
    if (refusal !== null) return Response.json({ error: refusal.error }, { status: refusal.status });
    return Response.json({ choices: [{ message: { content: 'well' }, finish_reason: 'stop' }] });
  };
  const deps = { apiKey: KEY, now: () => 0, fetch, baseUrl: baseUrl ?? 'http://model.test/v1' };
  return { bodies, headers, urls, deps, provider: createOpenAiProvider(deps) };
}

describe('a request', () => {
  it('has samplers as the endpoint calls them, and no others', async () => {
    const { provider, bodies } = bench();
    const samplers = {
      ...{ temperature: 0.3, topP: 0.9, topK: 40, minP: 0.05, frequencyPenalty: 0.1, presencePenalty: 0.2 },
      ...{ repetitionPenalty: 1.1, stop: ['Bo:'], seed: 7 },
    };
    await provider.complete({ ...asked, samplers }, signal);
    await provider.complete(asked, signal);
    expect(bodies[0]).toEqual({
      ...{ model: 'm', messages: [{ role: 'user', content: 'hello' }], max_tokens: 10, stream: false },
      ...{ temperature: 0.3, top_p: 0.9, top_k: 40, min_p: 0.05, frequency_penalty: 0.1 },
      ...{ presence_penalty: 0.2, repetition_penalty: 1.1, stop: ['Bo:'], seed: 7 },
    });
    expect(Object.keys(bodies[1] ?? {}).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream']);
  });

  it.each([
    ['http://model.test/v1', 'http://model.test/v1/chat/completions'],
    ['http://model.test/v1/', 'http://model.test/v1/chat/completions'],
    ['http://model.test/v1?api-version=7', 'http://model.test/v1/chat/completions?api-version=7'],
  ])('goes to a path below the base URL %s', async (baseUrl, url) => {
    const { provider, urls } = bench(undefined, baseUrl);
    await provider.complete(asked, signal);
    expect(urls).toEqual([url]);
  });

  it.each([
    ['off', { reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false } }],
    ['low', { reasoning_effort: 'low', chat_template_kwargs: { enable_thinking: true } }],
  ] as const)('says how much to think: %s', async (reasoning, wanted) => {
    const { provider, bodies } = bench();
    await provider.complete({ ...asked, reasoning, reasoningTokens: 500 }, signal);
    expect(bodies[0]).toMatchObject({ ...wanted, max_tokens: 510 });
    const own = bench(undefined, 'https://api.openai.com/v1');
    await own.provider.complete({ ...asked, reasoning, reasoningTokens: 500 }, signal);
    expect(own.bodies[0]).toMatchObject({
      reasoning_effort: wanted.reasoning_effort,
      max_completion_tokens: 510,
    });
    expect(own.bodies[0]).not.toHaveProperty('chat_template_kwargs');
    expect(own.bodies[0]).not.toHaveProperty('max_tokens');
  });

  it('has more fields, of the provider and the profile, but none that is ours', async () => {
    const { deps, bodies } = bench();
    const provider = createOpenAiProvider({ ...deps, extraBody: { a: 1, b: 1, model: 'other', n: 9 } });
    const extraBody: JsonObject = { b: 2, max_tokens: 9, messages: [], chat_template_kwargs: { x: 1 } };
    await provider.complete({ ...asked, reasoning: 'off', extraBody }, signal);
    expect(bodies[0]).toMatchObject({
      ...{ model: 'm', a: 1, b: 2, max_tokens: 10, messages: [{ content: 'hello' }] },
      chat_template_kwargs: { enable_thinking: false, x: 1 },
    });
    expect(bodies[0]).not.toHaveProperty('n');
  });

  it('carries the key and the headers of the provider, and no key where there is none', async () => {
    const { deps, headers } = bench();
    await createOpenAiProvider({ ...deps, headers: { 'X-Mine': 'yes' } }).complete(asked, signal);
    await createOpenAiProvider({ ...deps, apiKey: '' }).complete(asked, signal);
    expect(headers[0]?.get('authorization')).toBe(`Bearer ${KEY}`);
    expect(headers[0]?.get('x-mine')).toBe('yes');
    expect(headers[1]?.has('authorization')).toBe(false);
  });
});

describe('a setting that an endpoint refuses', () => {
  it('is left out of the next call, several at once where they are named together', async () => {
    const { provider, bodies } = bench((body) =>
      'top_k' in body
        ? { status: 400, error: 'Unrecognized request arguments supplied: min_p, top_k' }
        : 'chat_template_kwargs' in body
          ? { status: 400, error: { message: "Unknown parameter: 'chat_template_kwargs'." } }
          : null,
    );
    const settings = { samplers: { topK: 3, minP: 0.1, topP: 0.5 }, reasoning: 'low' as const };
    const ask = () => provider.complete({ ...asked, ...settings }, signal);
    expect(await ask()).toMatchObject({ kind: 'refused', parameterRefused: 'top_k, min_p' });
    expect(await ask()).toMatchObject({ kind: 'refused', parameterRefused: 'chat_template_kwargs' });
    expect(await ask()).toMatchObject({ kind: 'answered' });
    expect(bodies[2]).toMatchObject({ top_p: 0.5, reasoning_effort: 'low' });
    // Other models may accept them.
    expect(await provider.complete({ ...asked, ...settings, model: 'other' }, signal)).toMatchObject({
      kind: 'refused',
    });
  });

  it('is left out for the tenant and the model that it was refused for, and for some hours', async () => {
    let hour = 0;
    const { deps, bodies } = bench(({ temperature }) =>
      temperature === undefined ? null : { status: 400, error: "Unknown parameter: 'temperature'." },
    );
    const provider = createOpenAiProvider({ ...deps, now: () => hour * 3_600_000 });
    const ask = (tenant: string) =>
      provider.complete({ ...asked, tenant, samplers: { temperature: 0.5 } }, signal);
    expect(await ask('ann')).toMatchObject({ parameterRefused: 'temperature' });
    hour = 5;
    expect(await ask('ann')).toMatchObject({ kind: 'answered' });
    expect(await ask('ben')).toMatchObject({ parameterRefused: 'temperature' });
    hour = 7;
    expect(await ask('ann')).toMatchObject({ parameterRefused: 'temperature' });
    expect(bodies.map(({ temperature }) => temperature)).toEqual([0.5, undefined, 0.5, 0.5]);
  });

  it.each([
    ['temperature', { temperature: 1.9 }, "'temperature' must be between 0 and 1"],
    ['top_p', { topP: 0 }, 'top_p must be greater than 0'],
    ['seed', { seed: 2_000_000_000 }, "Invalid value for 'seed': it is too large"],
  ] as const)('is left out with the value that is out of range alone: %s', async (field, samplers, error) => {
    const [value] = Object.values(samplers);
    const { provider, bodies } = bench((body) => (body[field] === value ? { status: 400, error } : null));
    const ask = (own: ProviderRequest['samplers']) => provider.complete({ ...asked, samplers: own }, signal);
    expect(await ask(samplers)).toMatchObject({ parameterRefused: `${field} of ${value}` });
    expect(await ask(samplers)).toMatchObject({ kind: 'answered' });
    const [name] = Object.keys(samplers) as [keyof typeof samplers];
    expect(await ask({ [name]: 1 })).toMatchObject({ kind: 'answered' });
    expect(bodies.map((body) => body[field])).toEqual([value, undefined, 1]);
  });

  it.each([
    ['temperature', 9, 'temperature must be between 0 and 2'],
    ['top_p', 'half', "Invalid type for 'top_p': expected a number"],
    ['seed', 'x', "Unknown parameter: 'seed'"],
    ['reasoning_effort', 'none', "Unsupported value: 'reasoning_effort' does not support 'none'; use 'low'"],
  ])(
    'by extraBody is its author’s to correct, and costs nobody else the parameter: %s',
    async (field, value, error) => {
      const { provider, bodies } = bench((body) =>
        body[field] === value ? { status: 400, error: { message: error, param: field } } : null,
      );
      const samplers = { temperature: 0.5, topP: 0.9, seed: 7 };
      const ben = { ...asked, tenant: 'ben', samplers, reasoning: 'low' as const };
      for (const _ of [1, 2]) {
        const reply = await provider.complete(
          { ...ben, tenant: 'ann', extraBody: { [field]: value } },
          signal,
        );
        expect(reply).toMatchObject({
          ...{ kind: 'refused', retryable: false },
          error: expect.stringContaining(`extraBody sets ${field}`),
        });
        expect(reply).not.toHaveProperty('parameterRefused');
      }
      for (const asker of [ben, { ...ben, tenant: 'ann' }])
        expect(await provider.complete(asker, signal)).toMatchObject({ kind: 'answered' });
      const whole = { temperature: 0.5, top_p: 0.9, seed: 7, reasoning_effort: 'low' };
      for (const body of bodies.slice(2)) expect(body).toMatchObject(whole);
    },
  );

  it('is not streaming because an error has the word in it', async () => {
    const { provider, bodies } = bench(({ messages }) =>
      JSON.stringify(messages).includes('hello')
        ? { status: 400, error: 'content was blocked: they walk along the stream' }
        : null,
    );
    const onChunk = (): void => undefined;
    expect(await provider.complete({ ...asked, onChunk }, signal)).not.toHaveProperty('parameterRefused');
    await provider.complete({ ...asked, onChunk, messages: [{ role: 'user', content: 'x' }] }, signal);
    expect(bodies[1]).toMatchObject({ stream: true });
  });

  it('is sent in another word where the endpoint offers one: a model that can think little, not nothing', async () => {
    const message =
      "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'minimal', 'low', 'medium', and 'high'.";
    const { provider, bodies } = bench(({ reasoning_effort }) =>
      reasoning_effort === 'none' ? { status: 400, error: { message, param: 'reasoning_effort' } } : null,
    );
    const ask = () => provider.complete({ ...asked, reasoning: 'off' }, signal);
    expect(await ask()).toMatchObject({ parameterRefused: 'reasoning_effort' });
    expect(await ask()).toMatchObject({ kind: 'answered' });
    expect(bodies[1]).toMatchObject({ reasoning_effort: 'minimal' });
  });

  it.each([
    ["Unsupported parameter: 'temperature' is not supported with this model.", ['temperature']],
    ["property 'top_k' is unsupported", ['top_k']],
    ['[{"type":"extra_forbidden","loc":["body","min_p"],"msg":"Extra inputs are not permitted"}]', ['min_p']],
    ['Invalid JSON payload received. Unknown name "seed": Cannot find field.', ['seed']],
    ['Argument not supported on this model: presencePenalty', ['presence_penalty']],
    ['`stop` is not supported', ['stop']],
    // Unrelated errors.
    ['the stop of the line is unknown', []],
    ["This model's maximum context length is 4096 tokens; top_k is not supported", []],
    ['temperature rises', []],
  ])('is known by the words of a refusal: %s', (message, wanted) => {
    const sent = ['temperature', 'top_k', 'min_p', 'seed', 'presence_penalty', 'stop', 'max_tokens'];
    expect(readRefusedParameters(new EndpointError(400, message, new Headers()), sent)).toEqual(wanted);
    expect(readRefusedParameters(new EndpointError(429, message, new Headers()), sent)).toEqual([]);
  });

  it.each([
    ['max_tokens is too large: 20000. This model supports at most 16384 completion tokens', 16_384],
    ['max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens for it', 8_192],
    ['`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens`', 8_192],
    ['Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 8_192],
    ["This model's maximum context length is 8192 tokens; max_tokens must be at most 100", null],
    ['max_tokens: at most 30000 output tokens', null],
  ])('may be the length of the answer: %s', (message, wanted) =>
    expect(readOutputLimit(new EndpointError(400, message, new Headers()), 20_000)).toBe(wanted),
  );
});

describe('the counts of an answer', () => {
  const base = { prompt_tokens: 100, completion_tokens: 50 };
  it.each([
    ['OpenAI', { completion_tokens_details: { reasoning_tokens: 40 } }, { reasoningTokens: 40 }],
    ['OpenAI, cached', { prompt_tokens_details: { cached_tokens: 64 } }, { cachedTokens: 64 }],
    ['DeepSeek', { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }, { cachedTokens: 64 }],
    ['OpenRouter', { cost: 0.0012 }, { cost: 0.0012 }],
    [
      'xAI, which counts thinking beside the answer',
      { total_tokens: 350, completion_tokens_details: { reasoning_tokens: 200 } },
      { completionTokens: 250, reasoningTokens: 200 },
    ],
    ['more thinking than answer', { completion_tokens_details: { reasoning_tokens: 60 } }, {}],
    ['more from the cache than was sent', { prompt_tokens_details: { cached_tokens: 101 } }, {}],
    ['a cost that is none', { cost: -1 }, {}],
    ['a cost that is text', { cost: '3' }, {}],
    ['a cost beyond all', { cost: 1e308 }, {}],
    ['parts that are none', { completion_tokens_details: null, prompt_tokens_details: [] }, {}],
  ])('are read as %s writes them, and not believed when they cannot be', (_, more, wanted) =>
    expect(readChatUsage({ ...base, ...more })).toEqual({
      usage: { promptTokens: 100, completionTokens: 50, ...wanted },
    }),
  );
});

it('an error in place of an answer is a refusal, with its words', async () => {
  const fetch: typeof globalThis.fetch = async () =>
    Response.json({ error: { code: 502, message: `upstream broke with ${KEY}` } });
  const provider = createOpenAiProvider({ apiKey: KEY, now: () => 0, fetch });
  expect(await provider.complete(asked, signal)).toEqual({
    kind: 'refused',
    retryable: true,
    error: 'upstream broke with [key]',
    begun: true,
  });
});
