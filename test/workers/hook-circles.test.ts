import { runDurableObjectAlarm } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { Webhook as Signer } from 'standardwebhooks';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import type { Hook, NewHook } from '../../src/contract/hooks';
import type { AttemptPage, NewWebhook, Webhook } from '../../src/contract/webhooks';
import type { Received } from '../support/fake-receiver';
import { allEvents, idle, must, openScene, say, sceneStub, until } from '../support/rooms';
import { get, OPERATOR } from '../support/stage-client';

/** The stage as the outside has it. */
const STAGE = 'https://stage.example.com';
const receiver = inject('fakeReceiverUrl');

beforeEach(() => {
  const real = globalThis.fetch;
  // What the stage posts to itself comes in by its front door.
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    return url.startsWith(STAGE) ? exports.default.fetch(new Request(url, init)) : real(input, init);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A subscription that posts events of one room to a hook of another one, or of the same. */
async function connect(from: string, to: string, kind: string, text: string) {
  const webhook = await get<NewWebhook>('POST /v1/webhooks', OPERATOR, {
    ...{ url: `${STAGE}/nowhere`, room: from, kinds: [kind], active: false },
  });
  const hook = await get<NewHook>('POST /v1/hooks', OPERATOR, {
    ...{ room: to, verify: 'standard', secret: webhook.secret },
    turn: { text, personaId: 'visitor' },
  });
  await get(`PATCH /v1/webhooks/${webhook.id}`, OPERATOR, { url: STAGE + hook.deliverTo, active: true });
  return webhook.id;
}

const refusals = async (webhook: string) =>
  (await get<AttemptPage>(`GET /v1/webhooks/${webhook}/attempts?status=abandoned&limit=200`)).items.filter(
    ({ code }) => code === 508,
  );
/** Nothing is under way, and so many messages were refused. */
const rests = (webhook: string, refused: number) =>
  until(
    async () => ({
      waiting: (await get<Webhook>(`GET /v1/webhooks/${webhook}`)).waiting,
      refused: (await refusals(webhook)).length,
    }),
    (now) => now.waiting === 0 && now.refused === refused,
    'the end of the circle',
  );
const spoken = async (scene: string) =>
  (await allEvents(sceneStub(scene))).filter(({ kind }) => kind === 'player.spoke');

it('a scene that posts to its own hook goes round three times for each thing said, and keeps nobody waiting', async () => {
  const scene = await openScene();
  const webhook = await connect(scene, scene, 'player.spoke', 'Echo of {{data.actor}}');
  must(await sceneStub(scene).turn(say('Hello?'), null));
  await rests(webhook, 1);
  await idle(scene);
  expect((await spoken(scene)).map(({ payload }) => payload.text)).toEqual([
    'Hello?',
    ...Array(3).fill('Echo of persona:visitor'),
  ]);
  // Refused once and for all: it is not tried again, and what comes after it is sent.
  expect(await refusals(webhook)).toMatchObject([{ try: 1, nextTry: null, status: 'abandoned' }]);
  must(await sceneStub(scene).turn(say('Anybody?'), null));
  await rests(webhook, 2);
  await idle(scene);
  expect(await spoken(scene)).toHaveLength(8);
});

it('two scenes that post to hooks of each other end as well', async () => {
  const [one, other] = [await openScene(), await openScene()];
  const there = await connect(one, other, 'round.completed', 'It falls silent next door.');
  const back = await connect(other, one, 'round.completed', 'It falls silent next door.');
  must(await sceneStub(one).turn(say('Hush.'), null));
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
  await until(
    async () => {
      await runDurableObjectAlarm(env.PORTERS.get(env.PORTERS.idFromName(hook.id)) as DurableObjectStub);
      return (await get<Hook>(`GET /v1/hooks/${hook.id}`)).log.map(({ what }) => what);
    },
    (log) => log.some((what) => what.includes('508')),
    'a reply given up',
  );
  await idle(scene);
  expect(await spoken(scene)).toHaveLength(4);
});

it('only what a delivery set off counts as such: neither rounds of others nor those a scene goes on for by itself', async () => {
  const scene = await openScene();
  await get<NewWebhook>('POST /v1/webhooks', OPERATOR, {
    ...{ url: `${receiver}/in/ok/hops`, room: scene, kinds: ['round.completed', 'player.spoke'] },
  });
  const hook = await get<NewHook>('POST /v1/hooks', OPERATOR, {
    ...{ room: scene, verify: 'bearer', turn: { text: 'A bell rings.', personaId: 'visitor' } },
  });
  const ring = async (hops: string) => {
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
  };
  expect(await ring('4')).toBe(508);
  expect(await ring('3')).toBe(202);
  await idle(scene);
  must(await sceneStub(scene).turn(say('Who rang?'), null));
  await idle(scene);
  must(await sceneStub(scene).startAutonomy({ rounds: 1, pauseSeconds: 0 }, null));
  const log = await until(
    async () => (await (await fetch(`${receiver}/log/hops`)).json()) as Received[],
    (all) => all.length === 5,
    'what is posted',
  );
  expect(log.map(({ headers }) => headers['webhook-hops'])).toEqual(['4', '4', '1', '1', '1']);
});
