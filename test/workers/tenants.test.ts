import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { TENANT_TABLES, tenantPrefixes } from '../../durable-objects/lib/tenant/removal';
import type { KeySummary, NewKey } from '../../src/contract/access';
import type { Problem } from '../../src/contract/problems';
import type { TenantView } from '../../src/contract/tenants';
import { portraitKey } from '../../src/library/portraits';
import { roomPrefix } from '../../src/storage/bundles';
import { storyKey } from '../../src/storage/stories';
import { fakeProfile, sceneBody, until } from '../support/rooms';
import { call, get, newTenant, OPERATOR, send } from '../support/stage-client';

const HOUR = 3600;

const statusOf = async (row: string, key: string) => {
  const response = await call(row, { key });
  const text = await response.text();
  return { status: response.status, problem: response.ok ? null : (JSON.parse(text) as Problem) };
};

const tenantObject = (name: string) => env.TENANTS.get(env.TENANTS.idFromName(name));
const inTenant = <T>(name: string, act: (storage: DurableObjectStorage) => T) =>
  runInDurableObject(tenantObject(name), (_tenant, { storage }) => act(storage));

describe('keys', () => {
  it('are rotated: the new one works at once, the old one until its time is over', async () => {
    const key = await newTenant('rotating');
    const [{ id = '' } = {}] = (await get<{ items: KeySummary[] }>('GET /v1/keys', key)).items;
    const made = await get<NewKey>(`POST /v1/keys/${id}/rotate`, key, { graceSeconds: HOUR });
    expect(made).toMatchObject({ label: 'first key', expiresAt: null, revokedAt: null });
    const next = String(made.key);
    for (const one of [key, next]) expect((await send('GET /v1/keys', one)).status).toBe(200);
    const { items } = await get<{ items: KeySummary[] }>('GET /v1/keys', next);
    const old = items.find((one) => one.id === id);
    expect(Date.parse(old?.expiresAt ?? '') - Date.now()).toBeGreaterThan((HOUR - 60) * 1000);

    // Another rotation does not extend it; without a grace period it ends at once.
    await get(`POST /v1/keys/${id}/rotate`, next, {});
    const again = await get<{ items: KeySummary[] }>('GET /v1/keys', next);
    expect(again.items.find((one) => one.id === id)?.expiresAt).toBe(old?.expiresAt);
    await get(`POST /v1/keys/${id}/rotate`, key, { graceSeconds: 0 });
    expect((await statusOf('GET /v1/keys', key)).status).toBe(401);
    expect((await send(`POST /v1/keys/${id}/rotate`, next, {})).status).toBe(409);
    expect((await send('POST /v1/keys/key_none/rotate', next, {})).status).toBe(404);
  });

  it('are rotated once for an Idempotency-Key, and never shown again', async () => {
    const key = await newTenant('careful');
    const [{ id = '' } = {}] = (await get<{ items: KeySummary[] }>('GET /v1/keys', key)).items;
    const headers = { 'Idempotency-Key': 'rotate-1' };
    const one = await get<NewKey>(`POST /v1/keys/${id}/rotate`, key, {}, headers);
    const two = await get<NewKey>(`POST /v1/keys/${id}/rotate`, key, {}, headers);
    expect(one.key).toMatch(/^ps_careful_/);
    expect(two).toEqual({ ...one, key: null });
    expect((await get<{ items: KeySummary[] }>('GET /v1/keys', key)).items).toHaveLength(2);
  });
});

