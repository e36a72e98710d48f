import { beforeEach, describe, expect, it } from 'vitest';
import { RATES, SHARES } from '../../src/base/limits';
import type { NewHook } from '../../src/contract/hooks';
import type { Problem } from '../../src/contract/problems';
import { kitchen } from '../support/http-rooms';
import { expectRebuilt, sceneAt, until } from '../support/rooms';
import {
  type Client,
  call,
  connect,
  createScene,
  get,
  OPERATOR,
  seatPerson,
  send,
} from '../support/stage-client';

/** One seat exhausts its quotas, over HTTP and over sockets; everyone else is unaffected. */

const SCENE = kitchen();
const TOO_LARGE = 'x'.repeat(SHARES.message + 1);

let scene = '';
let flood = '';
let other = '';

beforeEach(async () => {
  scene = await createScene(SCENE);
  flood = (await seatPerson(scene, 'player', 'mara', 'Frieda')).token;
  other = (await seatPerson(scene, 'player', 'jo', 'Till')).token;
});

const path = (rest: string) => `/v1/scenes/${scene}${rest}`;
const speak = (key: string, text = 'Hm.') =>
  send(`POST ${path('/turns')}`, key, { type: 'user', text, ...(key === OPERATOR && { personaId: 'jo' }) });
const note = (key: string, text = 'Hm.') => send(`POST ${path('/notes')}`, key, { text });

async function othersGoOn() {
  for (const key of [other, OPERATOR]) {
    const client = await connect(scene, key);
    await client.ready();
    client.socket.send(
      JSON.stringify({
        type: 'turn',
        ref: 'heard',
        input: { type: 'user', text: 'Still here.', personaId: 'jo' },
      }),
    );
    await answerTo(client, 'heard', 'accepted');
    client.close();
    expect((await speak(key)).status).toBe(202);
    const whisper = { type: 'user', text: 'Psst.', personaId: 'jo', to: ['persona:mara'], whisper: true };
    expect((await send(`POST ${path('/turns')}`, key, whisper)).status).toBe(202);
    expect((await note(key)).status).toBe(201);
    expect((await send(`POST ${path('/tickets')}`, key)).status).toBe(201);
  }
}

const answerTo = (client: Client, ref: string, type: string) =>
  until(() => client.messages.find((message) => message.ref === ref)).holds(
    (message) => message?.type === type,
  );
const problemsOf = ({ messages }: Client) =>
  messages.flatMap(({ type, problem }) => (type === 'problem' ? [problem as unknown as Problem] : []));
const closed = (client: Client) => until(() => client.closed).holds((end) => end !== null);

describe('sockets', () => {
  it('of one seat are ten, streams and requests that wait among them', async () => {
    const streaming = await call(`GET ${path('/events')}`, {
      key: flood,
      headers: { Accept: 'text/event-stream' },
    });
    const sockets = [];
    for (let n = 1; n < SHARES.sockets; n += 1) sockets.push(await connect(scene, flood));
    const beyond = [
      await send(`GET ${path('/socket')}`, flood, undefined, { Upgrade: 'websocket' }),
      await send(`GET ${path('/events')}`, flood, undefined, { Accept: 'text/event-stream' }),
    ];
    for (const { status, json, headers } of beyond) {
      expect(status).toBe(429);
      expect(json).toMatchObject({
        detail: expect.stringContaining('of this seat; the limit is 10'),
        retryAfter: 10,
      });
      expect(headers.get('Retry-After')).toBe('10');
    }
    // Its line is stored, but it can't wait for the answer.
    const waiting = await send(`POST ${path('/turns?wait=1')}`, flood, {
      type: 'user',
      text: 'Who lit the lamp?',
    });
    expect(waiting.status).toBe(202);
    const { json } = await send(`POST ${path('/tickets')}`, flood);
    const { ticket } = json as { ticket: string };
    expect(
      (await send(`GET ${path(`/socket?ticket=${ticket}`)}`, null, undefined, { Upgrade: 'websocket' }))
        .status,
    ).toBe(429);
    await othersGoOn();

    await streaming.body?.cancel();
    for (const client of sockets) client.close();
    await until(
      async () => (await send(`GET ${path('/socket')}`, flood, undefined, { Upgrade: 'websocket' })).status,
    ).holds((status) => status === 101);
  });

  it('of one seat open so often, and tickets are so many', async () => {
    // Concurrently: in sequence, a slow machine would let quotas refill.
    const tickets = Array.from({ length: RATES.opened.burst + 60 }, () =>
      send(`POST ${path('/tickets')}`, flood),
    );
    const answers = await Promise.all(tickets.map(async (answer) => (await answer).status));
    // The first of these may use a refilled quota.
    const refused = await until(() =>
      send(`GET ${path('/socket')}`, flood, undefined, { Upgrade: 'websocket' }),
    ).holds((answer) => answer.status !== 101);
    expect(answers.filter((status) => status === 201).length).toBeGreaterThanOrEqual(RATES.opened.burst);
    expect(answers).toContain(429);
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('2 a second, 100 at once')]);
    await othersGoOn();
  });
});

