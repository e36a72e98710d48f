import type { paths } from './openapi';
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
  if (!response.headers.get('content-type')?.includes('json')) return response;
  try {
    const text = await response.text();
    if (text !== '') JSON.parse(text);
    return new Response(text || null, response);
  } catch {
    return new ProblemError(noAnswer('The response was truncated'));
  }
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** Paths with an operation of this method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never;
}[keyof paths];
type OperationOf<P extends keyof paths, M extends Method> = Exclude<paths[P][M], undefined>;

type Parameters<O, In extends 'path' | 'query'> = O extends { parameters: infer P }
  ? In extends keyof P
    ? Exclude<P[In], undefined>
    : never
  : never;
type BodyOf<O> = O extends { requestBody?: infer B }
  ? Exclude<B, undefined> extends { content: infer C }
    ? C[keyof C]
    : never
  : never;

/** An optional field, required if any of its parts are. */
type Field<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: never }
  : Record<string, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

/** `wait=1` can be written as true. */
type Query<Q> = 'wait' extends keyof Q ? Omit<Q, 'wait'> & { wait?: '0' | '1' | 0 | 1 | boolean } : Q;

/** Arguments of a call: parameters and body of the operation, and call options. */
type Init<O> = Field<'path', Parameters<O, 'path'>> &
  Field<'query', Query<Parameters<O, 'query'>>> &
  (O extends { requestBody: object }
    ? { body: BodyOf<O> | Blob | FormData }
    : { body?: BodyOf<O> | Blob | FormData }) &
  CallOptions;

/** Options of a call. */
export interface CallOptions {
  /** `Idempotency-Key` of a POST: repeating it with the same key has no further effect. Default: a new one. */
  key?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Timeout per attempt in milliseconds. Default: as in `connect`. */
  timeoutMs?: number;
  /** Format of the response. Default `json`. */
  as?: 'json' | 'text' | 'blob';
}

type ContentOf<R> = R extends { content: infer C }
  ? 'application/json' extends keyof C
    ? C['application/json']
    : C[keyof C]
  : undefined;
type Good = 200 | 201 | 202 | 204;
type AnswerOf<O, I> = I extends { as: 'text' }
  ? string
  : I extends { as: 'blob' }
    ? Blob
    : O extends { responses: infer R }
      ? { [S in keyof R & Good]: ContentOf<R[S]> }[keyof R & Good]
      : never;

/** Calls an operation by its path in the OpenAPI document. */
type Call<M extends Method> = <P extends PathOf<M>, I extends Init<OperationOf<P, M>>>(
  path: P,
  ...init: Record<string, never> extends Init<OperationOf<P, M>> ? [init?: I] : [init: I]
) => Promise<AnswerOf<OperationOf<P, M>, I>>;

/** An entry of a page. */
type EntryOf<Page> = Page extends { items: (infer T)[]; next: string | null }
  ? T
  : Page extends { events: (infer T)[]; next: string | null }
    ? T
    : never;
/** Paths of paginated lists. */
type ListPath = {
  [P in PathOf<'get'>]: [EntryOf<AnswerOf<OperationOf<P, 'get'>, unknown>>] extends [never] ? never : P;
}[PathOf<'get'>];

/** Every operation of the API, typed by the OpenAPI document. A call returns the response, or throws a ProblemError. */
export interface Calls {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /** All entries of a list, for `for await`. Loads pages as needed. */
  list: <P extends ListPath, I extends Init<OperationOf<P, 'get'>>>(
    path: P,
    ...init: Record<string, never> extends Init<OperationOf<P, 'get'>> ? [init?: I] : [init: I]
  ) => AsyncGenerator<EntryOf<AnswerOf<OperationOf<P, 'get'>, unknown>>, void, undefined>;
  /** Sends any request, such as one for a file; throws a ProblemError unless it succeeds. */
  send: Send;
}

type AnyInit = CallOptions & {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
  body?: unknown;
};

/** Builds the URL of an operation from its path and parameters. */
function buildUrl(path: string, { path: places = {}, query = {} }: AnyInit): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(places[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat())
      if (one !== undefined) search.append(name, String(name === 'wait' ? Number(one) : one));
  return search.size > 0 ? `${address}?${search}` : address;
}

export function createCalls(options: ConnectOptions): Calls {
  const send = createSend(options);
  const call =
    (method: string) =>
    async (path: string, init: AnyInit = {}): Promise<unknown> => {
      const { body, key, as = 'json', signal = null, timeoutMs } = init;
      const headers = new Headers(init.headers);
      if (key !== undefined) headers.set('idempotency-key', key);
      const isFile = body instanceof Blob || body instanceof FormData;
      if (body instanceof Blob) headers.set('content-type', 'application/octet-stream');
      if (body !== undefined && !isFile) headers.set('content-type', 'application/json');
      if (as === 'json' && !headers.has('accept')) headers.set('accept', 'application/json');
      const response = await send(buildUrl(path, init), {
        method,
        headers,
        signal,
        ...(timeoutMs && { timeoutMs }),
        body: isFile ? body : body === undefined ? null : JSON.stringify(body),
      });
      if (as !== 'json') return response[as]();
      const isJson = response.headers.get('content-type')?.includes('json');
      return response.status === 204 ? undefined : isJson ? response.json() : response.text();
    };
  const GET = call('GET');
  async function* list(path: string, init: AnyInit = {}): AsyncGenerator<unknown, void, undefined> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await GET(path, { ...init, query: { ...init.query, ...(cursor && { cursor }) } });
      const { items, events, next } = page as { items?: unknown[]; events?: unknown[]; next: string | null };
      yield* items ?? events ?? [];
      cursor = next;
    }
  }
  return {
    GET: GET as Calls['GET'],
    POST: call('POST') as Calls['POST'],
    PUT: call('PUT') as Calls['PUT'],
    PATCH: call('PATCH') as Calls['PATCH'],
    DELETE: call('DELETE') as Calls['DELETE'],
    list: list as Calls['list'],
    send,
  };
}
