import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { KEPT_ROUNDS } from '../../durable-objects/lib/room/outbox';
import type { NewTenant } from '../../src/contract/access';
import type { CallSummary } from '../../src/contract/calls';
import type { TenantBudgets, UsagePage } from '../../src/contract/money';
import type { Scene } from '../../src/contract/scenes';
import { sample } from '../support/depth';
import {
  address,
  controlModel,
  fakeLog,
  fakeProfile,
  openRun,
  roomId,
  runAt,
  runStub,
  say,
  sceneAt,
  sceneBody,
  sceneStub,
  until,
} from '../support/rooms';
import { createScene, get, OPERATOR, send } from '../support/stage-client';

/** Makes the fake director let everyone act at the same time (test/support/fake-answers.ts). */
const CHORUS = 'Answer me all at once.';
const QUESTION = 'Is the lamp lit?';

const purse = () => env.TENANTS.get(env.TENANTS.idFromName('local'));
const bookRows = <R extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]) =>
  runInDurableObject(purse(), (_tenant, { storage }) => storage.sql.exec<R>(query, ...values).toArray());

type Sums = { calls: number; tokens: number; money: number };
const SUMS = 'sum(calls) AS calls, sum(tokens) AS tokens, sum(money) AS money';

async function booked(id: string): Promise<{ meter: Sums | undefined; leases: number }> {
  const [meter] = await bookRows<Sums>('SELECT calls, tokens, money FROM meters WHERE room = ?', id);
  const leases = await bookRows('SELECT 1 FROM leases WHERE room = ?', id);
  return { meter, leases: leases.length };
}

async function journalled(id: string): Promise<Sums> {
  const [sums] = await sceneAt(
    id,
  ).rows<Sums>(`SELECT sum(cost->>'calls') AS calls, sum(cost->>'tokens') AS tokens, sum(cost->>'money') AS money
     FROM steps WHERE cost IS NOT NULL`);
  if (!sums) throw new Error('there is no sum');
  return sums;
}

let trials = 0;
async function open(): Promise<{ id: string; name: string }> {
  trials += 1;
  const name = `ok#budget-${trials}`;
  const id = roomId('scn', `b${trials}`);
  await sceneAt(id).create(address(id), sceneBody(fakeProfile(name)), null);
  return { id, name };
}

const ended = (id: string) =>
  until(async () => await sceneAt(id).read()).holds((scene) => scene.round === null && scene.rounds === 1);

/** Waits until the room has settled with its tenant and returned its lease; triggered only by its alarm. */
async function settle(id: string): Promise<Sums> {
  await sceneAt(id)
    .ringing(() => sceneAt(id).hasSettled())
    .holds();
  const { meter, leases } = await booked(id);
  expect(leases).toBe(0);
  if (!meter) throw new Error('the tenant knows nothing of the room');
  return meter;
}

async function pointsOf(text: string): Promise<string[]> {
  const { id } = await open();
  const seen = await sceneAt(id).cutAt(null);
  await sceneAt(id).turn(say(text));
  await ended(id);
  await until(() => seen.passed).holds((passed) => passed.includes('settle after'));
  return seen.passed;
}

describe.each([QUESTION, CHORUS])(
  'a round asked "%s", cut off wherever it reserves, calls or settles',
  (text) => {
    it.each(['stored', 'unstored'] as const)(
      'loses and doubles no call, its last write %s',
      async (writes) => {
        const points = [...new Set(await pointsOf(text))];
        expect(points).toEqual(
          expect.arrayContaining(['lease before', 'lease after', 'settle before', 'settle after']),
        );
        for (const point of sample(points, 4)) {
          const { id, name } = await open();
          const seen = await sceneAt(id).cutAt(point, writes);
          const receipt = { key: `turn ${point}`, bodyHash: 'one' };
          const send = () => sceneStub(id).turn(say(text), receipt);
          await send().catch(() => null);
          await until(() => seen.cut).holds();
          await until(send).holds((again) => again.ok);
          await ended(id);

          const spent = await settle(id);
          expect(spent, `cut at ${point}`).toEqual(await journalled(id));
          const reached = (await fakeLog(name)).length;
          // An aborted intent may not have been sent: it still counts, and no call is uncounted.
          expect(spent.calls, `cut at ${point}`).toBeGreaterThanOrEqual(reached);
          const steps = await sceneAt(id).rows("SELECT 1 FROM steps WHERE kind = 'call'");
          expect(spent.calls, `cut at ${point}`).toBe(steps.length);
          if (!point.endsWith('intent') && text !== CHORUS && writes === 'stored')
            expect(spent.calls, `cut at ${point}`).toBe(reached);
        }
      },
    );
  },
);

