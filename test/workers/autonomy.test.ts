import { runDurableObjectAlarm } from 'cloudflare:test';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Event, EventPage } from '../../src/contract/events/events';
import type { Round } from '../../src/contract/rounds';
import type { Scene, SceneSeen } from '../../src/contract/scenes';
import { kitchen } from '../support/http-rooms';
import { fieldsOf } from '../support/loose-events';
import { controlModel, idle, sceneAt, sceneObject, understudy, until } from '../support/rooms';
import { connect, createScene, get, OPERATOR, seatPerson, send } from '../support/stage-client';

const SCENE = kitchen();

let scene: string;
const openScene = async (more: object = {}) => {
  scene = await createScene({ ...SCENE, ...more });
};
const goOn = (rounds: number, more: object = {}, headers?: Record<string, string>) =>
  get<Scene>(`POST /v1/scenes/${scene}/autonomy`, OPERATOR, { rounds, ...more }, headers);
const stop = () => get<Scene>(`DELETE /v1/scenes/${scene}/autonomy`);
const read = () => get<Scene>(`GET /v1/scenes/${scene}`);
const say = (text: string, key = OPERATOR) =>
  get(`POST /v1/scenes/${scene}/turns`, key, { type: 'user', text, personaId: 'mara' });
const ledger = async (): Promise<Event[]> =>
  (await get<EventPage>(`GET /v1/scenes/${scene}/events?limit=1000`)).events;
const ofKind = async (kind: string) => (await ledger()).filter((event) => event.kind === kind);
const ends = async () => (await ofKind('autonomy.ended')).map(({ payload }) => fieldsOf(payload));
/** The scene, once autonomy has ended and it is idle. */
const ended = async (times = 1): Promise<Scene> => {
  await until(ends).holds((all) => all.length === times);
  return idle(scene);
};
const ring = () => runDurableObjectAlarm(sceneObject(scene) as DurableObjectStub);
const played = (n: number) => until(read).holds(({ rounds, round }) => rounds === n && round === null);

afterEach(async () => {
  vi.useRealTimers();
  await sceneAt(scene).inside(({ core }) => {
    const opened = core.open();
    expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
  });
});

