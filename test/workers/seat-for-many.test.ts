import { beforeAll, describe, expect, it } from 'vitest';
import type { EventPage } from '../../src/contract/events/events';
import type { SceneSeen } from '../../src/contract/scenes';
import type { InvitationView, NewSeat, SeatAccepted, SeatView } from '../../src/contract/seats';
import { plainPortrait } from '../../src/library/plain-portrait';
import { kitchen } from '../support/http-rooms';
import { sceneAt, until } from '../support/rooms';
import { connect, createScene, get, OPERATOR, seatPerson, send } from '../support/stage-client';

const MANY = { role: 'spectator', forMany: true, host: 'Jo' };

const openScene = (body: object = {}) =>
  createScene(
    kitchen({
      characters: [{ name: 'Ada', secrets: 'She sank the boat.' }],
      personas: [{ name: 'Mara' }],
      ...body,
    }),
  );
const sitDown = async (invitation: string | null): Promise<string> =>
  (await get<SeatAccepted>('POST /v1/seats/accept', null, { invitation, name: 'Whoever' })).token ?? '';
const seatForMany = async (scene: string): Promise<SeatView | undefined> =>
  (await get<{ items: SeatView[] }>(`GET /v1/scenes/${scene}/seats`)).items.find(({ forMany }) => forMany);

describe('a seat for many', () => {
  let scene: string;
  let made: NewSeat;
  beforeAll(async () => {
    scene = await openScene();
    made = await get<NewSeat>(`POST /v1/scenes/${scene}/seats`, OPERATOR, MANY);
  });

  it('is taken by one invitation, again and again, each with a token that watches', async () => {
    const tokens = [await sitDown(made.invitation), await sitDown(made.invitation)];
    expect(new Set(tokens).size).toBe(2);
    const sockets = await Promise.all(tokens.map((token) => connect(scene, token)));
    for (const socket of sockets) await socket.ready();
    for (const token of tokens) {
      const seen = await get<SceneSeen>(`GET /v1/scenes/${scene}`, token);
      expect(seen.you).toMatchObject({ role: 'spectator', name: 'Audience', forMany: true });
      expect(JSON.stringify(seen)).not.toContain('sank the boat');
      const said = await send(`POST /v1/scenes/${scene}/turns`, token, { type: 'user', text: 'Hello' });
      expect(said.status).toBe(403);
      expect((await send(`POST /v1/scenes/${scene}/notes`, token, { text: 'Mine' })).status).toBe(403);
      expect((await send(`GET /v1/scenes/${scene}/seats`, token)).status).toBe(403);
    }
    expect(await seatForMany(scene)).toMatchObject({ status: 'taken', present: true, watching: 2 });
    const { events } = await get<EventPage>(`GET /v1/scenes/${scene}/events?limit=1000`);
    expect(events.filter(({ kind }) => kind === 'player.joined')).toHaveLength(1);
    for (const socket of sockets) socket.close();
  });

  it('keeps nobody else from watching: each has a share of its own', async () => {
    const [one, other] = [await sitDown(made.invitation), await sitDown(made.invitation)];
    const sockets = [];
    for (let n = 0; n < 10; n += 1) sockets.push(await connect(scene, one));
    await expect(connect(scene, one)).rejects.toThrow('429');
    sockets.push(await connect(scene, other));
    for (const socket of sockets) socket.close();
  });

  it('goes on when its link is replaced: the old link opens nothing', async () => {
    const token = await sitDown(made.invitation);
    const renewed = await get<NewSeat>(
      `POST /v1/scenes/${scene}/seats/${made.seat.id}/invitation`,
      OPERATOR,
      {},
    );
    const old = await send('POST /v1/seats/accept', null, { invitation: made.invitation, name: 'Late' });
    expect(old.status).toBe(401);
    expect((await send(`GET /v1/scenes/${scene}`, token)).status).toBe(200);
    expect(await sitDown(renewed.invitation)).toMatch(/^st_/);
  });

  it('ends for everybody when it is revoked', async () => {
    const other = await openScene();
    const { seat, invitation } = await get<NewSeat>(`POST /v1/scenes/${other}/seats`, OPERATOR, MANY);
    const tokens = [await sitDown(invitation), await sitDown(invitation)];
    const socket = await connect(other, tokens[0] ?? '');
    await socket.ready();
    await send(`DELETE /v1/scenes/${other}/seats/${seat.id}`);
    await until(() => socket.closed).holds((closed) => closed !== null);
    for (const token of tokens) expect((await send(`GET /v1/scenes/${other}`, token)).status).toBe(401);
    expect((await send('POST /v1/seats/look', null, { invitation })).status).toBe(401);
  });

  it('lets the token end that was idle for longest when there are as many as may be', async () => {
    const other = await openScene();
    const { seat, invitation } = await get<NewSeat>(`POST /v1/scenes/${other}/seats`, OPERATOR, MANY);
    const oldest = await sitDown(invitation);
    await sceneAt(other).inside((_, { storage }) => {
      for (let n = 0; n < 999; n += 1)
        storage.sql.exec(
          "INSERT INTO seat_secrets VALUES (?, 'token', ?, ?)",
          `hash ${n}`,
          seat.id,
          Date.now() + n,
        );
    });
    const socket = await connect(other, oldest);
    await socket.ready();
    const newest = await sitDown(invitation);
    for (const token of [oldest, newest])
      expect((await send(`GET /v1/scenes/${other}`, token)).status).toBe(200);
    const hashes = await sceneAt(other).inside((_, { storage }) =>
      storage.sql.exec<{ hash: string }>("SELECT hash FROM seat_secrets WHERE kind = 'token'").toArray(),
    );
    expect(hashes).toHaveLength(1000);
    expect(hashes.map(({ hash }) => hash)).not.toContain('hash 0');
    socket.close();
  });

  it('watches: one of players is refused', async () => {
    const body = { role: 'player', forMany: true };
    const { status, json } = await send(`POST /v1/scenes/${scene}/seats`, OPERATOR, body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ errors: [{ pointer: '/forMany' }] });
  });

  it('leaves the seats of persons as they are', async () => {
    const { invitation } = await seatPerson(scene, 'spectator', null, 'Frieda');
    const again = await send('POST /v1/seats/accept', null, { invitation, name: 'Karl' });
    expect(again.status).toBe(409);
  });
});

