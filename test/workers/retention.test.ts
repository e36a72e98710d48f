import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { wakeTenants } from '../../durable-objects/lib/tenant/call-retention';
import type { Problem } from '../../src/contract/problems';
import type { Retention } from '../../src/contract/retention';
import { bundleKey } from '../../src/storage/bundles';
import { SCENE } from '../support/http-rooms';
import { must } from '../support/must';
import { idle, openScene, say, sceneAt, sceneStub, TENANT, until } from '../support/rooms';
import { call, createScene, get, newTenant, OPERATOR, send } from '../support/stage-client';

const DAY = 24 * 3600 * 1000;

const roundsOfCalls = async (room: string): Promise<number[]> => {
  const { results } = await env.DB.prepare('SELECT DISTINCT round FROM calls WHERE room = ? ORDER BY round')
    .bind(room)
    .all<{ round: number }>();
  return results.map(({ round }) => round);
};
const roundsInRoom = (id: string): Promise<number[]> =>
  sceneAt(id).inside((_room, { storage }) =>
    storage.sql
      .exec<{ round: number }>('SELECT DISTINCT round FROM steps ORDER BY round')
      .toArray()
      .map(({ round }) => round),
  );
const firstCall = (id: string, round: number): Promise<number> =>
  sceneAt(id).inside(
    (_room, { storage: { sql } }) =>
      sql.exec<{ n: number }>("SELECT min(n) AS n FROM steps WHERE round = ? AND kind = 'call'", round).one()
        .n,
  );
const bundles = async (id: string, tenant = TENANT): Promise<number[]> => {
  const { objects } = await env.BUCKET.list({
    prefix: bundleKey(tenant, id, 1).replace(/\d+\.json\.gz$/, ''),
  });
  return objects.map(({ key }) => Number(/(\d+)\.json\.gz$/.exec(key)?.[1]));
};

