import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createRoomDeps } from '../../durable-objects/lib/room/deps';
import { findTenantProvider, KEYS_TTL_MS } from '../../durable-objects/lib/room/tenant-providers';
import type { NewTenant } from '../../src/contract/access';
import type { EventPage } from '../../src/contract/events/events';
import type { TenantBudgets } from '../../src/contract/money';
import type { ProviderTrial, ProviderView } from '../../src/contract/provider-views';
import { type TenantProvider, vendorLessons } from '../../src/contract/providers';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import type { NewSeat, SeatAccepted } from '../../src/contract/seats';
import type { CallPort } from '../../src/room/step-context';
import { makeEndpointStore } from '../../src/storage/endpoints';
import { ask as askModel, profile as resolved } from '../support/asks';
import { dumpEverything } from '../support/every-store';
import { decide } from '../support/memory-port';
import { until } from '../support/rooms';
import { get, OPERATOR, send } from '../support/stage-client';

const ANN = 'sk-ann-own-key-of-the-provider-7f3a';
const BEN = 'sk-ben-own-key-of-the-provider-9c1d';
const VENDOR = 'sk-ant-own-key-of-the-vendor-55e2';
const OWN = 'sk-own-endpoint-of-the-tenant-3b8e';
const SECRETS = [ANN, BEN, VENDOR, OWN, 'sk-fake-model-key', 'sk-second-operator-key'];

let ann = '';
let ben = '';
/** A tenant's own endpoint: the fake model, behind a key. */
const ENDPOINT = 'https://models.example.com/v1';
interface CallRow {
  provider: string;
  promptTokens: number;
  completionTokens: number;
  money: number | null;
}
/** Each request to a model: its address and key. */
const sent: { url: string; key: string | null; body: string }[] = [];
const logged: string[] = [];
const answered: string[] = [];

