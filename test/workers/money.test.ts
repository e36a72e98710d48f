import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { roomDeps } from '../../durable-objects/lib/room/deps';
import type { CallSummary } from '../../src/contract/calls';
import type { TenantBudgets, UsagePage, UsageRow } from '../../src/contract/money';
import type { Problem } from '../../src/contract/problems';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { GridRun } from '../../src/contract/runs';
import type { Scene } from '../../src/contract/scenes';
import type { TenantApi } from '../../src/room/rpc';
import { fakeLog, fakeProfile, sceneBody, until } from '../support/rooms';
import { call, createScene, get, newTenant, OPERATOR, send } from '../support/stage-client';

const books = (name: string) => env.TENANTS.get(env.TENANTS.idFromName(name)) as unknown as TenantApi;

const openScene = (key: string, name: string, more: object = {}) =>
  get<Scene>('POST /v1/scenes', key, { ...sceneBody(fakeProfile(name)), ...more });

const speak = (key: string, id: string) =>
  get<TurnAccepted>(`POST /v1/scenes/${id}/turns?wait=1`, key, {
    type: 'user',
    text: 'Is the lamp lit?',
    personaId: 'visitor',
    to: [],
  });

async function retry(key: string, id: string): Promise<string> {
  await get<TurnAccepted>(`POST /v1/scenes/${id}/rounds/1/retry`, key);
  const { failed } = await until(() => get<Scene>(`GET /v1/scenes/${id}`, key)).holds(
    (scene) => scene.round === null,
  );
  return failed === null ? 'completed' : 'failed';
}

/** The tenant's budgets, once every room has settled. */
const settled = (key: string) =>
  until(() => get<TenantBudgets>('GET /v1/budgets', key)).holds(({ reserved }) => reserved.calls === 0);

const eventsOf = async (key: string, id: string, kind: string) => {
  const { events } = await get<{ events: { kind: string; audience: string[]; payload: object }[] }>(
    `GET /v1/scenes/${id}/events?limit=1000`,
    key,
  );
  return events.filter((event) => event.kind === kind);
};

describe('a budget of calls', () => {
  it('of one call lets 50 requests at once make exactly one', async () => {
    const key = await newTenant('fifty');
    const name = 'ok#fifty';
    const scenes = await Promise.all(Array.from({ length: 10 }, () => openScene(key, name)));
    await get('PUT /v1/budgets', key, { calls: 1 });
    const asked = Array.from({ length: 50 }, (_, i) => speak(key, scenes[i % scenes.length]?.id ?? ''));
    // Five inputs in each scene: the first has its round, the others wait behind it after the failure.
    const ended = await Promise.all(asked);
    expect(ended.filter(({ status }) => status === 'completed')).toEqual([]);

    expect(await fakeLog(name)).toHaveLength(1);
    expect(await settled(key)).toMatchObject({ tenant: { used: { calls: 1 }, left: { calls: 0 } } });
  });

  it('ends the round with an event that says which and how to raise it, and a retry goes on once it was', async () => {
    const key = await newTenant('raised');
    const { id } = await openScene(key, 'ok#raised');
    await get('PUT /v1/budgets', key, { calls: 2 });
    expect(await speak(key, id)).toMatchObject({ round: 1, status: 'failed' });

    const [told, ...more] = await eventsOf(key, id, 'budget.exhausted');
    expect(more).toEqual([]);
    expect(told?.audience).toEqual(['owner']);
    expect(told?.payload).toMatchObject({
      budget: 'tenant',
      what: 'calls',
      limit: 2,
      used: 2,
      reserved: 0,
      period: 'total',
      fix: expect.stringContaining('PUT /v1/budgets'),
    });
    const scene = await get<Scene>(`GET /v1/scenes/${id}`, key);
    expect(scene.failed?.problem).toMatchObject({ type: '/problems/budget-exhausted', status: 402 });
    expect(scene.failed?.problem.fix).toContain('PUT /v1/budgets');

    await get('PUT /v1/budgets', key, { calls: 100 });
    expect(await retry(key, id)).toBe('completed');
    const hashes = (await fakeLog('ok#raised')).map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(await settled(key)).toMatchObject({ tenant: { used: { calls: hashes.length } } });
  });

  it('of the operator holds whatever the tenant sets itself', async () => {
    const key = await newTenant('capped');
    const { id } = await openScene(key, 'ok#capped');
    await get('PUT /v1/tenants/capped/budget', OPERATOR, { calls: 1, period: 'month' });
    await get('PUT /v1/budgets', key, { calls: 1000 });
    expect(await speak(key, id)).toMatchObject({ status: 'failed' });
    const [told] = await eventsOf(key, id, 'budget.exhausted');
    expect(told?.payload).toMatchObject({ budget: 'operator', limit: 1, period: 'month' });
    expect(await fakeLog('ok#capped')).toHaveLength(1);

    expect((await send('PUT /v1/tenants/capped/budget', key, { calls: 9 })).status).toBe(403);
    await get('DELETE /v1/tenants/capped/budget', OPERATOR);
    expect(await retry(key, id)).toBe('completed');
  });

  it('of a scene, and of each player in it, is its own affair', async () => {
    const key = await newTenant('roomy');
    const { id } = await openScene(key, 'ok#roomy', { budgets: { calls: 3 } });
    expect(await speak(key, id)).toMatchObject({ status: 'failed' });
    expect((await eventsOf(key, id, 'budget.exhausted'))[0]?.payload).toMatchObject({
      budget: 'room',
      limit: 3,
      used: 3,
      fix: expect.stringContaining(`PATCH /v1/scenes/${id}`),
    });
    await get(`PATCH /v1/scenes/${id}`, key, { budgets: { calls: null, perSeat: { calls: 4 } } });
    expect(await retry(key, id)).toBe('failed');
    expect((await eventsOf(key, id, 'budget.exhausted'))[1]?.payload).toMatchObject({
      budget: 'seat',
      seat: 'persona:visitor',
      limit: 4,
      used: 4,
    });
    expect(await fakeLog('ok#roomy')).toHaveLength(4);
    await get(`PATCH /v1/scenes/${id}`, key, { budgets: { perSeat: { calls: null } } });
    expect(await retry(key, id)).toBe('completed');
  });

  it('is not needed for the understudy', async () => {
    const key = await newTenant('offline');
    await get('PUT /v1/budgets', key, { calls: 0, tokens: 0, money: 0 });
    const id = await createScene(sceneBody({ provider: 'understudy' }), key);
    expect(await speak(key, id)).toMatchObject({ status: 'completed' });
    expect(await get<TenantBudgets>('GET /v1/budgets', key)).toMatchObject({ used: { calls: 0 } });
  });
});