it('inputs that wait are a hundred of one seat, however they come', async () => {
  const hold = await sceneAt(scene).holdAt('director.1/1 intent');
  await speak(OPERATOR, 'Who lit the lamp?');
  await hold.reached();
  for (let n = 0; n < 60; n += 1) expect((await speak(flood)).status).toBe(202);
  const client = await connect(scene, flood);
  for (let n = 0; n < 60; n += 1)
    client.socket.send(JSON.stringify({ type: 'turn', ref: `n${n}`, input: { type: 'user', text: 'Hm.' } }));
  await answerTo(client, 'n59', 'problem');
  expect(client.messages.filter(({ type }) => type === 'accepted')).toHaveLength(SHARES.waiting - 60);
  const refused = {
    status: 429,
    detail: expect.stringContaining('queued inputs of this seat; the limit is 100'),
  };
  expect(problemsOf(client)).toHaveLength(20);
  expect(problemsOf(client)[0]).toMatchObject({ ...refused, fix: expect.stringContaining('Wait 30 s') });
  expect((await speak(flood)).json).toMatchObject(refused);
  await othersGoOn();
  hold.release();
  client.close();
  await sceneAt(scene).inside(expectRebuilt);
});

it('deliveries to hooks leave room for everybody else', async () => {
  const hook = await get<NewHook>('POST /v1/hooks', OPERATOR, {
    ...{ room: scene, verify: 'bearer', turn: { text: '{{text}}', personaId: 'mara' } },
  });
  const deliver = async () =>
    (
      await call(`POST ${hook.deliverTo}`, {
        key: hook.secret,
        raw: JSON.stringify({ text: 'Hm.' }),
        headers: { 'Content-Type': 'application/json' },
      })
    ).json() as Promise<Partial<Problem>>;
  const hold = await sceneAt(scene).holdAt('director.1/1 intent');
  await speak(OPERATOR, 'Who lit the lamp?');
  await hold.reached();
  const answers = await Promise.all(Array.from({ length: SHARES.waiting + 10 }, deliver));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(refused[0]?.detail).toContain('queued inputs of hooks; the limit is 100');
  expect((await speak(flood)).status).toBe(202);
  await othersGoOn();
  hold.release();
  await sceneAt(scene).inside(expectRebuilt);
});

it('what is written in notes of one seat is so much, however it comes', async () => {
  const began = Date.now();
  const answers = [];
  for (let n = 0; n < 60; n += 1) answers.push(await note(flood, 'x'.repeat(4000)));
  const stored = answers.filter(({ status }) => status === 201);
  const { burst, perSecond } = RATES.written;
  const had = burst + (perSecond * (Date.now() - began)) / 1000;
  expect(stored.length).toBeGreaterThanOrEqual(Math.floor(burst / (4000 + SHARES.written)));
  expect(stored.length).toBeLessThanOrEqual(had / (4000 + SHARES.written) + 1);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.json).toMatchObject({
    detail: expect.stringContaining('characters in lines and notes of this seat; the limit is 500 a second'),
    retryAfter: expect.any(Number),
  });
  const kept = (await get<{ events: { kind: string }[] }>(`GET ${path('/events?limit=1000')}`)).events;
  expect(kept.filter((event) => event.kind === 'note.written')).toHaveLength(stored.length);
  const client = await connect(scene, flood);
  const input = { type: 'user', text: 'x'.repeat(4000), to: ['persona:jo'], whisper: true };
  for (let n = 0; n < 25; n += 1)
    client.socket.send(JSON.stringify({ type: 'turn', ref: `whisper ${n}`, input }));
  expect(await answerTo(client, 'whisper 24', 'problem')).toMatchObject({ problem: { status: 429 } });
  await othersGoOn();
  client.close();
  await sceneAt(scene).inside(expectRebuilt);
});

