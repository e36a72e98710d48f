import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../src/api/access';
import type { Scene } from '../../src/api/scenes';
import { readConfig, VARIABLES } from '../../src/config';
import { createApp } from '../../src/http/app';
import { sceneBody } from '../support/rooms';
import { get, OPERATOR } from '../support/stage-client';

const app = createApp();
const PAGE = 'https://app.example.com';
const LISTED = { ...env, CORS_ORIGINS: PAGE };
let scene: string;

beforeAll(async () => {
  scene = (await get<Scene>('POST /v1/scenes', OPERATOR, sceneBody({ provider: 'understudy' }))).id;
});

const newTicket = async () => (await get<Ticket>(`POST /v1/scenes/${scene}/tickets`)).ticket;

/** The status of opening a socket, and whether it came with its socket. */
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
    // Where a proxy ends TLS.
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

describe('a listed page', () => {
  it('gets a ticket, reads a stream and an export with their headers', async () => {
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
});
