import { createRoute, type OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { Context, TypedResponse } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { JSONParsed } from 'hono/utils/types';
import { z } from 'zod';
import { idempotencyKey, type Receipt } from '../../api/access';
import { runId, sceneId } from '../../api/ids';
import { type Failure, type Problem, problem, type Result } from '../../api/problems';
import { toProblem } from '../../api/to-problem';
import { sha256 } from '../../base/hash';
import { receiptKey } from '../../base/receipt-key';
import { type Principal, viewerOf } from '../auth/authenticate';

/** What every handler finds in its context. `principal` is set wherever the permission table asks for one. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    principal: Principal;
    /** Whether the credential is still good: for what took long. Set with the principal. */
    isStillGood?: () => Promise<Result<unknown>>;
  };
}
export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** Statuses that {@link toProblem} gives. */
type ProblemStatus = 400 | 401 | 402 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 422 | 429 | 500 | 502 | 503;
export type Refusal = Response & TypedResponse<Problem, ProblemStatus, 'json'>;

/** Answers a failure as `application/problem+json`. */
export function refuse(c: Context, failure: Failure): Refusal {
  const body = toProblem(failure, c.req.path);
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json' };
  if (body.status === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (body.retryAfter !== undefined) headers['Retry-After'] = String(body.retryAfter);
  return c.json(body, body.status as ProblemStatus, headers) as Refusal;
}

/** Answers what a request came to: the value under `status`, or the problem. */
export const reply = <T extends object, S extends ContentfulStatusCode>(
  c: Context,
  result: Result<T>,
  status: S,
): (Response & TypedResponse<JSONParsed<T>, S, 'json'>) | Refusal =>
  result.ok ? c.json(result.value, status) : refuse(c, result.failure);

/** A JSON answer of a route, for its definition. */
export const answers = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** The answer of every route that fails. */
const PROBLEM_ANSWER = {
  description: 'A problem: `detail` names the cause, `fix` what to change',
  content: { 'application/problem+json': { schema: problem } },
};

type Answer = NonNullable<RouteConfig['responses'][string]>;

/** The parts of a route beside its address: what it takes, and its answers by status. */
interface RouteParts {
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** Schema of a JSON body. */
  json?: z.ZodType;
  /** Any other body. */
  body?: NonNullable<RouteConfig['request']>['body'];
  /** Answers that several routes have. */
  answers?: Readonly<Record<number, Answer>>;
  readonly [status: number]: Answer;
}
type Taken<R, K extends keyof RouteParts> = R extends Record<K, infer V> ? Record<K, V> : unknown;
/** A route with the types of its parts, for its handler. */
type DeclaredRoute<P extends string, R> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: P;
  request: Record<never, never> &
    Taken<R, 'params'> &
    Taken<R, 'query'> &
    Taken<R, 'headers'> &
    (R extends { json: infer J extends z.ZodType }
      ? { body: ReturnType<typeof jsonBody<J>> }
      : Taken<R, 'body'>);
  responses: { [S in keyof R as S extends number ? S : never]: R[S] } & (R extends { answers: infer A }
    ? A
    : unknown) & { default: typeof PROBLEM_ANSWER };
};

/**
 * Declares a route; its failures are answered as problems, as those of every other.
 *
 * @example
 * declareRoute(['keys'], 'GET /v1/keys', 'listKeys', 'Keys of the tenant', { 200: answers(keyPage, 'The keys') });
 */
export function declareRoute<const P extends string, const R extends RouteParts>(
  tags: string[],
  address: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${P}`,
  operationId: string,
  summary: string,
  { description, params, query, headers, json, body = json && jsonBody(json), answers: shared, ...own }: R,
): DeclaredRoute<P, R> {
  const [method = '', path = ''] = address.split(' ');
  const given = { params, query, headers, body };
  const route = createRoute({
    method: method.toLowerCase() as 'get',
    path,
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags,
    request: Object.fromEntries(Object.entries(given).filter(([, part]) => part !== undefined)),
    responses: { ...shared, ...own, default: PROBLEM_ANSWER },
  });
  return route as unknown as DeclaredRoute<P, R>;
}

/** A JSON body of a route, for its definition. */
export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  required: true,
  content: { 'application/json': { schema } },
});

export const idempotencyHeader = z.object({
  'Idempotency-Key': idempotencyKey
    .optional()
    .meta({ description: 'A repeat with the same key and body gets the first answer again (24 hours)' }),
});

/** The receipt of a POST: its `Idempotency-Key` and the SHA-256 of what was asked; null without a key. */
export async function makeReceipt(c: AppContext): Promise<Receipt | null> {
  const given = c.req.header('Idempotency-Key');
  if (given === undefined) return null;
  const principal = c.get('principal');
  const key = principal ? receiptKey(viewerOf(principal), given) : given;
  return { key, bodyHash: await sha256(`${c.req.method} ${c.req.path}\n${await c.req.text()}`) };
}

/**
 * The receipt of a POST whose body is a file: as {@link makeReceipt}, over the query too, as that names the file.
 *
 * @param file the bytes of the body, or of its file
 */
export async function makeFileReceipt(c: AppContext, file: Uint8Array<ArrayBuffer>): Promise<Receipt | null> {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return null;
  const asked = `${c.req.method} ${c.req.url.slice(c.req.url.indexOf('/', 8))}`;
  return { key, bodyHash: await sha256(`${asked}\n${await sha256(file)}`) };
}

/** The room that a path names. */
export const sceneParams = z.object({ id: sceneId });
export const runParams = z.object({ id: runId });

/** A number in a path: a round, a turn. */
export const positiveParam = z.coerce.number().int().positive();
