import { toProviderSchema } from 'answer-reader';
import { beforeEach, describe, expect, it } from 'vitest';
import { lineSchema, request } from '../../test/support/asks';
import { type AiMode, makeFakeAi } from '../../test/support/fake-workers-ai';
import type { ProviderRequest } from './provider';
import { createProvider } from './providers/make';

const asked = request({
  messages: [{ role: 'user', content: 'Say it in plain prose.' }],
  jsonSchema: toProviderSchema(lineSchema),
  model: '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
  samplers: { temperature: 0.5, topK: 40, repetitionPenalty: 1.1 },
});

const ai = makeFakeAi();
const provider = createProvider('workers-ai', { name: 'cf', apiKey: '' }, { now: () => 0, ai });
beforeEach(() => {
  ai.mode = 'ok';
  ai.log.length = 0;
});

async function ask(mode: AiMode, more: Partial<ProviderRequest> = {}, stream = false) {
  ai.mode = mode;
  let heard = '';
  const onChunk = (chunk: string): void => {
    heard += chunk;
  };
  const signal = AbortSignal.timeout(3_000);
  const reply = await provider.complete({ ...asked, ...more, ...(stream && { onChunk }) }, signal);
  return { reply, heard, sent: ai.log.at(-1)?.inputs ?? {} };
}

describe('Workers AI', () => {
  it.each(['ok', 'chat'] as const)('answers in either of its forms: %s', async (mode) => {
    const { reply } = await ask(mode);
    expect(reply).toMatchObject({
      kind: 'answered',
      text: expect.stringMatching(/^[A-Z]/),
      usage: { promptTokens: 20, completionTokens: 7 },
    });
    const formed = await ask(mode, { constraint: 'json_schema' });
    const text = formed.reply.kind === 'answered' ? formed.reply.text : '';
    expect(lineSchema.safeParse(JSON.parse(text)).success).toBe(true);
    expect(formed.sent).toMatchObject({ response_format: { type: 'json_schema' }, max_tokens: 100 });
  });

  it('streams prose, and no form', async () => {
    const prose = await ask('ok', {}, true);
    expect(prose.sent).toMatchObject({ stream: true });
    expect(prose.reply).toMatchObject({
      kind: 'answered',
      text: prose.heard,
      usage: { completionTokens: 7 },
    });
    expect(prose.heard).not.toBe('');
    const formed = await ask('ok', { constraint: 'json_schema' }, true);
    expect(formed.sent).toMatchObject({ stream: false });
    expect(formed.heard).toBe('');
  });

  it('gets samplers and thinking in its own words', async () => {
    const { sent } = await ask('ok', { reasoning: 'off', reasoningTokens: 50 });
    expect(sent).toMatchObject({
      ...{ temperature: 0.5, top_k: 40, repetition_penalty: 1.1, max_tokens: 150 },
      ...{ reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false } },
    });
  });

  it('is not sent what its models do not take, though an agent has it', async () => {
    const { sent } = await ask('ok', { samplers: { temperature: 0.5, stop: ['Bo:'], minP: 0.1 } });
    expect(sent).toMatchObject({ temperature: 0.5 });
    expect(sent).not.toHaveProperty('stop');
    expect(sent).not.toHaveProperty('min_p');
  });

  it.each([
    ['busy', { retryable: true }],
    ['spent', { retryable: true }],
    ['unknown', { retryable: false }],
    ['window', { windowExceeded: { window: 7_968 } }],
    ['odd', { parameterRefused: 'top_k' }],
  ] as const)('is refused as the ladder wants to know: %s', async (mode, wanted) => {
    const own = createProvider('workers-ai', { name: 'cf', apiKey: '' }, { now: () => 0, ai });
    ai.mode = mode;
    const { signal } = new AbortController();
    expect(await own.complete(asked, signal)).toMatchObject({ kind: 'refused', ...wanted });
    if (mode === 'odd') expect(await own.complete(asked, signal)).toMatchObject({ kind: 'answered' });
  });

  it('is asked in a weaker form when it cannot keep to one', async () => {
    const { reply } = await ask('formless', { constraint: 'json_schema' });
    expect(reply).toMatchObject({ kind: 'refused', constraintRefused: 'named' });
  });

  it('is given up when it does not answer, whether it hears its signal or not', async () => {
    ai.mode = 'deaf';
    const reply = await provider.complete(asked, AbortSignal.timeout(50));
    expect(reply).toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    ['cut', { kind: 'unreachable', begun: true }],
    ['garbage', { kind: 'refused', retryable: true, begun: true }],
    ['endless', { kind: 'answered', finishReason: 'length' }],
  ] as const)('streams badly: %s', async (mode, wanted) => {
    const { reply } = await ask(mode, {}, true);
    expect(reply).toMatchObject(wanted);
  });

  it('without its binding says which lines are missing', async () => {
    const none = createProvider('workers-ai', { name: 'cf', apiKey: '' }, { now: () => 0 });
    expect(await none.complete(asked, new AbortController().signal)).toMatchObject({
      kind: 'refused',
      retryable: false,
      error: expect.stringContaining('[ai]'),
    });
  });
});
