import { connect } from '../../packages/client/src/index';
import type { Event } from '../../src/contract/events/events';

/** The API for tests, with types of their choice and the raw response if a case needs its status. */
export interface Client {
  url: string;
  key: string;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
  send(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Yields a room's stored events after `after` from its event stream; reconnects without gaps. Ends when the
   * caller stops reading.
   */
  follow(room: string, after?: number): AsyncGenerator<Event, void>;
}

/** @param url without a trailing slash */
export function makeClient(url: string, key: string): Client {
  const stage = connect({ url, token: key, retries: 0, timeoutMs: 300_000, WebSocket: null });
  const send: Client['send'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`);
    if (init.body !== undefined && !headers.has('Content-Type'))
      headers.set('Content-Type', 'application/json');
    return fetch(`${url}${path}`, { ...init, headers });
  };
  return {
    ...{ url, key, send },
    get: async <T>(path: string) => (await stage.send(path)).json() as Promise<T>,
    post: async <T>(path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await stage.send(path, {
        method: 'POST',
        ...(body === undefined
          ? { headers }
          : { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }),
      });
      return response.json() as Promise<T>;
    },
    async *follow(room, after = 0) {
      let last = after;
      for (let failures = 0; failures < 10; failures += 1) {
        const headers = { Accept: 'text/event-stream', 'Last-Event-ID': String(last) };
        const abort = new AbortController();
        try {
          const response = await send(`${room}/events`, { headers, signal: abort.signal });
          // A restarting stage answers 5xx; other refusals are final.
          if (!response.ok && response.status < 500) break;
          for await (const event of readStream(response.ok ? response.body : null)) {
            failures = 0;
            // A partial line has no seq and is not repeated.
            if (typeof event.seq !== 'number') continue;
            last = event.seq;
            yield event;
          }
        } catch {
          // The connection broke.
        } finally {
          abort.abort();
        }
        await new Promise((done) => setTimeout(done, 300));
      }
      throw new Error(`the event stream of ${room} is refused, or keeps breaking`);
    },
  };
}

export async function* readStream(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Event, void> {
  if (!body) return;
  let buffer = '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    buffer += decoder.decode(value, { stream: true });
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
      if (data.length > 0) yield JSON.parse(data.join('\n')) as Event;
    }
  }
}