async function ask<T>(row: string, key: string, body?: unknown): Promise<T> {
  const { status, text } = await send(row, key, body);
  answered.push(text);
  if (status >= 400) throw new Error(`${row}: ${status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
async function refused(row: string, key: string, body?: unknown): Promise<{ status: number; text: string }> {
  const { status, text } = await send(row, key, body);
  answered.push(text);
  return { status, text };
}
const profile = (provider: string, model = 'fake:ok#named') => ({ provider, model });
const scene = (provider: string) => ({
  characters: [{ name: 'Ada' }],
  personas: [{ name: 'Guest' }],
  profiles: { director: profile(provider), character: profile(provider) },
});
async function play(key: string, id: string): Promise<TurnAccepted> {
  const body = { type: 'user', text: 'Good evening, Ada.', to: ['ada'] };
  return ask<TurnAccepted>(`POST /v1/scenes/${id}/turns?wait=1`, key, body);
}
const keysSince = (n: number) => [...new Set(sent.slice(n).map(({ key }) => key))];

beforeAll(async () => {
  const real = globalThis.fetch;
  const { OPENAI_BASE_URL: fakeUrl = '' } = env as { OPENAI_BASE_URL?: string };
  vi.spyOn(globalThis, 'fetch').mockImplementation((...args: Parameters<typeof fetch>) => {
    const request = new Request(...args);
    const { url, headers } = request;
    const key = headers.get('x-api-key') ?? headers.get('authorization')?.replace('Bearer ', '') ?? null;
    if (url.includes('/v1/')) sent.push({ url, key, body: String(args[1]?.body ?? '') });
    if (url.startsWith('https://moved.example.com'))
      return Promise.resolve(new Response(null, { status: 302, headers: { Location: ENDPOINT } }));
    if (url.startsWith(ENDPOINT) && key === OWN) return real(url.replace(ENDPOINT, fakeUrl), args[1]);
    if (!url.startsWith('http://127.0.0.1'))
      return Promise.resolve(Response.json({ error: { message: `no such key: ${key}` } }, { status: 401 }));
    return real(...args);
  });
  for (const method of ['debug', 'info', 'log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      logged.push(args.map((one) => (one instanceof Error ? one.stack : JSON.stringify(one))).join(' '));
    });
  ann = (await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'ann' })).key.key ?? '';
  ben = (await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'ben' })).key.key ?? '';
});

describe('providers', () => {
  it('are listed with what is no secret; an address of the operator is shown to the operator alone', async () => {
    const { items } = await ask<{ items: ProviderView[] }>('GET /v1/providers', ann);
    expect(items.map(({ name }) => name)).toEqual([
      'openai',
      'second',
      'messages',
      'gemini',
      'router',
      'workers',
      'understudy',
    ]);
    expect(items[0]).toEqual({
      name: 'openai',
      kind: 'openai',
      host: null,
      baseUrl: null,
      key: 'operator',
      keyEnd: null,
      keySetAt: null,
      model: 'fake:ok',
      isDefault: true,
    });
    const own = await ask<ProviderView>('GET /v1/providers/openai', OPERATOR);
    expect(own.host).toMatch(/^127\.0\.0\.1:\d+$/);
    expect((await refused('GET /v1/providers/nobody', ann)).status).toBe(404);
  });

  it('are named by profiles: another name is refused with those that there are, in scenes and runs', async () => {
    const { status, text } = await refused('POST /v1/scenes', ann, scene('nobody'));
    expect(status).toBe(400);
    const { errors } = JSON.parse(text) as { errors: { pointer: string; message: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/profiles/director/provider',
      '/profiles/character/provider',
    ]);
    expect(errors[0]?.message).toContain('understudy, openai, second');
    const run = { game: 'corridor', profiles: { explorer: profile('nobody') } };
    expect((await refused('POST /v1/runs', ann, run)).text).toContain('/profiles/explorer/provider');
    const { id } = await ask<Scene>('POST /v1/scenes', ann, scene('second'));
    const change = { profiles: { character: { ...profile('openai'), fallback: profile('nobody') } } };
    expect((await refused(`PATCH /v1/scenes/${id}`, ann, change)).text).toContain(
      '/profiles/character/fallback/provider',
    );
    // A profile with a setting that its provider rejects is refused; a fallback ignores inherited ones.
    const local = { ...profile('second'), minP: 0.1, fallback: { provider: 'messages', model: 'm' } };
    const written = { profiles: { character: { ...local, fallback: { ...local.fallback, minP: 0.2 } } } };
    const answer = await refused(`PATCH /v1/scenes/${id}`, ann, written);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('/profiles/character/fallback/minP');
    await ask(`PATCH /v1/scenes/${id}`, ann, { profiles: { character: local } });
    const { events } = await ask<EventPage>(`GET /v1/scenes/${id}/events?limit=100`, ann);
    const changed = JSON.stringify(events.at(-1)?.payload);
    expect(changed).toContain('"minP":0.1');
    expect(changed.match(/minP/g)).toHaveLength(1);
    const modelless = { profiles: { character: { provider: 'second' } } };
    expect((await refused(`PATCH /v1/scenes/${id}`, ann, modelless)).text).toContain(
      '/profiles/character/model',
    );
  });

  it('are asked with their own keys, and cost their own prices', async () => {
    const { id } = await ask<Scene>('POST /v1/scenes', ben, {
      ...scene('openai'),
      profiles: { director: profile('openai'), character: profile('second') },
      settings: { director: 'full' },
    });
    const before = sent.length;
    await play(ben, id);
    expect(keysSince(before).toSorted()).toEqual(['sk-fake-model-key', 'sk-second-operator-key']);
    const calls = await until(() => ask<{ items: CallRow[] }>(`GET /v1/calls?room=${id}`, ben)).holds(
      ({ items }) => new Set(items.map(({ provider }) => provider)).size === 2,
    );
    for (const { provider, promptTokens, completionTokens, money } of calls.items) {
      const [prompt, completion] = provider === 'second' ? [3, 6] : [0.15, 0.6];
      const cost = (promptTokens * prompt + completionTokens * completion) / 1e6;
      expect([provider, money]).toEqual([provider, expect.closeTo(cost, 8)]);
    }
  });

  it('tell what was learnt of their models, to the tenant that learnt it', async () => {
    const { providers } = await import('../../src/config').then(({ readConfig }) => readConfig(env));
    const store = makeEndpointStore(env.DB, { second: providers.second?.baseUrl ?? '' });
    const at = { tenant: 'ann', provider: 'second', model: 'm', learntAt: Date.now() };
    await store.save(
      [
        { ...at, lesson: 'no_json_schema' },
        { ...at, lesson: 'window_8192' },
        { ...at, lesson: 'thinking_1024' },
        { ...at, lesson: 'tokenizer_120' },
      ],
      0,
    );
    const read = (key: string) => ask<{ models: unknown[] }>('GET /v1/providers/second', key);
    expect((await read(ann)).models).toEqual([
      {
        ...{
          model: 'm',
          constraint: 'json_object',
          pictures: true,
          window: 8192,
          thinks: 1024,
          ratio: 1.2,
          prose: false,
        },
        learntAt: new Date(at.learntAt).toISOString(),
      },
    ]);
    expect((await read(ben)).models.filter((one) => (one as { model: string }).model === 'm')).toEqual([]);
  });
});

describe("a tenant's own key", () => {
  it("takes the place of the operator's for that tenant alone, and only its end is shown", async () => {
    const view = await ask<ProviderView>('PUT /v1/providers/second', ann, { apiKey: ANN });
    expect(view).toMatchObject({ key: 'tenant', keyEnd: '7f3a', name: 'second', host: null });
    await ask('PUT /v1/providers/openai', ben, { apiKey: BEN });
    for (const [key, provider, used] of [
      [ann, 'second', ANN],
      [ann, 'openai', 'sk-fake-model-key'],
      [ben, 'second', 'sk-second-operator-key'],
      [ben, 'openai', BEN],
    ] as const) {
      const before = sent.length;
      await ask(`POST /v1/providers/${provider}/try`, key, { model: `fake:ok#${provider}` });
      expect([provider, keysSince(before)]).toEqual([provider, [used]]);
    }
    const { items } = await ask<{ items: ProviderView[] }>('GET /v1/providers', ben);
    expect(items.map(({ name, key }) => [name, key])).toEqual([
      ['openai', 'tenant'],
      ...['second', 'messages', 'gemini', 'router'].map((name) => [name, 'operator']),
      ['workers', null],
      ['understudy', null],
    ]);
  });

  it('is used by the rooms of the tenant, once what they believed of it is over', async () => {
    let time = 1_000_000;
    const keys = async () => {
      const stub = env.TENANTS.get(env.TENANTS.idFromName('ann')) as unknown as {
        savedProviders(): Promise<TenantProvider[]>;
      };
      return stub.savedProviders();
    };
    let reads = 0;
    const find = findTenantProvider(
      env,
      () => {
        reads += 1;
        return keys();
      },
      () => time,
    );
    const first = await find('ann', 'second');
    expect(first?.name).toBe('second');
    expect(await find('ann', 'openai')).toBeNull();
    expect(await find('ann', 'second')).toBe(first);
    expect(reads).toBe(1);
    await ask('PUT /v1/providers/second', ann, { apiKey: `${ANN}-2` });
    time += KEYS_TTL_MS;
    const second = await find('ann', 'second');
    expect(second).not.toBe(first);
    await ask('PUT /v1/providers/second', ann, { apiKey: ANN });
  });

  it('is sent in rounds, and not that of another tenant', async () => {
    const { id } = await ask<Scene>('POST /v1/scenes', ann, scene('second'));
    // Rooms of this isolate may have cached its absence.
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 2 * KEYS_TTL_MS);
    const before = sent.length;
    await play(ann, id);
    vi.mocked(Date.now).mockRestore();
    expect(sent.length).toBeGreaterThan(before);
    expect(keysSince(before)).toEqual([ANN]);
  });

  it('can be one of a vendor, at whose own address alone it is used', async () => {
    expect((await refused('PUT /v1/providers/claude', ben, { apiKey: VENDOR })).text).toContain('/kind');
    const foreign = { apiKey: VENDOR, kind: 'openai', baseUrl: 'https://evil.test/v1' };
    expect((await refused('PUT /v1/providers/claude', ben, foreign)).status).toBe(400);
    const other = { apiKey: VENDOR, kind: 'anthropic' };
    expect((await refused('PUT /v1/providers/second', ben, other)).text).toContain('/kind');
    expect((await refused('PUT /v1/providers/understudy', ben, other)).status).toBe(409);
    expect((await refused('PUT /v1/providers/cf', ben, { apiKey: VENDOR, kind: 'workers-ai' })).status).toBe(
      409,
    );
    const view = await ask<ProviderView>('PUT /v1/providers/mine', ben, { apiKey: VENDOR, kind: 'openai' });
    expect(view).toMatchObject({ kind: 'openai', host: 'api.openai.com', key: 'tenant', model: null });
    expect((await refused('GET /v1/providers/mine', ann)).status).toBe(404);
    await ask<Scene>('POST /v1/scenes', ben, scene('mine'));
    expect((await refused('POST /v1/scenes', ann, scene('mine'))).status).toBe(400);
    const before = sent.length;
    const trial = await ask<ProviderTrial>('POST /v1/providers/mine/try', ben, { model: 'gpt-x' });
    expect(trial).toMatchObject({ ok: false, problems: [{ cause: 'wrong_key' }] });
    expect(trial.problems[0]?.fix).toBe('Correct the API key.');
    for (const { url, key } of sent.slice(before)) {
      expect(url).toMatch(/^https:\/\/api\.openai\.com\/v1\//);
      expect(key).toBe(VENDOR);
    }
    expect((await refused('GET /v1/providers/mine/models', ben)).status).toBe(502);
  });

  it('of a vendor under a name of its own: what is learnt there is kept for other isolates, and told', async () => {
    const model = 'gpt-taught';
    const told = async () =>
      (await ask<{ models: { model: string }[] }>('GET /v1/providers/mine', ben)).models.filter(
        (one) => one.model === model,
      );
    expect(await told()).toEqual([]);
    const { gateway } = createRoomDeps(env);
    const refuse = vi.mocked(globalThis.fetch).getMockImplementation();
    vi.mocked(globalThis.fetch).mockImplementation(async (...args) => {
      const { url } = new Request(...args);
      if (!url.startsWith('https://api.openai.com/v1/')) return refuse?.(...args) ?? Response.error();
      if (JSON.stringify(args[1]?.body ?? '').includes('json_schema')) {
        const message = "Invalid parameter: 'response_format' of type 'json_schema' is not supported";
        return Response.json({ error: { message } }, { status: 400 });
      }
      const message = { role: 'assistant', content: '{"word":"tide"}' };
      return Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
    });
    const port: CallPort = {
      tenant: 'ben',
      async call(_step, _intent, run, rule) {
        return { decision: rule.decide(await run()), replayed: false };
      },
    };
    const answer = await gateway.ask(
      port,
      'director:1',
      askModel(z.object({ word: z.string() }), { profile: resolved({ provider: 'mine', model }) }),
      { decide },
    );
    if (refuse) vi.mocked(globalThis.fetch).mockImplementation(refuse);
    expect(answer).toMatchObject({ ok: true, rung: 'json_object', calls: 2 });
    await until(told).holds((models) => models.length === 1);
    expect(await told()).toMatchObject([{ model, constraint: 'json_object' }]);
    // Another isolate starts with the traits learned here, for this tenant only.
    const { capability } = createRoomDeps(env);
    await capability.recall();
    expect(capability.of('ben', vendorLessons('openai'), model).strongest()).toBe('json_object');
    expect(capability.of('ann', vendorLessons('openai'), model).strongest()).toBe('json_schema');
  });

  it('is sent to no other address than it was given for', async () => {
    const stub = env.TENANTS.get(env.TENANTS.idFromName('ann'));
    const move = (to: string) =>
      runInDurableObject(stub, (_tenant, { storage }) =>
        storage.sql
          .exec<{ address: string }>("SELECT address FROM providers WHERE name = 'second'")
          .toArray()
          .map(({ address }) => {
            storage.sql.exec("UPDATE providers SET address = ? WHERE name = 'second'", to);
            return address;
          }),
      );
    const [address] = await move('https://elsewhere.test/v1');
    expect(await ask<ProviderView>('GET /v1/providers/second', ann)).toMatchObject({ key: 'operator' });
    const before = sent.length;
    await ask('POST /v1/providers/second/try', ann, { model: 'fake:ok#moved' });
    expect(keysSince(before)).toEqual(['sk-second-operator-key']);
    await move(address ?? '');
  });

  it('can be taken away', async () => {
    await ask('DELETE /v1/providers/openai', ben);
    expect(await ask<ProviderView>('GET /v1/providers/openai', ben)).toMatchObject({
      key: 'operator',
      keyEnd: null,
    });
    expect((await refused('DELETE /v1/providers/openai', ben)).status).toBe(404);
  });
});