it('rooms of a tenant are counted as they come and go, and refused when there are too many', async () => {
  const key = await newTenant('crowd');
  const rooms = async () => (await get<TenantView>('GET /v1/tenants/crowd', OPERATOR)).rooms;
  const headers = { 'Idempotency-Key': 'scene-1' };
  const body = sceneBody({ provider: 'understudy' });
  const { id } = await get<{ id: string }>('POST /v1/scenes', key, body, headers);
  await get('POST /v1/scenes', key, body, headers);
  expect(await rooms()).toBe(1);
  expect((await call('POST /v1/runs', { key, body: { game: 'no-such-game' } })).ok).toBe(false);
  const run = await get<{ id: string }>('POST /v1/runs', key, { game: 'corridor' });
  await get(`POST /v1/scenes/${id}/fork`, key, {});
  expect(await rooms()).toBe(3);

  await inTenant('crowd', ({ sql }) => sql.exec("UPDATE meta SET value = '10000' WHERE key = 'rooms'"));
  const full = await call('POST /v1/scenes', { key, body });
  const problem = (await full.json()) as Problem;
  expect([full.status, problem.detail]).toEqual([409, expect.stringContaining('10000')]);
  expect((await send('POST /v1/scenes', key, body, headers)).status).toBe(201);
  await call(`DELETE /v1/runs/${run.id}`, { key });
  expect((await send('POST /v1/scenes', key, body)).status).toBe(201);
  expect((await send('POST /v1/scenes', key, body)).status).toBe(409);
});

/** The object of anything that a tenant has. Hooks are found by id only. */
function objectOf(tenant: string, id: string): DurableObjectStub {
  const spaces: Record<string, DurableObjectNamespace> = {
    ...{ scn: env.SCENES, run: env.RUNS, adv: env.ADVENTURES, wld: env.WORLDS },
    ...{ whk: env.WEBHOOK_SENDERS, hok: env.HOOK_RECEIVERS },
  } as unknown as Record<string, DurableObjectNamespace>;
  const space = spaces[id.slice(0, 3)];
  if (!space) throw new Error(`nothing is called ${id}`);
  return space.get(space.idFromName(id.startsWith('hok_') ? id : `${tenant}/${id}`));
}