/** Plays a number of rounds in a scene, each until it is in the stores. Returns a time after each round. */
async function play(id: string, rounds: number): Promise<string[]> {
  const times: string[] = [];
  for (let n = 0; n < rounds; n += 1) {
    await sceneAt(id).played(say(`Is anybody there? (${n})`));
    await new Promise((resolve) => setTimeout(resolve, 5));
    times.push(new Date().toISOString());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await until(() => sceneAt(id).inside(({ core }) => core.look(({ outbox }) => outbox.pending()))).holds(
    (pending) => pending.ok && !pending.value,
  );
  return times;
}

const forget = (id: string, before: string) => sceneStub(id).forgetCalls(before);

describe('calls of a room that are too old', () => {
  it('are deleted everywhere; events, newer rounds and what the room spent stay', async () => {
    const id = await openScene();
    const [, second = ''] = await play(id, 4);
    const events = await sceneAt(id).ledger();
    expect([await roundsOfCalls(id), await bundles(id)]).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
    const n = await firstCall(id, 1);
    expect((await sceneAt(id).readCall(1, n)).messages.length).toBeGreaterThan(0);

    expect(must(await forget(id, second))).toBe(true);
    for (const rounds of [await roundsOfCalls(id), await bundles(id), await roundsInRoom(id)])
      expect(rounds).toEqual([3, 4]);
    expect(await sceneStub(id).readCall(1, n)).toMatchObject({ failure: { code: 'gone' } });
    expect(await sceneAt(id).ledger()).toEqual(events);
    expect((await sceneAt(id).round(1)).lines.length).toBeGreaterThan(0);

    // A repetition changes nothing; the room can continue.
    expect(must(await forget(id, second))).toBe(true);
    await play(id, 1);
    expect(await roundsOfCalls(id)).toEqual([3, 4, 5]);
  });

  it('stay in the room for its newest round, which may be retried, and go with the next one', async () => {
    const id = await openScene();
    await play(id, 2);
    expect(must(await forget(id, new Date(Date.now() + 1_000).toISOString()))).toBe(true);
    expect([await roundsOfCalls(id), await bundles(id), await roundsInRoom(id)]).toEqual([[], [], [2]]);
    const n = await firstCall(id, 2);
    expect((await sceneAt(id).readCall(2, n)).messages.length).toBeGreaterThan(0);
    await play(id, 1);
    expect(must(await forget(id, new Date(Date.now() + 1_000).toISOString()))).toBe(true);
    expect(await roundsInRoom(id)).toEqual([3]);
  });

  it('are left while the room is being played', async () => {
    const id = await openScene();
    await play(id, 1);
    const { reached, release } = await sceneAt(id).holdAt('director.1/1 intent');
    await sceneAt(id).turn(say('And now?'));
    await reached();
    expect(must(await forget(id, new Date(Date.now() + 1_000).toISOString()))).toBe(false);
    expect([await roundsOfCalls(id), await bundles(id)]).toEqual([[1], [1]]);
    release();
    await idle(id);
  });

  it('are deleted by the next try when D1 fails in between', async () => {
    const id = await openScene();
    const [first = ''] = await play(id, 2);
    await env.DB.prepare('ALTER TABLE calls RENAME TO calls_away').run();
    const failure = await forget(id, first).then(
      () => null,
      (error: unknown) => String(error),
    );
    await env.DB.prepare('ALTER TABLE calls_away RENAME TO calls').run();
    expect(failure).toContain('no such table');
    expect([await roundsOfCalls(id), await bundles(id)]).toEqual([[1, 2], [2]]);
    expect(must(await forget(id, first))).toBe(true);
    expect(await roundsOfCalls(id)).toEqual([2]);
  });
});

describe('the retention of a tenant', () => {
  const tenantObject = (name: string) => env.TENANTS.get(env.TENANTS.idFromName(name));

  async function furnish(name: string, scenes: number) {
    const key = await newTenant(name);
    const ids: string[] = [];
    for (let n = 0; n < scenes; n += 1) {
      const id = await createScene(SCENE, key);
      ids.push(id);
      for (const text of ['One.', 'Two.'])
        await get(`POST /v1/scenes/${id}/turns?wait=1`, key, { type: 'user', text });
    }
    await until(async () => {
      const sql = "SELECT count(*) AS n FROM rounds WHERE tenant = ? AND status = 'completed'";
      return env.DB.prepare(sql).bind(name).first<number>('n');
    }).holds((rounds) => rounds === 2 * scenes);
    const then = new Date(Date.now() - 2 * DAY).toISOString();
    await env.DB.prepare('UPDATE calls SET started_at = ? WHERE tenant = ?').bind(then, name).run();
    for (const id of ids) {
      const scene = env.SCENES.get(env.SCENES.idFromName(`${name}/${id}`));
      await runInDurableObject(scene, (_object, { storage }) =>
        storage.sql.exec('UPDATE ledger SET at = ?', then),
      );
    }
    return { key, ids };
  }
  const callsOf = (tenant: string) =>
    env.DB.prepare('SELECT count(*) AS n FROM calls WHERE tenant = ?').bind(tenant).first<number>('n');

  it('is for ever until somebody sets it; a tenant may only shorten that of the operator', async () => {
    const key = await newTenant('keeper');
    expect(await get('GET /v1/retention', key)).toEqual({ days: null, own: null, operator: null });
    expect(await get('PUT /v1/tenants/keeper/retention', OPERATOR, { days: 30 })).toMatchObject({ days: 30 });
    const refused = await call('PUT /v1/retention', { key, body: { days: 31 } });
    const { errors, detail } = (await refused.json()) as Problem;
    expect([refused.status, JSON.stringify({ errors, detail })]).toEqual([
      400,
      expect.stringContaining('at most 30'),
    ]);
    expect(await get('PUT /v1/retention', key, { days: 7 })).toEqual({ days: 7, own: 7, operator: 30 });
    expect(await get<Retention>('PUT /v1/tenants/keeper/retention', OPERATOR, { days: 3 })).toMatchObject({
      days: 3,
    });
    expect(await get('PUT /v1/retention', key, { days: null })).toMatchObject({ days: 3, own: null });
    expect((await send('PUT /v1/tenants/keeper/retention', key, { days: null })).status).toBe(403);
    expect((await send('GET /v1/tenants/nobody/retention', OPERATOR)).status).toBe(404);
    for (const days of [0, -1, 1.5, 40_000, '7'])
      expect((await send('PUT /v1/retention', key, { days })).status).toBe(400);
  });

  it('deletes what is older by itself, in every room, and looks again a day later', async () => {
    const { key, ids } = await furnish('forgetful', 3);
    const other = await furnish('lasting', 1);
    expect(await callsOf('forgetful')).toBeGreaterThan(0);
    await get('PUT /v1/retention', key, { days: 1 });
    await until(async () => {
      await runDurableObjectAlarm(tenantObject('forgetful'));
      return callsOf('forgetful');
    }).holds((calls) => calls === 0);
    for (const id of ids) expect(await bundles(id, 'forgetful')).toEqual([]);
    const next = await runInDurableObject(tenantObject('forgetful'), (_object, { storage }) =>
      storage.getAlarm(),
    );
    expect((next ?? 0) - Date.now()).toBeGreaterThan(DAY / 2);
    const transcript = await (await call(`GET /v1/scenes/${ids[0]}/transcript`, { key })).text();
    expect(transcript).toContain('One.');
    expect(await callsOf('lasting')).toBeGreaterThan(0);
    expect(other.ids).toHaveLength(1);
  });

  it('reaches tenants that nobody uses, and makes nothing of a name that is none', async () => {
    await furnish('sleeping', 1);
    // Like RETENTION_DAYS, which the stage of the tests does not set.
    await runInDurableObject(tenantObject('sleeping'), (_object, { storage }) =>
      storage.sql.exec("INSERT INTO meta VALUES ('retention_operator', '1')"),
    );
    await wakeTenants(env, OPERATOR, Date.now());
    await until(async () => {
      await runDurableObjectAlarm(tenantObject('sleeping'));
      return callsOf('sleeping');
    }).holds((calls) => calls === 0);
    await wakeTenants(env, 'ps_nobody_test0test0test0test0test0test0', Date.now());
    const tables = await runInDurableObject(tenantObject('nobody'), (_object, { storage }) =>
      storage.sql.exec("SELECT count(*) AS n FROM sqlite_master WHERE name = 'meta'").one(),
    );
    expect(tables).toEqual({ n: 0 });
  });
});
