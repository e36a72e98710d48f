import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { NewTenant, Ticket } from '../../src/contract/access';
import type { NewHook } from '../../src/contract/hooks';
import type { Scene } from '../../src/contract/scenes';
import type { NewSeat, SeatAccepted } from '../../src/contract/seats';
import { EXPERIMENT, makeBelongings } from '../support/belongings';
import { DiscordPeople } from '../support/discord-people';
import { type Dump, dumpEverything, SPACES } from '../support/every-store';
import { canary, findCanaries } from '../support/fake-echo';
import { controlModel, fakeProfile, sceneBody, until } from '../support/rooms';
import { type Client, connect, get, OPERATOR, send } from '../support/stage-client';

/** A unique name, and not part of any other. */
const NAME = 'obliterated';
const WORD = canary('doomed');
const MODEL = 'ok#removal';
const receiver = inject('fakeReceiverUrl');

interface Doomed {
  key: string;
  scene: string;
  seat: string;
  invitation: string;
  ticket: string;
  hook: NewHook;
  client: Client;
  run: Client;
}
let doomed: Doomed;

/** A tenant that has one of everything, with the same five words in every text field. */
async function furnish(): Promise<Doomed> {
  const { key } = (await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: NAME, label: WORD })).key;
  const made = key ?? '';
  const post = <T = { id: string }>(path: string, body: unknown) => get<T>(`POST /v1/${path}`, made, body);
  const things = await makeBelongings(made, `${receiver}/in/ok/${WORD.replaceAll(' ', '-')}`);
  for (const kind of ['worlds', 'characters', 'personas', 'lorebooks'])
    await post(kind, { name: `${kind} ${WORD}` });
  await get(`PATCH /v1/runs/${things.run}`, made, { title: WORD });
  await get(`PATCH /v1/runs/${things.adventure}`, made, { title: WORD });
  await post(`runs/${things.adventure}/objectives`, { text: WORD });
  await post('experiments', { ...EXPERIMENT, name: WORD });
  await get('PUT /v1/budgets', made, { calls: 5000 });
  await (await new DiscordPeople(WORD).make()).connect({}, made);
  const profile = fakeProfile(MODEL);
  const body = { ...sceneBody(profile), scenario: WORD, worldId: things.world };
  const scene = (await post<Scene>('scenes', body)).id;
  const hook = await post<NewHook>('hooks', {
    ...{ room: scene, verify: 'bearer', turn: { text: `{{text}} ${WORD}` }, active: true },
    responseUrl: `${receiver}/in/hang/${WORD.replaceAll(' ', '-')}`,
  });
  const invited = await post<NewSeat>(`scenes/${scene}/seats`, {
    role: 'player',
    persona: 'visitor',
    label: WORD,
  });
  const taken = await get<SeatAccepted>('POST /v1/seats/accept', null, {
    ...{ invitation: invited.invitation, name: WORD },
  });
  const open = await post<NewSeat>(`scenes/${scene}/seats`, { role: 'spectator' });
  const token = taken.token ?? '';
  await get(`POST /v1/scenes/${scene}/notes`, token, { text: WORD });
  await get(`POST /v1/scenes/${scene}/turns?wait=1`, token, {
    type: 'user',
    text: `${WORD}, Ada.`,
    to: ['ada'],
  });
  const { ticket } = await post<Ticket>(`scenes/${scene}/tickets`, undefined);
  return {
    ...{ key: made, scene, seat: token, invitation: open.invitation ?? '', ticket, hook },
    client: await connect(scene, made),
    run: await openSocket(`/v1/runs/${things.run}/socket`, made),
  };
}

