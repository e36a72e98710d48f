import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Credentials } from '../../durable-objects/lib/room/credentials';
import type { SceneRoom } from '../../durable-objects/scene-room';
import type { NewKey, NewTenant, Ticket } from '../../src/contract/access';
import type { NewSeat, SeatAccepted } from '../../src/contract/seats';
import { createApp } from '../../src/http/app';
import type { TenantApi } from '../../src/room/rpc';
import { kitchen } from '../support/http-rooms';
import { fieldsOf } from '../support/loose-events';
import { until } from '../support/rooms';
import { type Client, connect, createScene, get, OPERATOR, send } from '../support/stage-client';

// The owner starts each round, so that waiting requests stay open.
const SCENE = kitchen({ turnMode: 'manual' });
const NEW_OPERATOR = 'ps_local_next0next0next0next0next0next0';

const sceneOf = (tenant: string, scene: string) =>
  env.SCENES.get(env.SCENES.idFromName(`${tenant}/${scene}`)) as unknown as DurableObjectStub;
const tenantOf = (tenant: string) => env.TENANTS.get(env.TENANTS.idFromName(tenant));
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A scene with a person whose credential stays valid, and one who is about to lose it. */
interface Stage {
  tenant: string;
  scene: string;
  keeper: string;
  loser: string;
  end: () => Promise<unknown>;
}

let stages = 0;
async function makeStage(): Promise<Stage & { key: NewKey }> {
  stages += 1;
  const tenant = `walk${stages}`;
  const made = await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: tenant });
  const keeper = made.key.key ?? '';
  const scene = await createScene(SCENE, keeper);
  const key = await get<NewKey>('POST /v1/keys', keeper, { label: 'lost' });
  return { tenant, scene, keeper, key, loser: key.key ?? '', end: async () => {} };
}

async function makeSeatStage(seatHours: number | null = null): Promise<Stage & { seat: string }> {
  const stage = await makeStage();
  const body = { role: 'player', persona: 'mara', seatHours };
  const made = await get<NewSeat>(`POST /v1/scenes/${stage.scene}/seats`, stage.keeper, body);
  const taken = await get<SeatAccepted>('POST /v1/seats/accept', null, {
    ...{ invitation: made.invitation, name: 'Frieda' },
  });
  return { ...stage, loser: taken.token ?? '', seat: made.seat.id };
}

