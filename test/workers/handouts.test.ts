import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewTenant } from '../../src/contract/access';
import type { Handout } from '../../src/contract/handouts';
import type { Scene } from '../../src/contract/scenes';
import { plainPortrait } from '../../src/library/plain-portrait';
import { roomPrefix } from '../../src/storage/bundles';
import { SCENE } from '../support/belongings';
import { until } from '../support/rooms';
import { connect, get, OPERATOR, problemOf, seatPerson, send } from '../support/stage-client';

const CANARY = 'vermilion periscope';
let scene: string;
let picture: string;
const seats = new Map<string, string>();
const tokenOf = (who: string): string => seats.get(who) ?? '';
const show = (body: object, key: string | null = OPERATOR) =>
  send(`POST /v1/scenes/${scene}/handouts`, key, body);
const path = (seq: number) => `/v1/scenes/${scene}/handouts/${seq}`;

beforeAll(async () => {
  const body = { ...SCENE, personas: [{ name: 'Jo' }, { name: 'Kit' }] };
  scene = (await get<Scene>('POST /v1/scenes', OPERATOR, body)).id;
  for (const persona of ['jo', 'kit'])
    seats.set(persona, (await seatPerson(scene, 'player', persona, persona)).token);
  seats.set('watching', (await seatPerson(scene, 'spectator', null, 'Till')).token);
  const upload = await send(`POST /v1/scenes/${scene}/pictures`, OPERATOR, plainPortrait());
  expect(upload.status).toBe(201);
  ({ picture } = upload.json as { picture: string });
});

describe('a handout', () => {
  it('reaches the chosen seat and the owner; other seats receive nothing of it, in any way', async () => {
    const sockets = await Promise.all(
      [...seats].map(async ([who, token]) => {
        const socket = await connect(scene, token);
        await socket.ready();
        return { who, socket };
      }),
    );
    const shown = await show({ title: 'A torn map', text: CANARY, to: ['jo'], picture });
    expect([shown.status, shown.json]).toMatchObject([
      201,
      { title: 'A torn map', text: CANARY, to: ['jo'], knownToCast: false, picture },
    ]);
    const { seq } = shown.json as unknown as Handout;
    const after = await show({ title: 'For all' });
    const afterSeq = (after.json as unknown as Handout).seq;
    for (const { who, socket } of sockets) {
      await until(() => socket.events.some((event) => event.seq === afterSeq)).holds();
      expect([who, socket.raw.join().includes(CANARY)]).toEqual([who, who === 'jo']);
      socket.close();
    }
    for (const who of [OPERATOR, tokenOf('jo')]) {
      expect((await send(`GET ${path(seq)}`, who)).json).toMatchObject({ text: CANARY });
      const image = await send(`GET ${path(seq)}/picture`, who);
      expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    }
    for (const who of ['kit', 'watching']) {
      for (const address of [path(seq), `${path(seq)}/picture`])
        expect((await problemOf(`GET ${address}`, 404, { key: tokenOf(who) })).detail).not.toContain('map');
      for (const part of ['', '/events?limit=1000', '/transcript', '/rounds'])
        expect((await send(`GET /v1/scenes/${scene}${part}`, tokenOf(who))).text).not.toContain(CANARY);
      expect((await send(`GET ${path(afterSeq)}`, tokenOf(who))).status).toBe(200);
      expect((await send(`GET ${path(afterSeq)}/picture`, tokenOf(who))).status).toBe(204);
    }
  });

  it('is shown by owners alone, with pictures of the scene alone', async () => {
    expect((await show({ title: 'Mine' }, tokenOf('jo'))).status).toBe(403);
    expect((await send(`POST /v1/scenes/${scene}/pictures`, tokenOf('jo'), plainPortrait())).status).toBe(
      403,
    );
    expect((await show({ title: 'No one', to: ['zed'] })).status).toBe(400);
    expect((await show({ title: 'From afar', picture: 'https://example.com/a.png' })).status).toBe(400);
    const { key } = await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'onlookers' });
    expect((await show({ title: 'Theirs' }, key.key)).status).toBe(404);

    const other = await get<Scene>('POST /v1/scenes', OPERATOR, SCENE);
    const borrowed = await get<Handout>(`POST /v1/scenes/${other.id}/handouts`, OPERATOR, {
      ...{ title: 'Borrowed', picture },
    });
    const image = await send(`GET /v1/scenes/${other.id}/handouts/${borrowed.seq}/picture`);
    expect(image.status).toBe(204);
  });

  it('has one of at most 200 pictures of its scene', async () => {
    const { id } = await get<Scene>('POST /v1/scenes', OPERATOR, SCENE);
    const upload = () => send(`POST /v1/scenes/${id}/pictures`, OPERATOR, plainPortrait());
    const prefix = `${roomPrefix('local', id)}pictures/pic_`;
    for (let n = 0; n < 199; n += 1) await env.BUCKET.put(`${prefix}${n}`, 'x');
    expect((await upload()).status).toBe(201);
    const refused = await upload();
    expect([refused.status, refused.json]).toMatchObject([409, { type: '/problems/conflict' }]);
    expect(refused.text).toContain('200 pictures');
  });
});