async function openSocket(path: string, key: string): Promise<Client> {
  const response = await exports.default.fetch(
    new Request(`https://stage.test${path}`, {
      headers: { Upgrade: 'websocket', Authorization: `Bearer ${key}` },
    }),
  );
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status}`);
  const client = { socket, closed: null } as unknown as Client;
  socket.addEventListener('close', ({ code, reason }) => {
    client.closed = { code, reason };
  });
  socket.accept();
  return client;
}

const tenant = () => env.TENANTS.get(env.TENANTS.idFromName(NAME));
const storesWith = (dumps: Dump[], isIn: (text: string) => boolean): string[] => [
  ...new Set(
    dumps.filter(({ text }) => isIn(text)).map(({ store }) => store.split(' ').slice(0, 2).join(' ')),
  ),
];
const hasWord = (text: string): boolean => findCanaries(text).includes('doomed') || text.includes('zqdoomed');

/** Advances the clock, runs every alarm, and aborts the tenant's object between any two of its steps. */
async function removeInPieces(): Promise<{ phases: string[]; cuts: number }> {
  const phases = new Set<string>();
  let cuts = 0;
  const cut = () =>
    runInDurableObject(tenant(), (_object, state) => state.abort('cut off by the test')).catch(() => {
      cuts += 1;
    });
  await until(async () => {
    const { status, json } = await send(`GET /v1/tenants/${NAME}`);
    const phase = (json as { deletion?: { phase: string } | null } | null)?.deletion?.phase;
    if (phase !== undefined) phases.add(phase);
    await runInDurableObject(tenant(), (_object, { storage }) =>
      storage.sql.exec(
        "UPDATE meta SET value = json_set(value, '$.at', value->>'at' - 60000) WHERE key = 'removal'",
      ),
    );
    await cut();
    for (const [name, space] of Object.entries(SPACES)) {
      if (name === 'TENANTS') continue;
      for (const id of await listDurableObjectIds(space))
        await runDurableObjectAlarm(space.get(id)).catch(() => false);
    }
    await runDurableObjectAlarm(tenant()).catch(() => false);
    await cut();
    return status;
  }).holds((status) => status === 410);
  return { phases: [...phases], cuts };
}

describe('a tenant that is deleted while it plays', () => {
  let before: Dump[];
  let told: { phases: string[]; cuts: number };

  beforeAll(async () => {
    doomed = await furnish();
    before = await until(dumpEverything).holds(
      (dumps) =>
        storesWith(dumps, hasWord).includes('D1 rooms') && storesWith(dumps, hasWord).includes('R2 rooms'),
    );
    // A hanging call is pending, and a delivery waits for its result.
    await controlModel({ model: MODEL, script: [{ mode: 'hang' }] });
    await send(`POST /v1/hooks/${doomed.hook.id}/deliver`, doomed.hook.secret, { text: WORD });
    await send(`DELETE /v1/tenants/${NAME}`);
    told = await removeInPieces();
  }, 180_000);

  it('has something in every kind of store before', () => {
    const found = storesWith(before, hasWord).map((store) => store.replace(/^([A-Z_]+S) .*/, '$1'));
    expect(found).toEqual(
      expect.arrayContaining([
        ...['D1 library', 'D1 rooms', 'R2 rooms'],
        ...[
          'ADVENTURES',
          'DISCORD_APPLICATIONS',
          'EXPERIMENTS',
          'WEBHOOK_SENDERS',
          'HOOK_RECEIVERS',
          'RUNS',
          'SCENES',
          'TENANTS',
          'WORLDS',
        ],
      ]),
    );
    expect(Object.keys(SPACES).sort()).toEqual(
      [...new Set(found.filter((name) => !name.includes(' ')))].sort(),
    );
  });

  it('is removed through every phase, however often it is cut off', () => {
    expect(told.cuts).toBeGreaterThan(4);
    expect(told.phases).toEqual(expect.arrayContaining(['rooms', 'files']));
  });

  it('leaves no byte of it in D1, R2 or any object, and no alarm', async () => {
    const after = await dumpEverything();
    expect(storesWith(after, hasWord)).toEqual([]);
    expect(storesWith(after, (text) => text.includes(NAME))).toEqual([]);
    // Its own object still knows that it existed; all others of this file were its own.
    const left = after.filter(({ store, text }) => !store.startsWith('D1') && text !== '');
    expect(left.map(({ store }) => store.split(' ')[0])).toEqual(['TENANTS']);
    expect(left[0]?.text).toContain('tombstone');
    expect(left[0]?.text).toContain('"alarm":null');
  });

  it('closes its sockets, and none of its credentials opens anything', async () => {
    for (const client of [doomed.client, doomed.run])
      await until(() => client.closed?.code ?? null).holds((code) => code === 1001);
    const { key, scene, seat, invitation, ticket, hook } = doomed;
    expect((await send('GET /v1/scenes', key)).status).toBe(401);
    expect((await send('POST /v1/scenes', key, { template: 'tavern' })).status).toBe(401);
    expect((await send(`GET /v1/scenes/${scene}`, seat)).status).toBe(401);
    expect((await send('POST /v1/seats/accept', null, { invitation, name: 'X' })).status).toBe(401);
    const upgrade = { Upgrade: 'websocket' };
    const socket = await send(`GET /v1/scenes/${scene}/socket?ticket=${ticket}`, null, undefined, upgrade);
    expect([401, 404]).toContain(socket.status);
    expect((await send(`POST /v1/hooks/${hook.id}/deliver`, hook.secret, { text: 'x' })).status).toBe(404);
    expect((await send(`DELETE /v1/tenants/${NAME}`)).status).toBe(410);
    const after = await dumpEverything();
    expect(after.filter(({ store, text }) => !store.startsWith('D1') && text !== '')).toHaveLength(1);
  });
});
