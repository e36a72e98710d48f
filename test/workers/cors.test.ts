import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig, VARIABLES } from '../../src/config';
import type { Ticket } from '../../src/contract/access';
import type { Problem } from '../../src/contract/problems';
import { createApp } from '../../src/http/app';
import { sceneBody } from '../support/rooms';
import { createScene, get, OPERATOR, seatPerson } from '../support/stage-client';

const app = createApp();
const PAGE = 'https://app.example.com';
const LISTED = { ...env, CORS_ORIGINS: PAGE };
let scene: string;

beforeAll(async () => {
  scene = await createScene(sceneBody({ provider: 'understudy' }));
});

const newTicket = async () => (await get<Ticket>(`POST /v1/scenes/${scene}/tickets`)).ticket;

async function open(
  query: string,
  headers: Record<string, string>,
  bindings: object = env,
  base = 'https://stage.test',
): Promise<number> {
  const url = `${base}/v1/scenes/${scene}/socket?${query}`;
  const response = await app.request(url, { headers: { Upgrade: 'websocket', ...headers } }, bindings);
  response.webSocket?.accept();
  response.webSocket?.close(1000, 'not wanted');
  if (!response.webSocket) await response.body?.cancel();
  return response.status;
}

it('is tested with a configuration that the .dev.vars of this checkout has no part in', () => {
  const given: object = env;
  for (const name of VARIABLES) expect(given).toHaveProperty(name);
  expect(readConfig(env)).toMatchObject({ corsOrigins: [], rateLimits: true, outbox: true, embedding: null });
});

describe('a socket that a page opens with a ticket', () => {
  it('opens from the pages of this stage, and for what is no browser', async () => {
    expect(await open(`ticket=${await newTicket()}`, { Origin: 'https://stage.test' })).toBe(101);
    expect(await open(`ticket=${await newTicket()}`, {})).toBe(101);
    // Behind a proxy that terminates TLS.
    const inner = 'http://stage.test';
    expect(await open(`ticket=${await newTicket()}`, { Origin: 'https://stage.test' }, env, inner)).toBe(101);
  });

  it('does not open from another site, and leaves the ticket whole', async () => {
    const ticket = await newTicket();
    for (const origin of [PAGE, 'http://stage.test', 'https://stage.test:8443', 'null'])
      expect([origin, await open(`ticket=${ticket}`, { Origin: origin })]).toEqual([origin, 403]);
    expect(await open(`ticket=${ticket}`, { Origin: 'https://stage.test' })).toBe(101);
    expect(await open(`ticket=${ticket}`, { Origin: 'https://stage.test' })).toBe(401);
  });

  it('opens from an origin that is listed, or from every one', async () => {
    expect(await open(`ticket=${await newTicket()}`, { Origin: PAGE }, LISTED)).toBe(101);
    expect(await open(`ticket=${await newTicket()}`, { Origin: `${PAGE}:444` }, LISTED)).toBe(403);
    expect(await open(`ticket=${await newTicket()}`, { Origin: PAGE }, { ...env, CORS_ORIGINS: '*' })).toBe(
      101,
    );
  });

  it('is not asked where it comes from when it has a key: no page can send one', async () => {
    const headers = { Origin: PAGE, Authorization: `Bearer ${OPERATOR}` };
    expect(await open('after=0', headers)).toBe(101);
    expect(await open('after=0', headers, LISTED)).toBe(101);
  });
});

/** Requests a stream like `EventSource`; reads it until its first event, or the refusal. */
async function follow(query: string, headers: Record<string, string> = {}, bindings: object = env) {
  const response = await app.request(
    `https://stage.test/v1/scenes/${scene}/events?${query}`,
    { headers: { Accept: 'text/event-stream', ...headers } },
    bindings,
  );
  if (!response.ok) return { status: response.status, problem: (await response.json()) as Problem };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader && !text.includes('\ndata: ')) text += (await reader.read()).value ?? '';
  await reader?.cancel();
  return { status: response.status, firstId: /^id: (\d+)$/m.exec(text)?.[1] };
}