describe("a tenant's own endpoint", () => {
  const cast = { characters: [{ name: 'Ada' }], personas: [{ name: 'Guest' }] };
  const settings = { baseUrl: `${ENDPOINT}/`, apiKey: OWN, model: 'fake:ok#home' };
  const read = (key = ben) => ask<ProviderView>('GET /v1/providers/home', key);

  it.each([
    'http://models.example.com/v1',
    'https://models.example.com:11434/v1',
    'http://127.0.0.1:11434/v1',
    'http://localhost:1234/v1',
    'https://10.0.0.7/v1',
    'https://169.254.169.254/latest',
    'https://[::1]/v1',
    'https://[::ffff:169.254.169.254]/v1',
    'https://metadata.google.internal/v1',
    'https://127.0.0.1.nip.io/v1',
    'https://user:pass@models.example.com/v1',
  ])('is refused at %s, for a tenant and for the operator of a deployed stage', async (baseUrl) => {
    for (const key of [ben, OPERATOR])
      for (const [row, body] of [
        ['PUT /v1/providers/home', { baseUrl }],
        ['POST /v1/providers/home/models', { baseUrl }],
        ['POST /v1/providers/home/try', { settings: { baseUrl }, model: 'm' }],
      ] as const) {
        const { status, text } = await refused(row, key, body);
        expect([row, status, text]).toEqual([row, 400, expect.stringContaining('/baseUrl')]);
      }
    expect((await ask<{ localModels: boolean }>('GET /v1/stage', ben)).localModels).toBe(false);
  });

  it('is tested before it is saved: one call, booked, and the line is shown', async () => {
    const used = async () => (await ask<TenantBudgets>('GET /v1/budgets', ben)).used;
    await ask('PUT /v1/budgets', ben, { calls: 1000 });
    const callsBefore = (await used()).calls;
    const before = sent.length;
    const { model, ...address } = settings;
    const { items } = await ask<{ items: { id: string }[] }>('POST /v1/providers/home/models', ben, address);
    expect(items.map(({ id }) => id)).toEqual(['fake:ok']);
    const trial = await ask<ProviderTrial>('POST /v1/providers/home/try', ben, { lineOnly: true, settings });
    expect(trial).toMatchObject({
      ...{ ok: true, calls: 1, line: true, model, problems: [] },
      text: expect.stringMatching(/\w/),
      firstMs: expect.any(Number),
      cost: { money: expect.any(Number), currency: 'EUR' },
    });
    expect((await used()).calls - callsBefore).toBe(1);
    await ask('DELETE /v1/budgets', ben);
    for (const { url, key } of sent.slice(before)) {
      expect(url.startsWith(ENDPOINT) || url.startsWith('http://127.0.0.1')).toBe(true);
      expect(key).toBe(OWN);
    }
    expect((await refused('GET /v1/providers/home', ben)).status).toBe(404);
  });

  it('explains a wrong key in the words of the page, and follows no redirect', async () => {
    const wrong = { ...settings, apiKey: 'sk-wrong-key-of-the-endpoint' };
    const trial = await ask<ProviderTrial>('POST /v1/providers/home/try', ben, {
      lineOnly: true,
      settings: wrong,
    });
    expect(trial).toMatchObject({
      ...{ ok: false, text: null, firstMs: null },
      problems: [{ cause: 'wrong_key', fix: 'Correct the API key.' }],
    });
    expect(JSON.stringify(trial)).not.toContain(wrong.apiKey);
    const before = sent.length;
    const moved = { ...settings, baseUrl: 'https://moved.example.com/v1' };
    const other = await ask<ProviderTrial>('POST /v1/providers/home/try', ben, {
      lineOnly: true,
      settings: moved,
    });
    expect(other.ok).toBe(false);
    expect(sent.length).toBeGreaterThan(before);
    for (const { url } of sent.slice(before)) expect(url).toMatch(/^https:\/\/moved\.example\.com\//);
  });

  it('is saved with its key, which is never returned, and is used by new rooms of its tenant alone', async () => {
    const view = await ask<ProviderView>('PUT /v1/providers/home', ben, {
      ...{ ...settings, maxContextTokens: 8000, isDefault: true },
    });
    expect(view).toMatchObject({
      ...{ name: 'home', kind: 'openai', baseUrl: ENDPOINT, host: 'models.example.com' },
      ...{ key: 'tenant', keyEnd: '3b8e', model: 'fake:ok#home', isDefault: true },
    });
    const made = await ask<Scene>('POST /v1/scenes', ben, cast);
    expect(made.provider).toBe('home');
    const { events } = await ask<EventPage>(`GET /v1/scenes/${made.id}/events`, ben);
    expect(JSON.stringify(events[0]?.payload)).toContain('"maxContextTokens":8000');
    const before = sent.length;
    expect((await play(ben, made.id)).status).toBe('completed');
    expect(keysSince(before)).toEqual([OWN]);
    const run = await ask<{ provider: string }>('POST /v1/runs', ben, { game: 'corridor' });
    expect(run.provider).toBe('home');
    expect((await refused('GET /v1/providers/home', ann)).status).toBe(404);
    expect((await ask<Scene>('POST /v1/scenes', ann, cast)).provider).toBe('openai');
    expect((await refused('POST /v1/scenes', ann, scene('home'))).status).toBe(400);
    // A scene that began with another model switches when its profiles are reset.
    const other = await ask<Scene>('POST /v1/scenes', ben, scene('understudy'));
    const reset = { profiles: { director: null, character: null } };
    expect((await ask<Scene>(`PATCH /v1/scenes/${other.id}`, ben, reset)).provider).toBe('home');
  });

  it('cannot be changed or tested by a guest', async () => {
    const { id } = await ask<Scene>('POST /v1/scenes', ben, cast);
    const { invitation } = await ask<NewSeat>(`POST /v1/scenes/${id}/seats`, ben, { role: 'player' });
    const { token } = await get<SeatAccepted>('POST /v1/seats/accept', null, { invitation, name: 'Guest' });
    for (const [row, body] of [
      ['PUT /v1/providers/home', settings],
      ['POST /v1/providers/home/models', settings],
      ['POST /v1/providers/home/try', {}],
      ['GET /v1/providers', undefined],
    ] as const)
      expect([row, (await refused(row, token ?? '', body)).status]).toEqual([row, 403]);
  });

  it('keeps its key while the address stays, and loses it with the address', async () => {
    const { baseUrl } = settings;
    expect(await ask('PUT /v1/providers/home', ben, { baseUrl, model: 'fake:ok#new' })).toMatchObject({
      ...{ key: 'tenant', keyEnd: '3b8e', model: 'fake:ok#new', isDefault: true },
    });
    const elsewhere = { baseUrl: 'https://elsewhere.example.com/v1', model: 'm' };
    const before = sent.length;
    await refused('POST /v1/providers/home/models', ben, elsewhere);
    expect(await ask('PUT /v1/providers/home', ben, elsewhere)).toMatchObject({
      ...{ key: null, keyEnd: null, keySetAt: null, isDefault: false },
    });
    await ask('POST /v1/providers/home/try', ben, { lineOnly: true });
    expect(sent.length).toBeGreaterThan(before);
    expect(keysSince(before)).toEqual([null]);
    expect((await refused('PUT /v1/providers/home', ben, { kind: 'anthropic' })).text).toContain('/apiKey');
    expect(await read()).toMatchObject({ host: 'elsewhere.example.com' });
  });

  it('needs a model to be the default, and a name that the operator has not configured', async () => {
    const { model: _, ...modelless } = settings;
    const body = { ...modelless, isDefault: true };
    expect((await refused('PUT /v1/providers/other', ben, body)).text).toContain('/model');
    expect((await refused('PUT /v1/providers/second', ben, settings)).text).toContain('/baseUrl');
    expect((await refused('PUT /v1/providers/second', ben, { model: 'm' })).text).toContain('/apiKey');
  });

  it('is asked with a corrected key by the next call of a room', async () => {
    await ask('PUT /v1/providers/home', ben, {
      ...settings,
      apiKey: 'sk-wrong-key-of-the-endpoint',
      isDefault: true,
    });
    const { id } = await ask<Scene>('POST /v1/scenes', ben, cast);
    // The previous test's settings may still be cached by this isolate.
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 2 * KEYS_TTL_MS);
    expect((await play(ben, id)).status).toBe('failed');
    await ask('PUT /v1/providers/home', ben, settings);
    expect(await ask(`POST /v1/scenes/${id}/rounds/1/retry?wait=1`, ben)).toMatchObject({
      status: 'completed',
    });
    vi.mocked(Date.now).mockRestore();
  });

  it('leaves new rooms to the operator’s model when it is removed', async () => {
    await ask('DELETE /v1/providers/home', ben);
    expect((await ask<Scene>('POST /v1/scenes', ben, cast)).provider).toBe('openai');
  });
});