describe('tokens and money', () => {
  it('are reserved before a call and settled with what it used', async () => {
    const key = await newTenant('tokens');
    const { id } = await openScene(key, 'ok#tokens');
    await get('PUT /v1/budgets', key, { tokens: 1_000_000, money: 5 });
    expect(await speak(key, id)).toMatchObject({ status: 'completed' });
    const { tenant, used } = await settled(key);
    const page = await until(() => get<UsagePage>('GET /v1/usage?by=model', key)).holds(
      ({ total }) => total.calls > 4,
    );
    const { promptTokens, completionTokens, calls, money } = page.total;
    expect(promptTokens).toBeGreaterThan(0);
    expect(money).toBeGreaterThan(0);
    expect(used).toEqual({ calls, tokens: promptTokens + completionTokens, money });
    expect(tenant?.left.tokens).toBe(1_000_000 - promptTokens - completionTokens);
  });

  it('stay reserved between rounds that follow soon, and settle after the last one', async () => {
    const deps = roomDeps(env);
    const { settleAfterMs } = deps;
    deps.settleAfterMs = 60_000;
    const key = await newTenant('soon');
    const { id } = await openScene(key, 'ok#soon');
    const reservedCalls = async () => (await get<TenantBudgets>('GET /v1/budgets', key)).reserved.calls;
    await speak(key, id);
    expect(await reservedCalls()).toBeGreaterThan(0);
    await speak(key, id);
    expect(await reservedCalls()).toBeGreaterThan(0);
    deps.settleAfterMs = settleAfterMs;
    expect(await runDurableObjectAlarm(env.SCENES.get(env.SCENES.idFromName(`soon/${id}`)))).toBe(true);
    expect((await settled(key)).used.calls).toBe((await fakeLog('ok#soon')).length);
  });

  it('of which one call is left are not leased ahead by the room that used the others', async () => {
    const deps = roomDeps(env);
    const { settleAfterMs } = deps;
    deps.settleAfterMs = 60_000;
    onTestFinished(() => {
      deps.settleAfterMs = settleAfterMs;
    });
    const key = await newTenant('ahead');
    const scenes = await Promise.all(
      [1, 2].map(() => openScene(key, 'ok#ahead', { settings: { director: 'off' } })),
    );
    await get('PUT /v1/budgets', key, { calls: 2 });
    const line = { type: 'user', text: 'Is the lamp lit?', personaId: 'visitor', to: ['ada'] };
    for (const { id } of scenes)
      expect(await get<TurnAccepted>(`POST /v1/scenes/${id}/turns?wait=1`, key, line)).toMatchObject({
        status: 'completed',
      });
  });

  it('that do not cover one call make none', async () => {
    const key = await newTenant('poor');
    const { id } = await openScene(key, 'ok#poor');
    await get('PUT /v1/budgets', key, { tokens: 100 });
    expect(await speak(key, id)).toMatchObject({ status: 'failed' });
    await get('PUT /v1/budgets', key, { money: 0.000_01 });
    expect(await retry(key, id)).toBe('failed');
    const told = (await eventsOf(key, id, 'budget.exhausted')).map(({ payload }) => payload);
    expect(told).toMatchObject([
      { what: 'tokens', used: 0 },
      { what: 'money', limit: 0.000_01, currency: 'EUR' },
    ]);
    expect(await fakeLog('ok#poor')).toEqual([]);
  });
});

