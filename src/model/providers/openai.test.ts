import { describe, expect, it, vi } from 'vitest';
import { request } from '../../../test/support/asks';
import { createOpenAiProvider } from './openai';
import { classifyError, EndpointError, readError, redact } from './openai-errors';

const deps = { apiKey: 'sk-secret-key', now: () => Date.parse('2026-01-01T00:00:00Z') };
const refusal = (status: number, message: string, headers: Record<string, string> = {}) =>
  new EndpointError(status, message, new Headers(headers));

const asked = request({ model: 'fussy', maxTokens: 10, samplers: { temperature: 0.5 } });

describe('classifyError', () => {
  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 5000],
    [{ 'retry-after': 'soon' }, undefined],
  ])('reads when to come back from %j', (headers, retryAfterMs) => {
    const reply = classifyError(refusal(429, 'slow down', headers as Record<string, string>), 'none', deps);
    expect(reply).toEqual({
      kind: 'refused',
      error: '429 slow down',
      retryable: true,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  });

  it.each([
    [400, 'response_format json_schema is not supported', 'json_schema', true],
    [400, 'bad request', 'json_object', true],
    [400, 'this model has a maximum context length of 8192 tokens', 'json_schema', false],
    [400, 'bad request', 'none', false],
    [404, 'the model does not exist', 'json_schema', false],
  ] as const)(
    'tells whether %i "%s" to %s is about the constraint: %s',
    (status, message, constraint, refused) => {
      const reply = classifyError(refusal(status, message), constraint, deps);
      expect('constraintRefused' in reply).toBe(refused);
    },
  );

  it('takes everything without a status for a lost connection', () => {
    const cause = new Error('ECONNREFUSED sk-secret-key');
    expect(classifyError(new Error('Connection error.', { cause }), 'none', deps)).toEqual({
      kind: 'unreachable',
      error: 'Connection error. (ECONNREFUSED [key])',
    });
  });
});

it.each([
  ['{"error":{"message":"no such model","param":"model"}}', '404 no such model', 'model'],
  ['{"error":"no such model"}', '404 no such model', null],
  ['{"error":{"code":7}}', '404 {"code":7}', null],
  ['{"detail":"Not Found"}', '404 {"detail":"Not Found"}', null],
  ['<html>gone</html>', '404 <html>gone</html>', null],
  ['', '404 no reason given', null],
])('reads what an endpoint says in place of a completion: %s', async (body, message, param) => {
  const error = await readError(new Response(body, { status: 404 }), 'sk-none', AbortSignal.timeout(1_000));
  expect(error).toMatchObject({ status: 404, message, param });
});

it('redacts the key, masked keys and bearer tokens', () =>
  expect(redact('a my-own-key b sk-ab***yz c Bearer tok.en d', 'my-own-key')).toBe(
    'a [key] b [key] c Bearer [key] d',
  ));

it('follows no redirect: it would carry prompt and key elsewhere', async () => {
  const sent: RequestInit[] = [];
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(init ?? {});
    return new Response(null, { status: 307, headers: { Location: 'http://127.0.0.1:1/' } });
  });
  const provider = createOpenAiProvider({ ...deps, baseUrl: 'http://model.test/v1' });
  expect(await provider.complete(asked, new AbortController().signal)).toMatchObject({
    kind: 'refused',
    retryable: false,
    error: expect.stringContaining('redirects are not followed'),
  });
  expect(sent.map(({ redirect }) => redirect)).toEqual(['manual']);
  fetch.mockRestore();
});

it('leaves out a parameter that a model refuses, from the next request on', async () => {
  const bodies: Record<string, unknown>[] = [];
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const body = JSON.parse(String(init?.body));
    bodies.push(body);
    const param = 'max_tokens' in body ? 'max_tokens' : 'temperature' in body ? 'temperature' : null;
    if (param !== null) return Response.json({ error: { message: 'unsupported', param } }, { status: 400 });
    return Response.json({ choices: [{ message: { content: 'well' }, finish_reason: 'stop' }] });
  });
  const provider = createOpenAiProvider({ ...deps, baseUrl: 'http://model.test/v1' });
  const { signal } = new AbortController();
  expect(await provider.complete(asked, signal)).toMatchObject({ parameterRefused: 'max_tokens' });
  expect(await provider.complete(asked, signal)).toMatchObject({ parameterRefused: 'temperature' });
  expect(await provider.complete(asked, signal)).toMatchObject({
    kind: 'answered',
    text: 'well',
    usage: { promptTokens: 0, completionTokens: 0 },
  });
  expect(bodies.at(-1)).toMatchObject({ max_completion_tokens: 10 });
  fetch.mockRestore();
});

it.each([1, 3, 7, 50])(
  'hands on nothing of a key that an endpoint repeats in pieces of %i characters',
  async (size) => {
    const content = `{"text":"sk-second is none. My key is ${deps.apiKey} as you know."} s`;
    const chunks = content.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    const events = chunks.map(
      (piece) => `data: ${JSON.stringify({ choices: [{ delta: { content: piece } }] })}\n\n`,
    );
    const headers = { 'content-type': 'text/event-stream' };
    const fetch = vi
      .spyOn(globalThis, 'fetch')
      .mockResolvedValueOnce(new Response(`${events.join('')}data: [DONE]\n\n`, { headers }));
    const heard: string[] = [];
    const provider = createOpenAiProvider({ ...deps, baseUrl: 'http://model.test/v1' });
    const reply = await provider.complete(
      { ...asked, onChunk: (chunk) => void heard.push(chunk) },
      new AbortController().signal,
    );
    fetch.mockRestore();
    expect(reply).toMatchObject({ kind: 'answered' });
    expect(heard.join('')).toBe(content.replace(deps.apiKey, '[key]'));
  },
);