const CASES: Record<string, () => Promise<Stage>> = {
  'an API key that is revoked': async () => {
    const stage = await makeStage();
    return { ...stage, end: () => get(`DELETE /v1/keys/${stage.key.id}`, stage.keeper) };
  },
  'an API key that is revoked through another instance of the Worker, while this one believes it':
    async () => {
      const stage = await makeStage();
      return {
        ...stage,
        end: () => (tenantOf(stage.tenant) as unknown as TenantApi).revokeKey(stage.key.id),
      };
    },
  'an API key that is rotated': async () => {
    const stage = await makeStage();
    const row = `POST /v1/keys/${stage.key.id}/rotate`;
    return { ...stage, end: () => get(row, stage.keeper, { graceSeconds: 0 }) };
  },
  'an API key that was rotated, and whose grace is over': async () => {
    const stage = await makeStage();
    const row = `POST /v1/keys/${stage.key.id}/rotate`;
    return {
      ...stage,
      end: async () => {
        await get(row, stage.keeper, { graceSeconds: 3 });
        expect((await send(`GET /v1/scenes/${stage.scene}`, stage.loser)).status).toBe(200);
      },
    };
  },
  "the operator's key, when BOOTSTRAP_KEY was changed": async () => {
    const scene = await createScene(SCENE);
    const keeper = (await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'kept' })).key ?? '';
    const tenant = 'local';
    const end = async () => {
      const changed = { ...env, BOOTSTRAP_KEY: NEW_OPERATOR };
      vi.spyOn(exports.default, 'fetch').mockImplementation(async (asked, init) =>
        createApp().request(asked as Request, init as RequestInit, changed),
      );
      await evictDurableObject(sceneOf(tenant, scene), { webSockets: 'hibernate' });
      // Objects read their environment once: a restart of the room uses the new one here.
      await runInDurableObject(sceneOf(tenant, scene), (instance, ctx) => {
        const { core } = instance as unknown as SceneRoom;
        Object.assign(core, { credentials: new Credentials(ctx, changed, core.sockets) });
      });
    };
    return { tenant, scene, keeper, loser: OPERATOR, end };
  },
  'a seat that is revoked': async () => {
    const stage = await makeSeatStage();
    return { ...stage, end: () => get(`DELETE /v1/scenes/${stage.scene}/seats/${stage.seat}`, stage.keeper) };
  },
  'a seat that another person has taken': async () => {
    const stage = await makeSeatStage();
    const end = async () => {
      const row = `POST /v1/scenes/${stage.scene}/seats/${stage.seat}/invitation`;
      const { invitation } = await get<NewSeat>(row, stage.keeper, {});
      await get('POST /v1/seats/accept', null, { invitation, name: 'Somebody else' });
    };
    return { ...stage, end };
  },
  'a seat whose time is over': async () => {
    const stage = await makeSeatStage(1);
    const end = async () => {
      later(3600_000);
      await runDurableObjectAlarm(sceneOf(stage.tenant, stage.scene));
    };
    return { ...stage, end };
  },
  'a key of a tenant that is deleted': async () => {
    const stage = await makeStage();
    return { ...stage, end: () => get(`DELETE /v1/tenants/${stage.tenant}`, OPERATOR) };
  },
  'a seat of a tenant that is deleted': async () => {
    const stage = await makeSeatStage();
    return { ...stage, end: () => get(`DELETE /v1/tenants/${stage.tenant}`, OPERATOR) };
  },
};

async function follow(scene: string, key: string): Promise<{ text: string; ended: boolean }> {
  const response = await exports.default.fetch(
    new Request(`https://stage.test/v1/scenes/${scene}/events`, {
      headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' },
    }),
  );
  expect(response.status).toBe(200);
  const stream = { text: '', ended: false };
  const read = async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const next = await reader?.read().catch(() => undefined);
      if (!next || next.done) break;
      stream.text += next.value;
    }
    stream.ended = true;
  };
  void read();
  return stream;
}

const turn = (text: string) => ({ type: 'user', text, personaId: 'mara' });

it.each(Object.entries(CASES))(
  'whoever loses %s, loses what it has open, and opens nothing more',
  async (_name, make) => {
    const { tenant, scene, keeper, loser, end } = await make();
    const at = (path: string) => `/v1/scenes/${scene}${path}`;
    const say = (text: string) => send(`POST ${at('/turns')}`, keeper, turn(text));
    const ticketOf = async () => (await get<Ticket>(`POST ${at('/tickets')}`, loser)).ticket;

    expect((await send(`GET ${at('')}`, loser)).status).toBe(200);
    const sockets: Client[] = [await connect(scene, loser)];
    sockets.push(await connect(scene, null, `after=0&ticket=${await ticketOf()}`));
    for (const client of sockets) await client.ready();
    const stream = await follow(scene, loser);
    const unused = await ticketOf();
    sockets[0]?.socket.send(JSON.stringify({ type: 'turn', ref: 1, input: turn('The first.') }));
    await until(() => [...sockets.map(({ raw }) => raw.join()), stream.text]).holds((texts) =>
      texts.every((text) => text.includes('The first.')),
    );
    const begun = await send(`POST ${at('/rounds?wait=1')}`, keeper);
    expect(begun.status).toBe(200);
    let waited: number | null = null;
    const waiting = send(`POST ${at('/turns?wait=1')}`, loser, turn('The last.')).then(({ status }) => {
      waited = status;
    });
    await until(() => sockets[0]?.raw.join().includes('The last.') ?? false).holds();
    expect(waited).toBeNull();

    await end();

    const isDeleted = _name.includes('tenant that is deleted');
    await until(() => sockets.every(({ closed }) => closed) && stream.ended).holds();
    for (const { closed } of sockets) expect([4001, ...(isDeleted ? [1001] : [])]).toContain(closed?.code);
    await waiting;
    expect([401, ...(isDeleted ? [404, 503] : [])]).toContain(waited);
    if (!isDeleted) expect((await say('Behind closed doors.')).status).toBe(202);
    expect([...sockets.flatMap(({ raw }) => raw), stream.text].join()).not.toContain('closed doors');
    // Also while an instance of the Worker still has the key in its cache.
    const refused = isDeleted ? /40[14]/ : /401/;
    await expect(connect(scene, null, `ticket=${unused}`)).rejects.toThrow(refused);
    await expect(connect(scene, loser)).rejects.toThrow(refused);
    later(26_000);
    for (const row of ['GET ', 'GET /events', 'POST /tickets', 'POST /turns', 'POST /turns?wait=1']) {
      const [method, path = ''] = row.split(' ');
      const body = method === 'POST' && path.startsWith('/turns') ? turn('Once more.') : undefined;
      expect([row, (await send(`${method} ${at(path)}`, loser, body)).status]).toEqual([row, 401]);
    }
    expect(tenant).not.toBe('');
  },
);

