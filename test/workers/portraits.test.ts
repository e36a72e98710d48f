import { env } from 'cloudflare:workers';
import { encode } from 'fast-png';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewTenant } from '../../src/contract/access';
import type { LibraryItem } from '../../src/contract/library';
import type { Scene, SceneSeen } from '../../src/contract/scenes';
import { portraitKey } from '../../src/library/portraits';
import { SCENE } from '../support/belongings';
import { get, OPERATOR, seatPerson, send } from '../support/stage-client';

const picture = (grey: number): Uint8Array =>
  encode({ width: 1, height: 1, channels: 1, data: new Uint8Array([grey]) });

describe('the picture of a character in the cast', () => {
  let mara: string;
  let scene: Scene;

  const stored = async (id: string): Promise<number | undefined> =>
    (await env.BUCKET.head(portraitKey('local', id)))?.size;
  const look = (who: string | null, character = 'mara', room = scene.id) =>
    send(`GET /v1/scenes/${room}/cast/${character}/portrait`, who);

  beforeAll(async () => {
    mara = (await get<LibraryItem>('POST /v1/characters', OPERATOR, { name: 'Mara', goals: 'Leave.' })).id;
    await send(`PUT /v1/characters/${mara}/portrait`, OPERATOR, picture(40));
    scene = await get<Scene>('POST /v1/scenes', OPERATOR, {
      ...SCENE,
      personas: [{ name: 'Jo' }],
      characters: [{ from: mara }, { name: 'Ada' }],
    });
  });

  it('is the library’s, for the owner and for everybody on a seat', async () => {
    expect(scene.cast.map(({ id, from }) => [id, from])).toEqual([
      ['mara', mara],
      ['ada', null],
    ]);
    const player = await seatPerson(scene.id, 'player', 'jo', 'Frieda');
    const spectator = await seatPerson(scene.id, 'spectator', null, 'Till');
    for (const who of [OPERATOR, player.token, spectator.token]) {
      const answer = await look(who);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png']);
      expect(answer.text.slice(1, 4)).toBe('PNG');
      expect((await look(who, 'ada')).status).toBe(204);
      expect((await look(who, 'nobody')).status).toBe(404);
    }
    const seen = await get<SceneSeen>(`GET /v1/scenes/${scene.id}`, player.token);
    expect(seen.cast[0]?.from).toBe(mara);
    // The seat can read the scene's picture, but not the library.
    expect((await send(`GET /v1/characters/${mara}/portrait`, player.token)).status).toBe(403);
  });

  it('is nobody else’s', async () => {
    const { key } = await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'onlookers' });
    expect((await look(key.key)).status).toBe(404);
    // The id of another tenant's character does not give access to its picture: the scene can't be created.
    const taken = await send('POST /v1/scenes', key.key, { ...SCENE, characters: [{ from: mara }] });
    expect([taken.status, taken.text]).toEqual([400, expect.stringContaining('/characters/0/from')]);
    const other = await get<Scene>('POST /v1/scenes', OPERATOR, SCENE);
    const { token } = await seatPerson(other.id, 'player', 'mara', 'Karl');
    expect((await look(token)).status).toBe(403);
    expect((await look(null)).status).toBe(401);
  });

  it('is there for who is added later, and in a fork', async () => {
    const change = { characters: { add: [{ from: mara, name: 'Twin' }] } };
    const changed = await get<Scene>(`PATCH /v1/scenes/${scene.id}`, OPERATOR, change);
    expect(changed.cast.at(-1)).toMatchObject({ id: 'twin', from: mara });
    expect((await look(OPERATOR, 'twin')).status).toBe(200);
    const fork = await get<Scene>(`POST /v1/scenes/${scene.id}/fork`, OPERATOR, { round: 0 });
    expect((await look(OPERATOR, 'mara', fork.id)).status).toBe(200);
  });

  it('is the new one when it changes, and none once the character is deleted', async () => {
    const before = (await look(OPERATOR)).text;
    await send(`PUT /v1/characters/${mara}/portrait`, OPERATOR, picture(200));
    expect((await look(OPERATOR)).text).not.toBe(before);
    expect(await stored(mara)).toBeGreaterThan(0);
    await send(`DELETE /v1/characters/${mara}`, OPERATOR);
    expect([(await look(OPERATOR)).status, await stored(mara)]).toEqual([204, undefined]);
    const kept = await get<Scene>(`GET /v1/scenes/${scene.id}`);
    expect(kept.cast[0]).toMatchObject({ name: 'Mara', from: mara });
  });
});

describe('the card of a character in the cast', () => {
  const PRIVATE = { personality: 'sly as a fox', goals: 'reach the cellar', secrets: 'owns the key' };
  const VOICE = ['Mind the third step.'];

  it('can be read and changed by the owner alone; a seat sees nothing private', async () => {
    const { id } = await get<Scene>('POST /v1/scenes', OPERATOR, {
      ...SCENE,
      personas: [{ name: 'Jo' }],
      characters: [{ name: 'Ada', description: '{{char}} keeps the inn.', ...PRIVATE, voice: VOICE }],
    });
    const read = (who: string | null, character = 'ada') =>
      send(`GET /v1/scenes/${id}/cast/${character}`, who);
    expect((await read(OPERATOR)).json).toEqual({
      ...{ description: '{{char}} keeps the inn.', ...PRIVATE, voice: VOICE },
      ...{ instructions: '', postHistory: '', depthPrompt: null, examples: [] },
    });
    expect((await read(OPERATOR, 'nobody')).status).toBe(404);

    const change = { characters: { change: { ada: { secrets: 'lost the key' } } } };
    await send(`PATCH /v1/scenes/${id}`, OPERATOR, change);
    expect((await read(OPERATOR)).json).toMatchObject({ ...PRIVATE, secrets: 'lost the key' });

    const { token } = await seatPerson(id, 'player', 'jo', 'Frieda');
    expect((await read(token)).status).toBe(403);
    expect((await read(null)).status).toBe(401);
    const seen = await send(`GET /v1/scenes/${id}`, token);
    const events = await send(`GET /v1/scenes/${id}/events?limit=1000`, token);
    expect(seen.json).toMatchObject({ cast: [{ name: 'Ada', description: 'Ada keeps the inn.' }] });
    for (const text of [...Object.values(PRIVATE), ...VOICE, 'lost the key'])
      expect(seen.text + events.text).not.toContain(text);
  });
});