it('looking at an invitation shows who invites and, when asked, small pictures of the cast to its holder alone', async () => {
  const character = { name: 'Ines', description: 'A pilot.' };
  const item = await get<{ id: string }>('POST /v1/characters', OPERATOR, character);
  await send(`PUT /v1/characters/${item.id}/portrait`, OPERATOR, plainPortrait());
  const scene = await openScene({ characters: [{ from: item.id }, { name: 'Bo' }] });
  const made = await get<NewSeat>(`POST /v1/scenes/${scene}/seats`, OPERATOR, {
    ...{ role: 'player', persona: 'mara', host: 'Jo' },
  });
  const { invitation } = made;
  const look = (body: object) => get<InvitationView>('POST /v1/seats/look', null, body);
  const bill = await look({ invitation });
  expect(bill).toMatchObject({ host: 'Jo', forMany: false, cast: [{ picture: null }, { picture: null }] });
  expect(JSON.stringify(bill)).not.toContain(item.id);
  const { cast } = await look({ invitation, pictures: true });
  expect(cast[0]?.picture).toMatch(/^data:image\/png;base64,/);
  expect(cast[1]?.picture).toBeNull();
  await send(`DELETE /v1/scenes/${scene}/seats/${made.seat.id}`);
  expect((await send('POST /v1/seats/look', null, { invitation, pictures: true })).status).toBe(401);
});
