import { beforeAll, describe, expect, it } from 'vitest';
import type { Event } from '../../src/contract/events/events';
import type { DiceRoll } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { SCENE } from '../support/belongings';
import { connectMcp } from '../support/mcp-client';
import { get, OPERATOR, problemOf, seatPerson, send } from '../support/stage-client';

let scene: string;
let jo: string;
let spectator: string;
const roll = (key: string | null, body: object, headers = {}) =>
  send(`POST /v1/scenes/${scene}/rolls`, key, body, headers);
const rolls = async (key: string) =>
  (await get<{ events: Event[] }>(`GET /v1/scenes/${scene}/events?limit=1000`, key)).events.filter(
    ({ kind }) => kind === 'dice.rolled',
  );

beforeAll(async () => {
  const body = { ...SCENE, personas: [{ name: 'Jo' }, { name: 'Kit' }] };
  scene = (await get<Scene>('POST /v1/scenes', OPERATOR, body)).id;
  jo = (await seatPerson(scene, 'player', 'jo', 'Frieda')).token;
  spectator = (await seatPerson(scene, 'spectator', null, 'Till')).token;
});

describe('POST /v1/scenes/{id}/rolls', () => {
  it('rolls for the persona of the seat, once per key; everyone sees it, and it starts no round', async () => {
    const key = { 'Idempotency-Key': 'roll-1' };
    const first = await roll(jo, { notation: '3D6-2' }, key);
    expect(first.status).toBe(201);
    const { dice, modifier, total, ...made } = first.json as unknown as DiceRoll;
    expect(made).toMatchObject({ name: 'Jo', notation: '3d6-2' });
    expect([dice.length, modifier, total]).toEqual([3, -2, dice.reduce((a, b) => a + b, -2)]);
    expect((await roll(jo, { notation: '3D6-2' }, key)).json).toEqual(first.json);
    for (const who of [OPERATOR, jo, spectator]) {
      const seen = await rolls(who);
      expect(seen.map(({ seq, payload }) => ({ seq, payload }))).toMatchObject([
        { seq: made.seq, payload: { personaId: 'jo', dice, total } },
      ]);
    }
    const { rounds, queued } = await get<Scene>(`GET /v1/scenes/${scene}`);
    expect([rounds, queued]).toEqual([0, 0]);
    expect((await send(`GET /v1/scenes/${scene}/transcript?as=txt`, spectator)).text).toContain(
      'rolls 3d6-2',
    );
  });

  it('explains a bad notation', async () => {
    for (const notation of ['dice', '21d6', '2d1', '2d6+1+1']) {
      const problem = await problemOf(`POST /v1/scenes/${scene}/rolls`, 400, { key: jo, body: { notation } });
      expect(problem.errors).toEqual([
        { pointer: '/notation', message: expect.stringContaining('write it like 2d6') },
      ]);
    }
  });

  it('refuses spectators, other personas and strangers; the owner names a persona', async () => {
    expect((await roll(spectator, { notation: 'd6' })).status).toBe(403);
    expect((await roll(jo, { notation: 'd6', personaId: 'kit' })).status).toBe(403);
    expect((await roll(null, { notation: 'd6' })).status).toBe(401);
    expect((await roll(OPERATOR, { notation: 'd6' })).status).toBe(400);
    const own = await roll(OPERATOR, { notation: 'd6', personaId: 'kit' });
    expect(own.json).toMatchObject({ name: 'Kit' });
  });

  it('lets a present character roll for a player', async () => {
    const asked = await roll(jo, { notation: 'd20', characterId: 'ada' });
    expect(asked.json).toMatchObject({ name: 'Ada', notation: 'd20' });
    expect((await rolls(spectator)).at(-1)).toMatchObject({
      actor: 'character:ada',
      payload: { personaId: 'jo', characterId: 'ada' },
    });
    const problem = await problemOf(`POST /v1/scenes/${scene}/rolls`, 400, {
      ...{ key: jo, body: { notation: 'd20', characterId: 'zed' } },
    });
    expect(problem.errors).toEqual([
      { pointer: '/characterId', message: expect.stringContaining('present') },
    ]);
  });

  it('is a tool of players', async () => {
    const player = await connectMcp(jo);
    const before = (await rolls(jo)).length;
    const answer = await player.tool('roll_dice', { notation: '2d6+1' });
    expect(JSON.stringify(answer)).toMatch(/Jo rolls 2d6\+1: \d \+ \d \+ 1 = \d+/);
    expect(await rolls(jo)).toHaveLength(before + 1);
  });
});
