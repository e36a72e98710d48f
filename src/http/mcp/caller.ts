import { nanoid } from 'nanoid';
import { ACCESS_HEADER } from '../../auth/access-identity';
import { sleep } from '../../base/sleep';
import { readConfig } from '../../config';
import type { Event } from '../../contract/events/events';
import type { Problem } from '../../contract/problems';
import { toProblem } from '../../contract/to-problem';
import { DISK_FULL, isDiskFull } from '../../room/passing';
import { type Principal, viewerFor } from '../auth/authenticate';
import { LOCAL_HEADER } from '../auth/locality';
import type { App, AppContext } from '../middleware/http';
import { roomClient } from '../middleware/room-client';
import { followRoom, type OpenSocket, socketOpener } from '../rooms/follow';

/** A response of the API: its value, or a problem. */
export type Reply<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** The problem for an internal error: logs the error and returns only its reference. */
export function readProblem(error: unknown, where: string): Problem {
  if (isDiskFull(error)) return toProblem(DISK_FULL);
  const reference = nanoid(12);
  console.error(`internal error ${reference} in ${where}`, error);
  return toProblem({ code: 'internal', reference });
}

/** `METHOD /v1/…`, with its query. */
export type Row = `${'GET' | 'POST' | 'PATCH'} /v1/${string}`;

/** Headers that identify the caller to the gate. */
const CALLER_HEADERS = ['Authorization', ACCESS_HEADER, LOCAL_HEADER, 'CF-Connecting-IP'];

interface CallRequest {
  body?: unknown;
  /** Idempotency-Key. */
  key?: string | undefined;
  accept?: string;
}

/**
 * A client of the API for the caller of a tool. Requests go through the app like external ones: the gate checks the
 * credential, rate limits apply, and routes validate the body.
 */
export class Caller {
  readonly #app: App;
  readonly #c: AppContext;

  constructor(app: App, c: AppContext) {
    this.#app = app;
    this.#c = c;
  }

  get principal(): Principal {
    return this.#c.get('principal');
  }

  /** Requests JSON. */
  async ask<T>(row: Row, asked?: CallRequest): Promise<Reply<T>> {
    const reply = await this.#send(row, asked);
    return reply.ok ? { ok: true, value: (await reply.value.json()) as T } : reply;
  }

  /** Requests text, for example with `accept` `text/markdown`. */
  async askText(row: Row, accept = 'text/plain'): Promise<Reply<string>> {
    const bytes = await this.askBytes(row, accept);
    return bytes.ok ? { ok: true, value: new TextDecoder().decode(bytes.value) } : bytes;
  }

  /** Requests a file, such as a picture. */
  async askBytes(row: Row, accept = '*/*'): Promise<Reply<Uint8Array>> {
    const reply = await this.#send(row, { accept });
    return reply.ok ? { ok: true, value: new Uint8Array(await reply.value.arrayBuffer()) } : reply;
  }

  /** Opens sockets of a room with the caller's view. */
  opener(room: string): OpenSocket {
    return socketOpener(roomClient(this.#c, room), viewerFor(this.principal), room);
  }

  /**
   * Follows a room after an event.
   *
   * @param onEvent called for each event; return `'enough'` to stop
   * @returns true if it stopped that way; false if the signal ended first or the room has no free sockets
   */
  async follow(
    room: string,
    after: number,
    signal: AbortSignal,
    onEvent: (event: Event) => 'more' | 'enough',
  ): Promise<Reply<boolean>> {
    const end = await followRoom({ open: this.opener(room), after, signal, pause: sleep, onEvent });
    if (end.ok) return { ok: true, value: end.value === 'enough' };
    if (end.failure.code === 'too_many') return { ok: true, value: false };
    return { ok: false, problem: toProblem(end.failure) };
  }

  async #send(row: Row, { body, key, accept }: CallRequest = {}): Promise<Reply<Response>> {
    const [method = 'GET', path = '/'] = row.split(' ');
    const { req, env } = this.#c;
    const headers = new Headers();
    const { trustedProxy } = readConfig(env);
    for (const name of [...CALLER_HEADERS, ...(trustedProxy ? [trustedProxy] : [])]) {
      const value = req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (key !== undefined) headers.set('Idempotency-Key', key);
    if (accept !== undefined) headers.set('Accept', accept);
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const url = new URL(path, req.url);
    // Dot segments, a backslash or a second slash in an id would lead to another operation.
    if (url.pathname + url.search !== path)
      return { ok: false, problem: toProblem({ code: 'not_found', what: `${method} address`, id: path }) };
    const request = new Request(url, { method, headers, ...content });
    const response = await this.#app.fetch(request, env, this.#context());
    if (response.ok) return { ok: true, value: response };
    return { ok: false, problem: (await response.json()) as Problem };
  }

  /** Tests call the app without one. */
  #context(): AppContext['executionCtx'] | undefined {
    try {
      return this.#c.executionCtx;
    } catch {
      return undefined;
    }
  }
}
