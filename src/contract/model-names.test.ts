import { describe, expect, it } from 'vitest';
import { request } from '../../test/support/asks';
import { urlPath } from '../base/url-path';
import { readConfig } from '../config';
import { checkProviders, type KnownProviders } from '../model/provider-names';
import { createGoogleProvider } from '../model/providers/google';
import { createProvider } from '../model/providers/make';
import { checkModelName, encodeModelName } from './model-names';
import { PROVIDER_KINDS, type ProviderKind } from './providers';

/** Names that change the path of a URL, for every kind of provider. */
const WALKS = [
  'models/../../secrets/x',
  '../x',
  'models/..',
  './x',
  '..',
  '.',
  'models/%2e%2e/%2E%2e/x',
  'models/.%2e/x',
  'models/%2e./x',
  'models%2f..%2fx',
  '..%5cx',
  'models\\..\\x',
  '..\\x',
  'a\r\nX-Injected: 1',
  'a\u0000b',
  'a\tb',
  'a\u2028b',
  'a\u202eb',
  'a\u200bb',
  'a\ud800',
  ' a',
  'a ',
];
/** Names that do so if the name is part of an address or a header. */
const ADDRESSED = [
  'x#',
  'x?alt=media',
  'x:countTokens',
  'x%3Fkey=1',
  'x;v=1',
  'x@evil.example',
  '//evil.example/x',
  '/x',
  'x/',
  'a//b',
  'models/x/../y',
  'gemini-ü',
  'a b',
  'x&y',
];
const GOOD: Record<ProviderKind, string[]> = {
  openai: [
    'gpt-4o-mini',
    'qwen3:8b',
    'ft:gpt-4o:acme::id',
    'hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M',
    '/models/qwen.gguf',
    'Llama 3.1 8B',
    'C:\\models\\x.gguf',
    'fake:ok#named',
    'a..b',
    '通义千问',
  ],
  openrouter: ['qwen/qwen3-8b', 'deepseek/deepseek-chat:free', '~openai/gpt-latest'],
  anthropic: ['claude-haiku-4-5', 'claude-3-5-haiku@20241022', 'us.anthropic.claude-v1:0'],
  google: ['gemini-2.5-flash', 'models/gemini-2.5-flash', 'tunedModels/mine-1'],
  'workers-ai': ['@cf/meta/llama-3.3-70b-instruct-fp8-fast', '@hf/nousresearch/hermes-2-pro'],
};

describe.each(PROVIDER_KINDS)('the kind %s', (kind) => {
  it.each(GOOD[kind])('takes the model %j', (name) => expect(checkModelName(kind, name)).toBeNull());

  const hostile = kind === 'google' || kind === 'workers-ai' ? [...WALKS, ...ADDRESSED] : WALKS;

  it.each(hostile)('refuses the model %j before a request, and in every profile', async (name) => {
    const sent: string[] = [];
    const provider = createProvider(
      kind,
      { name: 'p', apiKey: 'k-0123', baseUrl: 'https://vendor.example/v1' },
      {
        now: () => 0,
        ai: { run: async (model) => sent.push(model) },
        fetch: async (input) => {
          sent.push(String(input));
          return Response.json({});
        },
      },
    );
    const reply = await provider.complete(request({ model: name }), AbortSignal.timeout(10_000));
    expect(reply).toMatchObject({ kind: 'refused', retryable: false });
    expect(sent).toEqual([]);

    const known: KnownProviders = new Map([
      ['p', { kind, baseUrl: null, hasModel: true }],
      ['own', { kind, baseUrl: null, hasModel: true, isOwnKey: true }],
      ['other', { kind: 'anthropic', baseUrl: null, hasModel: true }],
    ]);
    const pointers = (profiles: unknown, defaultName = 'other') =>
      checkProviders(profiles, known, defaultName).map(({ pointer }) => pointer);
    expect(pointers({ director: { provider: 'p', model: name } })).toEqual(['/profiles/director/model']);
    expect(pointers({ director: { provider: 'own', model: name } })).toEqual(['/profiles/director/model']);
    expect(pointers({ director: { model: name } }, 'p')).toEqual(['/profiles/director/model']);
    expect(pointers({ characters: { ada: { provider: 'p', model: name } } })).toEqual([
      '/profiles/characters/ada/model',
    ]);
    // A fallback, and the agents of an adventure, inherit omitted fields.
    expect(pointers({ director: { provider: 'p', fallback: { model: name } } })).toEqual([
      '/profiles/director/fallback/model',
    ]);
    expect(pointers({ adventurer: { provider: 'p' }, critic: { model: name } })).toEqual([
      '/profiles/critic/model',
    ]);
  });
});