it('the budget of a run of tokens pauses it, and resuming goes on once it was raised', async () => {
  const key = await newTenant('runner');
  const profile = fakeProfile('ok#runner');
  const { id } = await get<GridRun>('POST /v1/runs', key, {
    ...{ game: 'corridor', profiles: { explorer: profile, analyst: profile } },
    ...{ budgets: { actions: 2, tokens: 200 }, start: true },
  });
  const run = () => get<GridRun>(`GET /v1/runs/${id}`, key);
  const stopped = await until(run).holds(({ status }) => status === 'paused');
  expect(stopped).toMatchObject({
    budgets: { actions: 2, tokens: 200, money: null },
    failed: { problem: { type: '/problems/budget-exhausted', fix: expect.stringContaining('resume') } },
  });
  expect(await fakeLog('ok#runner')).toEqual([]);
  const { events } = await get<{ events: { kind: string; payload: object }[] }>(
    `GET /v1/runs/${id}/events`,
    key,
  );
  const told = events.filter(({ kind }) => kind === 'budget.exhausted' || kind === 'run.paused');
  expect(told.map(({ payload }) => payload)).toMatchObject([
    { budget: 'room', what: 'tokens', limit: 200, used: 0 },
    { reason: 'budget' },
  ]);
  await get(`PATCH /v1/runs/${id}`, key, { budgets: { tokens: null } });
  await get(`POST /v1/runs/${id}/resume`, key);
  const over = await until(run).holds(({ status }) => status === 'finished');
  expect(over).toMatchObject({ finishReason: 'action_budget', failed: null });
});

