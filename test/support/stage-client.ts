import { exports } from 'cloudflare:workers';
import type { Event } from '../../src/contract/events';
import type { Json, JsonObject } from '../../src/contract/json';
import type { NewSeat, SeatAccepted } from '../../src/contract/seats';
import { until } from './rooms';

/** Clients of the Worker as other people's programs are: they know addresses and credentials, and nothing of rooms. */

export const OPERATOR = 'ps_local_test0test0test0test0test0test0';

export interface Answer {
  status: number;
  text: string;
  /** The body; null when it is no JSON. */
  json: Json;
  headers: Headers;
}

/** One request to the Worker. `row` is `METHOD /path`; `key` null sends no credential; bytes are sent as they are. */
export async function send(
  row: string,
  key: string | null = OPERATOR,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = row.split(' ');
  const response = await exports.default.fetch(
    new Request(`https://stage.test${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': contentType(body) }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    }),
  );
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

const contentType = (body: unknown): string =>
  body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** The JSON of an answer that must be good. */
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

/** Makes a seat and takes it. */
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

/** An open socket and everything that came over it. */
export interface Client {
  socket: WebSocket;
  /** As it came. */
  raw: string[];
  events: Event[];
  /** What is no event: `ready`, `accepted`, `problem`, `typing`. */
  messages: JsonObject[];
  closed: { code: number; reason: string } | null;
  ready(): Promise<unknown>;
  close(): void;
}

/** Connects to a scene; the server refused when this throws. */
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
    ready: () =>
      until(
        async () => client.messages.some(({ type }) => type === 'ready'),
        (isReady) => isReady,
        'the end of the replay',
      ),
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

/** Reads a scene's stream of events until `isEnough`, and lets go of it. */
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
