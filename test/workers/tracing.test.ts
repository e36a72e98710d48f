import { tracing } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { describeReply, traceProvider } from '../../durable-objects/lib/room/trace-provider';
import type { Provider, ProviderReply, ProviderRequest } from '../../src/model/provider';

const REQUEST = {
  model: 'm-1',
  messages: [{ role: 'user', content: 'THE PROMPT' }],
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

it('puts a request to a model into one span, and gives the reply and the rest on as they are', async () => {
  const enter = vi.spyOn(tracing, 'enterSpan');
  const traced = traceProvider(providerOf(async () => ANSWER));
  expect(traced).toMatchObject({ name: 'local', lessons: 'of-local' });
  expect(await traced.complete(REQUEST, new AbortController().signal)).toBe(ANSWER);
  expect(enter.mock.calls.map(([name]) => name)).toEqual(['chat']);
  const broken = traceProvider(providerOf(() => Promise.reject(new Error('torn'))));
  await expect(broken.complete(REQUEST, new AbortController().signal)).rejects.toThrow('torn');
});

it('describes a reply by the names of OpenTelemetry, without prompt, answer, thought or error text', () => {
  expect(describeReply('local', 'm-1', ANSWER)).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'local',
    'gen_ai.request.model': 'm-1',
    'proscenium.reply': 'answered',
    'gen_ai.usage.input_tokens': 7,
    'gen_ai.usage.output_tokens': 3,
    'gen_ai.response.finish_reason': 'stop',
  });
  const refused = describeReply('local', 'm-1', { kind: 'refused', error: 'sk-secret', retryable: false });
  expect(refused['proscenium.reply']).toBe('refused');
  expect(JSON.stringify(refused)).not.toContain('sk-secret');
});
