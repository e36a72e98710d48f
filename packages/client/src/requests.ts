import { noAnswer, noSuchAddress, ProblemError, readProblem } from './problem';

type RequestFn = (request: Request) => Promise<Response>;

/** How a client reaches its stage. */
export interface ConnectOptions {
  /** URL of the stage, such as `https://stage.example.com`, without a path. */
  url: string;
  /**
   * An API key or seat token, or a function that returns it for the path of a request. Null sends none: for an
   * invitation, a code or a ticket.
   */
  token: string | null | ((path: string) => string | null);
  /** Retries of requests that are safe to repeat. Default 3. */
  retries?: number;
  /** Timeout per attempt in milliseconds. Default 30,000; with `wait=1` at least 150,000. */
  timeoutMs?: number;
  /**
   * Initial delay in milliseconds before reconnecting a socket or retrying a request; doubles each time. Default 400.
   */
  againMs?: number;
  /** Sends requests. Default: the global `fetch`. */
  fetch?: RequestFn;
  /**
   * WebSocket class. Default: the global `WebSocket`. Node before 22 has none: pass that of the package `ws`, or null
   * if you follow no room.
   */
  WebSocket?: (new (address: string) => WebSocket) | null;
}

/** Sends a request to a path of the stage, such as `/v1/me`. */
export type Send = (path: string, init?: RequestInit & { timeoutMs?: number }) => Promise<Response>;

const LONGEST_WAIT_MS = 15_000;
/** The stage answers `wait=1` within two minutes. */
const WAITING_MS = 150_000;

/** Creates an Idempotency-Key. (`randomUUID` does not exist on plain http outside loopback.) */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Returns the function that sends all requests. Adds the credential, adds an `Idempotency-Key` to a POST, and retries
 * requests that are safe to repeat (a GET, or a POST with a key) without a response, and after 429 and 503.
 *
 * @returns a successful response, with JSON read to its end
 * @throws ProblemError for any other response, and without one
 */
export function createSend(options: ConnectOptions): Send {
  const { url, token, retries = 3, againMs = 400 } = options;
  const ask: RequestFn = options.fetch ?? ((request) => (fetch as RequestFn)(request));
  return async (path, { timeoutMs = options.timeoutMs ?? 30_000, ...init } = {}) => {
    const { pathname, searchParams } = new URL(url + path);
    // Dot segments, a backslash or a second slash in an id would lead to another operation.
    if (!pathname.endsWith(path.replace(/[?#].*$/s, ''))) throw new ProblemError(noSuchAddress(path));
    const headers = new Headers(init.headers);
    const credential = typeof token === 'function' ? token(pathname) : token;
    // An empty header means that the credential of this request is elsewhere.
    if (headers.get('authorization') === '') headers.delete('authorization');
    else if (credential && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${credential}`);
    const isPost = init.method === 'POST';
    if (isPost && !headers.has('idempotency-key')) headers.set('idempotency-key', newIdempotencyKey());
    const mayRepeat = isPost || (init.method ?? 'GET') === 'GET';
    const waitMs = searchParams.get('wait') === '1' ? Math.max(timeoutMs, WAITING_MS) : timeoutMs;
    for (let failures = 0; ; failures += 1) {
      const timeout = AbortSignal.timeout(waitMs);
      const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
      const answer = await trySending(ask, new Request(url + path, { ...init, headers, signal }));
      if (answer instanceof Response) return answer;
      init.signal?.throwIfAborted();
      const { status, retryAfter } = answer.problem;
      const wait = retryAfter === undefined ? againMs * 2 ** failures : retryAfter * 1000;
      if (!mayRepeat || failures >= retries || ![0, 429, 503].includes(status) || wait > LONGEST_WAIT_MS)
        throw answer;
      await pause(wait * (1 + Math.random() / 2));
    }
  };
}

async function trySending(ask: RequestFn, request: Request): Promise<Response | ProblemError> {
  let response: Response;
  try {
    response = await ask(request);
  } catch (cause) {
    return new ProblemError(noAnswer(), { cause });
  }
  if (!response.ok) return new ProblemError(await readProblem(response));
  // Not JSON lines: each line is a document of its own.
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return response;
  try {
    const text = await response.text();
    if (text !== '') JSON.parse(text);
    return new Response(text || null, response);
  } catch {
    return new ProblemError(noAnswer('The response was truncated'));
  }
}
