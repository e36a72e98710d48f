import { runDurableObjectAlarm } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { Webhook as Signer } from 'standardwebhooks';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import type { AdventureRun } from '../../src/contract/adventures';
import type { EventKind } from '../../src/contract/events/catalogue';
import type { Hook, HookTurn, NewHook } from '../../src/contract/hooks';
import type { AttemptPage, NewWebhook, Webhook } from '../../src/contract/webhooks';
import type { Received } from '../support/fake-receiver';
import { fieldsOf } from '../support/loose-events';
import { must } from '../support/must';
import {
  adventureAt,
  adventureStub,
  allEvents,
  fakeProfile,
  idle,
  openRun,
  openScene,
  resting,
  runAt,
  runStub,
  say,
  sceneAt,
  until,
} from '../support/rooms';
import { get, OPERATOR } from '../support/stage-client';

const STAGE = 'https://stage.example.com';
const receiver = inject('fakeReceiverUrl');

beforeEach(() => {
  const real = globalThis.fetch;
  // Messages of the stage to itself arrive through its public routes.
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    return url.startsWith(STAGE) ? exports.default.fetch(new Request(url, init)) : real(input, init);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function connect(from: string, to: string, kind: EventKind, turn: HookTurn) {
  const webhook = await get<NewWebhook>('POST /v1/webhooks', OPERATOR, {
    ...{ url: `${STAGE}/nowhere`, room: from, kinds: [kind], active: false },
  });
  const hook = await get<NewHook>('POST /v1/hooks', OPERATOR, {
    ...{ room: to, verify: 'standard', secret: webhook.secret, turn },
  });
  await get(`PATCH /v1/webhooks/${webhook.id}`, OPERATOR, { url: STAGE + hook.deliverTo, active: true });
  return webhook.id;
}
const visitor = (text: string) => ({ text, personaId: 'visitor', to: [] });

const refusals = async (webhook: string) =>
  (await get<AttemptPage>(`GET /v1/webhooks/${webhook}/attempts?status=abandoned&limit=200`)).items.filter(
    ({ code }) => code === 508,
  );
/** Waits until no message is pending, and this many were refused. */
const rests = (webhook: string, refused: number) =>
  until(async () => ({
    waiting: (await get<Webhook>(`GET /v1/webhooks/${webhook}`)).waiting,
    refused: (await refusals(webhook)).length,
  })).holds((now) => now.waiting === 0 && now.refused === refused);
const spoken = async (scene: string) =>
  (await sceneAt(scene).ledger()).filter((event) => event.kind === 'player.spoke');

it('a scene that posts to its own hook goes round three times for each thing said, and keeps nobody waiting', async () => {
  const scene = await openScene();
  const webhook = await connect(scene, scene, 'player.spoke', visitor('Echo of {{data.actor}}'));
  await sceneAt(scene).turn(say('Hello?'));
  await rests(webhook, 1);
  await idle(scene);
  expect((await spoken(scene)).map(({ payload }) => payload.text)).toEqual([
    'Hello?',
    ...Array(3).fill('Echo of persona:visitor'),
  ]);
  // The refusal is final: no retry, and later messages are sent.
  expect(await refusals(webhook)).toMatchObject([{ try: 1, nextTry: null, status: 'abandoned' }]);
  await sceneAt(scene).turn(say('Anybody?'));
  await rests(webhook, 2);
  await idle(scene);
  expect(await spoken(scene)).toHaveLength(8);
});

it('two scenes that post to hooks of each other end as well', async () => {
  const [one, other] = [await openScene(), await openScene()];
  const there = await connect(one, other, 'round.completed', visitor('It falls silent next door.'));
  const back = await connect(other, one, 'round.completed', visitor('It falls silent next door.'));
  await sceneAt(one).turn(say('Hush.'));
  // There, back, there; and not back again.
  await rests(back, 1);
  await rests(there, 0);
  await Promise.all([idle(one), idle(other)]);
  expect(await spoken(one)).toHaveLength(2);
  expect(await spoken(other)).toHaveLength(2);
});

it('a hook whose results are posted to itself ends, and its log says so', async () => {
  const scene = await openScene();
  const hook = await get<NewHook>('POST /v1/hooks', OPERATOR, {
    ...{ room: scene, verify: 'standard', turn: { text: 'I heard: {{type}}', personaId: 'visitor' } },
  });
  await get(`PATCH /v1/hooks/${hook.id}`, OPERATOR, { responseUrl: STAGE + hook.deliverTo });
  const body = JSON.stringify({ type: 'a knock' });
  const at = new Date();
  const first = await fetch(STAGE + hook.deliverTo, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': 'first',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Signer(hook.secret ?? '').sign('first', at, body),
    },
    body,
  });
  expect(first.status).toBe(202);
  await until(async () => {
    await runDurableObjectAlarm(
      env.HOOK_RECEIVERS.get(env.HOOK_RECEIVERS.idFromName(hook.id)) as DurableObjectStub,
    );
    return (await get<Hook>(`GET /v1/hooks/${hook.id}`)).log.map(({ what }) => what);
  }).holds((log) => log.some((what) => what.includes('508')));
  await idle(scene);
  expect(await spoken(scene)).toHaveLength(4);
});

const ofKind = async (stub: Parameters<typeof allEvents>[0], kind: EventKind) =>
  (await allEvents(stub)).filter((event) => event.kind === kind);
const openAdventure = async () => {
  const profiles = { adventurer: { provider: 'understudy' } };
  const body = { game: 'tide-mill', profiles, start: false };
  return (await get<AdventureRun>('POST /v1/runs', OPERATOR, body)).id;
};