describe('a trial', () => {
  it('says what a model can do, and is counted against the budget', async () => {
    await ask('PUT /v1/budgets', ben, { calls: 1000 });
    const used = async () => (await ask<TenantBudgets>('GET /v1/budgets', ben)).used;
    const before = await used();
    const trial = await ask<ProviderTrial>('POST /v1/providers/openai/try', ben, {
      model: 'fake:refuse-schema#try',
    });
    expect(trial).toMatchObject({
      ok: true,
      rung: 'json_object',
      calls: 4,
      line: true,
      thinks: false,
      model: 'fake:refuse-schema#try',
    });
    expect(trial.tokens.prompt).toBeGreaterThan(0);
    const after = await used();
    expect(after.calls - before.calls).toBe(4);
    expect(after.tokens - before.tokens).toBe(trial.tokens.prompt + trial.tokens.completion);
    expect((await ask<TenantBudgets>('GET /v1/budgets', ben)).reserved.calls).toBe(0);
  });

  it('is not made beyond the budget', async () => {
    await ask('PUT /v1/budgets', ben, { calls: 0 });
    const before = sent.length;
    const { status, text } = await refused('POST /v1/providers/openai/try', ben, { model: 'fake:ok#broke' });
    expect([status, text]).toEqual([402, expect.stringContaining('PUT /v1/budgets')]);
    expect(sent.length).toBe(before);
    await ask('DELETE /v1/budgets', ben);
  });

  it('says how much a model thinks', async () => {
    const trial = await ask<ProviderTrial>('POST /v1/providers/openai/try', ben, {
      model: 'fake:thinks-1200#try',
    });
    expect(trial).toMatchObject({ ok: true, thinks: true });
    expect(trial.tokens.reasoning).toBeGreaterThanOrEqual(1200);
  });

  it('names the variable of a wrong key and of a wrong model', async () => {
    const wrongKey = await ask<ProviderTrial>('POST /v1/providers/openai/try', ben, {
      model: 'fake:401#try',
    });
    expect(wrongKey).toMatchObject({
      ok: false,
      problems: [{ cause: 'wrong_key', fix: 'Correct OPENAI_API_KEY.' }],
    });
    const list = await ask<{ items: unknown[] }>('GET /v1/providers/openai/models', ben);
    expect(list.items).toEqual([{ id: 'fake:ok', window: null }]);
  });

  it('can be asked for only so often', async () => {
    const many = await Promise.all(
      Array.from({ length: 30 }, () => refused('GET /v1/providers/second/models', ann)),
    );
    expect(many.map(({ status }) => status)).toContain(429);
  });
});

