import { env, exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../src/auth/permissions';
import type { NewKey, NewTenant, Ticket } from '../../src/contract/access';
import type { AdventureRun } from '../../src/contract/adventures';
import type { CallRecord, CallSummary } from '../../src/contract/calls';
import type { Event, EventPage } from '../../src/contract/events';
import type { Problem } from '../../src/contract/problems';
import type { Comparison, ReplayPage } from '../../src/contract/replays';
import type { Round, TurnAccepted } from '../../src/contract/rounds';
import type { Game, GridRun, RunSummary } from '../../src/contract/runs';
import type { Scene, SceneSummary, Template } from '../../src/contract/scenes';
import type { FrameObjects, Tried } from '../../src/contract/tries';

const OPERATOR = 'ps_local_test0test0test0test0test0test0';

interface Asked {
  key?: string | null;
  body?: unknown;
  raw?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** One request to the Worker, as a client would send it; the operator's key unless told otherwise. */
function call(
  row: string,
  { key = OPERATOR, body, raw, headers = {}, signal }: Asked = {},
): Promise<Response> {
  const [method = 'GET', path = '/'] = row.split(' ');
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return exports.default.fetch(
    new Request(`https://stage.test${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    }),
  );
}

async function getJson<T>(row: string, asked?: Asked): Promise<T> {
  const response = await call(row, asked);
  const text = await response.text();
  if (!response.ok) throw new Error(`${row}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** The problem a request must be answered with. */
async function problemOf(row: string, status: number, asked?: Asked): Promise<Problem> {
  const response = await call(row, asked);
  const text = await response.text();
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `));
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  const problem = JSON.parse(text) as Problem;
  expect(problem).toMatchObject({ status, type: expect.stringMatching(/^\/problems\//) });
  expect(problem.detail).not.toBe('');
  expect(problem.fix).toBeTruthy();
  return problem;
}

const SCENE = {
  title: 'Two at a table',
  characters: [{ name: 'Ada' }, { name: 'Bo' }],
  personas: [{ name: 'Guest' }],
  profiles: { director: { provider: 'understudy' }, character: { provider: 'understudy' } },
};
const RUN = {
  game: 'corridor',
  profiles: { explorer: { provider: 'understudy' }, analyst: { provider: 'understudy' } },
};
const WEBHOOK = { url: 'https://hooks.example.com/', active: false };
const HOOK = { verify: 'bearer', turn: { text: '{{a}}' }, active: false };
const NO_SCENE = `scn_${'z'.repeat(20)}`;
const NO_RUN = `run_${'z'.repeat(20)}`;

/** A subscription and a hook, both switched off: they are only looked at. */
let webhook: string;
let hook: string;
let scene: Scene;
let run: GridRun;
let adventure: AdventureRun;
/** A key of another tenant, which owns nothing. */
let stranger: string;

beforeAll(async () => {
  scene = await getJson<Scene>('POST /v1/scenes', { body: SCENE });
  run = await getJson<GridRun>('POST /v1/runs', { body: RUN });
  adventure = await getJson<AdventureRun>('POST /v1/runs', { body: { game: 'tide-mill' } });
  const [subscription, door] = await Promise.all([
    getJson<{ id: string }>('POST /v1/webhooks', { body: WEBHOOK }),
    getJson<{ id: string }>('POST /v1/hooks', { body: { ...HOOK, room: scene.id } }),
  ]);
  webhook = subscription.id;
  hook = door.id;
  const tenant = await getJson<NewTenant>('POST /v1/tenants', { body: { name: 'stranger' } });
  stranger = tenant.key.key ?? '';
});

/** A row of the permission table as an address that exists. */
const fill = (row: string): string => {
  const aRun = /\/(?:transcript|map|objectives|commands)\b/.test(row) ? adventure.id : run.id;
  const owner = [
    ['/runs/', aRun],
    ['/calls/', `${scene.id}.1.1`],
    ['/webhooks/', webhook],
    ['/hooks/', hook],
  ].find(([part = '']) => row.includes(part));
  return row
    .replace('{objective}', 'A1')
    .replace('{id}', owner?.[1] ?? scene.id)
    .replace('{seat}', `seat_${'z'.repeat(12)}`)
    .replace(/\{(?:n|seq)\}/, '1')
    .replace('{file}', '1.png')
    .replace(/compare$/, `compare?with=${NO_RUN}`);
};
const BODIES: Record<string, unknown> = {
  'POST /v1/scenes': SCENE,
  'POST /v1/runs': RUN,
  'POST /v1/scenes/{id}/turns': { type: 'user', text: 'Hello' },
  'PATCH /v1/scenes/{id}': { title: 'Taken over' },
  'PATCH /v1/runs/{id}': { title: 'Taken over' },
  'POST /v1/scenes/{id}/next-speaker': { character: null },
  'POST /v1/scenes/{id}/autonomy': { rounds: 1 },
  'PATCH /v1/scenes/{id}/lines/{seq}': { text: 'Taken over' },
  'POST /v1/scenes/{id}/fork': {},
  'POST /v1/scenes/{id}/notes': { text: 'Hm.' },
  'POST /v1/scenes/{id}/seats': { role: 'spectator' },
  'PATCH /v1/scenes/{id}/seats/{seat}': { persona: null },
  'POST /v1/scenes/{id}/seats/{seat}/invitation': {},
  'POST /v1/seats/accept': { invitation: `si_local_${'z'.repeat(20)}_${'z'.repeat(32)}`, name: 'X' },
  'POST /v1/runs/{id}/fork': {},
  'POST /v1/runs/{id}/observations': { frames: [[0]] },
  'POST /v1/runs/{id}/objectives': { text: 'Taken over' },
  'PUT /v1/runs/{id}/objectives/order': { order: ['A1'] },
  'PATCH /v1/runs/{id}/objectives/{objective}': { text: 'Taken over' },
  'POST /v1/runs/{id}/commands': { command: 'take over' },
  'POST /v1/webhooks': WEBHOOK,
  'PATCH /v1/webhooks/{id}': { active: true },
  'POST /v1/hooks': { ...HOOK, room: NO_SCENE },
  'PATCH /v1/hooks/{id}': { active: true },
  'POST /v1/hooks/{id}/secret': {},
  'POST /v1/hooks/{id}/deliver': { a: 'b' },
  'POST /v1/keys': { label: 'mine' },
  'POST /v1/tenants': { name: 'mine' },
};
const rows = Object.keys(PERMISSIONS).filter((row) => row.includes(' /v1/'));
const asksBody = (row: string): Asked => (row in BODIES ? { body: BODIES[row] } : {});

describe('credentials', () => {
  it.each(rows)('%s answers 401 without one, and with a wrong one', async (row) => {
    const problem = await problemOf(fill(row), 401, { ...asksBody(row), key: null });
    expect(problem.type).toBe('/problems/unauthenticated');
    const wrong = await call(fill(row), { ...asksBody(row), key: `ps_local_${'w'.repeat(32)}` });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('WWW-Authenticate')).toBe('Bearer');
    await wrong.body?.cancel();
  });

  // The rows of the library are walked in library.test.ts.
  const roomRows = rows.filter(
    (row) => /\/(?:scenes|runs|calls|webhooks|hooks)\/\{id\}/.test(row) && PERMISSIONS[row] !== 'signed',
  );
  it.each(roomRows)("%s answers 404 for what is another tenant's", async (row) => {
    const headers: Record<string, string> = row.endsWith('/socket') ? { Upgrade: 'websocket' } : {};
    const problem = await problemOf(fill(row), 404, { ...asksBody(row), key: stranger, headers });
    expect(problem.type).toBe('/problems/not-found');
  });

  it('leave the rooms of other tenants out of lists', async () => {
    for (const path of ['/v1/scenes', '/v1/runs', '/v1/calls'])
      expect(await getJson(`GET ${path}`, { key: stranger })).toEqual({ items: [], next: null });
  });

  it('of a tenant do not make tenants', async () => {
    const asked = { key: stranger, body: { name: 'another' } };
    expect((await problemOf('POST /v1/tenants', 403, asked)).type).toBe('/problems/forbidden');
  });

  it('work until they are revoked', async () => {
    const made = await getJson<NewKey>('POST /v1/keys', { key: stranger, body: { label: 'for an hour' } });
    const key = made.key ?? '';
    expect((await call('GET /v1/games', { key })).status).toBe(200);
    const revoked = await getJson<NewKey>(`DELETE /v1/keys/${made.id}`, { key: stranger });
    expect(revoked.revokedAt).not.toBeNull();
    await problemOf('GET /v1/games', 401, { key });
    const { items } = await getJson<{ items: NewKey[] }>('GET /v1/keys', { key: stranger });
    expect(items.map(({ label }) => label).sort()).toEqual(['first key', 'for an hour']);
    expect(JSON.stringify(items)).not.toContain('ps_');
  });

  it('are not given out for a tenant that exists', async () => {
    await problemOf('POST /v1/tenants', 409, { body: { name: 'stranger' } });
    await problemOf('POST /v1/tenants', 409, { body: { name: 'local' } });
  });
});

describe('bad input', () => {
  it('that is not JSON is said to be so', async () => {
    const problem = await problemOf('POST /v1/scenes', 400, { raw: '{"title": ' });
    expect(problem.detail).toContain('not JSON');
  });

  it('of another content type is refused', async () => {
    const asked = { raw: 'title=x', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    expect((await problemOf('POST /v1/scenes', 415, asked)).fix).toContain('application/json');
  });

  it.each([
    ['an unknown field', { ...SCENE, colour: 'red' }, '/colour'],
    ['a wrong type', { ...SCENE, title: 7 }, '/title'],
    ['a wrong field deep inside', { ...SCENE, characters: [{ name: 'Ada', age: 3 }] }, '/characters/0/age'],
  ])('names %s', async (_what, body, pointer) => {
    const problem = await problemOf('POST /v1/scenes', 400, { body });
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
  });

  it.each([
    ['no body at all', undefined],
    ['an empty cast', { ...SCENE, characters: [] }],
  ])('with %s makes no scene without characters', async (_what, body) => {
    const problem = await problemOf('POST /v1/scenes', 400, body === undefined ? {} : { body });
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['/characters']);
  });

  it('names a template that does not exist', async () => {
    const problem = await problemOf('POST /v1/scenes', 400, { body: { template: 'nowhere' } });
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['/template']);
  });

  it('names what is wrong in a profile, role and field, and creates nothing', async () => {
    const ids = async () => [
      ...(await getJson<{ items: SceneSummary[] }>('GET /v1/scenes')).items.map(({ id }) => id),
      ...(await getJson<{ items: RunSummary[] }>('GET /v1/runs')).items.map(({ id }) => id),
    ];
    const before = await ids();
    const character = {
      jsonMode: 'schema',
      jsonSchema: { type: 'object', properties: { mood: { type: 'joy' } } },
    };
    const rooms: [string, object, string[]][] = [
      [
        'POST /v1/scenes',
        { ...SCENE, profiles: { director: { expectsJson: false }, character } },
        ['/profiles/director/expectsJson', '/profiles/character/jsonSchema/properties/mood/type'],
      ],
      [
        'POST /v1/runs',
        { ...RUN, profiles: { analyst: { jsonMode: 'schema' } } },
        ['/profiles/analyst/jsonSchema'],
      ],
    ];
    for (const [row, body, pointers] of rooms) {
      const headers = { 'Idempotency-Key': `bad-profile-${row.slice(-4)}` };
      const problem = await problemOf(row, 400, { body, headers });
      expect(problem.errors?.map((error) => error.pointer)).toEqual(pointers);
    }
    expect(await ids()).toEqual(before);
    // No receipt was kept either: the corrected request under the same key is the first one.
    const headers = { 'Idempotency-Key': 'bad-profile-enes' };
    const corrected = await getJson<Scene>('POST /v1/scenes', { body: SCENE, headers });
    expect(before).not.toContain(corrected.id);
  });

  it('names a game that does not exist', async () => {
    const problem = await problemOf('POST /v1/runs', 400, { body: { ...RUN, game: 'nowhere' } });
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['/game']);
  });

  it('of more than 1 MiB is refused, with and without a declared length', async () => {
    const body = JSON.stringify({ ...SCENE, scenario: 'x'.repeat(1024 * 1024) });
    await problemOf('POST /v1/scenes', 413, { raw: body });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    void writer.write(new TextEncoder().encode(body)).then(
      () => writer.close(),
      () => {},
    );
    await problemOf('POST /v1/scenes', 413, { raw: readable });
  });

  it.each([
    `GET /v1/scenes/${NO_SCENE}`,
    'GET /v1/scenes/nonsense',
    `GET /v1/runs/${NO_RUN}/report`,
    `GET /v1/calls/${NO_SCENE}.1.1`,
    'GET /v1/calls/nonsense',
    'DELETE /v1/keys/nonsense',
    `DELETE /v1/scenes/${NO_SCENE}`,
    `POST /v1/scenes/${NO_SCENE}/tickets`,
    'GET /v1/nowhere',
    'GET /nowhere',
  ])('%s is not found', async (row) => {
    await problemOf(row, 404);
  });

  it('names the part of an address that is no number', async () => {
    const problem = await problemOf(`GET /v1/scenes/${scene.id}/rounds/first`, 400);
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['path/n']);
  });

  it.each(['GET /v1/scenes?cursor=bogus', 'GET /v1/runs?cursor=bogus', 'GET /v1/calls?cursor=bogus'])(
    '%s is refused for its cursor',
    async (row) => {
      const problem = await problemOf(row, 400);
      expect(problem.errors?.map((error) => error.pointer)).toEqual(['query/cursor']);
    },
  );

  it('is refused for the cursor of a ledger and for a limit too high', async () => {
    await problemOf(`GET /v1/scenes/${scene.id}/events?cursor=x`, 400);
    await problemOf(`GET /v1/scenes/${scene.id}/rounds?cursor=x`, 400);
    const problem = await problemOf('GET /v1/scenes?limit=1000', 400);
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['query/limit']);
  });

  it('is a turn on a finished scene', async () => {
    const finished = await getJson<Scene>('POST /v1/scenes', { body: SCENE });
    await getJson(`PATCH /v1/scenes/${finished.id}`, { body: { status: 'finished' } });
    const asked = { body: { type: 'user', text: 'Anyone?' } };
    const problem = await problemOf(`POST /v1/scenes/${finished.id}/turns`, 409, asked);
    expect(problem.type).toBe('/problems/finished');
    expect(problem.fix).toContain(finished.id);
    const page = await getJson<EventPage>(`GET /v1/scenes/${finished.id}/events`);
    expect(page.events.map(({ kind }) => kind)).toEqual(['scene.created', 'scene.changed']);
  });

  it('is a socket asked for without an upgrade', async () => {
    await problemOf(`GET /v1/scenes/${scene.id}/socket`, 400);
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (key: string, body?: unknown): Asked => ({
    headers: { 'Idempotency-Key': key },
    ...(body === undefined ? {} : { body }),
  });

  it('makes one scene of two requests, and refuses another body', async () => {
    const first = await getJson<Scene>('POST /v1/scenes', keyed('make-1', SCENE));
    const second = await getJson<Scene>('POST /v1/scenes', keyed('make-1', SCENE));
    expect(second).toEqual(first);
    const problem = await problemOf('POST /v1/scenes', 422, keyed('make-1', { ...SCENE, title: 'Other' }));
    expect(problem.detail).toContain('make-1');
    const page = await getJson<EventPage>(`GET /v1/scenes/${first.id}/events`);
    expect(page.events.filter(({ kind }) => kind === 'scene.created')).toHaveLength(1);
  });

  it('does not bring back a scene that was deleted', async () => {
    const made = await getJson<Scene>('POST /v1/scenes', keyed('make-2', SCENE));
    expect((await call(`DELETE /v1/scenes/${made.id}`)).status).toBe(204);
    expect((await call(`DELETE /v1/scenes/${made.id}`)).status).toBe(204);
    await problemOf(`GET /v1/scenes/${made.id}`, 404);
    await problemOf('POST /v1/scenes', 409, keyed('make-2', SCENE));
  });

  it('stores a turn once, and refuses another under the same key', async () => {
    const made = await getJson<Scene>('POST /v1/scenes', { body: SCENE });
    const turns = `POST /v1/scenes/${made.id}/turns`;
    const hello = { type: 'user', text: 'Hello' };
    const first = await getJson<TurnAccepted>(turns, keyed('turn-1', hello));
    const second = await getJson<TurnAccepted>(turns, keyed('turn-1', hello));
    expect(second.inputSeq).toBe(first.inputSeq);
    await problemOf(turns, 422, keyed('turn-1', { type: 'user', text: 'Goodbye' }));
    const page = await getJson<EventPage>(`GET /v1/scenes/${made.id}/events`);
    expect(page.events.filter(({ kind }) => kind === 'player.spoke')).toHaveLength(1);
  });

  it('makes one API key, shown once', async () => {
    const asked = { ...keyed('key-1', { label: 'once' }), key: stranger };
    const first = await getJson<NewKey>('POST /v1/keys', asked);
    const second = await getJson<NewKey>('POST /v1/keys', asked);
    expect(first.key).toMatch(/^ps_stranger_/);
    expect(second).toEqual({ ...first, key: null });
    const other = { ...keyed('key-1', { label: 'twice' }), key: stranger };
    await problemOf('POST /v1/keys', 422, other);
  });

  it('replays the making of a tenant', async () => {
    const asked = keyed('tenant-1', { name: 'replayed' });
    const first = await getJson<NewTenant>('POST /v1/tenants', asked);
    const second = await getJson<NewTenant>('POST /v1/tenants', asked);
    expect(second).toEqual({ name: 'replayed', key: { ...first.key, key: null } });
  });

  it('must be a key', async () => {
    const problem = await problemOf('POST /v1/scenes', 400, keyed('x'.repeat(201), SCENE));
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['header/Idempotency-Key']);
  });
});

/** Reads a stream of Server-Sent Events until `enough`, then leaves. */
async function readStream(
  row: string,
  headers: Record<string, string>,
  enough: (events: Event[]) => boolean,
): Promise<Event[]> {
  const client = new AbortController();
  const response = await call(row, {
    headers: { Accept: 'text/event-stream', ...headers },
    signal: client.signal,
  });
  expect(response.headers.get('Content-Type')).toContain('text/event-stream');
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const events: Event[] = [];
  const decoder = new TextDecoder();
  for (let text = ''; !enough(events); ) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      const event = JSON.parse(data) as Event;
      expect(/^id: (\d+)$/m.exec(block)?.[1]).toBe(String(event.seq));
      events.push(event);
    }
  }
  await reader.cancel();
  client.abort();
  return events;
}

/** Opens a socket and collects what it says until `ready`; the socket stays open. */
async function openSocket(path: string, key: string | null): Promise<{ socket: WebSocket; events: Event[] }> {
  const response = await call(`GET ${path}`, { key, headers: { Upgrade: 'websocket' } });
  const socket = response.webSocket;
  if (!socket) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const events: Event[] = [];
  await new Promise<void>((ready) => {
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Partial<Event> & { type?: string };
      if (message.type === 'ready') ready();
      else if (message.seq !== undefined) events.push(message as Event);
    });
    socket.accept();
  });
  return { socket, events };
}

describe('a round over HTTP', () => {
  let played: Scene;
  let turn: TurnAccepted;

  beforeAll(async () => {
    played = await getJson<Scene>('POST /v1/scenes', { body: SCENE });
    const response = await call(`POST /v1/scenes/${played.id}/turns?wait=1`, {
      body: { type: 'user', text: 'Good evening, Ada.', to: ['ada'] },
    });
    expect(response.status).toBe(200);
    turn = await response.json<TurnAccepted>();
  });

  it('is over when wait=1 answers', async () => {
    expect(turn).toMatchObject({ round: 1, status: 'completed' });
    const round = await getJson<Round>(`GET /v1/scenes/${played.id}/rounds/1`);
    expect(round.status).toBe('completed');
    expect(round.inputs.map(({ text }) => text)).toEqual(['Good evening, Ada.']);
    expect(round.lines.length).toBeGreaterThan(0);
    const rounds = await getJson<{ items: { n: number }[] }>(`GET /v1/scenes/${played.id}/rounds`);
    expect(rounds.items.map(({ n }) => n)).toEqual([1]);
  });

  it('can be read in pages, and streamed on from any event', async () => {
    const all = await getJson<EventPage>(`GET /v1/scenes/${played.id}/events`);
    expect(all.events.at(-1)?.seq).toBe(all.head);
    const paged: Event[] = [];
    for (let next: string | null = '0'; next !== null; ) {
      const page: EventPage = await getJson(`GET /v1/scenes/${played.id}/events?limit=3&cursor=${next}`);
      paged.push(...page.events);
      next = page.next;
    }
    expect(paged).toEqual(all.events);

    const path = `GET /v1/scenes/${played.id}/events`;
    const whole = await readStream(path, {}, (events) => events.at(-1)?.seq === all.head);
    expect(whole).toEqual(all.events);
    const rest = await readStream(
      path,
      { 'Last-Event-ID': '3' },
      (events) => events.at(-1)?.seq === all.head,
    );
    expect(rest).toEqual(all.events.filter(({ seq }) => seq > 3));
  });

  it('reaches a stream and a socket as it happens', async () => {
    const { head } = await getJson<EventPage>(`GET /v1/scenes/${played.id}/events`);
    const { socket, events } = await openSocket(`/v1/scenes/${played.id}/socket?after=${head}`, OPERATOR);
    expect(events).toEqual([]);
    const isOver = (seen: Event[]) => seen.some(({ kind }) => kind === 'round.completed');
    const streaming = readStream(`GET /v1/scenes/${played.id}/events?after=${head}`, {}, isOver);
    await getJson(`POST /v1/scenes/${played.id}/turns`, { body: { type: 'continuation' } });
    const streamed = await streaming;
    expect(streamed[0]?.seq).toBe(head + 1);
    expect(streamed.map(({ seq }) => seq)).toEqual(streamed.map((_, i) => head + 1 + i));
    await expect.poll(() => isOver(events)).toBe(true);
    expect(events).toEqual(streamed);
    socket.close(1000, 'seen enough');
  });

  it('can be followed with a ticket, once, in its own room', async () => {
    const tickets = `POST /v1/scenes/${played.id}/tickets`;
    const { ticket } = await getJson<Ticket>(tickets);
    const path = `/v1/scenes/${played.id}/socket?after=2&ticket=${ticket}`;
    const { socket, events } = await openSocket(path, null);
    expect(events[0]?.seq).toBe(3);
    socket.close(1000, 'seen enough');
    await problemOf(`GET ${path}`, 401, { key: null, headers: { Upgrade: 'websocket' } });

    const { ticket: other } = await getJson<Ticket>(tickets);
    const elsewhere = `GET /v1/scenes/${scene.id}/socket?ticket=${other}`;
    await problemOf(elsewhere, 401, { key: null, headers: { Upgrade: 'websocket' } });
    await problemOf(`GET /v1/scenes/${played.id}?ticket=${other}`, 401, { key: null });
  });

  it('appears in the lists, newest first, page by page', async () => {
    const seen = await expect
      .poll(() => getJson<{ items: SceneSummary[] }>('GET /v1/scenes?limit=200'))
      .toSatisfy(({ items }: { items: SceneSummary[] }) => items.some(({ id }) => id === played.id))
      .then(() => getJson<{ items: SceneSummary[] }>('GET /v1/scenes?limit=200'));
    const ages = seen.items.map(({ createdAt }) => createdAt);
    expect(ages).toEqual([...ages].sort().reverse());
    const first = await getJson<{ items: SceneSummary[]; next: string }>('GET /v1/scenes?limit=1');
    const second = await getJson<{ items: SceneSummary[] }>(`GET /v1/scenes?limit=1&cursor=${first.next}`);
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
    expect([first.items[0]?.id, second.items[0]?.id]).toEqual(seen.items.slice(0, 2).map(({ id }) => id));
  });

  it('has its calls in the log, each readable by id', async () => {
    const list = () =>
      getJson<{ items: { id: string; status: string }[] }>(`GET /v1/calls?room=${played.id}`);
    await expect.poll(async () => (await list()).items.length).toBeGreaterThan(0);
    const [newest] = (await list()).items;
    const record = await getJson<{ id: string; messages: unknown[] }>(`GET /v1/calls/${newest?.id}`);
    expect(record.id).toBe(newest?.id);
    expect(record.messages.length).toBeGreaterThan(0);
  });

  it('can be exported as a zip', async () => {
    const response = await call(`GET /v1/scenes/${played.id}/export`);
    expect(response.headers.get('Content-Disposition')).toContain(`${played.id}.zip`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(String.fromCharCode(...bytes.slice(0, 2))).toBe('PK');
  });
});

describe('the catalogue', () => {
  it('lists templates, each of which makes a scene with its cast', async () => {
    const { items } = await getJson<{ items: Template[] }>('GET /v1/templates');
    expect(items.length).toBeGreaterThan(0);
    for (const template of items) {
      const made = await getJson<Scene>('POST /v1/scenes', {
        body: { template: template.id, title: 'Mine' },
      });
      expect(made.title).toBe('Mine');
      expect(made.cast.map(({ name }) => name)).toEqual(template.characters);
      expect(made.personas.map(({ id, name }) => ({ id, name }))).toEqual(template.personas);
    }
  });

  it('lists the games a run can play', async () => {
    const { items } = await getJson<{ items: Game[] }>('GET /v1/games');
    expect(items.map(({ id }) => id)).toContain('corridor');
  });
});

describe('a run over HTTP', () => {
  it('starts, shows its frame and knowledge, stops, and reports', async () => {
    const started = await call(`POST /v1/runs/${run.id}/step`);
    expect(started.status).toBe(202);
    await started.body?.cancel();
    const read = () => getJson<GridRun>(`GET /v1/runs/${run.id}`);
    await expect.poll(async () => (await read()).turns, { timeout: 20_000 }).toBeGreaterThan(0);
    await expect.poll(async () => (await read()).turn, { timeout: 20_000 }).toBeNull();
    const { frame } = await read();
    const picture = await call(`GET /v1/runs/${run.id}/frames/${frame}.png?scale=2`);
    expect(picture.headers.get('Content-Type')).toBe('image/png');
    expect([...new Uint8Array(await picture.arrayBuffer()).slice(1, 4)]).toEqual([80, 78, 71]);
    const differs = await call(`GET /v1/runs/${run.id}/frames/${frame}.png?scale=2&since=1`);
    expect(differs.headers.get('Content-Type')).toBe('image/png');
    await differs.body?.cancel();
    await problemOf(`GET /v1/runs/${run.id}/frames/${frame}.png?since=999`, 404);
    const seen = await getJson<FrameObjects>(`GET /v1/runs/${run.id}/frames/${frame}/objects?since=1`);
    expect(seen).toMatchObject({ frame, changes: { since: 1 } });
    expect(seen.objects.length).toBeGreaterThan(0);
    await problemOf(`GET /v1/runs/${run.id}/frames/999/objects`, 404);
    const played = await getJson<Tried>(`GET /v1/runs/${run.id}/frames/1/play?moves=ACTION1;ACTION2`);
    expect(played).toMatchObject({ from: 1, moves: 2, restarted: false });
    await problemOf(`GET /v1/runs/${run.id}/frames/1/play?moves=ACTION9`, 400);
    // Trying leaves no trace.
    expect((await read()).frame).toBe(frame);
    await getJson(`GET /v1/runs/${run.id}/turns/1`);
    await getJson(`GET /v1/runs/${run.id}/knowledge`);

    await getJson(`POST /v1/runs/${run.id}/stop`);
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('finished');
    const asJson = await getJson<{ markdown: string }>(`GET /v1/runs/${run.id}/report`);
    const asText = await call(`GET /v1/runs/${run.id}/report`, { headers: { Accept: 'text/markdown' } });
    expect(await asText.text()).toBe(asJson.markdown);
    const asPage = await call(`GET /v1/runs/${run.id}/report`, { headers: { Accept: 'text/html' } });
    // It holds what models and callers wrote: nothing in it may run, and nothing may be loaded.
    expect(asPage.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(await asPage.text()).toContain('data:image/png;base64,');
    const { items } = await getJson<{ items: RunSummary[] }>('GET /v1/runs');
    expect(items.map(({ id }) => id)).toContain(run.id);
  });
});

describe('a run that was played', () => {
  it('is played back in pages, set beside another, forked, and every call says what it was about', async () => {
    const profiles = { explorer: { provider: 'understudy' }, analyst: { provider: 'understudy' } };
    const body = { game: 'tilt', seed: 'one', start: true, profiles, budgets: { actions: 8 } };
    const { id } = await getJson<GridRun>('POST /v1/runs', { body });
    const read = () => getJson<GridRun>(`GET /v1/runs/${id}`);
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('finished');

    const first = await getJson<ReplayPage>(`GET /v1/runs/${id}/replay?limit=5`);
    expect(first.items.map(({ kind }) => kind)).toEqual(['start', ...Array(4).fill('action')]);
    const rest = await getJson<ReplayPage>(`GET /v1/runs/${id}/replay?cursor=${first.next}`);
    expect([...first.items, ...rest.items].map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);

    const fork = await getJson<GridRun>(`POST /v1/runs/${id}/fork`, { body: { turn: 3 } });
    expect(fork).toMatchObject({ forkedFrom: { run: id, turn: 3 }, status: 'paused', turns: 3 });
    const compared = await getJson<Comparison>(`GET /v1/runs/${id}/compare?with=${fork.id}`);
    expect(compared).toMatchObject({ a: { id }, b: { id: fork.id }, sameGame: true, sameSeed: true });
    await problemOf(`GET /v1/runs/${id}/compare?with=${NO_RUN}`, 404);

    const findAnalysis = async () => {
      const { items } = await getJson<{ items: CallSummary[] }>(`GET /v1/calls?room=${id}&limit=50`);
      return items.find(({ role }) => role === 'analyst')?.id ?? '';
    };
    await expect.poll(findAnalysis, { timeout: 20_000 }).not.toBe('');
    const analysis = await findAnalysis();
    const ofTurn = await getJson<{ items: CallSummary[] }>(`GET /v1/calls?room=${id}&round=2`);
    expect(ofTurn.items.map(({ round, role }) => [round, role])).toEqual([
      [2, 'analyst'],
      [2, 'explorer'],
    ]);
    const { run: about } = await getJson<CallRecord>(`GET /v1/calls/${analysis}`);
    expect(about).toMatchObject({ targetAction: { id: expect.stringMatching(/^ACTION\d$/) } });
    expect(about?.images.map(({ frame }) => frame)).toHaveLength(2);
    expect([about?.stateBefore.action_count, about?.stateAfter.action_count]).not.toContain(undefined);
  });
});

describe('what is open to everybody', () => {
  it('is health, the document, the reference page and llms.txt, each with its headers', async () => {
    expect(await getJson('GET /healthz', { key: null })).toEqual({ status: 'ok', provider: 'openai' });
    const document = await getJson<{ openapi: string }>('GET /openapi.json', { key: null });
    expect(document.openapi).toBe('3.1.0');
    const page = await call('GET /docs', { key: null });
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    expect(await page.text()).not.toMatch(/<script>|<style|onload=/);
    const text = await call('GET /llms.txt', { key: null });
    expect(await text.text()).toContain('Idempotency-Key');
    expect(text.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('does not include other origins, nor caches', async () => {
    const response = await call('GET /v1/games', { headers: { Origin: 'https://elsewhere.test' } });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('goes on when the index is down: rooms are read by id, lists say why not', async () => {
    await env.DB.exec('ALTER TABLE rooms RENAME TO rooms_away');
    try {
      await problemOf('GET /v1/scenes', 503);
      expect((await getJson<Scene>(`GET /v1/scenes/${scene.id}`)).id).toBe(scene.id);
    } finally {
      await env.DB.exec('ALTER TABLE rooms_away RENAME TO rooms');
    }
  });
});