it('an address holds a name of Google within its segments, even past the check', async () => {
  const sent: string[] = [];
  const provider = createGoogleProvider(
    { name: 'p', apiKey: 'k-0123', baseUrl: 'https://vendor.example/v1beta' },
    {
      now: () => 0,
      fetch: async (input) => {
        sent.push(new URL(String(input)).href);
        return Response.json({}, { status: 404 });
      },
    },
  );
  for (const model of [...WALKS, ...ADDRESSED])
    await provider.complete(request({ model }), AbortSignal.timeout(10_000));
  expect(sent.length).toBeGreaterThan(5);
  for (const url of sent) {
    expect(url).toMatch(/^https:\/\/vendor\.example\/v1beta\/[^?#]+:generateContent$/);
  }
  expect(() => encodeModelName('a/../b')).toThrow(TypeError);
});

describe('the path of a URL', () => {
  it.each(['', '.', '..', '\ud800'])('takes no value %j as a segment', (value) =>
    expect(() => urlPath`/webhooks/${value}/messages`).toThrow(TypeError),
  );

  it.each(['a/b', 'a\\b', 'a?b', 'a#b', '%2e%2e', 'a%2fb', '..\r\n', '...'])(
    'holds the value %j in one segment',
    (value) => {
      const { pathname, search, hash } = new URL(urlPath`/webhooks/${value}/messages`, 'https://x.example');
      const [, first, segment = '', last, ...rest] = pathname.split('/');
      expect([first, decodeURIComponent(segment), last, rest]).toEqual(['webhooks', value, 'messages', []]);
      expect([search, hash]).toEqual(['', '']);
    },
  );
});

describe('the configuration', () => {
  const openai = { OPENAI_API_KEY: 'sk-x' };
  it.each([
    ['MODEL', { ...openai, MODEL: '../x' }],
    ['MODEL', { PROVIDERS: '{"g":{"kind":"google","apiKey":"k"}}', MODEL: 'models/../x' }],
    ['PROVIDERS.g.model', { PROVIDERS: '{"g":{"kind":"google","apiKey":"k","model":"x?y"}}' }],
    ['EMBEDDING_MODEL', { ...openai, EMBEDDING_MODEL: 'a/../b' }],
    ['OPENAI_BASE_URL', { OPENAI_BASE_URL: 'https://x.example/v1/../admin' }],
    ['OPENAI_BASE_URL', { OPENAI_BASE_URL: 'https://x.example/v1/%2e%2e' }],
    ['OPENAI_BASE_URL', { OPENAI_BASE_URL: 'https://x.example\\v1' }],
    ['OPENAI_BASE_URL', { OPENAI_BASE_URL: 'https://user:word@x.example/v1' }],
    ['OPENAI_BASE_URL', { OPENAI_BASE_URL: 'https://x.example/v1?key=1' }],
    ['ARC_BASE_URL', { ARC_API_KEY: 'k', ARC_BASE_URL: 'https://x.example/a#b' }],
    ['DISCORD_URL', { DISCORD_URL: 'https://x.example/api/..' }],
    [
      'PROVIDERS.g.baseUrl',
      { PROVIDERS: '{"g":{"kind":"google","apiKey":"k","model":"m","baseUrl":"https://x.example/a/../b"}}' },
    ],
  ])('names %s when its value would lead elsewhere', (variable, env) =>
    expect(() => readConfig(env)).toThrow(`${variable}: `),
  );

  it.each([
    'https://x.example',
    'https://x.example/',
    'http://127.0.0.1:11434/v1',
    'https://x.example/a/v1/',
  ])('takes the address %s', (OPENAI_BASE_URL) =>
    expect(readConfig({ OPENAI_BASE_URL }).providers.openai?.baseUrl).toBe(
      OPENAI_BASE_URL.replace(/\/$/, ''),
    ),
  );
});
