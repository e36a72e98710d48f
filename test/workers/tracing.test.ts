import { tracing } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { traceProvider } from '../../durable-objects/lib/room/trace-provider';
import { PROVIDER_KINDS } from '../../src/contract/providers';
import type { Provider, ProviderReply, ProviderRequest } from '../../src/model/provider';
import { fakeProfile, idle, openScene, say, sceneAt } from '../support/rooms';

const REQUEST = {
  model: 'm-1',
  messages: [{ role: 'user', content: 'THE PROMPT' }],
  brief: { task: 'test', seed: '1' },
} as unknown as ProviderRequest;
const ANSWER: ProviderReply = {
  kind: 'answered',
  text: 'THE ANSWER',
  reasoning: 'THE THOUGHT',
  usage: { promptTokens: 7, completionTokens: 3 },
  finishReason: 'stop',
};

const providerOf = (reply: () => Promise<ProviderReply>): Provider => ({
  ...{ name: 'local', lessons: 'of-local', complete: reply },
});
const { signal } = new AbortController();

/** The spans of a test: name and attributes. The platform records none in tests. */
let spans: { name: string; attributes: Record<string, unknown> }[] = [];
beforeEach(() => {
  spans = [];
  vi.spyOn(tracing, 'enterSpan').mockImplementation(((name: string, run: (span: object) => unknown) => {
    const attributes = {};
    spans.push({ name, attributes });
    return run({ isTraced: true, setAttributes: (more: object) => Object.assign(attributes, more) });
  }) as typeof tracing.enterSpan);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('puts a request into one span, by the semantic conventions, and returns the reply unchanged', async () => {
  const traced = traceProvider(
    providerOf(async () => ANSWER),
    'openai',
  );
  expect(traced).toMatchObject({ name: 'local', lessons: 'of-local' });
  expect(await traced.complete(REQUEST, signal)).toBe(ANSWER);
  expect(spans).toEqual([
    {
      name: 'chat m-1',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'm-1',
        'proscenium.provider': 'local',
        'gen_ai.usage.input_tokens': 7,
        'gen_ai.usage.output_tokens': 3,
        'gen_ai.response.finish_reasons': ['stop'],
      },
    },
  ]);
});

it.each<[string, () => Promise<ProviderReply>]>([
  ['refused', async () => ({ kind: 'refused', error: 'sk-secret', retryable: false })],
  ['timeout', async () => ({ kind: 'timeout', error: 'sk-secret' })],
  ['unreachable', async () => ({ kind: 'unreachable', error: 'sk-secret' })],
  ['TypeError', () => Promise.reject(new TypeError('sk-secret'))],
])('names a failure %s as the type of the error, without its text', async (type, reply) => {
  const reached = traceProvider(providerOf(reply), 'openai').complete(REQUEST, signal);
  await (type === 'TypeError' ? expect(reached).rejects.toThrow('sk-secret') : reached);
  expect(spans[0]?.attributes).toMatchObject({ 'gen_ai.request.model': 'm-1', 'error.type': type });
  expect(JSON.stringify(spans)).not.toContain('sk-secret');
});

it('names each kind of provider as the conventions do, where they have a name', async () => {
  for (const kind of PROVIDER_KINDS)
    await traceProvider(
      providerOf(async () => ANSWER),
      kind,
    ).complete(REQUEST, signal);
  expect(spans.map(({ attributes }) => attributes['gen_ai.provider.name'])).toEqual([
    ...['openai', 'anthropic', 'gcp.gemini', 'openrouter', 'cloudflare.workers_ai'],
  ]);
});

it('names the room as the conversation of every request of its rounds', async () => {
  const ids = [await openScene(fakeProfile('ok#traced-1')), await openScene(fakeProfile('ok#traced-2'))];
  for (const id of ids) await sceneAt(id).turn(say('Is the lamp lit?', 'visitor'));
  for (const id of ids) await idle(id);
  for (const [at, id] of ids.entries()) {
    const own = spans.filter(({ name }) => name.endsWith(`traced-${at + 1}`));
    expect(own.length).toBeGreaterThan(2);
    expect(new Set(own.map(({ attributes }) => attributes['gen_ai.conversation.id']))).toEqual(new Set([id]));
  }
});
