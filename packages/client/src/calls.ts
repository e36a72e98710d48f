import type { paths } from './openapi';
import { type ConnectOptions, createSend, type Send } from './requests';

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
