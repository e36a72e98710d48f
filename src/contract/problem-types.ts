import { z } from 'zod';
import type { Failure } from './problems';

/** Everything about a kind of problem that its code alone says. */
interface ProblemKind {
  title: string;
  status: number;
  /** The causes in general; `detail` of a problem names its own. */
  cause: string;
  /** The remedy in most cases; `fix` of a problem names its own. */
  fix: string;
}

/** The kinds of problems. A new code of {@link Failure} does not compile until it is described here. */
export const PROBLEM_TYPES: Readonly<Record<Failure['code'], ProblemKind>> = {
  invalid: {
    title: 'Invalid request',
    status: 400,
    cause: 'The request does not fit its schema, or names something that is not there. Nothing was stored.',
    fix: 'Correct what `errors` names: each `pointer` is a JSON Pointer into the body, or begins with `query`, `path` or `header`. The reference at /docs shows every field.',
  },
  unauthenticated: {
    title: 'No valid credential',
    status: 401,
    cause:
      'There is no key, or a wrong one; a ticket, code or invitation was used already; a seat is over; a delivery is forged or too old.',
    fix: 'Send the header `Authorization: Bearer <key>`, or the token of a seat. Make a new ticket, code or invitation in the place of a used one.',
  },
  budget_exhausted: {
    title: 'The budget is spent',
    status: 402,
    cause:
      'A round, turn or trial needs a call to a model, and a budget has less left than the call may cost.',
    fix: 'Raise the budget that `detail` names, then retry the round, or resume the run. Finished calls are not made again.',
  },
  forbidden: {
    title: 'Not allowed',
    status: 403,
    cause:
      'The credential is valid and not enough: a seat asks for what needs a key, or a key for what needs the operator.',
    fix: 'Ask somebody who may do it, or use another credential.',
  },
  not_found: {
    title: 'Not found',
    status: 404,
    cause: 'Nothing of that name is there, or it belongs to another tenant.',
    fix: 'Check method, path and id. The document at /openapi.json lists every address.',
  },
  conflict: {
    title: 'Conflict',
    status: 409,
    cause: 'The request is a good one, and not possible as things are now.',
    fix: 'Do what `fix` of the problem says first, or ask again later.',
  },
  finished: {
    title: 'The room is finished',
    status: 409,
    cause: 'The scene was finished, or the run is over: it takes nothing more.',
    fix: 'Open the scene again by PATCH with `{"status": "open"}`. Of a run, read the report, or create a new one.',
  },
  gone: {
    title: 'Deleted',
    status: 410,
    cause: 'The tenant was deleted, or is being deleted.',
    fix: 'Nothing brings it back; use another one.',
  },
  stale: {
    title: 'Changed meanwhile',
    status: 412,
    cause:
      'The item of the library has changed since the version that `If-Match` names. Nothing was changed.',
    fix: 'Read it again and put the change on top of that, or leave `If-Match` out.',
  },
  too_large: {
    title: 'Too large',
    status: 413,
    cause: 'The body, a message or what would come of it is larger than the limit.',
    fix: 'Send less: `detail` names the limit in bytes.',
  },
  unsupported_media: {
    title: 'Unsupported content type',
    status: 415,
    cause: 'The body is of a kind that the address does not take, or it is encoded.',
    fix: 'Send the header `Content-Type` with one of the types that `fix` of the problem names.',
  },
  idempotency_mismatch: {
    title: 'Idempotency-Key used for another request',
    status: 422,
    cause: 'The `Idempotency-Key` was used for another body or path in the last 24 hours.',
    fix: 'Use a new key for a new request, and repeat a request with exactly the same body.',
  },
  unprocessable: {
    title: 'The payload does not fit',
    status: 422,
    cause:
      'A delivery lacks a field that the template of its hook names, or makes too long a text. Nothing was played.',
    fix: 'Send what `errors` names, or change the template of the hook.',
  },
  too_many: {
    title: 'Too many',
    status: 429,
    cause: 'Too many requests, sockets, messages or waiting inputs; `detail` names which, and the limit.',
    fix: 'Wait as many seconds as `retryAfter` and the header `Retry-After` say.',
  },
  internal: {
    title: 'Internal error',
    status: 500,
    cause: 'A bug of Proscenium.',
    fix: 'Report it to the operator of the stage with the reference in `fix` of the problem, which is in the log too.',
  },
  model_failed: {
    title: 'The model gave no usable answer',
    status: 502,
    cause: 'In a round or turn: no form in which the model was asked brought an answer that can be used.',
    fix: 'Retry the round, or give the role another model.',
  },
  model_unreachable: {
    title: 'The model did not answer',
    status: 502,
    cause: 'The endpoint refused the request, timed out or is not there; `detail` says which.',
    fix: 'Correct the provider as `fix` of the problem says, then retry the round or resume the run.',
  },
  unavailable: {
    title: 'Not available right now',
    status: 503,
    cause: 'The room was restarting, or a store is down.',
    fix: 'Try again after `retryAfter` seconds. A POST with an `Idempotency-Key` can be repeated safely.',
  },
  misconfigured: {
    title: 'The stage is not set up',
    status: 503,
    cause:
      'A variable of the stage is wrong; `detail` names it. Every address answers so until it is corrected.',
    fix: 'The operator corrects it in `.dev.vars` and starts again, or sets it with `wrangler secret put`.',
  },
  loop: {
    title: 'A circle of hooks',
    status: 508,
    cause: 'A delivery has come through more hooks than it may, each set off by the one before.',
    fix: 'Find the webhooks and hooks that make a circle; give one of them a narrower filter, or delete it.',
  },
};

/** The `type` of a problem: a stable URI, relative to the stage, that answers a page. */
export const problemTypeUri = (code: Failure['code']): string => `/problems/${code.replaceAll('_', '-')}`;

/** The page of a `type` as JSON. */
export const problemType = z
  .object({
    type: z.string().describe('As problems have it'),
    title: z.string(),
    status: z.int(),
    cause: z.string().describe('When it is answered'),
    fix: z.string().describe('What helps in most cases'),
  })
  .meta({ id: 'ProblemType', description: 'A kind of problem, in general' });
export type ProblemType = z.infer<typeof problemType>;

/** Finds a kind of problem by the last part of its `type`, such as `not-found`; null when there is none. */
export function findProblemType(name: string): ProblemType | null {
  const code = (Object.keys(PROBLEM_TYPES) as Failure['code'][]).find(
    (one) => problemTypeUri(one) === `/problems/${name}`,
  );
  return code === undefined ? null : { type: problemTypeUri(code), ...PROBLEM_TYPES[code] };
}
