import { DurableObject } from 'cloudflare:workers';
import { EventSourceParserStream } from 'eventsource-parser/stream';

interface FloorEnv {
  FLOORS: DurableObjectNamespace<Floor>;
}

/** The model calls of the floor's round: the base URL of the endpoint, and the bodies that the room sent. */
export interface FloorCalls {
  url: string;
  key: string;
  bodies: string[];
}

const ask = ({ url, key }: FloorCalls, body: string): Promise<Response> =>
  fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body,
  });

/**
 * The least that an object can do for the same effect: makes the calls one after the other and reports the
 * end, or stores one row and forwards a message to its sockets. No journal, no log, no checks.
 */
export class Floor extends DurableObject<FloorEnv> {
  readonly #sql: SqlStorage;
  #round: FloorCalls | null = null;

  constructor(ctx: DurableObjectState, env: FloorEnv) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#sql.exec('CREATE TABLE IF NOT EXISTS calls (id INTEGER PRIMARY KEY, json TEXT NOT NULL)');
    this.#sql.exec('CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY, text TEXT NOT NULL)');
    const [row] = this.#sql.exec<{ json: string }>('SELECT json FROM calls WHERE id = 1').toArray();
    if (row) this.#round = JSON.parse(row.json) as FloorCalls;
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/socket')) {
      const { 0: client, 1: server } = new WebSocketPair();
      this.ctx.acceptWebSocket(server);
      server.send('{"type":"ready"}');
      return new Response(null, { status: 101, webSocket: client });
    }
    const text = await request.text();
    if (pathname.endsWith('/calls')) {
      this.#round = JSON.parse(text) as FloorCalls;
      this.#sql.exec('INSERT OR REPLACE INTO calls VALUES (1, ?)', text);
    } else if (pathname.endsWith('/round')) {
      this.ctx.waitUntil(this.#play());
    } else if (pathname.endsWith('/chat')) {
      this.ctx.waitUntil(this.#chat());
    } else if (pathname.endsWith('/event')) {
      this.#sql.exec('INSERT INTO events (text) VALUES (?)', text);
      for (const socket of this.ctx.getWebSockets()) socket.send(text);
    }
    return Response.json({ ok: true }, { status: 202 });
  }

  override webSocketMessage(_socket: WebSocket, message: string | ArrayBuffer): void {
    const { ref, text, events } = JSON.parse(String(message)) as {
      ref: string;
      text: string;
      events: number;
    };
    for (let n = 1; n <= events; n += 1) {
      const row = JSON.stringify({ ref, n, isLast: n === events, text });
      this.#sql.exec('INSERT INTO events (text) VALUES (?)', row);
      for (const socket of this.ctx.getWebSockets()) socket.send(row);
    }
  }

  async #chat(): Promise<void> {
    const [body] = this.#round?.bodies ?? [];
    if (!this.#round || body === undefined) return;
    const streamed = JSON.stringify({ ...(JSON.parse(body) as object), stream: true });
    const response = await ask(this.#round, streamed);
    const events = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { data } of events ?? []) {
      if (data === '[DONE]') continue;
      const { choices } = JSON.parse(data) as { choices: { delta: { content?: string } }[] };
      const word = choices[0]?.delta.content;
      if (word) for (const socket of this.ctx.getWebSockets()) socket.send(JSON.stringify({ word }));
    }
    for (const socket of this.ctx.getWebSockets()) socket.send('{"kind":"round.completed"}');
  }

  async #play(): Promise<void> {
    for (const body of this.#round?.bodies ?? []) {
      const response = this.#round && (await ask(this.#round, body));
      await response?.json();
    }
    for (const socket of this.ctx.getWebSockets()) socket.send('{"kind":"round.completed"}');
  }
}

/** The object's name: from `/rooms/<name>/…`; other paths share one object. */
const nameOf = (request: Request): string =>
  /^\/rooms\/([^/]+)\//.exec(new URL(request.url).pathname)?.[1] ?? 'floor';

export default {
  fetch: (request, env) => env.FLOORS.getByName(nameOf(request)).fetch(request),
} satisfies ExportedHandler<FloorEnv>;
