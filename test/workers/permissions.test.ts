import { beforeAll, describe, expect, it } from 'vitest';
import { type Access, PERMISSIONS } from '../../src/auth/permissions';
import type { NewKey, NewTenant } from '../../src/contract/access';
import type { Hook } from '../../src/contract/hooks';
import type { Run } from '../../src/contract/runs';
import type { Scene } from '../../src/contract/scenes';
import type { Webhook } from '../../src/contract/webhooks';
import { EMBEDDED_STORY } from '../../src/games/zmachine/embedded';
import { get, OPERATOR, seatPerson, send } from '../support/stage-client';

const UNDERSTUDY = { provider: 'understudy' };
const SCENE = {
  characters: [{ name: 'Ada' }],
  personas: [{ name: 'Mara' }, { name: 'Jo' }],
  profiles: { director: UNDERSTUDY, character: UNDERSTUDY },
};
const RUN = { game: 'corridor', profiles: { explorer: UNDERSTUDY, analyst: UNDERSTUDY }, start: false };

/** Both are switched off: they are only looked at. */
const WEBHOOK = { url: 'https://hooks.example.com/', active: false };
const HOOK = { verify: 'bearer', turn: { text: '{{a}}' }, active: false };
const ADVENTURE = { game: EMBEDDED_STORY.id, start: false };

/** Everybody who may come to the door. */
const CALLERS = [
  'nobody',
  'a player',
  'a spectator',
  'a revoked seat',
  'a seat of another scene',
  'a key of another tenant',
  'a key',
  'the operator',
] as const;
type Caller = (typeof CALLERS)[number];
const SEATS: Partial<Record<Caller, Access[]>> = {
  'a player': ['seat', 'player', 'ticket-or-seat'],
  'a spectator': ['seat', 'ticket-or-seat'],
  'a seat of another scene': [],
};

/** What the table comes to for a caller: a status, or that the door is open. */
function expected(access: Access, row: string, caller: Caller): number | 'open' {
  // Whoever has no invitation to show, or can't sign, is turned away, whatever else it has.
  if (access === 'invitation' || access === 'signed') return 401;
  if (caller === 'nobody' || caller === 'a revoked seat') return 401;
  const seat = SEATS[caller];
  if (seat) return seat.includes(access) ? 'open' : 403;
  if (access === 'operator' && caller !== 'the operator') return 403;
  return caller === 'a key of another tenant' && /\/(?:scenes|runs|calls|webhooks|hooks)\/\{id\}/.test(row)
    ? 404
    : 'open';
}

const BODIES: Record<string, unknown> = {
  'POST /v1/scenes': SCENE,
  'PATCH /v1/scenes/{id}': { title: 'Taken over' },
  'POST /v1/scenes/{id}/turns': { type: 'user', text: 'Hello' },
  'POST /v1/scenes/{id}/notes': { text: 'Hm.' },
  'POST /v1/scenes/{id}/next-speaker': { character: null },
  'POST /v1/scenes/{id}/autonomy': { rounds: 1 },
  'PATCH /v1/scenes/{id}/lines/{seq}': { text: 'Taken over' },
  'POST /v1/scenes/{id}/fork': {},
  'POST /v1/scenes/{id}/seats': { role: 'spectator' },
  'PATCH /v1/scenes/{id}/seats/{seat}': { persona: null },
  'POST /v1/scenes/{id}/seats/{seat}/invitation': {},
  'POST /v1/seats/accept': { invitation: `si_local_${'z'.repeat(20)}_${'z'.repeat(32)}`, name: 'X' },
  'POST /v1/runs': RUN,
  'PATCH /v1/runs/{id}': { title: 'Taken over' },
  'POST /v1/runs/{id}/fork': {},
  'POST /v1/runs/{id}/observations': { frames: [[0]] },
  'POST /v1/runs/{id}/objectives': { text: 'find the key' },
  'PUT /v1/runs/{id}/objectives/order': { order: ['P1'] },
  'PATCH /v1/runs/{id}/objectives/{objective}': { text: 'find the other key' },
  'POST /v1/runs/{id}/commands': { command: 'look' },
  'POST /v1/webhooks': WEBHOOK,
  'PATCH /v1/webhooks/{id}': { active: false },
  'POST /v1/hooks': { ...HOOK, room: `scn_${'z'.repeat(20)}` },
  'PATCH /v1/hooks/{id}': { active: false },
  'POST /v1/hooks/{id}/secret': {},
  'POST /v1/hooks/{id}/deliver': { a: 'b' },
  'POST /v1/keys': { label: 'mine' },
  'POST /v1/tenants': { name: 'mine' },
};