it('a run whose turns step it ends with the fourth, long before its budget', async () => {
  const run = await openRun(undefined, { budgets: { actions: 40 } });
  const webhook = await connect(run, run, 'turn.completed', { verb: 'step' });
  await runAt(run).control('step');
  await rests(webhook, 1);
  expect(await resting(run)).toMatchObject({ status: 'paused', turns: 4 });
  // A person's action starts again at one.
  await runAt(run).control('step');
  await rests(webhook, 2);
  expect(await resting(run)).toMatchObject({ status: 'paused', turns: 8 });
});

it('a turn that fails, and is tried again because it did, ends as well', async () => {
  const run = await openRun(fakeProfile('ok#hook-circles'), { budgets: { tokens: 1 } });
  const webhook = await connect(run, run, 'run.paused', { verb: 'resume' });
  await runAt(run).control('start');
  await rests(webhook, 1);
  await resting(run);
  expect(await ofKind(runStub(run), 'turn.failed')).toHaveLength(4);
  expect(await ofKind(runStub(run), 'turn.completed')).toHaveLength(0);
});

it('an adventure that types what it is told to for what it typed ends as well', async () => {
  const run = await openAdventure();
  const webhook = await connect(run, run, 'command.executed', { command: 'look', mode: 'take' });
  await adventureAt(run).give({ command: 'wait', mode: 'take' });
  await rests(webhook, 1);
  const typed = (await ofKind(adventureStub(run), 'command.executed')).map(
    ({ payload }) => fieldsOf(payload).command,
  );
  expect(typed).toEqual(['wait', 'look', 'look', 'look']);
});

async function ring(hook: NewHook, hops: string): Promise<number> {
  const response = await fetch(STAGE + hook.deliverTo, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${hook.secret}`,
      'webhook-hops': hops,
    },
    body: '{}',
  });
  await response.body?.cancel();
  return response.status;
}
/** The messages to a receiver, once there are this many: the kind of each event, and its count of hooks. */
const posted = async (name: string, count: number) => {
  const log = await until(
    async () => (await (await fetch(`${receiver}/log/${name}`)).json()) as Received[],
  ).holds((all) => all.length === count);
  return log.map(({ headers, body }) => [
    (JSON.parse(body) as { type: string }).type,
    headers['webhook-hops'],
  ]);
};

it('only what a delivery set off counts as such: neither rounds of others nor those a scene goes on for by itself', async () => {
  const scene = await openScene();
  await get<NewWebhook>('POST /v1/webhooks', OPERATOR, {
    ...{ url: `${receiver}/in/ok/hops`, room: scene, kinds: ['round.completed', 'player.spoke'] },
  });
  const hook = await get<NewHook>('POST /v1/hooks', OPERATOR, {
    ...{ room: scene, verify: 'bearer', turn: { text: 'A bell rings.', personaId: 'visitor' } },
  });
  expect(await ring(hook, '4')).toBe(508);
  expect(await ring(hook, '3')).toBe(202);
  await idle(scene);
  await sceneAt(scene).played(say('Who rang?'));
  await sceneAt(scene).startAutonomy({ rounds: 1, pauseSeconds: 0 });
  expect((await posted('hops', 5)).map(([, hops]) => hops)).toEqual(['4', '4', '1', '1', '1']);
});

it('all turns of a run that a delivery had go on have come as far as it, until somebody else has it go on', async () => {
  const run = await openRun(undefined, { budgets: { actions: 3 } });
  await get<NewWebhook>('POST /v1/webhooks', OPERATOR, {
    ...{ url: `${receiver}/in/ok/run-hops`, room: run, kinds: ['run.resumed', 'turn.completed'] },
  });
  const hook = await get<NewHook>('POST /v1/hooks', OPERATOR, {
    ...{ room: run, verify: 'bearer', turn: { verb: 'resume' } },
  });
  await runAt(run).played('step');
  expect(await ring(hook, '2')).toBe(202);
  const { turns } = await resting(run);
  expect(turns).toBeGreaterThan(2);
  expect(await posted('run-hops', turns + 1)).toEqual([
    ['turn.completed', '1'],
    ['run.resumed', '3'],
    ...Array(turns - 1).fill(['turn.completed', '3']),
  ]);
});

it('of a turn that a delivery set off, only what people did meanwhile is their own', async () => {
  const run = await openAdventure();
  const kinds = ['objective.changed', 'command.given', 'command.executed', 'turn.completed'];
  await get<NewWebhook>('POST /v1/webhooks', OPERATOR, {
    ...{ url: `${receiver}/in/ok/adventure-hops`, room: run, kinds },
  });
  const hook = await get<NewHook>('POST /v1/hooks', OPERATOR, {
    ...{ room: run, verify: 'bearer', turn: { command: 'look', mode: 'take' } },
  });
  const stub = adventureStub(run);
  const rested = () =>
    until(async () => must(await stub.read())).holds(
      ({ turn, status }) => turn === null && status === 'paused',
    );
  const { items } = must(
    await stub.addObjective({ text: 'find the brass key', priority: 'high', parent: null }, null),
  );
  expect(await ring(hook, '3')).toBe(202);
  await rested();
  must(await stub.changeObjective(items[0]?.id ?? '', { text: 'find the iron key' }));
  must(await stub.give({ command: 'wait', mode: 'take' }, null));
  await rested();
  expect(await posted('adventure-hops', 7)).toEqual([
    ['command.given', '4'],
    ['command.executed', '4'],
    ['turn.completed', '4'],
    ['objective.changed', '1'],
    ['command.given', '1'],
    ['command.executed', '1'],
    ['turn.completed', '1'],
  ]);
});
