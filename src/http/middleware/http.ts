import { createRoute, type OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { sha256 } from '../../base/hash';
import { receiptKey } from '../../base/receipt-key';
import { idempotencyKey, type Receipt } from '../../contract/access';
import { digits } from '../../contract/digits';
import { runId, sceneId } from '../../contract/ids';
import { type Failure, fail, ok, problem, type Result } from '../../contract/problems';
import { toProblem } from '../../contract/to-problem';
import { type Principal, viewerFor } from '../auth/authenticate';
import type { BodyRules, Operation, Permission } from '../auth/permissions';
import { CHAT_PATH, toChatError } from '../chat/openai-error';

/** The context of every handler. `principal` is set if the route requires a key, a seat or a ticket. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    /** The declaration of the route. Set by the gate. */
    operation?: Operation;
    principal: Principal;
    /** The database of the tenant's index and library. Set for callers with a key. */
    db: D1Database;
    /** Checks the credential again after a slow operation. Set together with the principal. */
    isStillGood?: () => Promise<Result<unknown>>;
    /** The body, already loaded. Uploaded files are views of it. */
    body?: Uint8Array<ArrayBuffer>;
    /** Id of the signed-in person, if the route requires one. */
    person?: string;
  };
}
export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** Sends a failure as `application/problem+json`. */
export function refuse(c: Context, failure: Failure): Response {
  const body = toProblem(failure, c.req.path);
  const isChat = CHAT_PATH.test(c.req.path);
  const headers: Record<string, string> = isChat ? {} : { 'Content-Type': 'application/problem+json' };
  if (body.status === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (body.retryAfter !== undefined) headers['Retry-After'] = String(body.retryAfter);
  return c.json(isChat ? toChatError(body) : body, body.status as ContentfulStatusCode, headers);
}

/** A JSON response, for route definitions. */
export const answers = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** The error response of every route. */
export const PROBLEM_ANSWER = {
  description: 'A problem: `detail` explains the cause, `fix` the solution',
  content: { 'application/problem+json': { schema: problem } },
};

export type Answer = NonNullable<RouteConfig['responses'][string]>;

/**
 * The parts of a route other than its path: request, responses by status, and its permission if it differs from its
 * group. A route with its own `who` does not inherit the scopes of the group.
 */
export interface RouteParts extends Partial<Permission>, BodyRules {
  /** Adds to the summary: effects, conditions, behavior on repeats. Markdown. */
  description: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** Schema of a JSON body. */
  json?: z.ZodType;
  /** Any other body. */
  body?: NonNullable<RouteConfig['request']>['body'];
  /** The response of all errors, if it is not a problem. */
  errors?: Answer;
  /** Error statuses that cannot be derived from the rest (src/http/documents/refusals.ts), for the document. */
  refuses?: readonly number[];
  readonly [status: number]: Answer;
}
type Output<R, K extends keyof RouteParts> =
  R extends Record<K, infer S extends z.ZodType> ? z.output<S> : null;
/** The validated parts of a request. */
interface RouteInput<R> {
  params: Output<R, 'params'>;
  query: Output<R, 'query'>;
  headers: Output<R, 'headers'>;
  json: Output<R, 'json'>;
}
type JsonBody<A> = A extends { content: { 'application/json': { schema: infer S extends z.ZodType } } }
  ? z.output<S>
  : null;
/** The value of a successful response: JSON, or null without a body. */
type Success<R> = { [S in keyof R]: S extends number ? JsonBody<R[S]> : never }[keyof R];
type HandlerResult<T> = Response | Result<T>;

/** The app, for routes whose types only their schemas know. */
interface UntypedApp {
  openapi(route: object, handle: (c: AppContext) => Response | Promise<Response>): void;
}

/**
 * Returns a function that declares operations under a tag, with a default permission. The route, its permission, the
 * OpenAPI operation and its examples all follow from the declaration. A handler receives the validated request and
 * returns a result: its value is sent with the first status of the declaration, its failure as a problem. A handler
 * can also return a response.
 *
 * @example
 * const route = routeApp(app, 'calls', { who: 'key', scopes: ['read'] });
 * route('GET /v1/calls', 'listCalls', 'List model calls',
 *   { description: 'Newest first.', query: callQuery, 200: answers(callPage, 'A page of calls') },
 *   (c, { query }) => listCalls(c.get('db'), c.get('principal').tenant, query));
 */
export const routeApp =
  (app: App, tag: string, group: Pick<Permission, 'who' | 'scopes'>) =>
  <const R extends RouteParts>(
    address: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
    operationId: string,
    summary: string,
    parts: R,
    handle: (
      c: AppContext,
      input: RouteInput<R>,
    ) => HandlerResult<NoInfer<Success<R>>> | Promise<HandlerResult<NoInfer<Success<R>>>>,
  ): void => {
    const { description, params, query, headers, json, body = json && jsonBody(json), ...rest } = parts;
    const {
      who,
      scopes = who ? [] : group.scopes,
      reads,
      room,
      maxBody,
      takes,
      refuses,
      errors,
      ...answered
    } = rest;
    const [method = '', path = ''] = address.split(' ');
    const requestParts = { params, query, headers, body };
    const status = Number(Object.keys(answered)[0]) as ContentfulStatusCode | 204;
    const route = createRoute({
      method: method.toLowerCase() as 'get',
      path,
      operationId,
      summary,
      description,
      tags: [tag],
      request: Object.fromEntries(Object.entries(requestParts).filter(([, part]) => part !== undefined)),
      responses: { ...answered, default: errors ?? PROBLEM_ANSWER },
      ...{ who: who ?? group.who, scopes, reads, room, maxBody, takes, refuses },
    });
    // Only the schemas know the types of a route created here; `RouteInput` provides them to the handler.
    (app as unknown as UntypedApp).openapi(route, async (c) => {
      const valid = (target: string) => (c.req as unknown as { valid(of: string): unknown }).valid(target);
      const input = {
        params: params ? valid('param') : null,
        query: query ? valid('query') : null,
        headers: headers ? valid('header') : null,
        json: json ? valid('json') : null,
      } as RouteInput<R>;
      const result = await handle(c, input);
      if (result instanceof Response) return result;
      if (!result.ok) return refuse(c, result.failure);
      return status === 204 ? c.body(null, status) : c.json(result.value as object, status);
    });
  };

/** A list without pagination. */
export const onePage = <T>(items: Result<T[]>): Result<{ items: T[]; next: null }> =>
  items.ok ? ok({ items: items.value, next: null }) : items;

/** A JSON body, for route definitions. */
const jsonBody = <T extends z.ZodType>(schema: T) => ({
  required: true,
  content: { 'application/json': { schema } },
});

export const idempotencyHeader = z.object({
  'Idempotency-Key': idempotencyKey
    .optional()
    .describe('Repeating the request with the same key and body within 24 hours returns the first response'),
});

/** The receipt of a POST: its `Idempotency-Key` and the SHA-256 of the request; null without a key. */
export async function buildReceipt(c: AppContext): Promise<Receipt | null> {
  const header = c.req.header('Idempotency-Key');
  if (header === undefined) return null;
  const principal = c.get('principal');
  const key = principal ? receiptKey(viewerFor(principal), header) : header;
  return { key, bodyHash: await sha256(`${c.req.method} ${c.req.path}\n${await c.req.text()}`) };
}

/**
 * The receipt of a POST whose body is a file: like {@link buildReceipt}, but includes the query, which may name the
 * file.
 *
 * @param file the bytes of the body, or of its file
 */
export async function buildFileReceipt(
  c: AppContext,
  file: Uint8Array<ArrayBuffer>,
): Promise<Receipt | null> {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return null;
  const request = `${c.req.method} ${c.req.url.slice(c.req.url.indexOf('/', 8))}`;
  return { key, bodyHash: await sha256(`${request}\n${await sha256(file)}`) };
}

/** Reads a file from the body; `unsupported_media` for other content types. */
export async function readFile(
  c: AppContext,
  types: readonly string[],
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const got = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? 'none';
  if (!types.includes(got))
    return fail({
      code: 'unsupported_media',
      got,
      want: `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`,
    });
  return ok(new Uint8Array(await c.req.arrayBuffer()));
}

export const sceneParams = z.object({ id: sceneId.describe('Id of the scene') });
export const runParams = z.object({ id: runId });

/** A number in a path, such as a round or a turn. */
export const positiveParam = digits(z.int().positive());