describe('a stream that a page opens with a ticket', () => {
  it('opens from pages of this stage and listed ones, and for what is no browser', async () => {
    const own = { 'Sec-Fetch-Site': 'same-origin' };
    expect(await follow(`ticket=${await newTicket()}`, own)).toEqual({ status: 200, firstId: '1' });
    expect(await follow(`ticket=${await newTicket()}`)).toEqual({ status: 200, firstId: '1' });
    const listed = { Origin: PAGE, 'Sec-Fetch-Site': 'cross-site' };
    expect(await follow(`ticket=${await newTicket()}`, listed, LISTED)).toMatchObject({ status: 200 });
  });

  it('does not open from another site, by a page that has no key, or by HEAD; the ticket stays whole', async () => {
    const ticket = await newTicket();
    for (const foreign of [{ Origin: PAGE }, { Origin: 'null' }, { 'Sec-Fetch-Site': 'cross-site' }])
      expect([foreign, (await follow(`ticket=${ticket}`, foreign)).status]).toEqual([foreign, 403]);
    // A JSON page is not a stream.
    const page = await follow(`ticket=${ticket}`, { Accept: 'application/json' });
    expect(page.problem).toMatchObject({ status: 400, errors: [{ pointer: 'header/Accept' }] });
    const url = `https://stage.test/v1/scenes/${scene}/events?ticket=${ticket}`;
    const head = await app.request(url, { method: 'HEAD', headers: { Accept: 'text/event-stream' } }, env);
    expect(head.status).toBe(400);
    expect((await follow(`ticket=${ticket}`)).status).toBe(200);
  });

  it('is not opened again by a reconnect, which sends the used ticket; another ticket goes on where it was', async () => {
    const ticket = await newTicket();
    expect((await follow(`ticket=${ticket}`)).status).toBe(200);
    const again = await follow(`ticket=${ticket}`, { 'Last-Event-ID': '1' });
    expect(again.problem).toMatchObject({ status: 401, type: '/problems/unauthenticated' });
    expect(again.problem?.fix).toMatch(/tickets.*after=/);
    await get(`PATCH /v1/scenes/${scene}`, OPERATOR, { title: 'Later' });
    const next = await follow(`after=1&ticket=${await newTicket()}`);
    expect(next).toEqual({ status: 200, firstId: '2' });
    const byHeader = await follow(`ticket=${await newTicket()}`, { 'Last-Event-ID': '1' });
    expect(byHeader.firstId).toBe('2');
  });

  it('sees what the one who made the ticket may see, and ends with that credential', async () => {
    const player = await seatPerson(scene, 'spectator', null, 'Till');
    const made = await get<Ticket>(`POST /v1/scenes/${scene}/tickets`, player.token);
    const response = await app.request(
      `https://stage.test/v1/scenes/${scene}/events?ticket=${made.ticket}`,
      { headers: { Accept: 'text/event-stream' } },
      env,
    );
    expect(response.status).toBe(200);
    const text = response.text();
    await get(`DELETE /v1/scenes/${scene}/seats/${player.id}`);
    const seen = await text;
    expect(seen).toContain('"kind":"player.joined"');
    expect(seen).not.toContain('"kind":"scene.created"');
    // A ticket of an ended credential is invalid.
    const late = await seatPerson(scene, 'spectator', null, 'Ute');
    const { ticket } = await get<Ticket>(`POST /v1/scenes/${scene}/tickets`, late.token);
    await get(`DELETE /v1/scenes/${scene}/seats/${late.id}`);
    expect((await follow(`ticket=${ticket}`)).status).toBe(401);
  });
});

it('a listed page gets a ticket, reads a stream and an export with their headers', async () => {
  const headers = { Origin: PAGE, Authorization: `Bearer ${OPERATOR}` };
  const at = (path: string, more: Record<string, string> = {}, method = 'GET') =>
    app.request(
      `https://stage.test/v1/scenes/${scene}${path}`,
      { method, headers: { ...headers, ...more } },
      LISTED,
    );
  for (const answer of [
    await at('/tickets', {}, 'POST'),
    await at('/events', { Accept: 'text/event-stream' }),
    await at('/export'),
  ]) {
    expect(answer.ok).toBe(true);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(PAGE);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    await answer.body?.cancel();
  }
});