const rowsOf = (tenant: string, query: string) =>
  runInDurableObject(tenantOf(tenant) as unknown as DurableObjectStub, (_tenant, { storage }) =>
    storage.sql.exec(query).toArray(),
  );
/** Ends a key without notifications, as if the tenant could not reach any room. */
const endUntold = (tenant: string, id: string) =>
  runInDurableObject(tenantOf(tenant) as unknown as DurableObjectStub, (_tenant, { storage }) => {
    storage.sql.exec('UPDATE keys SET revoked_at = ? WHERE id = ?', new Date().toISOString(), id);
  });

/** The prototype that has a method of an object: RPC ignores own methods. */
function ownerOf<T extends object>(instance: T, method: keyof T): T {
  let owner: T = instance;
  while (!Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner) as T;
  return owner;
}

describe('a room', () => {
  it('asks again whether a key is good when a turn comes over a socket, before it takes it', async () => {
    const { tenant, scene, keeper, loser, key } = await makeStage();
    const client = await connect(scene, loser);
    await client.ready();
    await endUntold(tenant, key.id);
    later(20_001);
    client.socket.send(JSON.stringify({ type: 'turn', input: turn('One more.') }));
    await until(() => client.closed !== null).holds();
    expect(client.closed).toEqual({ code: 4001, reason: 'the key was revoked or has expired' });
    const { text } = await send(`GET /v1/scenes/${scene}/events`, keeper);
    expect(text).not.toContain('One more.');
  });

  it('is told again that a key is over when it could not be reached', async () => {
    const { tenant, scene, keeper, loser, key } = await makeStage();
    const client = await connect(scene, loser);
    await client.ready();
    const told = await runInDurableObject(sceneOf(tenant, scene), (room) => {
      const owner = ownerOf(room as unknown as SceneRoom, 'closeConnections');
      const outOfReach = new Error('out of reach');
      return vi
        .spyOn(owner, 'closeConnections')
        .mockRejectedValueOnce(outOfReach)
        .mockRejectedValueOnce(outOfReach);
    });
    await get(`DELETE /v1/keys/${key.id}`, keeper);
    await until(() => client.closed !== null).holds();
    expect(told).toHaveBeenCalledTimes(3);
    expect(await rowsOf(tenant, 'SELECT * FROM connections')).toEqual([]);
  });

  it('asks the tenant once for all that opens by a key, and for nothing that it sends', async () => {
    const { tenant, scene, keeper, loser } = await makeStage();
    const asked = await runInDurableObject(tenantOf(tenant) as unknown as DurableObjectStub, (instance) =>
      vi.spyOn(ownerOf(instance as unknown as TenantApi, 'registerConnection'), 'registerConnection'),
    );
    const clients = await Promise.all([1, 2, 3].map(() => connect(scene, loser)));
    for (const client of clients) await client.ready();
    for (let n = 0; n < 5; n += 1) {
      await send(`POST /v1/scenes/${scene}/turns`, keeper, turn(`Line ${n}.`));
      clients[0]?.socket.send(JSON.stringify({ type: 'turn', input: turn(`Answer ${n}.`) }));
    }
    await until(() => clients.map(({ events }) => fieldsOf(events.at(-1)?.payload).text)).holds((texts) =>
      texts.every((text) => text === 'Answer 4.'),
    );
    expect(asked.mock.calls).toHaveLength(1);
    expect(await rowsOf(tenant, 'SELECT room FROM connections')).toEqual([{ room: scene }]);
    await get(`DELETE /v1/scenes/${scene}`, keeper);
    expect(await rowsOf(tenant, 'SELECT room FROM connections')).toEqual([]);
  });

  it('has sockets without a credential connect again, and takes no such tickets', async () => {
    const { tenant, scene, keeper, loser } = await makeStage();
    const client = await connect(scene, loser);
    await client.ready();
    const { ticket } = await get<Ticket>(`POST /v1/scenes/${scene}/tickets`, loser);
    await runInDurableObject(sceneOf(tenant, scene), (_room, ctx) => {
      const before = { owner: true, ids: [] };
      for (const socket of ctx.getWebSockets()) socket.serializeAttachment(before);
      ctx.storage.sql.exec('UPDATE tickets SET viewer = ?', JSON.stringify(before));
    });
    await evictDurableObject(sceneOf(tenant, scene), { webSockets: 'hibernate' });
    await get(`POST /v1/scenes/${scene}/notes`, keeper, { text: 'For the owner.' });
    await until(() => client.closed !== null).holds();
    expect(client.closed?.code).toBe(1012);
    expect(client.raw.join()).not.toContain('For the owner.');
    await expect(connect(scene, null, `ticket=${ticket}`)).rejects.toThrow('401');
  });

  it('of a run closes what came by a key that is over, too', async () => {
    const { tenant, keeper, loser, key } = await makeStage();
    const { id } = await get<{ id: string }>('POST /v1/runs', keeper, { game: 'corridor', start: false });
    const response = await exports.default.fetch(
      new Request(`https://stage.test/v1/runs/${id}/socket`, {
        headers: { Upgrade: 'websocket', Authorization: `Bearer ${loser}` },
      }),
    );
    let closed = 0;
    response.webSocket?.addEventListener('close', ({ code }) => {
      closed = code;
    });
    response.webSocket?.accept();
    expect(await rowsOf(tenant, 'SELECT room FROM connections')).toEqual([{ room: id }]);
    await get(`DELETE /v1/keys/${key.id}`, keeper);
    await until(() => closed === 4001).holds();
  });
});

it('a tenant of many rooms that is deleted has every room close what is open before it waits for any of them', async () => {
  const { tenant, keeper } = await makeStage();
  const body = { ...SCENE, title: 'One of many' };
  const clients: Client[] = [];
  const ids: string[] = [];
  for (let n = 0; n < 24; n += 1) {
    const id = await createScene(body, keeper);
    ids.push(id);
    clients.push(await connect(id, keeper));
  }
  // D1 fails, so none of the first is ever deleted.
  await runInDurableObject(tenantOf(tenant) as unknown as DurableObjectStub, (instance) => {
    const { DB } = (instance as unknown as { env: Env }).env;
    vi.spyOn(DB, 'batch').mockRejectedValue(new Error('D1 is down'));
  });
  await get(`DELETE /v1/tenants/${tenant}`, OPERATOR);
  await until(() => clients.every(({ closed }) => closed !== null)).holds();
  vi.restoreAllMocks();
  for (const id of ids) await runDurableObjectAlarm(sceneOf(tenant, id));
});
