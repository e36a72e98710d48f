import type { Event } from '../../src/contract/events/events';
import type { Problem } from '../../src/contract/problems';

/** Thrown when the stage refuses a request. */
export class Refused extends Error {
  readonly status: number;
  readonly problem: Partial<Problem>;
  constructor(what: string, status: number, problem: Partial<Problem>) {
    const fix = problem.fix === undefined ? '' : ` ${problem.fix}`;
    super(`${what}: ${status} ${problem.title ?? ''}. ${problem.detail ?? ''}${fix}`);
    this.status = status;
    this.problem = problem;
  }
}

/** Client of the HTTP API. It does not check answers, because the server did. */
export interface Client {
  url: string;
  key: string;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
  /** Returns the raw response, whatever its status. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Yields a room's stored events after `after`, as they happen; reconnects where it was. Ends when the caller stops
   * reading.
   */
  follow(room: string, after?: number): AsyncGenerator<Event, void>;
}

/** `url` without a trailing slash. `room` is a path such as `/v1/scenes/scn_…`. */
export function makeClient(url: string, key: string): Client {
  const send = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`);
    if (init.body !== undefined && !headers.has('Content-Type'))
      headers.set('Content-Type', 'application/json');
    return fetch(`${url}${path}`, { ...init, headers });
  };
  const readBody = async <T>(what: string, response: Response): Promise<T> => {
    if (response.ok) return (await response.json()) as T;
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    throw new Refused(what, response.status, problem);
  };
  return {
    url,
    key,
    send,
    get: async (path) => readBody(`GET ${path}`, await send(path)),
    post: async (path, body, headers = {}) =>
      readBody(
        `POST ${path}`,
        await send(path, {
          method: 'POST',
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    async *follow(room, after = 0) {
      let last = after;
      for (let failures = 0; failures < 10; failures += 1) {
        const headers = { Accept: 'text/event-stream', 'Last-Event-ID': String(last) };
        const abort = new AbortController();
        try {
          const response = await send(`${room}/events`, { headers, signal: abort.signal });
          if (!response.ok || !response.body) await readBody(`GET ${room}/events`, response);
          for await (const event of readStream(response.body)) {
            failures = 0;
            // A line that is still being written has no seq, and does not come again.
            if (typeof event.seq !== 'number') continue;
            last = event.seq;
            yield event;
          }
        } catch (error) {
          // A restarting stage answers 5xx; other refusals are final.
          if (error instanceof Refused && error.status < 500) throw error;
        } finally {
          abort.abort();
        }
        await new Promise((done) => setTimeout(done, 300));
      }
      throw new Error(`the event stream of ${room} keeps breaking`);
    },
  };
}

/** Yields the events in a stream of Server-Sent Events; skips comments and retry hints. */
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
