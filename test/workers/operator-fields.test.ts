import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { NewTenant } from '../../src/contract/access';
import type { LibraryItem } from '../../src/contract/library';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { call, createScene, get, OPERATOR, problemOf } from '../support/stage-client';

/** Ann has a key of her own for the provider `second`, Ben uses the operator's. */
let ann = '';
let ben = '';
const sent: string[] = [];

const WALK = 'models/../../secret';
const COSTLY = { provider: 'second', model: 'fake:ok#costly', extraBody: { models: ['dear/model'] } };
const WALKING = { provider: 'gemini', model: WALK };
const cast = { characters: [{ name: 'Ada' }], personas: [{ name: 'Guest' }] };

beforeAll(async () => {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((...args: Parameters<typeof fetch>) => {
    sent.push(`${new Request(...args).url} ${args[1]?.body ?? ''}`);
    return real(...args);
  });
  ann = (await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'annpays' })).key.key ?? '';
  ben = (await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'benpays' })).key.key ?? '';
  await get('PUT /v1/providers/second', ann, { apiKey: 'sk-own-key-of-ann-0123456789' });
});

/** Every request that saves a profile. @param profile of the tenant with `key` */
async function doors(key: string, profile: object): Promise<[row: string, body: object, pointer: string][]> {
  const scene = await get<Scene>('POST /v1/scenes', key, cast);
  const item = await get<LibraryItem>('POST /v1/profiles', key, {
    name: 'Mine',
    profile: { provider: 'understudy' },
  });
  return [
    ['POST /v1/scenes', { ...cast, profiles: { director: profile } }, '/profiles/director'],
    [
      'POST /v1/scenes',
      { ...cast, profiles: { character: { fallback: profile } } },
      '/profiles/character/fallback',
    ],
    [`PATCH /v1/scenes/${scene.id}`, { profiles: { character: profile } }, '/profiles/character'],
    [
      `PATCH /v1/scenes/${scene.id}`,
      { profiles: { characters: { ada: profile } } },
      '/profiles/characters/ada',
    ],
    ['POST /v1/runs', { game: 'corridor', profiles: { analyst: profile } }, '/profiles/analyst'],
    ['POST /v1/runs', { game: 'tide-mill', profiles: { critic: profile } }, '/profiles/critic'],
    ['POST /v1/profiles', { name: 'Bad', profile }, '/profile'],
    [`PATCH /v1/profiles/${item.id}`, { profile }, '/profile'],
    [
      'POST /v1/experiments',
      { name: 'Bad', games: ['corridor'], models: [{ profile }], start: false },
      '/models/0',
    ],
  ];
}

describe.each([
  ['a field that costs extra', COSTLY, '/extraBody/models'],
  ['a name that walks through the address', WALKING, '/model'],
])('%s', (_, profile, field) => {
  it('is refused with the key of the operator wherever a profile is saved', async () => {
    const before = sent.length;
    for (const [row, body, at] of await doors(ben, profile)) {
      const { errors = [] } = await problemOf(row, 400, { key: ben, body });
      const pointers = errors.map(({ pointer }) => pointer);
      expect([row, pointers]).toEqual([row, [at === '/models/0' ? at : `${at}${field}`]]);
    }
    expect(sent.slice(before).filter((one) => one.includes('dear/model') || one.includes('secret'))).toEqual(
      [],
    );
  });
});

it('a tenant with a key of its own may send any field, and it is sent', async () => {
  for (const [row, body] of await doors(ann, COSTLY)) {
    const response = await call(row, { key: ann, body });
    expect([row, response.status]).toEqual([row, row.startsWith('PATCH') ? 200 : 201]);
  }
  const profiles = { director: COSTLY, character: COSTLY };
  const id = await createScene({ ...cast, profiles }, ann);
  const before = sent.length;
  await get<TurnAccepted>(`POST /v1/scenes/${id}/turns?wait=1`, ann, {
    type: 'user',
    text: 'Hello.',
    to: ['ada'],
  });
  expect(sent.slice(before).some((one) => one.includes('"models":["dear/model"]'))).toBe(true);
});

it('a room that was made with a key of its own asks nothing with the operator’s', async () => {
  const profiles = { director: COSTLY, character: COSTLY };
  const id = await createScene({ ...cast, profiles }, ann);
  const file = new Uint8Array(await (await call(`GET /v1/scenes/${id}/export`, { key: ann })).arrayBuffer());
  // The same file is refused on import by another tenant.
  const headers = { 'Content-Type': 'application/zip' };
  const { errors = [] } = await problemOf('POST /v1/scenes/import', 400, { key: ben, raw: file, headers });
  expect(errors.map(({ pointer }) => pointer)).toContain('/profiles/director/extraBody/models');
  expect((await call('POST /v1/scenes/import', { key: ann, raw: file, headers })).status).toBe(201);

  await call('DELETE /v1/providers/second', { key: ann });
  // Keys are cached for a while: a room that restarts elsewhere reads them again.
  const { createRoomDeps } = await import('../../durable-objects/lib/room/deps');
  const { env } = await import('cloudflare:workers');
  const { gateway } = createRoomDeps(env);
  const before = sent.length;
  const { z } = await import('zod');
  const { resolveProfile } = await import('../../src/model/profiles');
  const { readConfig } = await import('../../src/config');
  const profile = resolveProfile(COSTLY, readConfig(env).model);
  const results: { error: string | null }[] = [];
  await gateway.ask(
    {
      tenant: 'annpays',
      call: async (_step, _intent, run, rule) => {
        const result = await run(() => {});
        results.push(result);
        return { decision: rule.decide(result), replayed: false };
      },
    },
    'try',
    {
      ...{ role: 'director', purpose: 'p', brief: { task: 't', seed: 's' }, schemaName: 's' },
      ...{ schema: z.object({ a: z.string() }), profile, messages: [{ role: 'user', content: 'Hello.' }] },
    },
    { decide: (answer) => answer },
  );
  expect(results).toHaveLength(1);
  expect(results[0]?.error).toMatch(/^extraBody\.models: .*PUT \/v1\/providers/);
  expect(sent.slice(before).filter((one) => one.includes('dear/model'))).toEqual([]);
});

it('a trial of a model is held to the names too', async () => {
  const { errors = [] } = await problemOf('POST /v1/providers/gemini/try', 400, {
    key: ben,
    body: { model: WALK },
  });
  expect(errors.map(({ pointer }) => pointer)).toEqual(['/model']);
});
