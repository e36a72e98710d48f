import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { NewKey, NewTenant, Ticket } from '../../src/contract/access';
import type { Problem } from '../../src/contract/problems';
import type { Scene } from '../../src/contract/scenes';
import { createApp } from '../../src/http/app';
import { listOperations } from '../../src/http/auth/permissions';
import type { Access } from '../../src/room/actions';
import { type Belongings, makeBelongings, SCENE } from '../support/belongings';
import { sample } from '../support/depth';
import { undocumented } from '../support/documented';
import { headerFaults } from '../support/header-rules';
import { fillRow, SAMPLES } from '../support/route-samples';
import { type Answer, get, OPERATOR, seatPerson, send } from '../support/stage-client';

const CALLERS = [
  'nobody',
  'a wrong key',
  'a player',
  'a spectator',
  'a revoked seat',
  'a seat of another scene',
  'a key of another tenant',
  'a revoked key',
  'a key',
  'the operator',
] as const;
type Caller = (typeof CALLERS)[number];
const SEATS: Partial<Record<Caller, Access[]>> = {
  'a player': ['seat', 'player', 'ticket-or-seat', 'any-seat'],
  'a spectator': ['seat', 'ticket-or-seat', 'any-seat'],
  'a seat of another scene': ['any-seat'],
};
const REFUSED: readonly Caller[] = ['nobody', 'a wrong key', 'a revoked seat', 'a revoked key'];

/** The table's result for a caller: a status, or `open`. */
function expected(access: Access, row: string, caller: Caller): number | 'open' {
  // A caller without an invitation or signature is refused, regardless of other credentials.
  if (['invitation', 'signed', 'metrics', 'person'].includes(access)) return 401;
  if (access === 'anyone') return 'open';
  if (REFUSED.includes(caller)) return 401;
  const seat = SEATS[caller];
  if (seat) return seat.includes(access) ? 'open' : 403;
  if (access === 'operator' && caller !== 'the operator') return 403;
  if (caller !== 'a key of another tenant') return 'open';
  // Every object with an id belongs to a tenant.
  return row.includes('/{id}') ? 404 : (SAMPLES[row]?.foreign ?? 'open');
}

/** The observed result: `open` if the request succeeded, or was authorized but too late. */
function found(row: string, { status }: Answer): number | 'open' {
  const isOpen = status === 101 || (status >= 200 && status < 300) || SAMPLES[row]?.or?.includes(status);
  return isOpen ? 'open' : status;
}

/** Problem types of refusals. */
const TURNED_AWAY: Readonly<Record<number, string>> = {
  401: '/problems/unauthenticated',
  403: '/problems/forbidden',
  404: '/problems/not-found',
};
/** Faults of an answer, in words. */
function faultsOf(row: string, answer: Answer): string[] {
  const faults = headerFaults(row.split(' ')[1] ?? '', answer);
  if (answer.status < 400) return faults;
  if (row.includes('/openai/')) {
    const { error } = answer.json as unknown as { error: { message: string; type: string } };
    return [...faults, ...(error.message && error.type ? [] : ["not an error of OpenAI's"])];
  }
  const { type, status, detail, fix } = answer.json as unknown as Problem;
  if (type !== (TURNED_AWAY[answer.status] ?? type) || status !== answer.status)
    faults.push(`a ${answer.status} is ${type} of ${status}`);
  if (!detail || !fix) faults.push('says no cause, or no fix');
  return faults;
}

/** Deletions come last, the most deeply nested first; tenants at the very end. */
const rank = (row: string): number =>
  row.startsWith('DELETE') ? 100 - row.split('/').length + (row.includes('/tenants/{name}') ? 100 : 0) : 0;
const PERMISSIONS = [...listOperations(createApp())].map(([row, { who }]): [string, Access] => [row, who]);
const rows = PERMISSIONS.filter(([, access]) => access !== 'public').sort(([a], [b]) => rank(a) - rank(b));
/** True if a path matches a row: `/v1/lorebooks/import` also matches a lorebook's. */
const isRoute = (method: string, path: string): boolean =>
  PERMISSIONS.some(([row]) => new RegExp(`^${row.replace(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${path}`));
const paths = [...new Set(PERMISSIONS.map(([row]) => row.split(' ')[1] ?? ''))];

