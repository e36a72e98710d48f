import { exports } from 'cloudflare:workers';
import { expect } from 'vitest';
import { operatorCredential } from '../../src/auth/secrets';
import { sha256 } from '../../src/base/hash';
import type { Json, JsonObject } from '../../src/base/json';
import type { NewTenant } from '../../src/contract/access';
import { type Event, OWNER, type Viewer } from '../../src/contract/events/events';
import type { Problem } from '../../src/contract/problems';
import type { NewSeat, SeatAccepted } from '../../src/contract/seats';
import { sceneStub, until } from './rooms';

/** Clients of the Worker that know only addresses and credentials, like external programs. */

export const OPERATOR = 'ps_local_test0test0test0test0test0test0';

/** The operator as a viewer of a room. */
export const OPERATOR_EYES: Viewer = { ...OWNER, credential: operatorCredential(await sha256(OPERATOR)) };

/**
 * The parts of a request in addition to its row. `key` null sends no credential; `raw` is sent unchanged, instead of
 * `body`.
 */
export interface Asked {
  key?: string | null;
  body?: unknown;
  raw?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends one request to the Worker; `row` is `METHOD /path`. */
export function call(
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
        ...(typeof sent === 'string' ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    }),
  );
}

export async function getJson<T>(row: string, asked?: Asked): Promise<T> {
  const response = await call(row, asked);
  const text = await response.text();
  if (!response.ok) throw new Error(`${row}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

export async function problemOf(row: string, status: number, asked?: Asked): Promise<Problem> {
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

export interface Answer {
  status: number;
  text: string;
  json: Json;
  headers: Headers;
}

/** Sends one request to the Worker and returns any answer; bytes are sent unchanged. */
export async function send(
  row: string,
  key: string | null = OPERATOR,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const bytes = { 'Content-Type': 'application/octet-stream', ...headers };
  const response = await (body instanceof Uint8Array
    ? call(row, { key, raw: new Uint8Array(body), headers: bytes })
    : call(row, { key, body, headers }));
  const { status, headers: answered } = response;
  if (response.webSocket) {
    response.webSocket.accept();
    response.webSocket.close(1000, 'not wanted');
    return { status, text: '', json: null, headers: answered };
  }
  if (response.headers.get('Content-Type')?.includes('event-stream')) {
    await response.body?.cancel();
    return { status, text: '', json: null, headers: answered };
  }
  const text = await response.text();
  return { status, text, json: readJson(text), headers: answered };
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Like {@link getJson}, with positional arguments; null without JSON. */
export async function get<T>(
  row: string,
  key: string | null = OPERATOR,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  const { status, text, json } = await send(row, key, body, headers);
  if (status >= 400) throw new Error(`${row}: ${status} ${text}`);
  return json as T;
}

export const createScene = async (body: object, key = OPERATOR): Promise<string> =>
  (await get<{ id: string }>('POST /v1/scenes', key, body)).id;

export async function newTenant(name: string): Promise<string> {
  const { key } = (await get<NewTenant>('POST /v1/tenants', OPERATOR, { name })).key;
  if (key === null) throw new Error(`${name} got no key`);
  return key;
}

export async function seatPerson(
  scene: string,
  role: 'player' | 'spectator',
  persona: string | null,
  name: string,
): Promise<{ id: string; token: string; invitation: string }> {
  const made = await get<NewSeat>(`POST /v1/scenes/${scene}/seats`, OPERATOR, { role, persona });
  const invitation = made.invitation ?? '';
  const taken = await get<SeatAccepted>('POST /v1/seats/accept', null, { invitation, name });
  return { id: made.seat.id, token: taken.token ?? '', invitation };
}

export interface Client {
  socket: WebSocket;
  /** Unparsed. */
  raw: string[];
  events: Event[];
  /** Other messages: `ready`, `accepted`, `problem`, `typing`. */
  messages: JsonObject[];
  closed: { code: number; reason: string } | null;
  ready(): Promise<unknown>;
  close(): void;
}

export async function connect(scene: string, key: string | null, query = 'after=0'): Promise<Client> {
  const response = await exports.default.fetch(
    new Request(`https://stage.test/v1/scenes/${scene}/socket?${query}`, {
      headers: { Upgrade: 'websocket', ...(key === null ? {} : { Authorization: `Bearer ${key}` }) },
    }),
  );
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status} ${await response.text()}`);
  const client: Client = {
    socket,
    raw: [],
    events: [],
    messages: [],
    closed: null,
    ready: () => until(() => client.messages.some(({ type }) => type === 'ready')).holds(),
    close: () => socket.close(1000, 'done'),
  };
  socket.addEventListener('message', ({ data }) => {
    const text = String(data);
    client.raw.push(text);
    const message = JSON.parse(text) as JsonObject;
    if (typeof message.seq === 'number') client.events.push(message as unknown as Event);
    else client.messages.push(message);
  });
  socket.addEventListener('close', ({ code, reason }) => {
    client.closed = { code, reason };
  });
  socket.accept();
  return client;
}

/** A socket to the room itself, behind the Worker, with its messages. */
export async function openRoomSocket<M extends object = JsonObject>(
  id: string,
  { after = 0, viewer = OPERATOR_EYES }: { after?: number; viewer?: Viewer } = {},
): Promise<{ socket: WebSocket; got: M[] }> {
  const response = await sceneStub(id).fetch(`https://room/socket?after=${after}`, {
    headers: { Upgrade: 'websocket', 'x-viewer': JSON.stringify(viewer) },
  });
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status}`);
  const got: M[] = [];
  socket.addEventListener('message', ({ data }) => {
    got.push(JSON.parse(String(data)));
  });
  socket.accept();
  return { socket, got };
}

/** Reads a scene's stream of events until `isEnough`, then closes it. */
export async function stream(
  scene: string,
  key: string,
  isEnough: (text: string) => boolean,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await exports.default.fetch(
    new Request(`https://stage.test/v1/scenes/${scene}/events`, {
      headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream', ...headers },
    }),
  );
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!isEnough(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  return text;
}