interface Rooms {
  scene: string;
  run: string;
  adventure: string;
  webhook: string;
  hook: string;
}
/** Rows that only a text adventure has. */
const OF_ADVENTURES = /\/(?:transcript|map|commands|objectives.*)$/;
const roomOf = (row: string, { scene, run, adventure, webhook, hook }: Rooms): string => {
  if (row.includes('/webhooks/')) return webhook;
  if (row.includes('/hooks/')) return hook;
  if (row.includes('/runs/')) return OF_ADVENTURES.test(row) ? adventure : run;
  return row.includes('/calls/') ? `${scene}.1.1` : scene;
};
const fill = (row: string, rooms: Rooms): string =>
  row
    .replace('{id}', roomOf(row, rooms))
    .replace('{objective}', 'P1')
    .replace('{seat}', `seat_${'z'.repeat(12)}`)
    .replace(/\{(?:n|seq)\}/, '1')
    .replace('{file}', '1.png')
    .replace(/compare$/, `compare?with=run_${'z'.repeat(20)}`);

async function makeRooms(): Promise<Rooms> {
  const scene = (await get<Scene>('POST /v1/scenes', OPERATOR, SCENE)).id;
  return {
    scene,
    run: (await get<Run>('POST /v1/runs', OPERATOR, RUN)).id,
    adventure: (await get<Run>('POST /v1/runs', OPERATOR, ADVENTURE)).id,
    webhook: (await get<Webhook>('POST /v1/webhooks', OPERATOR, WEBHOOK)).id,
    hook: (await get<Hook>('POST /v1/hooks', OPERATOR, { ...HOOK, room: scene })).id,
  };
}

/** What takes a room away comes last. */
const rows = Object.entries(PERMISSIONS)
  .filter(([, access]) => access !== 'public')
  .sort(([a], [b]) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));

describe('the permission table at the door', () => {
  const keys: Partial<Record<Caller, string | null>> = {};
  const rooms: Partial<Record<Caller, Rooms>> = {};

  beforeAll(async () => {
    const shared = await makeRooms();
    const player = await seatPerson(shared.scene, 'player', 'mara', 'Frieda');
    const spectator = await seatPerson(shared.scene, 'spectator', null, 'Till');
    const revoked = await seatPerson(shared.scene, 'player', 'jo', 'Ute');
    await get(`DELETE /v1/scenes/${shared.scene}/seats/${revoked.id}`);
    const elsewhere = await makeRooms();
    const tenant = await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'strangers' });
    Object.assign(keys, {
      nobody: null,
      'a player': player.token,
      'a spectator': spectator.token,
      'a revoked seat': revoked.token,
      'a seat of another scene': (await seatPerson(elsewhere.scene, 'player', 'mara', 'Karl')).token,
      'a key of another tenant': tenant.key.key,
      'a key': (await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'mine' })).key,
      'the operator': OPERATOR,
    });
    for (const caller of CALLERS) rooms[caller] = shared;
    // They may delete what they are let into.
    rooms['a key'] = await makeRooms();
    rooms['the operator'] = await makeRooms();
  });

  it.each(rows)('%s (%s) is as it says for everybody', async (row, access) => {
    const found: Partial<Record<Caller, number | 'open'>> = {};
    const wanted: typeof found = {};
    for (const caller of CALLERS) {
      const place = rooms[caller];
      if (!place) throw new Error('no rooms');
      const headers: Record<string, string> = row.endsWith('/socket') ? { Upgrade: 'websocket' } : {};
      const { status } = await send(fill(row, place), keys[caller], BODIES[row], headers);
      wanted[caller] = expected(access, row, caller);
      found[caller] = wanted[caller] === 'open' && ![401, 403, 500].includes(status) ? 'open' : status;
    }
    expect(found).toEqual(wanted);
  });

  it('gives a seat nothing beside its own scene, whatever the address looks like', async () => {
    const { scene } = rooms['a player'] ?? (await makeRooms());
    const token = keys['a player'] ?? '';
    for (const path of [`/v1/scenes/${scene}/../../scenes`, `/v1/runs/${scene}`, `/v1//scenes/${scene}`]) {
      expect([401, 403, 404]).toContain((await send(`GET ${path}`, token)).status);
    }
    expect((await send(`GET /v1/scenes/${scene}?ticket=x`, null)).status).toBe(401);
  });

  it('does not take a token with another secret, tenant or scene', async () => {
    const { scene } = rooms['a player'] ?? (await makeRooms());
    const token = keys['a player'] ?? '';
    const [, tenant = '', room = '', secret = ''] = token.split('_');
    const flipped = secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const forged of [
      `st_${tenant}_${room}_${flipped}`,
      `st_strangers_${room}_${secret}`,
      `st_${tenant}_${'z'.repeat(20)}_${secret}`,
      `si_${tenant}_${room}_${secret}`,
      `ps_${tenant}_${secret}`,
    ]) {
      expect((await send(`GET /v1/scenes/${scene}`, forged)).status).toBe(401);
    }
  });
});
