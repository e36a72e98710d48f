import { describe, expect, it } from 'vitest';
import { findPrice } from './billing/prices';
import { readConfig } from './config';

const SECRET = 'sk-secret-that-nobody-reads';
const read = (providers: unknown, more: Record<string, string> = {}) =>
  readConfig({ PROVIDERS: JSON.stringify(providers), ...more });
function refusal(providers: unknown, more: Record<string, string> = {}): string {
  try {
    read(providers, more);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('it was taken');
}

describe('PROVIDERS', () => {
  it('has each provider with what it needs, in their order', () => {
    const { providers, model } = read({
      claude: { kind: 'anthropic', apiKey: SECRET, model: 'claude-haiku-4-5' },
      local: {
        kind: 'openai',
        baseUrl: 'http://127.0.0.1:11434/v1/',
        headers: { 'X-Team': 'stage one' },
        extraBody: { keep_alive: '10m' },
      },
    });
    expect(providers).toEqual({
      claude: {
        kind: 'anthropic',
        baseUrl: null,
        apiKey: SECRET,
        headers: {},
        model: 'claude-haiku-4-5',
        variable: 'PROVIDERS.claude',
      },
      local: {
        kind: 'openai',
        baseUrl: 'http://127.0.0.1:11434/v1',
        apiKey: null,
        headers: { 'X-Team': 'stage one' },
        extraBody: { keep_alive: '10m' },
        model: null,
        variable: 'PROVIDERS.local',
      },
    });
    expect(model).toMatchObject({
      provider: 'claude',
      model: 'claude-haiku-4-5',
      models: { claude: 'claude-haiku-4-5' },
    });
  });

  it('stands behind the three variables, which new rooms then ask', () => {
    const { providers, model } = read(
      { claude: { kind: 'anthropic', model: 'c' } },
      { OPENAI_API_KEY: SECRET, MODEL: 'm' },
    );
    expect(Object.keys(providers)).toEqual(['openai', 'claude']);
    expect(model).toMatchObject({ provider: 'openai', model: 'm', models: { openai: 'm', claude: 'c' } });
  });

  it('is not needed for an address without a key, which is no understudy', () => {
    const { providers, model } = readConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1', MODEL: 'm' });
    expect(providers.openai).toMatchObject({ apiKey: null, baseUrl: 'http://127.0.0.1:8080/v1' });
    expect(model).toMatchObject({ provider: 'openai', model: 'm' });
  });

  it("takes the vendor's own address for none", () => {
    const { providers } = read({
      a: { kind: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1/', model: 'm' },
    });
    expect(providers.a?.baseUrl).toBeNull();
  });

  it('takes MODEL for the first one that has none', () => {
    expect(read({ a: { kind: 'google' } }, { MODEL: 'gemini-3-flash' }).model).toMatchObject({
      provider: 'a',
      model: 'gemini-3-flash',
    });
    expect(refusal({ a: { kind: 'google' } })).toMatch(/^PROVIDERS\.a\.model: /);
  });

  it("has prices of its own, which go before the stage's", () => {
    const price = (prompt: number) => ({ prompt, completion: 2 * prompt });
    const { prices } = read(
      { a: { kind: 'openai', model: 'm', prices: { models: { m: price(1) } } } },
      { PRICES: JSON.stringify({ currency: 'EUR', models: { m: price(7) }, default: price(9) }) },
    );
    expect(findPrice(prices, 'm', 'a')).toEqual(price(1));
    expect(findPrice(prices, 'm', 'b')).toEqual(price(7));
    expect(findPrice(prices, 'other', 'a')).toEqual(price(9));
    expect(prices.currency).toBe('EUR');
  });

  it.each([
    ['PROVIDERS.a.kind', { a: { kind: SECRET } }],
    ['PROVIDERS.a.kind', { a: { apiKey: SECRET } }],
    ['PROVIDERS.a.baseUrl', { a: { kind: 'openai', baseUrl: `ftp://${SECRET}` } }],
    ['PROVIDERS.a.baseUrl', { a: { kind: 'openai', baseUrl: `https://a.test/v1?key=${SECRET}` } }],
    ['PROVIDERS.a.apiKey', { a: { kind: 'openai', apiKey: `${SECRET}\nX-More: 1` } }],
    ['PROVIDERS.a.apiKey', { a: { kind: 'workers-ai', apiKey: SECRET } }],
    ['PROVIDERS.a.headers.X-Key', { a: { kind: 'openai', headers: { 'X-Key': `${SECRET}\r\nX-More: 1` } } }],
    ['PROVIDERS.a.headers.X Key', { a: { kind: 'openai', headers: { 'X Key': SECRET } } }],
    ['PROVIDERS.a.extraBody', { a: { kind: 'openai', extraBody: { model: SECRET } } }],
    [
      'PROVIDERS.a.prices.default.prompt',
      { a: { kind: 'openai', prices: { default: { prompt: SECRET, completion: 1 } } } },
    ],
    ['PROVIDERS.a.apikey', { a: { kind: 'openai', apikey: SECRET } }],
    ['PROVIDERS.a', { a: SECRET }],
    ['PROVIDERS.Big', { Big: { kind: 'openai', apiKey: SECRET } }],
    ['PROVIDERS.understudy', { understudy: { kind: 'openai', apiKey: SECRET } }],
    ['PROVIDERS', SECRET],
    ['PROVIDERS', [SECRET]],
  ])('names %s when it is wrong, and never a value', (name, providers) => {
    const message = refusal(providers);
    expect(message).toContain(`${name}:`);
    expect(message).not.toContain('secret');
  });

  it('is refused as something else than JSON, without showing it', () => {
    const wrong = () => readConfig({ PROVIDERS: `{"a": {"apiKey": "${SECRET}"` });
    expect(wrong).toThrow(/^PROVIDERS: must be a JSON object/);
    expect(wrong).not.toThrow(SECRET);
  });

  it('has no provider that the three variables have, too', () => {
    const message = refusal({ openai: { kind: 'openai', apiKey: SECRET } }, { OPENAI_API_KEY: SECRET });
    expect(message).toMatch(/^PROVIDERS\.openai: /);
    expect(message).not.toContain(SECRET);
  });
});

describe('the provider of embeddings', () => {
  const LOCAL = { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' };
  const embeds = { EMBEDDING_MODEL: 'e' };

  it('is an endpoint that wants no key as well as one with a key', () => {
    const local = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', ...embeds };
    expect(readConfig(local).embedding).toEqual({
      ...{ provider: 'openai', apiKey: '', baseUrl: 'http://127.0.0.1:11434/v1', headers: {}, model: 'e' },
    });
    expect(readConfig({ OPENAI_API_KEY: SECRET, ...embeds }).embedding).toMatchObject({
      ...{ apiKey: SECRET, baseUrl: 'https://api.openai.com/v1' },
    });
  });

  it('is the one that is named, with its key and headers; else openai, else the first that can', () => {
    const claude = { kind: 'anthropic', apiKey: 'c', model: 'c' };
    const local = { ...LOCAL, apiKey: SECRET, headers: { 'X-Team': 'a' } };
    const router = { kind: 'openrouter', apiKey: 'r' };
    const first = read({ claude, local, router }, embeds).embedding;
    expect(first).toEqual({
      ...{
        provider: 'local',
        apiKey: SECRET,
        baseUrl: LOCAL.baseUrl,
        headers: { 'X-Team': 'a' },
        model: 'e',
      },
    });
    const named = { ...embeds, EMBEDDING_PROVIDER: 'router' };
    expect(read({ claude, local, router }, named).embedding).toMatchObject({
      ...{ provider: 'router', baseUrl: 'https://openrouter.ai/api/v1' },
    });
    const withOpenAi = { ...embeds, OPENAI_API_KEY: SECRET };
    expect(read({ claude, local }, withOpenAi).embedding?.provider).toBe('openai');
    expect(read({ local }, {}).embedding).toBeNull();
  });

  it('is named where it is none, or its model is missing', () => {
    const claude = { kind: 'anthropic', apiKey: SECRET, model: 'c' };
    for (const name of ['claude', 'nobody', 'constructor'])
      expect(refusal({ claude, local: LOCAL }, { ...embeds, EMBEDDING_PROVIDER: name })).toMatch(
        /^EMBEDDING_PROVIDER: must be the name of a provider of the kind openai or openrouter/,
      );
    expect(refusal({ claude }, embeds)).toMatch(/^EMBEDDING_MODEL: no provider/);
    expect(refusal({ local: LOCAL }, { EMBEDDING_PROVIDER: 'local' })).toMatch(/^EMBEDDING_MODEL: /);
  });
});

it.each([
  ['OPENAI_MODEL', 'MODEL'],
  ['OPENAI_API_BASE', 'OPENAI_BASE_URL'],
  ['OPENAI_EMBEDDING_MODEL', 'EMBEDDING_MODEL'],
])(
  "another program's name for a variable %s is refused with ours, and left alone beside it",
  (other, name) => {
    const wrong = () => readConfig({ OPENAI_API_KEY: SECRET, [other]: SECRET });
    expect(wrong).toThrow(`${other}: the name is ${name}`);
    expect(wrong).not.toThrow(SECRET);
    expect(() =>
      readConfig({ OPENAI_API_KEY: SECRET, [other]: 'x', [name]: 'http://127.0.0.1:9/v1' }),
    ).not.toThrow();
    expect(() => readConfig({ OPENAI_API_KEY: SECRET, [other]: ' ' })).not.toThrow();
  },
);

it('names the stage to the trace collector, with headers that a request can have', () => {
  const OTEL = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.com/otlp/' };
  const trace = (more: Record<string, string>) => readConfig({ ...OTEL, ...more }).traces;
  expect(trace({})).toMatchObject({ endpoint: 'https://otel.example.com/otlp', service: 'proscenium' });
  expect(trace({ OTEL_SERVICE_NAME: 'two' })?.service).toBe('two');
  expect(trace({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b%20c' })?.headers).toEqual({ a: 'b c' });
  expect(() => trace({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0Ac' })).toThrow('name=value');
});