/** Everything left of a tenant outside its own object. */
async function findTraces(tenant: string, rooms: string[]): Promise<string[]> {
  const traces: string[] = [];
  for (const table of TENANT_TABLES) {
    const row = await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE tenant = ?`)
      .bind(tenant)
      .first<{ n: number }>();
    if (row?.n !== 0) traces.push(`${table}: ${row?.n}`);
  }
  const { objects } = await env.BUCKET.list();
  traces.push(...objects.map(({ key }) => key).filter((key) => key.split('/').includes(tenant)));
  for (const id of rooms) {
    const stub = objectOf(tenant, id);
    const tables = await runInDurableObject(stub, (_room, { storage }) =>
      storage.sql
        .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
        .toArray()
        .filter(({ name }) => !name.startsWith('_cf')),
    );
    if (tables.length > 0) traces.push(`${id}: ${tables.map(({ name }) => name).join(', ')}`);
  }
  return traces;
}

async function furnish(name: string): Promise<{ key: string; rooms: string[] }> {
  const key = await newTenant(name);
  const world = await get<{ id: string }>('POST /v1/worlds', key, { name: 'Harbour' });
  await get('POST /v1/characters', key, { name: 'Ada' });
  const profile = fakeProfile(`ok#${name}`);
  const scene = await get<{ id: string }>('POST /v1/scenes', key, {
    ...sceneBody(profile),
    worldId: world.id,
  });
  const input = { type: 'user', text: 'Is the lamp lit?', personaId: 'visitor', to: [] };
  await get(`POST /v1/scenes/${scene.id}/turns?wait=1`, key, input);
  const fork = await get<{ id: string }>(`POST /v1/scenes/${scene.id}/fork`, key, {});
  const profiles = { explorer: { provider: 'understudy' }, analyst: { provider: 'understudy' } };
  const run = await get<{ id: string }>('POST /v1/runs', key, {
    ...{ game: 'corridor', profiles, budgets: { actions: 3 }, start: true },
  });
  const adventure = await get<{ id: string }>('POST /v1/runs', key, {
    ...{ game: 'tide-mill', profiles: { adventurer: { provider: 'understudy' } } },
    ...{ budgets: { turns: 2 }, start: true },
  });
  const webhook = await get<{ id: string }>('POST /v1/webhooks', key, {
    ...{ url: 'https://receiver.example.com/in', active: false },
  });
  const hook = await get<{ id: string }>('POST /v1/hooks', key, {
    ...{ room: scene.id, verify: 'bearer', turn: { text: '{{text}}' } },
  });
  await get('PUT /v1/budgets', key, { calls: 1000 });
  const rooms = [scene.id, fork.id, run.id, adventure.id, world.id, webhook.id, hook.id];
  await until(() =>
    Promise.all([run, adventure].map(({ id }) => get<{ status: string }>(`GET /v1/runs/${id}`, key))),
  ).holds((runs) => runs.every(({ status }) => status === 'finished'));
  await until(async () => {
    const rows = await env.DB.prepare('SELECT count(*) AS n FROM rooms WHERE tenant = ?')
      .bind(name)
      .first<{ n: number }>();
    const { objects } = await env.BUCKET.list({ prefix: `rooms/${name}/` });
    const { results } = await env.DB.prepare("SELECT id FROM rooms WHERE tenant = ? AND status = 'finished'")
      .bind(name)
      .all();
    return [rows?.n ?? 0, new Set(objects.map(({ key: path }) => path.split('/')[2])).size, results.length];
  }).holds(([rows = 0, bundled = 0, finished = 0]) => rows === 4 && bundled >= 3 && finished === 2);
  return { key, rooms };
}

/** Runs its alarm, and its rooms' alarms, until it is deleted, with a fast clock. */
async function removeAll(name: string, rooms: string[]): Promise<TenantView['deletion'][]> {
  const seen: TenantView['deletion'][] = [];
  await until(async () => {
    const response = await call(`GET /v1/tenants/${name}`);
    if (response.ok) seen.push(((await response.json()) as TenantView).deletion);
    else await response.body?.cancel();
    await inTenant(name, ({ sql }) => {
      sql.exec("UPDATE meta SET value = json_set(value, '$.at', value->>'at' - 60000) WHERE key = 'removal'");
      sql.exec('UPDATE rooms SET at = at - 60000');
    });
    for (const id of rooms.filter((one) => !one.startsWith('wld_')))
      await runDurableObjectAlarm(objectOf(name, id)).catch(() => false);
    await runDurableObjectAlarm(tenantObject(name)).catch(() => false);
    return response.status;
  }).holds((status) => status === 410);
  return seen;
}

describe('the deletion of a tenant', () => {
  it('leaves nothing of it, says what it removed, and touches nobody else', async () => {
    const doomed = await furnish('doomed');
    const spared = await furnish('spared');
    expect((await findTraces('doomed', doomed.rooms)).length).toBeGreaterThan(8);
    const before = await findTraces('spared', spared.rooms);
    const listed = await get<{ items: { name: string }[] }>('GET /v1/tenants?limit=200', OPERATOR);
    expect(listed.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['doomed', 'spared']));

    expect((await statusOf('DELETE /v1/tenants/doomed', spared.key)).status).toBe(403);
    const started = await get<TenantView>('DELETE /v1/tenants/doomed', OPERATOR);
    expect(started).toMatchObject({ status: 'deleting', keys: 0, deletion: { phase: 'rooms' } });
    expect((await statusOf('GET /v1/scenes', doomed.key)).status).toBe(401);
    expect((await send('POST /v1/tenants', OPERATOR, { name: 'doomed' })).status).toBe(410);
    expect((await get<TenantView>('DELETE /v1/tenants/doomed', OPERATOR)).deletion?.startedAt).toBe(
      started.deletion?.startedAt,
    );

    const seen = await removeAll('doomed', doomed.rooms);
    const last = seen.at(-1);
    expect(last?.removed.rooms).toBe(4);
    expect(await findTraces('doomed', doomed.rooms)).toEqual([]);
    const [stone] = await inTenant('doomed', ({ sql }) =>
      sql.exec<{ value: string }>("SELECT value FROM meta WHERE key = 'tombstone'").toArray(),
    );
    expect(JSON.parse(stone?.value ?? '{}')).toMatchObject({ removed: { rooms: 4, webhooks: 2, worlds: 1 } });
    const rest = await inTenant('doomed', ({ sql }) =>
      ['keys', 'tombstones', 'receipts', 'budgets', 'spent', 'meters', 'leases', 'rooms'].filter(
        (table) => sql.exec(`SELECT 1 FROM ${table} LIMIT 1`).toArray().length > 0,
      ),
    );
    expect(rest).toEqual([]);

    expect(await statusOf('GET /v1/tenants/doomed', OPERATOR)).toMatchObject({
      status: 410,
      problem: { type: '/problems/gone' },
    });
    expect((await statusOf('DELETE /v1/tenants/doomed', OPERATOR)).status).toBe(410);
    expect((await send('POST /v1/tenants', OPERATOR, { name: 'doomed' })).status).toBe(410);
    const after = await get<{ items: { name: string }[] }>('GET /v1/tenants?limit=200', OPERATOR);
    expect(after.items.map(({ name }) => name)).not.toContain('doomed');
    expect(after.items.map(({ name }) => name)).toContain('spared');

    expect(await findTraces('spared', spared.rooms)).toEqual(before);
    expect((await send('GET /v1/scenes', spared.key)).status).toBe(200);
  });

  it('goes on after it was cut off, and while D1 is out of order', async () => {
    const { rooms } = await furnish('stubborn');
    await get('DELETE /v1/tenants/stubborn', OPERATOR);
    const cut = await runInDurableObject(tenantObject('stubborn'), (_tenant, state) =>
      state.abort('cut off by the test'),
    ).catch(() => 'cut');
    expect(cut).toBe('cut');
    // A notified room may be deleted before the tenant has stored that it was notified.
    const [scene = ''] = rooms;
    const room = objectOf('stubborn', scene);
    await (room as unknown as { erase(): Promise<unknown> }).erase();
    await runDurableObjectAlarm(room);
    await inTenant('stubborn', ({ sql }) => sql.exec('UPDATE rooms SET erasing = 0 WHERE id = ?', scene));
    const real = env.DB.batch.bind(env.DB);
    let failures = 3;
    await runInDurableObject(tenantObject('stubborn'), (tenant) => {
      const { DB } = (tenant as unknown as { env: Env }).env;
      DB.batch = ((...args: Parameters<typeof real>) => {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new Error('D1 is down')) : real(...args);
      }) as typeof DB.batch;
    });
    await removeAll('stubborn', rooms);
    expect(failures).toBeLessThan(0);
    expect(await findTraces('stubborn', rooms)).toEqual([]);
  });

  it('is not to be had of the operator itself, of nobody, nor by a tenant', async () => {
    const key = await newTenant('meek');
    expect((await statusOf('DELETE /v1/tenants/local', OPERATOR)).status).toBe(409);
    expect((await statusOf('DELETE /v1/tenants/nobody', OPERATOR)).status).toBe(404);
    for (const row of ['GET /v1/tenants', 'GET /v1/tenants/meek', 'DELETE /v1/tenants/meek'])
      expect((await statusOf(row, key)).status).toBe(403);
  });

  it('knows every table and every place that has something of a tenant', async () => {
    const { results } = await env.DB.prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE '%tenant TEXT%'",
    ).all<{ name: string }>();
    expect(results.map(({ name }) => name).sort()).toEqual([...TENANT_TABLES].sort());
    const places = [roomPrefix('acme', 'scn_1'), storyKey('acme', 'story-1'), portraitKey('acme', 'chr_1')];
    for (const place of places)
      expect(tenantPrefixes('acme').some((prefix) => place.startsWith(prefix))).toBe(true);
  });
});
