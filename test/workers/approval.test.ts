import { expect, it } from 'vitest';
import type { DirectorPlan } from '../../src/contract/agents';
import type { Event } from '../../src/contract/events/events';
import type { Round } from '../../src/contract/rounds';
import type { Scene, SceneSeen } from '../../src/contract/scenes';
import { cutAt, cutOff, sceneObject, until } from '../support/rooms';
import { createScene, get, OPERATOR, problemOf, seatPerson, send } from '../support/stage-client';

const SCENE = {
  title: 'A ferry at night',
  characters: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy', active: false }],
  personas: [{ name: 'Jo' }],
  settings: { approvePlans: true },
};

const read = (id: string) => get<Scene>(`GET /v1/scenes/${id}`);
const listEvents = async (id: string, key = OPERATOR) =>
  (await get<{ events: Event[] }>(`GET /v1/scenes/${id}/events?limit=1000`, key)).events;
const speakers = (events: Event[]) =>
  events.filter(({ kind }) => kind === 'character.spoke').map(({ actor }) => actor);
const say = (id: string, text: string) =>
  send(`POST /v1/scenes/${id}/turns`, OPERATOR, { type: 'user', text, to: [] });

const awaitProposal = (id: string, n = 1) => until(() => read(id)).holds(({ proposal }) => proposal?.n === n);
const awaitEnd = (id: string) =>
  until(() => read(id)).holds(({ status, queued }) => status === 'open' && queued === 0);
const approve = (id: string, n: number, body?: object) =>
  send(`POST /v1/scenes/${id}/rounds/${n}/approve`, OPERATOR, body);

async function propose(more: object = {}): Promise<{ id: string; plan: DirectorPlan }> {
  const id = await createScene({ ...SCENE, ...more });
  await say(id, 'Ada, Bo, is the lamp lit?');
  const { proposal } = await awaitProposal(id);
  if (!proposal) throw new Error('no plan waits');
  return { id, plan: proposal.plan };
}

it('waits for the owner, whose plan is played: other actors, other guidance', async () => {
  const { id, plan } = await propose();
  expect(plan.actingCharacters?.map((one) => one.id)).toEqual(expect.arrayContaining(['ada', 'bo']));
  expect(speakers(await listEvents(id))).toEqual([]);
  const mine: Partial<DirectorPlan> = {
    actingCharacters: [{ id: 'Cy', order: 1, guidance: 'Blow the lamp out.', priority: null }],
    worldUpdates: [{ key: 'lamp', value: 'out' }],
  };
  const accepted = await approve(id, 1, { plan: mine });
  expect(accepted.json).toMatchObject({ round: 1, status: 'running' });
  const scene = await awaitEnd(id);
  const events = await listEvents(id);
  expect(speakers(events)[0]).toBe('character:cy');
  expect(events.find(({ kind }) => kind === 'director.completed')?.payload).toMatchObject({
    pass: 1,
    plan: mine,
  });
  const entered = events.filter(({ kind, payload }) => kind === 'cast.entered' && payload.pass === 1);
  expect(entered.map(({ actor }) => actor)).toEqual(['character:cy']);
  const { passes } = await get<Round>(`GET /v1/scenes/${id}/rounds/1`);
  expect(JSON.stringify(passes[0]?.audited)).not.toContain('called for');
  expect([scene.proposal, scene.world.lamp]).toEqual([null, 'out']);
});

it.each(['before', 'after'])(
  'plays the proposed plan once if it is cut off %s it is stored',
  async (point) => {
    const { id, plan } = await propose();
    await cutOff(sceneObject(id));
    expect((await read(id)).proposal?.plan).toEqual(plan);
    const seen = await cutAt(sceneObject(id), `approval ${point}`);
    await approve(id, 1).catch(() => null);
    await until(async () => seen.cut).holds((cut) => cut !== null);
    await awaitEnd(id);
    const events = await listEvents(id);
    const kinds = events.map(({ kind }) => kind);
    expect(speakers(events).slice(0, 2)).toEqual(['character:ada', 'character:bo']);
    expect(kinds.filter((kind) => kind === 'plan.proposed' || kind === 'plan.approved')).toHaveLength(2);
    expect(events.filter((e) => e.kind === 'director.completed' && e.payload.pass === 1)).toHaveLength(1);
  },
);

it('is for the owner alone: a seat sees neither the plan nor that one waits', async () => {
  const { id } = await propose();
  const { token } = await seatPerson(id, 'player', 'jo', 'Mara');
  expect(await get<SceneSeen>(`GET /v1/scenes/${id}`, token)).not.toHaveProperty('proposal');
  expect((await listEvents(id, token)).some(({ kind }) => kind.startsWith('plan.'))).toBe(false);
  expect((await send(`POST /v1/scenes/${id}/rounds/1/approve`, token, {})).status).toBe(403);
});

it('refuses a plan with strangers, and a round without a waiting plan; the round goes on waiting', async () => {
  const { id } = await propose();
  const path = `POST /v1/scenes/${id}/rounds`;
  const plan = { actingCharacters: [{ id: 'zed' }] };
  expect(await problemOf(`${path}/1/approve`, 400, { body: { plan } })).toMatchObject({
    errors: [{ pointer: '/plan/actingCharacters/0/id', message: expect.stringContaining('ada, bo, cy') }],
  });
  await problemOf(`${path}/2/approve`, 409, { body: {} });
  const long = { openGuidance: 'x'.repeat(20_001) };
  expect((await problemOf(`${path}/1/approve`, 400, { body: { plan: long } })).errors).toHaveLength(1);
  expect((await read(id)).proposal?.n).toBe(1);
});

it('can be cancelled while it waits; without the setting the plan is played', async () => {
  const { id } = await propose();
  await send(`POST /v1/scenes/${id}/cancel`, OPERATOR);
  expect((await awaitEnd(id)).proposal).toBeNull();
  await say(id, 'And now?');
  await awaitProposal(id, 2);
  await send(`PATCH /v1/scenes/${id}`, OPERATOR, { settings: { approvePlans: false } });
  await awaitEnd(id);
  expect(speakers(await listEvents(id)).length).toBeGreaterThan(0);
  expect((await approve(id, 2)).status).toBe(409);
});

it('plans a dialogue too, and an empty plan ends the round', async () => {
  const { id, plan } = await propose({ characters: [{ name: 'Ada' }] });
  expect(plan.actingCharacters?.map(({ id }) => id)).toEqual(['ada']);
  await approve(id, 1, { plan: { actingCharacters: [] } });
  await awaitEnd(id);
  expect(speakers(await listEvents(id))).toEqual([]);
});

it('asks again for each attempt, and a restored attempt keeps the plan that was approved', async () => {
  const { id } = await propose();
  await approve(id, 1, { plan: { actingCharacters: [{ id: 'bo' }] } });
  await awaitEnd(id);
  const first = speakers(await listEvents(id));
  await send(`POST /v1/scenes/${id}/rounds/1/retry`, OPERATOR);
  await awaitProposal(id);
  await approve(id, 1, { plan: { actingCharacters: [{ id: 'ada' }] } });
  await awaitEnd(id);
  await send(`POST /v1/scenes/${id}/rounds/1/choose`, OPERATOR, { attempt: 1 });
  await awaitEnd(id);
  const lines = (await get<{ lines: { actor: string }[] }>(`GET /v1/scenes/${id}/rounds/1`)).lines;
  expect(lines.map(({ actor }) => actor)).toEqual(first);
  expect(first[0]).toBe('character:bo');
});
