import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SceneRoom } from '../../durable-objects/scene-room';
import { DEMO, DEMO_TENANT } from '../../src/base/demo';
import type { EventPage } from '../../src/contract/events/events';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { SceneSeen } from '../../src/contract/scenes';
import type { SeatAccepted } from '../../src/contract/seats';
import type { StageView } from '../../src/contract/stage';
import { roomPrefix } from '../../src/storage/bundles';
import { dumpEverything } from '../support/every-store';
import { until } from '../support/rooms';
import { connect, get, OPERATOR, send } from '../support/stage-client';

const startDemo = () => get<SeatAccepted>('POST /v1/demo', null);
const tenant = () => env.TENANTS.get(env.TENANTS.idFromName(DEMO_TENANT));
const sceneOf = (id: string) => env.SCENES.get(env.SCENES.idFromName(`${DEMO_TENANT}/${id}`));
const countRows = async (scene: string) =>
  (await env.DB.prepare('SELECT count(*) AS n FROM rooms WHERE id = ?').bind(scene).first<{ n: number }>())
    ?.n;
const seatStatus = async (scene: string, token: string | null) =>
  (await send(`GET /v1/scenes/${scene}`, token)).status;

async function deleteAll(): Promise<void> {
  vi.setSystemTime(Date.now() + DEMO.roomMs + 1);
  await runDurableObjectAlarm(tenant() as unknown as DurableObjectStub);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(async () => {
  await deleteAll();
  vi.useRealTimers();
});

describe('a demo room', () => {
  it('is offered, and seats somebody without a key in a scene that the understudy plays', async () => {
    expect(await get<StageView>('GET /v1/stage', null)).toMatchObject({ demo: true });
    const { scene, seat, token } = await startDemo();
    expect(Date.parse(seat.endsAt ?? '') - Date.now()).toBeLessThanOrEqual(DEMO.seatMs);
    expect(Date.parse(seat.endsAt ?? '') - Date.now()).toBeGreaterThan(DEMO.seatMs - 10_000);
    const seen = await get<SceneSeen>(`GET /v1/scenes/${scene}`, token);
    expect(seen.you).toMatchObject({ role: 'player', persona: 'ines', name: 'A visitor' });
    const said = await get<TurnAccepted>(`POST /v1/scenes/${scene}/turns?wait=1`, token, {
      type: 'user',
      text: 'Is the lamp steady?',
    });
    expect(said.status).toBe('completed');
    const { events } = await get<EventPage>(`GET /v1/scenes/${scene}/events?limit=1000`, token);
    expect(events.filter(({ kind }) => kind === 'character.spoke').length).toBeGreaterThan(0);
    const calls = await until(
      async () =>
        (
          await env.DB.prepare('SELECT DISTINCT provider FROM calls WHERE room = ?')
            .bind(scene)
            .all<{ provider: string }>()
        ).results,
    ).holds((rows) => rows.length > 0);
    expect(calls).toEqual([{ provider: 'understudy' }]);
  });

  it('is its visitor’s alone, and the seat opens nothing else', async () => {
    const [one, other] = [await startDemo(), await startDemo()];
    expect(one.scene).not.toBe(other.scene);
    expect(await seatStatus(other.scene, one.token)).toBe(403);
    expect(await seatStatus(one.scene, OPERATOR)).toBe(404);
    for (const row of [
      `PATCH /v1/scenes/${one.scene}`,
      `POST /v1/scenes/${one.scene}/seats`,
      `POST /v1/scenes/${one.scene}/autonomy`,
      'POST /v1/scenes',
      'GET /v1/scenes',
      'GET /v1/calls',
    ])
      expect([row, (await send(row, one.token, row.startsWith('GET') ? undefined : {})).status]).toEqual([
        row,
        403,
      ]);
    const kept = await send('POST /v1/passkeys/registration', one.token, undefined, { Host: 'stage.test' });
    expect(kept.status).toBe(403);
  });

  it('ends for its visitor after two minutes, and is deleted a minute later', async () => {
    const { scene, token } = await startDemo();
    await get(`POST /v1/scenes/${scene}/turns?wait=1`, token, { type: 'continuation' });
    await until(() => countRows(scene)).holds((n) => n === 1);
    const client = await connect(scene, token);
    await client.ready();
    vi.setSystemTime(Date.now() + DEMO.seatMs);
    expect(await seatStatus(scene, token)).toBe(401);
    vi.setSystemTime(Date.now() + DEMO.roomMs - DEMO.seatMs);
    await runDurableObjectAlarm(tenant() as unknown as DurableObjectStub);
    await until(async () => {
      await runDurableObjectAlarm(sceneOf(scene) as unknown as DurableObjectStub);
      return countRows(scene);
    }).holds((n) => n === 0);
    const left = await env.BUCKET.list({ prefix: roomPrefix(DEMO_TENANT, scene) });
    expect(left.objects).toEqual([]);
    const secret = scene.replace('scn_', '');
    const stores = (await dumpEverything()).filter(({ text }) => text.includes(secret));
    expect(stores.map(({ store }) => store)).toEqual([]);
    expect(await seatStatus(scene, token)).toBe(401);
  });

  it('is played out once more has happened in it than a person plays', async () => {
    const { scene, token } = await startDemo();
    const say = () => send(`POST /v1/scenes/${scene}/turns?wait=1`, token, { type: 'continuation' });
    expect((await say()).status).toBe(200);
    await runInDurableObject(sceneOf(scene) as unknown as DurableObjectStub<SceneRoom>, ({ core }) => {
      const opening = core.open();
      if (opening.ok) vi.spyOn(opening.value.ledger, 'head', 'get').mockReturnValue(DEMO.events);
    });
    expect(await say()).toMatchObject({ status: 409, json: { detail: 'This demo has reached its limit.' } });
    expect(await seatStatus(scene, token)).toBe(200);
    expect((await send(`GET /v1/scenes/${scene}/rounds`, token)).status).toBe(200);
  });

  it('is refused while as many as may be are played, and made again after', async () => {
    const made = [];
    for (let n = 0; n < DEMO.rooms; n += 1) made.push((await startDemo()).scene);
    expect(new Set(made).size).toBe(DEMO.rooms);
    const full = await send('POST /v1/demo', null);
    expect(full).toMatchObject({
      status: 429,
      json: { detail: expect.stringContaining('demo rooms on this stage'), retryAfter: expect.any(Number) },
    });
    await deleteAll();
    expect((await send('POST /v1/demo', null)).status).toBe(201);
  });

  it('is counted by address', async () => {
    const from = { 'CF-Connecting-IP': '203.0.113.77' };
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await send('POST /v1/demo', null, undefined, from)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    const elsewhere = await send('POST /v1/demo', null, undefined, { 'CF-Connecting-IP': '203.0.113.78' });
    expect(elsewhere.status).toBe(201);
  });

  it('has a tenant that nobody else may have', async () => {
    expect((await send('POST /v1/tenants', OPERATOR, { name: DEMO_TENANT })).status).toBe(409);
    expect((await send(`DELETE /v1/tenants/${DEMO_TENANT}`, OPERATOR)).status).toBe(409);
  });
});