it('no key is in any answer, log, event, export or store but where it is kept', async () => {
  const { id } = await ask<Scene>('POST /v1/scenes', ben, scene('second'));
  await play(ben, id);
  for (const path of ['', '/events', '/audit', '/telemetry']) await ask(`GET /v1/scenes/${id}${path}`, ben);
  await ask(`GET /v1/calls?room=${id}`, ben);
  await ask('GET /v1/usage', ben);
  const dumps = await dumpEverything();
  expect(sent.some(({ key }) => key === ANN)).toBe(true);
  for (const secret of SECRETS) {
    expect([secret, answered.filter((text) => text.includes(secret))]).toEqual([secret, []]);
    expect([secret, logged.filter((text) => text.includes(secret))]).toEqual([secret, []]);
    expect([secret, sent.filter(({ body }) => body.includes(secret))]).toEqual([secret, []]);
    const stores = dumps.filter(({ text }) => text.includes(secret)).map(({ store }) => store);
    for (const store of stores) expect(store).toMatch(/^TENANTS /);
  }
  const holders = dumps.filter(({ text }) => text.includes(ANN)).map(({ store }) => store);
  expect(holders).toHaveLength(1);
});

it('the keys go with the tenant, at once', async () => {
  await ask('DELETE /v1/tenants/ann', OPERATOR);
  const texts = (await dumpEverything()).map(({ text }) => text).join('\n');
  expect(texts).not.toContain(ANN);
  expect(texts).toContain(VENDOR);
});
