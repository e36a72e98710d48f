import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { TENANT_TABLES } from '../../durable-objects/lib/tenant/removal';
import type { TenantView } from '../../src/contract/tenants';
import { chooseShard, databaseAt, listShards } from '../../src/storage/shards';
import { RUN, SCENE } from '../support/http-rooms';
import { until } from '../support/rooms';
import { call, get, newTenant, OPERATOR, send } from '../support/stage-client';

async function furnish(name: string) {
  const key = await newTenant(name);
  const { database } = await get<TenantView>(`GET /v1/tenants/${name}`, OPERATOR);
  const world = await get<{ id: string }>('POST /v1/worlds', key, { name: `World of ${name}` });
  const scene = await get<{ id: string }>('POST /v1/scenes', key, SCENE);
  await get('POST /v1/webhooks', key, { url: 'https://receiver.example.com/in', active: false });
  await get('POST /v1/hooks', key, { room: scene.id, verify: 'bearer', turn: { text: '{{text}}' } });
  await get(`POST /v1/scenes/${scene.id}/turns?wait=1`, key, { type: 'user', text: 'Who is there?' });
  const run = await get<{ id: string }>('POST /v1/runs', key, RUN);
  await until(
    async () => (await get<{ items: { rounds: number }[] }>('GET /v1/scenes', key)).items[0]?.rounds,
  ).holds((rounds) => rounds === 1);
  await until(async () => (await get<{ items: unknown[] }>('GET /v1/runs', key)).items.length).holds(
    (runs) => runs === 1,
  );
  return { name, key, database, world: world.id, scene: scene.id, run: run.id };
}

async function countRows(tenant: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const shard of listShards(env)) {
    for (const table of TENANT_TABLES) {
      const sql = `SELECT count(*) AS n FROM ${table} WHERE tenant = ?`;
      const n = await databaseAt(env, shard).prepare(sql).bind(tenant).first<number>('n');
      // Lessons about models are in the first database for all tenants.
      if (n && table !== 'endpoints') counts[shard] = (counts[shard] ?? 0) + n;
    }
  }
  return counts;
}

it('keeps everything of a tenant in one database, and finds it there', async () => {
  expect(listShards(env)).toEqual(['DB', 'DB_1', 'DB_2', 'DB_10']);
  const tenants = [];
  for (const name of ['amber', 'birch', 'cedar', 'dune', 'elm', 'fern']) tenants.push(await furnish(name));
  // Requires rows outside the first database; otherwise the test shows nothing.
  expect(new Set(tenants.map(({ database }) => database)).size).toBeGreaterThan(1);
  for (const { name, key, database, world, scene, run } of tenants) {
    expect(Object.keys(await countRows(name))).toEqual([database]);
    const list = async (path: string) =>
      (await get<{ items: { id: string }[] }>(`GET /v1/${path}`, key)).items.map(({ id }) => id);
    expect(await list('worlds')).toEqual([world]);
    expect(await list('scenes')).toEqual([scene]);
    expect(await list('runs')).toEqual([run]);
    expect(await list('webhooks')).toHaveLength(1);
    expect((await list(`calls?room=${scene}`)).length).toBeGreaterThan(0);
    const usage = await get<{ total: { calls: number } }>('GET /v1/usage', key);
    expect(usage.total.calls).toBeGreaterThan(0);
    expect((await send(`GET /v1/worlds/${world}`, OPERATOR)).status).toBe(404);
  }
  const { items } = await get<{ items: { name: string }[] }>('GET /v1/tenants', OPERATOR);
  expect(items).toHaveLength(6);

  const gone = tenants.find(({ database }) => database !== 'DB');
  if (!gone) throw new Error('no tenant is in another database');
  await call(`DELETE /v1/runs/${gone.run}`, { key: gone.key });
  await get(`DELETE /v1/tenants/${gone.name}`, OPERATOR);
  const tenant = env.TENANTS.get(env.TENANTS.idFromName(gone.name));
  const scene = env.SCENES.get(env.SCENES.idFromName(`${gone.name}/${gone.scene}`));
  const later = "UPDATE meta SET value = json_set(value, '$.at', value->>'at' - 60000) WHERE key = 'removal'";
  const wake = async () => {
    await runInDurableObject(tenant, (_object, { storage: { sql } }) => sql.exec(later));
    for (const object of [scene, tenant]) await runDurableObjectAlarm(object).catch(() => false);
  };
  await until(async () => {
    await wake();
    return (await send(`GET /v1/tenants/${gone.name}`, OPERATOR)).status;
  }).holds((status) => status === 410);
  expect(await countRows(gone.name)).toEqual({});
}, 120_000);

it("leaves the operator's own tenant, and names that have rows there, in the first database", async () => {
  await get('POST /v1/worlds', OPERATOR, { name: 'At home' });
  expect(await countRows('local')).toEqual({ DB: expect.any(Number) });
  const names = Array.from({ length: 12 }, (_, n) => `earlier${n}`);
  const before = await Promise.all(names.map((name) => chooseShard(env, name)));
  const name = names[before.findIndex((shard) => shard !== 'DB')] ?? '';
  await env.DB.prepare(
    `INSERT INTO library (tenant, id, kind, name, search, body, refs, version, created_at, updated_at)
     VALUES (?, 'wld_1', 'world', 'w', 'w', '{}', '[]', 1, '2026', '2026')`,
  )
    .bind(name)
    .run();
  expect(await chooseShard(env, name)).toBe('DB');
});

it('refuses a database that is no longer bound, and takes no other name for one', () => {
  for (const shard of ['DB_9', 'BUCKET', 'BOOTSTRAP_KEY', '__proto__'])
    expect(() => databaseAt(env, shard)).toThrow('no longer bound');
});
