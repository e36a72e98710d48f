import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { describeTrial } from '../../../packages/cli/src/lib/try-provider';
import { makeFakeAi } from '../../../test/support/fake-workers-ai';
import type { ProviderTrial } from '../../contract/provider-views';
import { resolveProfile } from '../profiles';
import { createProvider } from '../providers/make';
import type { AiBinding } from '../providers/settings';
import { tryModel } from './try-model';

type Trial = Omit<ProviderTrial, 'cost'>;

/** Responses by `METHOD path`; functions receive the body. */
type Pages = Record<string, object | ((body: Record<string, unknown>) => [status: number, json: object])>;

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

async function serve(pages: Pages): Promise<string> {
  const started = createServer((request, response) => {
    void readBody(request).then((body) => {
      const page = pages[`${request.method} ${request.url}`];
      if (page === undefined) {
        response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404 page not found');
        return;
      }
      const [status, json] = typeof page === 'function' ? page(body) : [200, page];
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

const completion = (content: string, promptTokens = 60): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: promptTokens, completion_tokens: 12, total_tokens: promptTokens + 12 },
});
const GOOD = '{"color":"green","chairs":7}';
const LINE = 'One is left, under the roof.';
const reply = (body: Record<string, unknown>): string => {
  const asked = JSON.stringify(body);
  return asked.includes('Good evening') ? LINE : asked.includes('the square') ? '{"color":"red"}' : GOOD;
};
const answering = (body: Record<string, unknown>): [number, object] => [200, completion(reply(body))];
const list = (...ids: string[]): object => ({ object: 'list', data: ids.map((id) => ({ id })) });

function tryBinding(ai: AiBinding | undefined, model: string): Promise<Trial> {
  const profile = resolveProfile({ provider: 'cf', model }, { provider: 'cf', model, timeoutSeconds: 5 });
  const now = () => Date.now();
  return tryModel(profile, {
    provider: createProvider('workers-ai', { name: 'cf', apiKey: '' }, { now, ...(ai && { ai }) }),
    endpoint: null,
    names: { baseUrl: 'PROVIDERS.cf.baseUrl', apiKey: 'PROVIDERS.cf.apiKey', model: 'PROVIDERS.cf.model' },
    tenant: 'demo',
    sleep: async () => undefined,
    now,
    meter: (_intent, _size, run) => run(),
  });
}

function tryAt(
  address: string,
  model = 'm',
  withWindow = false,
  { lineOnly = false, ...more }: { lineOnly?: boolean; onPage?: true } = {},
): Promise<Trial> {
  const profile = resolveProfile(
    { provider: 'openai', model, maxTokens: 300 },
    { provider: 'openai', model, timeoutSeconds: 5 },
  );
  const now = () => Date.now();
  const deps = {
    provider: createProvider(
      'openai',
      { name: 'openai', apiKey: '', baseUrl: address },
      { now, png: () => new Uint8Array([137, 80]) },
    ),
    endpoint: { kind: 'openai' as const, address, apiKey: '', headers: {} },
    names: { baseUrl: 'OPENAI_BASE_URL', apiKey: 'OPENAI_API_KEY', model: 'MODEL', ...more },
    tenant: 'demo',
    sleep: async () => undefined,
    now,
    meter: <T>(_intent: unknown, _size: unknown, run: () => Promise<T>) => run(),
  };
  return tryModel(profile, deps, { window: withWindow, lineOnly });
}

describe('a trial of a model', () => {
  it('asks for an object, a line and a picture; vLLM tells its window in the list', async () => {
    const root = await serve({
      'POST /v1/chat/completions': answering,
      'GET /v1/models': { object: 'list', data: [{ id: 'm', max_model_len: 32_768 }] },
    });
    const trial = await tryAt(`${root}/v1`);
    expect(trial).toMatchObject({
      ...{ ok: true, rung: 'json_schema', calls: 3, line: true, pictures: true },
      ...{ window: 32_768, problems: [] },
    });
    expect(describeTrial(trial)).toEqual([
      expect.stringMatching(
        /^m by openai works: rung json_schema, accepts pictures, no reasoning, context window 32768 tokens, \d+\.\d s, 180 \+ 36 tokens\.$/,
      ),
    ]);
  });

  it('asks only for a line: one call, with the line and the time to its first word', async () => {
    const root = await serve({
      'POST /v1/chat/completions': answering,
      'GET /v1/models': { object: 'list', data: [{ id: 'm', max_model_len: 4096 }] },
    });
    const trial = await tryAt(`${root}/v1`, 'm', false, { lineOnly: true, onPage: true });
    expect(trial).toMatchObject({
      ...{ ok: true, calls: 1, text: LINE, firstMs: expect.any(Number), window: 4096, pictures: null },
      problems: [{ cause: 'window', fix: expect.stringMatching(/^Save it/) }],
    });
  });

  it('names fields of the page instead of variables', async () => {
    const gone = await tryAt('http://127.0.0.1:9/v1', 'm', false, { lineOnly: true, onPage: true });
    expect(gone).toMatchObject({
      ok: false,
      text: null,
      firstMs: null,
      problems: [{ cause: 'unreachable' }],
    });
    expect(gone.problems[0]?.fix).not.toContain('deployed');
  });

  it('fails where every line does, though objects come', async () => {
    const root = await serve({
      'POST /v1/chat/completions': (body) =>
        JSON.stringify(body).includes('Good evening') ? [200, completion('')] : answering(body),
      'GET /v1/models': list('m'),
    });
    expect(await tryAt(`${root}/v1`)).toMatchObject({
      ...{ ok: false, rung: 'json_schema', line: false },
      problems: [{ cause: 'answer', detail: expect.stringContaining('a spoken line failed') }],
    });
  });

  it('says that pictures are refused', async () => {
    const root = await serve({
      'POST /v1/chat/completions': (body) =>
        JSON.stringify(body).includes('image_url')
          ? [400, { error: { message: 'image input is not supported' } }]
          : answering(body),
      'GET /v1/models': list('m'),
    });
    expect(await tryAt(`${root}/v1`)).toMatchObject({ ok: true, line: true, pictures: false });
  });

  it('says that a base URL lacks /v1', async () => {
    const root = await serve({ 'POST /v1/chat/completions': answering, 'GET /v1/models': list('m') });
    const trial = await tryAt(root);
    expect(trial).toMatchObject({
      ok: false,
      problems: [{ cause: 'base_url', fix: 'Add /v1 to the end of OPENAI_BASE_URL.' }],
    });
    expect(describeTrial(trial).join('\n')).toContain('Add /v1 to the end of OPENAI_BASE_URL.');
  });

  it('says which models there are when the model is another', async () => {
    const refuse = (): [number, object] => [404, { error: { message: "model 'm' not found" } }];
    const root = await serve({
      'POST /v1/chat/completions': refuse,
      'GET /v1/models': list('qwen3:8b', 'gemma3:4b'),
    });
    expect((await tryAt(`${root}/v1`)).problems).toEqual([
      {
        cause: 'wrong_model',
        detail: 'the endpoint has no model "m"; it has qwen3:8b, gemma3:4b',
        fix: 'Set MODEL to one of these models.',
        models: ['qwen3:8b', 'gemma3:4b'],
      },
    ]);
  });

  it('says that nothing listens', async () => {
    const root = await serve({});
    await new Promise((resolve) => server?.close(resolve));
    const { problems } = await tryAt(`${root}/v1`);
    expect(problems[0]).toMatchObject({ cause: 'unreachable' });
    expect(problems[0]?.fix).toContain('OPENAI_BASE_URL');
  });

  it('says that a key is wanted', async () => {
    const refuse = (): [number, object] => [401, { error: { message: 'no key' } }];
    const root = await serve({ 'POST /v1/chat/completions': refuse, 'GET /v1/models': refuse });
    expect((await tryAt(`${root}/v1`)).problems).toEqual([
      { cause: 'wrong_key', detail: expect.stringContaining('requires a key'), fix: 'Set OPENAI_API_KEY.' },
    ]);
  });

  it('says that Ollama cuts prompts, by the window it gave the model', async () => {
    const root = await serve({
      'POST /v1/chat/completions': answering,
      'GET /v1/models': list('m:latest'),
      'GET /api/ps': { models: [{ name: 'm:latest', model: 'm:latest', context_length: 4096 }] },
    });
    const { window, problems } = await tryAt(`${root}/v1`);
    expect(window).toBe(4096);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ cause: 'window' });
    expect(`${problems[0]?.detail} ${problems[0]?.fix}`).toMatch(
      /silently.*MAX_CONTEXT_TOKENS=4096.*OLLAMA_CONTEXT_LENGTH/,
    );
  });

  it.each([
    ['llama.cpp', { 'GET /props': { default_generation_settings: { n_ctx: 8192 } } }],
    ['LM Studio', { 'GET /api/v0/models': { data: [{ id: 'm', loaded_context_length: 8192 }] } }],
    [
      'an older Ollama',
      {
        'GET /api/ps': { models: [{ name: 'm' }] },
        'POST /api/show': { parameters: 'stop "x"\nnum_ctx                        8192' },
      },
    ],
  ] as [string, Pages][])('learns the window that %s gives a model', async (_, pages) => {
    const root = await serve({
      ...pages,
      'POST /v1/chat/completions': answering,
      'GET /v1/models': list('m'),
    });
    expect(await tryAt(`${root}/v1`)).toMatchObject({
      ok: true,
      window: 8192,
      problems: [{ cause: 'window' }],
    });
  });

  it('shows a cut prompt by the count of its tokens, when asked to', async () => {
    const cut = (body: Record<string, unknown>): [number, object] => {
      const isLong = JSON.stringify(body).length > 10_000;
      return [200, isLong ? completion('{"code":"none"}', 4096) : completion(reply(body))];
    };
    const root = await serve({ 'POST /v1/chat/completions': cut, 'GET /v1/models': list('m') });
    expect((await tryAt(`${root}/v1`)).window).toBeNull();
    expect(await tryAt(`${root}/v1`, 'm', true)).toMatchObject({
      ok: true,
      window: 4096,
      problems: [{ cause: 'window' }],
    });
  });

  it('takes a whole prompt for whole', async () => {
    const whole = (body: Record<string, unknown>): [number, object] => {
      const isLong = JSON.stringify(body).length > 10_000;
      return [200, isLong ? completion('{"code":"marigold-47"}', 6_100) : completion(reply(body))];
    };
    const root = await serve({ 'POST /v1/chat/completions': whole, 'GET /v1/models': list('m') });
    expect(await tryAt(`${root}/v1`, 'm', true)).toMatchObject({ ok: true, window: null, problems: [] });
  });
});

describe('a trial of a model of Workers AI', () => {
  it('without its binding names the lines of wrangler.toml', async () => {
    const trial = await tryBinding(undefined, '@cf/some/model');
    expect(trial).toMatchObject({ ok: false, calls: 1 });
    expect(trial.problems).toEqual([
      {
        cause: 'refused',
        detail: 'the binding AI is missing',
        fix: expect.stringContaining('[ai] lines of wrangler.toml'),
      },
    ]);
  });

  it('says that there is no such model, and where the names are', async () => {
    const ai = makeFakeAi();
    ai.mode = 'unknown';
    expect((await tryBinding(ai, '@cf/none')).problems).toEqual([
      {
        cause: 'wrong_model',
        detail: expect.stringContaining('5007: No such model @cf/none'),
        fix: expect.stringMatching(/^Set PROVIDERS\.cf\.model to .*workers-ai\/models/),
      },
    ]);
  });

  it('is three calls where the model answers', async () =>
    expect(await tryBinding(makeFakeAi(), '@cf/some/model')).toMatchObject({
      ...{ ok: true, rung: 'json_schema', calls: 3, problems: [] },
    }));
});