it('a run makes no more calls than its budget has, wherever it is cut off, and counts those that were lost', async () => {
  const CALLS = 5;
  const play = async (name: string, point: string | null) => {
    const id = await openRun(fakeProfile(name), { budgets: { calls: CALLS, actions: 50 } });
    const seen = await runAt(id).cutAt(point);
    await runStub(id)
      .control('start')
      .catch(() => null);
    if (point) await until(() => seen.cut).holds();
    await runAt(id)
      .ringing(async () => (await runAt(id).read()).status === 'finished')
      .holds();
    expect((await runAt(id).read()).finishReason, String(point)).toBe('call_budget');
    const steps = await runAt(id).rows<{ calls: number }>(
      "SELECT sum(cost->>'calls') AS calls FROM steps WHERE cost IS NOT NULL",
    );
    return { passed: seen.passed, calls: steps[0]?.calls ?? 0, reached: (await fakeLog(name)).length };
  };
  const whole = await play('ok#run-budget', null);
  // A turn takes two calls: with only the fifth left, none begins.
  expect(whole).toMatchObject({ calls: 4, reached: 4 });
  const points = whole.passed.filter((point) => point.includes('/'));
  expect(points.length).toBeGreaterThan(CALLS);
  for (const [n, point] of points.entries()) {
    const { calls, reached } = await play(`ok#run-budget-${n}`, point);
    expect(calls, point).toBeLessThanOrEqual(CALLS);
    expect(calls, point).toBeGreaterThanOrEqual(reached);
  }
});

it('what all rooms spent is what the tenant has booked', async () => {
  const [sum] = await bookRows<Sums>(`SELECT ${SUMS} FROM meters`);
  const [spent] = await bookRows<Sums>(`SELECT ${SUMS} FROM spent`);
  expect(sum?.calls).toBeGreaterThan(100);
  expect(spent).toEqual(sum);
});

it('what the calls of old rounds cost is remembered when they leave the room, and after it was cut off', async () => {
  const { id, name } = await open();
  for (let round = 1; round <= KEPT_ROUNDS + 3; round += 1) {
    await sceneAt(id).turn(say(QUESTION));
    await until(async () => await sceneAt(id).read()).holds(
      (scene) => scene.round === null && scene.rounds === round,
    );
  }
  await sceneAt(id)
    .ringing(async () => (await sceneAt(id).rows('SELECT 1 FROM meter')).length > 0)
    .holds();
  const { calls } = await journalled(id);
  const asked = (await fakeLog(name)).length;
  expect(calls).toBeLessThan(asked);
  for (const life of ['this', 'the next']) {
    const total = await sceneAt(id).inside(({ core }) => {
      const opened = core.open();
      return opened.ok ? opened.value.meter.total.calls : 0;
    });
    expect(total, `in ${life} life`).toBe(asked);
    await sceneAt(id).cutOff();
  }
  expect((await settle(id)).calls).toBe(asked);
});