describe('messages', () => {
  it('of one seat are counted together before they are read, garbage too; who goes on is cut off', async () => {
    const clients = [await connect(scene, flood), await connect(scene, flood)];
    const calm = await connect(scene, other);
    const began = Date.now();
    // More than could be answered on any machine: the quota grows with time.
    for (let n = 0; n < 500; n += 1) for (const { socket } of clients) trySend(socket, '{"type":');
    for (const client of clients) expect((await closed(client))?.code).toBe(1008);
    const seconds = (Date.now() - began) / 1000;
    const statuses = clients.flatMap(problemsOf).map(({ status }) => status);
    const read = statuses.filter((status) => status === 400).length;
    expect(read).toBeGreaterThanOrEqual(RATES.message.burst);
    expect(read).toBeLessThan(1.5 * RATES.message.burst + seconds * RATES.message.perSecond);
    const refused = statuses.filter((status) => status === 429).length;
    expect(refused).toBeLessThan(1.5 * RATES.unheard.burst + seconds * RATES.unheard.perSecond);
    calm.socket.send(JSON.stringify({ type: 'ping', ref: 'calm' }));
    await answerTo(calm, 'calm', 'pong');
    calm.close();
    await othersGoOn();
  });

  it('of one seat have so many bytes, together', async () => {
    const client = await connect(scene, flood);
    const junk = JSON.stringify({ type: 'turn', junk: 'x'.repeat(60_000) });
    for (let n = 0; n < 15; n += 1) client.socket.send(junk);
    client.socket.send(JSON.stringify({ type: 'ping', ref: 'last' }));
    await until(() => problemsOf(client).map(({ status }) => status)).holds((statuses) =>
      statuses.includes(429),
    );
    expect(problemsOf(client).find(({ status }) => status === 429)?.detail).toContain(
      'bytes in messages of this seat',
    );
    client.close();
    await othersGoOn();
  });

  it('of a seat have 64 KiB; who sends larger ones again and again is cut off', async () => {
    const client = await connect(scene, flood);
    client.socket.send(TOO_LARGE);
    await until(() => problemsOf(client)).holds((problems) => problems.length > 0);
    expect(problemsOf(client)[0]).toMatchObject({
      status: 413,
      fix: `Send at most ${SHARES.message} bytes.`,
    });
    // Bytes count, not characters.
    client.socket.send('€'.repeat(SHARES.message / 2));
    for (let n = 0; n < 5; n += 1) trySend(client.socket, TOO_LARGE);
    expect((await closed(client))?.code).toBe(1008);
    expect(problemsOf(client).map(({ status }) => status)).toEqual([413, 413, 413, 413]);
    const body = JSON.stringify({ type: 'user', text: TOO_LARGE });
    for (const where of ['/turns', '/notes']) {
      const asked = { raw: body };
      expect((await call(`POST ${path(where)}`, { ...asked, key: flood })).status).toBe(413);
      expect((await call(`POST ${path(where)}`, asked)).status).toBe(400);
    }
    await othersGoOn();
  });

  it('have a `ref` of 200 characters, or it is not sent back', async () => {
    for (const key of [flood, OPERATOR]) {
      const client = await connect(scene, key);
      const refs = ['x'.repeat(198), 'x'.repeat(199), Array(100).fill(1), Array(99).fill(1)];
      for (const ref of refs) client.socket.send(JSON.stringify({ type: 'ping', ref }));
      await until(() => client.messages.filter(({ type }) => type !== 'ready')).holds(
        ({ length }) => length === 4,
      );
      const [good, long, deep, list] = client.messages.filter(({ type }) => type !== 'ready');
      expect([good, list]).toEqual([
        { type: 'pong', ref: refs[0] },
        { type: 'pong', ref: refs[3] },
      ]);
      for (const answer of [long, deep]) {
        expect(answer).toMatchObject({
          type: 'problem',
          problem: { status: 400, errors: [{ pointer: '/ref' }] },
        });
        expect(answer).not.toHaveProperty('ref');
      }
      client.close();
    }
  });
});

function trySend(socket: WebSocket, text: string) {
  try {
    socket.send(text);
  } catch {}
}
