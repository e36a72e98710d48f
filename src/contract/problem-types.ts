import { z } from 'zod';
import type { Failure } from './problems';

/** Properties that all problems of a kind share. */
interface ProblemKind {
  title: string;
  status: number;
  /** General cause; `detail` of a problem is specific. */
  cause: string;
  /** General fix; `fix` of a problem is specific. */
  fix: string;
}

/** All kinds of problems. A new code of {@link Failure} does not compile until it is added here. */
export const PROBLEM_TYPES: Readonly<Record<Failure['code'], ProblemKind>> = {
  invalid: {
    title: 'Invalid request',
    status: 400,
    cause:
      'The request does not match its schema, or refers to something that does not exist. No data was changed.',
    fix: 'Correct the fields listed in `errors`. Each `pointer` is a JSON Pointer into the body, or starts with `query`, `path` or `header`. See /docs for all fields.',
  },
  unauthenticated: {
    title: 'No valid credential',
    status: 401,
    cause:
      'The key is missing or wrong; the ticket, code or invitation was already used; the seat expired or was revoked; or the signature of a delivery is invalid or too old.',
    fix: 'Send the header `Authorization: Bearer <key>` with an API key or a seat token. Create a new ticket, code or invitation if yours was used.',
  },
  budget_exhausted: {
    title: 'Budget exhausted',
    status: 402,
    cause: 'A round, turn or trial needs a model call, and the budget does not cover its maximum cost.',
    fix: 'Raise the budget named in `detail`, then retry the round or resume the run. Completed calls are not repeated.',
  },
  forbidden: {
    title: 'Not allowed',
    status: 403,
    cause:
      "The credential is valid but has insufficient permissions: for example, a seat token where an API key is required, or a tenant key where the operator's key is required.",
    fix: 'Use a credential with the required permission, or ask its owner.',
  },
  not_found: {
    title: 'Not found',
    status: 404,
    cause: 'The resource does not exist, or belongs to another tenant.',
    fix: 'Check the method, path and id. See /openapi.json for all paths.',
  },
  conflict: {
    title: 'Conflict',
    status: 409,
    cause: 'The request is valid, but not possible in the current state.',
    fix: 'Follow `fix` of the problem, or try again later.',
  },
  finished: {
    title: 'The room is finished',
    status: 409,
    cause: 'The scene or run is finished and accepts no more input.',
    fix: 'Scene: reopen it with PATCH `{"status": "open"}`. Run: read the report, or create a new run.',
  },
  gone: {
    title: 'Deleted',
    status: 410,
    cause: 'The tenant was deleted, or is being deleted.',
    fix: 'Use another tenant. A deleted tenant cannot be restored.',
  },
  stale: {
    title: 'Version conflict',
    status: 412,
    cause: 'The library item was changed after the version in `If-Match`. Your change was not applied.',
    fix: 'Read the item and apply your change to the current version, or omit `If-Match`.',
  },
  too_large: {
    title: 'Too large',
    status: 413,
    cause: 'The body, a message or the result exceeds the size limit.',
    fix: 'Send less data. `detail` has the limit in bytes.',
  },
  unsupported_media: {
    title: 'Unsupported content type',
    status: 415,
    cause: 'The endpoint does not accept the content type of the body, or the body is encoded.',
    fix: 'Send the `Content-Type` header with a type listed in `fix` of the problem.',
  },
  idempotency_mismatch: {
    title: 'Idempotency-Key used for another request',
    status: 422,
    cause: 'The `Idempotency-Key` was used with another body or path in the last 24 hours.',
    fix: 'Use a new key for a new request. Repeat a request with exactly the same body.',
  },
  unprocessable: {
    title: 'Payload does not match the template',
    status: 422,
    cause:
      "A delivery lacks a field of the hook's template, or the resulting text is too long. No turn was played.",
    fix: 'Send the fields listed in `errors`, or change the template of the hook.',
  },
  too_many: {
    title: 'Too many requests',
    status: 429,
    cause: 'Too many requests, sockets, messages or pending inputs. `detail` has the limit.',
    fix: 'Wait the number of seconds in `retryAfter` (also in the `Retry-After` header), then try again.',
  },
  internal: {
    title: 'Internal error',
    status: 500,
    cause: 'A bug in Proscenium.',
    fix: 'Report it to the operator of the stage with the reference in `fix`. The log contains the same reference.',
  },
  model_failed: {
    title: 'No usable answer from the model',
    status: 502,
    cause: 'In a round or turn: the model gave no usable answer in any output format.',
    fix: 'Retry the round, or use another model for the role.',
  },
  model_unreachable: {
    title: 'The model could not be reached',
    status: 502,
    cause: 'The endpoint refused the request, timed out or could not be reached; see `detail`.',
    fix: 'Fix the provider as described in `fix` of the problem, then retry the round or resume the run.',
  },
  unavailable: {
    title: 'Temporarily unavailable',
    status: 503,
    cause: 'The room is restarting, or a storage service is unavailable.',
    fix: 'Try again after `retryAfter` seconds. Repeating a POST with an `Idempotency-Key` is safe.',
  },
  misconfigured: {
    title: 'The stage is misconfigured',
    status: 503,
    cause:
      'A configuration variable of the stage is invalid; see `detail`. All requests fail until it is fixed.',
    fix: 'As the operator, fix the variable in `.dev.vars` and restart, or set it with `wrangler secret put`.',
  },
  loop: {
    title: 'Webhook loop',
    status: 508,
    cause: 'A delivery passed through more hooks than allowed, each triggered by the previous one.',
    fix: 'Find the loop of webhooks and hooks. Narrow the filter of one of them, or delete it.',
  },
};

/** The `type` of a problem: a stable URI, relative to the stage, with a page that explains it. */
export const problemTypeUri = (code: Failure['code']): string => `/problems/${code.replaceAll('_', '-')}`;

/** The page of a `type` as JSON. */
export const problemType = z
  .object({
    type: z.string().describe('Same as `type` of a problem'),
    title: z.string(),
    status: z.int(),
    cause: z.string().describe('General cause'),
    fix: z.string().describe('General fix'),
  })
  .meta({ id: 'ProblemType', description: 'A type of problem' });
export type ProblemType = z.infer<typeof problemType>;

/** Finds a problem type by the last part of its URI, such as `not-found`; null if unknown. */
export function findProblemType(name: string): ProblemType | null {
  const code = (Object.keys(PROBLEM_TYPES) as Failure['code'][]).find(
    (one) => problemTypeUri(one) === `/problems/${name}`,
  );
  return code === undefined ? null : { type: problemTypeUri(code), ...PROBLEM_TYPES[code] };
}