it('a budget of one call is one call over several rooms, though all rooms and the tenant are cut off during it', async () => {
  const key = (await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'cutshort' })).key.key ?? '';
  const name = 'ok#cutshort';
  const body = sceneBody(fakeProfile(name));
  const ids = await Promise.all(Array.from({ length: 5 }, () => createScene(body, key)));
  const read = (id: string) => get<Scene>(`GET /v1/scenes/${id}`, key);
  const rest = () =>
    until(() => Promise.all(ids.map(read))).holds((scenes) =>
      scenes.every(({ round, failed }) => round === null && failed !== null),
    );
  await get('PUT /v1/budgets', key, { calls: 1 });
  await controlModel({ script: [{ mode: 'hang', times: 1, model: name }] });
  const asked = Array.from({ length: 50 }, (_, i) =>
    send(`POST /v1/scenes/${ids[i % ids.length]}/turns`, key, say(QUESTION)).catch(() => null),
  );
  await until(() => fakeLog(name)).holds((log) => log.length === 1);
  await abortAllDurableObjects();
  await Promise.all(asked);
  await rest();
  // It is unknown whether it was charged: it counts, and even several retries do not send a second one.
  for (const id of ids) await send(`POST /v1/scenes/${id}/rounds/1/retry`, key);
  await rest();
  expect(await fakeLog(name)).toHaveLength(1);
  const budgets = () => get<TenantBudgets>('GET /v1/budgets', key);
  const settled = await until(budgets).holds(({ reserved }) => reserved.calls === 0);
  expect(settled).toMatchObject({ used: { calls: 1 }, tenant: { left: { calls: 0 } } });
  for (const scene of await Promise.all(ids.map(read)))
    expect(scene.failed?.problem).toMatchObject({ type: '/problems/budget-exhausted' });

  // The list of calls agrees once the rooms' outboxes are empty: usage is its sum.
  await until(() => get<UsagePage>('GET /v1/usage?by=room', key)).holds(({ total }) => total.metered === 1);
  const { items } = await get<{ items: CallSummary[] }>('GET /v1/calls?limit=200', key);
  expect(items.filter(({ provider }) => provider === 'openai')).toHaveLength(1);
});

it('a room that is erased tells its tenant what it spent, and is then forgotten', async () => {
  const { id } = await open();
  const before = await bookRows<Sums>(`SELECT ${SUMS} FROM spent`);
  await sceneAt(id).turn(say(QUESTION));
  await ended(id);
  const { calls } = await journalled(id);
  await sceneAt(id).erase();
  await sceneAt(id)
    .ringing(async () => (await booked(id)).meter === undefined)
    .holds();
  const after = await bookRows<Sums>(`SELECT ${SUMS} FROM spent`);
  expect((after[0]?.calls ?? 0) - (before[0]?.calls ?? 0)).toBe(calls);
});

it('a lease that nobody settles counts as spent after a day, until its room says what it was', async () => {
  const { id } = await open();
  const tenant = purse();
  const ask = { room: id, version: 0, spent: { calls: 2, tokens: 20, money: 0 } };
  const need = { calls: 1, tokens: 10, money: 0 };
  const lease = await tenant.lease({ ...ask, need, want: { calls: 8, tokens: 80, money: 0 } });
  expect(lease).toMatchObject({ kind: 'granted', version: 1, granted: { calls: 8, tokens: 80 } });
  await runInDurableObject(tenant, (_tenant, { storage }) =>
    storage.sql.exec('UPDATE leases SET at = at - ?', 25 * 3600 * 1000),
  );
  await tenant.lease({ ...ask, room: 'scn_other', need, want: need });
  expect((await booked(id)).meter).toMatchObject({ calls: 10, tokens: 100 });

  // A late report counts, but an earlier one does not count twice.
  const spent = { calls: 3, tokens: 30, money: 0 };
  expect(await tenant.settle({ ...ask, spent })).toEqual({ kind: 'stale', version: 1 });
  expect(await tenant.settle({ ...ask, spent, version: 1 })).toMatchObject({ kind: 'settled' });
  expect((await booked(id)).meter).toMatchObject(spent);
  expect(await tenant.settle({ ...ask, spent, version: 1 })).toEqual({ kind: 'stale', version: 2 });
});