describe('the permission table at the door', () => {
  const keys: Partial<Record<Caller, string | null>> = {};
  const things: Partial<Record<Caller, Belongings>> = {};
  let shared: Belongings;

  beforeAll(async () => {
    const receiver = `${inject('fakeReceiverUrl')}/in/ok/walk`;
    shared = await makeBelongings(OPERATOR, receiver);
    const player = await seatPerson(shared.scene, 'player', 'mara', 'Frieda');
    const spectator = await seatPerson(shared.scene, 'spectator', null, 'Till');
    const revoked = await seatPerson(shared.scene, 'player', 'jo', 'Ute');
    await get(`DELETE /v1/scenes/${shared.scene}/seats/${revoked.id}`);
    const elsewhere = await get<Scene>('POST /v1/scenes', OPERATOR, SCENE);
    const own = await makeBelongings(OPERATOR, receiver);
    const operators = await makeBelongings(OPERATOR, receiver);
    const stranger = await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'strangers' });
    await get('POST /v1/tenants', OPERATOR, { name: 'walked' });
    const gone = await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'gone' });
    await get(`DELETE /v1/keys/${gone.id}`);
    Object.assign(keys, {
      nobody: null,
      'a wrong key': `ps_local_${'w'.repeat(32)}`,
      'a player': player.token,
      'a spectator': spectator.token,
      'a revoked seat': revoked.token,
      'a seat of another scene': (await seatPerson(elsewhere.id, 'player', 'mara', 'Karl')).token,
      'a key of another tenant': stranger.key.key,
      'a revoked key': gone.key,
      'a key': (await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'mine' })).key,
      'the operator': OPERATOR,
    });
    for (const caller of CALLERS) things[caller] = shared;
    // They may delete the objects that they can access.
    things['a key'] = own;
    things['the operator'] = operators;
  }, 120_000);

  const ask = (row: string, caller: Caller, method?: string): Promise<Answer> => {
    const own = things[caller];
    const sample = SAMPLES[row];
    if (!own || !sample) throw new Error(`no sample of ${row}`);
    const filled = fillRow(row, sample, own);
    const as = method === undefined ? filled : filled.replace(/^\w+/, method);
    const body = method === undefined ? sample.body?.(own, CALLERS.indexOf(caller)) : undefined;
    return send(as, keys[caller], body, sample.headers);
  };

  it('has a sample of every route, and none of a route that is not there', () =>
    expect(Object.keys(SAMPLES).sort()).toEqual(rows.map(([row]) => row).sort()));

  const readable = rows.filter(([row]) => row.startsWith('GET') && !row.endsWith('/socket'));
  it.each(sample(readable, 12))('HEAD is let in where %s (%s) is, and nowhere else', async (row, access) => {
    const before = await get<Scene>(`GET /v1/scenes/${shared.scene}`);
    for (const caller of ['nobody', 'a spectator', 'a key of another tenant', 'a key'] as const) {
      const answer = await ask(row, caller, 'HEAD');
      expect([caller, found(row, answer)]).toEqual([caller, expected(access, row, caller)]);
      expect([answer.text, headerFaults(row.split(' ')[1] ?? '', answer)]).toEqual(['', []]);
    }
    expect(await get<Scene>(`GET /v1/scenes/${shared.scene}`)).toEqual(before);
  });

  it('opens a socket by GET alone, and HEAD uses no ticket up', async () => {
    const { ticket } = await get<Ticket>(`POST /v1/scenes/${shared.scene}/tickets`);
    const open = (method: string) => {
      const url = `https://stage.test/v1/scenes/${shared.scene}/socket?ticket=${ticket}`;
      return createApp().request(url, { method, headers: { Upgrade: 'websocket' } }, env);
    };
    expect((await open('HEAD')).status).toBe(400);
    const opened = await open('GET');
    expect(opened.status).toBe(101);
    opened.webSocket?.accept();
    opened.webSocket?.close(1000, 'done');
  });

  it.each(rows)('%s (%s) is as it says for everybody', async (row, access) => {
    const was: Partial<Record<Caller, number | 'open' | string>> = {};
    const wanted: typeof was = {};
    for (const caller of CALLERS) {
      const answer = await ask(row, caller);
      wanted[caller] = expected(access, row, caller);
      was[caller] = found(row, answer);
      const faults = [...faultsOf(row, answer), ...undocumented(row, answer).slice(0, 5)];
      if (faults.length > 0) was[caller] = faults.join('; ');
      // A problem must not reveal the object.
      if (answer.status >= 400 && answer.text.includes('kitchen')) was[caller] = answer.text;
    }
    expect(was).toEqual(wanted);
  });

  it('knows no methods but those of the table, whoever asks', async () => {
    const methods = ['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PURGE', 'PROPFIND', 'REPORT'];
    const faults: string[] = [];
    for (const path of sample(paths, 12)) {
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? shared.scene : '1'));
      for (const method of methods.filter((one) => !isRoute(one, filled))) {
        for (const key of [null, OPERATOR, keys['a player'] ?? null]) {
          const answer = await send(`${method} ${filled}`, key);
          const wrong = [
            ...(answer.status === 404 ? [] : [`is ${answer.status}`]),
            ...headerFaults(path, answer),
          ];
          if (wrong.length > 0) faults.push(`${method} ${path}: ${wrong.join('; ')}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('was walked without anybody taking over what is not theirs', async () => {
    const kept = things['a player'];
    expect(kept).toBe(shared);
    expect(await get<Scene>(`GET /v1/scenes/${shared.scene}`)).toMatchObject({
      title: 'A kitchen in a storm',
    });
    for (const list of paths.filter((path) => /^\/v1\/[a-z]+$/.test(path))) {
      const { text } = await send(`GET ${list}?limit=200`, keys['a key of another tenant']);
      for (const id of Object.values(shared)
        .map(String)
        .filter((one) => one.length > 12))
        expect([list, text.includes(id)]).toEqual([list, false]);
    }
  });

  it('gives a seat nothing beside its own scene, whatever the address looks like', async () => {
    const token = keys['a player'] ?? '';
    const { scene } = shared;
    for (const path of [
      `/v1/scenes/${scene}/../../scenes`,
      `/v1/scenes/${scene}%2F..%2F..`,
      `/v1/runs/${scene}`,
      `/v1//scenes/${scene}`,
      `/v1/scenes/${scene}/`,
      `/V1/scenes/${scene}`,
      `/v1/scenes/${scene};x`,
    ]) {
      expect([401, 403, 404]).toContain((await send(`GET ${path}`, token)).status);
    }
    expect((await send(`GET /v1/scenes/${scene}?ticket=x`, null)).status).toBe(401);
  });

  it('does not take a token with another secret, tenant or scene', async () => {
    const { scene } = shared;
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

it('answers that no row stands for have the same headers: pages, documents, mistakes of ours and of callers', async () => {
  const app = createApp();
  const broken = {
    ...env,
    SCENES: {
      idFromName: () => {
        throw new Error('the cause, sk-secret');
      },
    },
  };
  const asked: [path: string, init: RequestInit, status: number, env: object][] = [
    ['/healthz', {}, 200, env],
    ['/openapi.json', {}, 200, env],
    ['/asyncapi.json', {}, 200, env],
    ['/llms.txt', {}, 200, env],
    ['/nowhere', {}, 404, env],
    ['/v1/nowhere', {}, 404, env],
    ['/healthz', {}, 503, { ...env, PRICES: 'wrong-and-sk-secret' }],
    ['/v1/scenes', {}, 503, { ...env, BOOTSTRAP_KEY: 'ps_local_sk-secret' }],
    [`/v1/scenes/scn_${'z'.repeat(20)}`, {}, 500, broken],
    ['/v1/scenes', { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) }, 413, env],
    ['/v1/scenes', { method: 'POST', body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415, env],
    ['/v1/scenes', { method: 'POST', body: '{' }, 400, env],
  ];
  for (const [path, init, status, bindings] of asked) {
    const headers = {
      Authorization: `Bearer ${OPERATOR}`,
      'Content-Type': 'application/json',
      ...init.headers,
    };
    const answer = await app.request(`https://stage.test${path}`, { ...init, headers }, bindings);
    const text = await answer.text();
    expect([path, answer.status, headerFaults(path, answer)]).toEqual([path, status, []]);
    expect(answer.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    // For an internal error only a reference, for a wrong variable its name.
    if (status >= 500) expect(text).not.toMatch(/sk-secret|\.ts:|at .*\(/);
    if (status === 503) expect(text).toMatch(/PRICES|BOOTSTRAP_KEY/);
  }
});