describe('a scene that goes on by itself', () => {
  it('does so for as many rounds as was asked, and says when it began and why it ended', async () => {
    await openScene();
    expect(await goOn(3)).toMatchObject({ autonomy: { rounds: 3, played: 0, pauseSeconds: 0 } });
    expect(await ended()).toMatchObject({ rounds: 3, autonomy: null });
    expect((await ofKind('autonomy.started')).map(({ payload }) => payload)).toEqual([
      { rounds: 3, pauseSeconds: 0 },
    ]);
    expect(await ends()).toEqual([{ reason: 'completed', played: 3, rounds: 3 }]);
    const asked = await ofKind('round.requested');
    expect(asked.map(({ payload }) => fieldsOf(payload).autonomous)).toEqual([true, true, true]);
    const { items } = await get<{ items: Round[] }>(`GET /v1/scenes/${scene}/rounds`);
    expect(items.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });

  it('is begun once by a repeated request, and refused a second time', async () => {
    await openScene();
    const key = { 'Idempotency-Key': 'go' };
    const more = { pauseSeconds: 600 };
    const first = await goOn(2, more, key);
    expect(await goOn(2, more, key)).toEqual(first);
    await played(1);
    const refused = await send(`POST /v1/scenes/${scene}/autonomy`, OPERATOR, { rounds: 5 });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('1 of 2')]);
    expect((await send(`POST /v1/scenes/${scene}/autonomy`, OPERATOR, { rounds: 101 })).status).toBe(400);
    expect(await stop()).toMatchObject({ autonomy: null });
    expect(await stop()).toMatchObject({ autonomy: null });
    expect(await ends()).toEqual([{ reason: 'stopped', played: 1, rounds: 2 }]);
  });

  it('pauses between its rounds, also when it is cut off meanwhile', async () => {
    await openScene();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await goOn(3, { pauseSeconds: 120 });
    const { autonomy } = await played(1);
    const [end] = await ofKind('round.completed');
    expect(Date.parse(autonomy?.nextAt ?? '') - Date.parse(end?.at ?? '')).toBe(120_000);
    const alarm = await sceneAt(scene).inside((_, { storage }) => storage.getAlarm());
    expect(alarm).toBeLessThanOrEqual(Date.parse(autonomy?.nextAt ?? ''));
    vi.setSystemTime(Date.now() + 60_000);
    await ring();
    await sceneAt(scene).cutOff();
    expect((await read()).rounds).toBe(1);
    vi.setSystemTime(Date.now() + 61_000);
    await ring();
    await played(2);
    vi.setSystemTime(Date.now() + 121_000);
    await sceneAt(scene).cutOff();
    await ring();
    expect(await ended()).toMatchObject({ rounds: 3 });
    expect(await ends()).toEqual([{ reason: 'completed', played: 3, rounds: 3 }]);
  });

  it('lets a player speak first, and then goes on: their rounds do not count', async () => {
    await openScene();
    const held = await sceneAt(scene).holdAt('director.1/1 intent');
    await goOn(2);
    await held.reached();
    await say('Wait, I say.');
    held.release();
    expect(await ended()).toMatchObject({ rounds: 3 });
    const { items } = await get<{ items: Round[] }>(`GET /v1/scenes/${scene}/rounds`);
    expect(items.map(({ inputs }) => inputs.map(({ text }) => text))).toEqual([[''], ['Wait, I say.'], ['']]);
    expect(await ends()).toEqual([{ reason: 'completed', played: 2, rounds: 2 }]);
  });

  it('ends when a round fails, and does not begin again with its retry', async () => {
    const name = 'ok#autonomy-fails';
    const model = { provider: 'openai', model: `fake:${name}` };
    await openScene({ profiles: { director: model, character: understudy } });
    await controlModel({ model: name, script: [{ mode: '401' }] });
    await goOn(5);
    await until(ends).holds((all) => all.length === 1);
    expect(await ends()).toEqual([{ reason: 'failed', played: 0, rounds: 5 }]);
    await controlModel({ model: name, script: [] });
    await get(`POST /v1/scenes/${scene}/rounds/1/retry`, OPERATOR);
    expect(await idle(scene)).toMatchObject({ rounds: 1, failed: null, autonomy: null });
  });

  it('ends when a budget is spent, and says which', async () => {
    const model = { provider: 'openai', model: 'fake:ok#autonomy-budget' };
    await openScene({ profiles: { director: model, character: model }, budgets: { calls: 9 } });
    await goOn(50);
    await until(ends).holds((all) => all.length === 1);
    expect(await ends()).toEqual([{ reason: 'budget', played: expect.any(Number), rounds: 50 }]);
    const [spent] = await ofKind('budget.exhausted');
    expect(spent?.payload).toMatchObject({ budget: 'room', what: 'calls' });
    expect((await read()).failed).not.toBeNull();
  });

  it('ends when its own budget is spent, whoever it was spent for, and stops no player', async () => {
    const model = { provider: 'openai', model: 'fake:ok#autonomy-own' };
    await openScene({ profiles: { director: model, character: understudy } });
    // Two calls of the director per round; earlier calls do not count.
    await say('Good evening.');
    await idle(scene);
    const shown = await goOn(50, { budget: { calls: 5 }, pauseSeconds: 600 });
    expect(shown.autonomy).toMatchObject({ rounds: 50, budget: { calls: 5 } });
    await played(2);
    const { token } = await seatPerson(scene, 'spectator', null, 'Frieda');
    const watched = await get<SceneSeen>(`GET /v1/scenes/${scene}`, token);
    expect(watched.autonomy).toEqual({
      rounds: 50,
      played: 1,
      pauseSeconds: 600,
      nextAt: expect.any(String),
    });
    await say('And again.');
    await played(3);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    await ring();
    await until(ends).holds((all) => all.length === 1);
    expect(await ends()).toEqual([{ reason: 'budget', played: 1, rounds: 50 }]);
    const [spent] = await ofKind('budget.exhausted');
    expect(spent?.payload).toMatchObject({
      ...{ budget: 'autonomy', what: 'calls', limit: 5, used: 5, need: 1 },
      fix: expect.stringContaining('/autonomy'),
    });
    expect((await ofKind('autonomy.limited')).map(({ audience, payload }) => [audience, payload])).toEqual([
      [
        ['owner'],
        {
          limits: { calls: 5, tokens: null, money: null },
          spent: { calls: 2, tokens: expect.any(Number), money: expect.any(Number) },
        },
      ],
    ]);
    await get(`POST /v1/scenes/${scene}/rounds/4/retry`, OPERATOR);
    expect(await idle(scene)).toMatchObject({ rounds: 4, failed: null });
    await say('Are you still there?');
    expect(await idle(scene)).toMatchObject({ rounds: 5, failed: null });
  });

  it('ends with a cancel: of its round, or while it pauses', async () => {
    await openScene();
    const held = await sceneAt(scene).holdAt('director.1/1 intent');
    await goOn(4);
    await held.reached();
    await get(`POST /v1/scenes/${scene}/cancel`, OPERATOR);
    held.release();
    expect(await ended()).toMatchObject({ rounds: 1 });
    await goOn(4, { pauseSeconds: 60 });
    await played(2);
    await get(`POST /v1/scenes/${scene}/cancel`, OPERATOR);
    expect((await ends()).map(({ reason, played: n }) => [reason, n])).toEqual([
      ['cancelled', 0],
      ['cancelled', 1],
    ]);
    expect((await send(`POST /v1/scenes/${scene}/cancel`, OPERATOR)).status).toBe(409);
  });

  it('says its end, and plays what comes next, when it was cut off between a cancel and the end of the step', async () => {
    await openScene();
    const held = await sceneAt(scene).holdAt('director.1/1 intent');
    await goOn(4);
    await held.reached();
    await get(`POST /v1/scenes/${scene}/cancel`, OPERATOR);
    await sceneAt(scene).cutOff();
    expect(await ended()).toMatchObject({ rounds: 1 });
    await say('Is anybody there?');
    await played(2);
  });

  it('plays the round it is in to its end when it is stopped', async () => {
    await openScene();
    const held = await sceneAt(scene).holdAt('director.1/1 intent');
    await goOn(4);
    await held.reached();
    await stop();
    held.release();
    expect(await idle(scene)).toMatchObject({ rounds: 1 });
    const { items } = await get<{ items: Round[] }>(`GET /v1/scenes/${scene}/rounds`);
    expect(items.map(({ status }) => status)).toEqual(['completed']);
  });

  it('ends when the scene is finished, rolled back, or its game is over', async () => {
    await openScene();
    await goOn(4, { pauseSeconds: 60 });
    await played(1);
    await get(`PATCH /v1/scenes/${scene}`, OPERATOR, { status: 'finished' });
    await ended(1);
    expect((await send(`POST /v1/scenes/${scene}/autonomy`, OPERATOR, { rounds: 2 })).status).toBe(409);
    await get(`PATCH /v1/scenes/${scene}`, OPERATOR, { status: 'open' });
    await goOn(4, { pauseSeconds: 60 });
    await played(2);
    await get(`POST /v1/scenes/${scene}/rounds/1/rollback`, OPERATOR);
    await ended(2);
    expect((await ends()).map(({ reason }) => reason)).toEqual(['finished', 'rolledback']);

    const profiles = { director: understudy, character: understudy };
    scene = await createScene({ template: 'bluff', profiles });
    await goOn(20);
    expect(await ended()).toMatchObject({ table: { over: true }, rounds: 3 });
    expect((await ends()).map(({ reason }) => reason)).toEqual(['finished']);
  });

  it('is not copied by a fork, and goes on in its source', async () => {
    await openScene();
    await goOn(2, { pauseSeconds: 60 });
    await played(1);
    const fork = await get<Scene>(`POST /v1/scenes/${scene}/fork`, OPERATOR, { round: 1 });
    expect(fork).toMatchObject({ autonomy: null, rounds: 1 });
    expect((await read()).autonomy).toMatchObject({ played: 1 });
    await stop();
  });

  it('counts a round that is played again once', async () => {
    await openScene();
    await goOn(2, { pauseSeconds: 600 });
    await played(1);
    await get(`POST /v1/scenes/${scene}/rounds/1/retry`, OPERATOR);
    const { autonomy } = await until(read).holds(({ round }) => round === null);
    expect(autonomy).toMatchObject({ played: 1, rounds: 2 });
    await stop();
  });

  it('is seen by those who sit in it, who may not begin or end it', async () => {
    await openScene();
    const { token } = await seatPerson(scene, 'player', 'mara', 'Frieda');
    const client = await connect(scene, token);
    await client.ready();
    await goOn(2, { pauseSeconds: 600 });
    await played(1);
    const seen = await get<SceneSeen>(`GET /v1/scenes/${scene}`, token);
    expect(seen.autonomy).toMatchObject({ rounds: 2, played: 1, nextAt: expect.any(String) });
    const body = { rounds: 1 };
    expect((await send(`POST /v1/scenes/${scene}/autonomy`, token, body)).status).toBe(403);
    expect((await send(`DELETE /v1/scenes/${scene}/autonomy`, token)).status).toBe(403);
    await stop();
    await until(() =>
      client.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('autonomy')),
    ).holds((kinds) => kinds.length === 2);
    client.close();
  });

  it('waits for the lines of a gathered round, and takes those of a manual one along', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara, jo] = [
      await seatPerson(scene, 'player', 'mara', 'Frieda'),
      await seatPerson(scene, 'player', 'jo', 'Till'),
    ];
    const clients = [await connect(scene, mara.token), await connect(scene, jo.token)];
    await Promise.all(clients.map((client) => client.ready()));
    await say('One.', mara.token);
    await goOn(1);
    expect(await read()).toMatchObject({ rounds: 0, queued: 1 });
    await get(`POST /v1/scenes/${scene}/turns`, jo.token, { type: 'user', text: 'Two.' });
    expect(await ended()).toMatchObject({ rounds: 2 });

    await get(`PATCH /v1/scenes/${scene}`, OPERATOR, { turnMode: 'manual' });
    await say('Three.', mara.token);
    await goOn(1);
    await ended(2);
    const { inputs } = await get<Round>(`GET /v1/scenes/${scene}/rounds/3`);
    expect(inputs.map(({ text }) => text)).toEqual(['Three.', '']);
    for (const client of clients) client.close();
  });
});