describe('GET /v1/usage', () => {
  it('sums exactly the calls of the list, by every key, in pages', async () => {
    const key = await newTenant('sums');
    const [first, second] = [await openScene(key, 'ok#sums-1'), await openScene(key, 'ok#sums-2')];
    await speak(key, first.id);
    await speak(key, second.id);
    const free = await createScene(sceneBody({ provider: 'understudy' }), key);
    await speak(key, free);
    const list = await until(
      async () => (await get<{ items: CallSummary[] }>('GET /v1/calls?limit=200', key)).items,
    ).holds((calls) => new Set(calls.map(({ room }) => room)).size === 3 && calls.length >= 15);
    const keyOf = {
      day: (one: CallSummary) => one.startedAt.slice(0, 10),
      room: (one: CallSummary) => one.room,
      seat: (one: CallSummary) => one.seat ?? '',
      role: (one: CallSummary) => one.role,
      model: (one: CallSummary) => one.model,
    };
    for (const [by, pick] of Object.entries(keyOf)) {
      const items = [];
      for (let cursor = ''; ; ) {
        const page: UsagePage = await get(`GET /v1/usage?by=${by}&limit=2${cursor}`, key);
        items.push(...page.items);
        expect(page.total.calls).toBe(list.length);
        if (page.next === null) break;
        cursor = `&cursor=${page.next}`;
      }
      const keys = [...new Set(list.map(pick))].sort();
      expect(items.map((row) => row.key ?? '')).toEqual(keys);
      for (const row of items) {
        const mine = list.filter((one) => pick(one) === (row.key ?? ''));
        const sum = (of: (one: CallSummary) => number) => mine.reduce((total, one) => total + of(one), 0);
        expect(row).toMatchObject({
          calls: mine.length,
          metered: mine.filter(({ provider }) => provider !== 'understudy').length,
          promptTokens: sum((one) => one.promptTokens),
          completionTokens: sum((one) => one.completionTokens),
          unpriced: 0,
        });
        expect(row.money).toBeCloseTo(
          sum((one) => one.money ?? 0),
          9,
        );
      }
    }
    const parted: UsageRow[] = [];
    for (let cursor = ''; ; ) {
      const page: UsagePage = await get(`GET /v1/usage?by=room&split=role&limit=2${cursor}`, key);
      parted.push(...page.items);
      expect(page.total.calls).toBe(list.length);
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    const pairs = [...new Set(list.map(({ room, role }) => `${room} ${role}`))].sort();
    expect(parted.map(({ key: room, part }) => `${room} ${part}`)).toEqual(pairs);
    for (const { key: room, part, calls } of parted)
      expect(calls).toBe(list.filter((one) => one.room === room && one.role === part).length);
    expect((await send('GET /v1/usage?from=2026-02-02&to=2026-02-01', key)).status).toBe(400);
    const none = await get<UsagePage>('GET /v1/usage?from=2020-01-01&to=2020-01-31', key);
    expect(none).toMatchObject({ items: [], next: null, total: { calls: 0, money: 0 } });
    const stranger = await get<UsagePage>('GET /v1/usage', await newTenant('stranger'));
    expect(stranger.items).toEqual([]);
  });

  it('has the titles of rooms, as keys and as parts, on every page, and of a room that is gone the id', async () => {
    const key = await newTenant('titles');
    const titles = new Map<string, string | null>();
    for (const title of ['The Lamp', 'A Maze', 'Gone']) {
      const body = { ...sceneBody({ provider: 'understudy' }), title };
      const id = await createScene(body, key);
      await speak(key, id);
      titles.set(id, title);
    }
    const [, , gone] = titles.keys();
    await until(() => get<UsagePage>('GET /v1/usage?by=room', key)).holds(
      ({ items }) => items.length === 3 && items.every(({ title }) => title),
    );
    await env.DB.prepare('DELETE FROM rooms WHERE id = ?').bind(gone).run();
    titles.set(gone ?? '', null);
    const shown = async (asked: string, room: 'key' | 'part') => {
      const rows: UsageRow[] = [];
      for (let cursor = ''; ; ) {
        const page = await get<UsagePage>(`GET /v1/usage?${asked}&limit=2${cursor}`, key);
        rows.push(...page.items);
        if (page.next === null) break;
        cursor = `&cursor=${page.next}`;
      }
      return rows.map((row) => [row[room], row.title]);
    };
    const all = [...titles].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(await shown('by=room', 'key')).toEqual(all);
    expect(await shown('by=day&split=room', 'part')).toEqual(all);
    const [, other] = await shown('by=role&split=model', 'key');
    expect(other?.[1]).toBeUndefined();
  });
});

it('a tenant that nobody made has no books, and asking makes none', async () => {
  const problem = await call('GET /v1/tenants/nobody/budget');
  expect(problem.status).toBe(404);
  expect(((await problem.json()) as Problem).type).toBe('/problems/not-found');
  expect(await books('nobody').listKeys()).toEqual({ ok: true, value: [] });
});

it('calls at the same time wait for each other where the budget is tight, and none is asked twice', async () => {
  const key = await newTenant('tight');
  const scene = await openScene(key, 'ok#tight');
  const chorus = { type: 'user', text: 'Answer me all at once.', personaId: 'visitor', to: [] };
  // The director has one call, and two of the three concurrent characters.
  await get(`PATCH /v1/scenes/${scene.id}`, key, { budgets: { calls: 3 } });
  await get(`POST /v1/scenes/${scene.id}/turns?wait=1`, key, chorus);
  expect((await get<Scene>(`GET /v1/scenes/${scene.id}`, key)).failed).not.toBeNull();
  await get(`PATCH /v1/scenes/${scene.id}`, key, { budgets: { calls: null } });
  expect(await retry(key, scene.id)).toBe('completed');
  const hashes = (await fakeLog('ok#tight')).map(({ hash }) => hash);
  expect(new Set(hashes).size).toBe(hashes.length);

  // Enough for the usage of three calls, and the reservation for one.
  const { used } = await settled(key);
  const other = await openScene(key, 'ok#tight-2', { budgets: { tokens: used.tokens + 2500 } });
  expect(await get<TurnAccepted>(`POST /v1/scenes/${other.id}/turns?wait=1`, key, chorus)).toMatchObject({
    status: 'completed',
  });
});
