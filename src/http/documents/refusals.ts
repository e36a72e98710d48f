import { type JsonObject, toJsonObject } from '../../base/json';
import { PROBLEM_TYPES, problemTypeUri } from '../../contract/problem-types';
import type { Failure } from '../../contract/problems';
import { toProblem } from '../../contract/to-problem';
import type { Access } from '../../room/actions';

/** The parts of an operation that determine its error statuses. */
export interface RefusableRoute {
  method: string;
  path: string;
  access: Access;
  hasParams: boolean;
  hasQuery: boolean;
  hasBody: boolean;
  /** Names of headers, as declared. */
  headers: readonly string[];
  /** Statuses that cannot be derived from the rest of the operation. */
  refuses?: readonly number[];
}

/** Names of shared responses, by status. All others use `default`. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'Invalid',
  401: 'Unauthenticated',
  402: 'BudgetExhausted',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  412: 'Stale',
  413: 'TooLarge',
  415: 'UnsupportedMedia',
  422: 'Unprocessable',
  429: 'TooMany',
};
const HEADERS: Readonly<Record<number, JsonObject>> = {
  401: { 'WWW-Authenticate': { description: 'Always `Bearer`', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait before retrying', schema: { type: 'integer' } } },
};
/** The response to all other errors. */
export const DEFAULT_REFUSALS = 'Problem';

const ROOM = /^\/v1\/(?:scenes|runs)\/\{id\}/;

/** Lists the 4xx statuses of an operation, lowest first. */
export function listRefusals(operation: RefusableRoute): number[] {
  const { method, path, access, hasParams, hasQuery, hasBody, headers, refuses = [] } = operation;
  const changes = method !== 'get';
  const isStranger = ['public', 'invitation', 'signed', 'metrics', 'anyone'].includes(access);
  const conditions: readonly [number, boolean][] = [
    [400, hasQuery || hasBody || headers.length > 0 || /\{(?!id\})/.test(path) || access === 'signed'],
    [401, access !== 'public' && access !== 'anyone'],
    [403, !isStranger],
    [404, hasParams],
    [409, changes],
    [410, path.startsWith('/v1/tenants/{name}') || (changes && (access === 'key' || access === 'operator'))],
    [412, headers.includes('If-Match')],
    [413, hasBody || access === 'signed' || (changes && ROOM.test(path))],
    [415, hasBody || access === 'signed'],
    [422, headers.includes('Idempotency-Key') || access === 'signed'],
    [429, true],
  ];
  const statuses = conditions.flatMap(([status, holds]) => (holds ? [status] : []));
  return [...new Set([...statuses, ...refuses])].sort((a, b) => a - b);
}

/** Name of the response component for a status. */
export const refusalName = (status: number): string => NAMES[status] ?? DEFAULT_REFUSALS;

/** Example failures by status. */
const FAILURES: Readonly<Record<number, Failure>> = {
  400: {
    code: 'invalid',
    errors: [{ pointer: '/title', message: 'Invalid input: expected string, received number' }],
  },
  401: { code: 'unauthenticated', reason: 'The request has no API key.' },
  402: {
    ...{ code: 'budget_exhausted', budget: 'tenant', what: 'money', isLeased: false },
    fix: 'Raise `money` with PUT /v1/budgets, then try again.',
  },
  403: { code: 'forbidden', needs: "the operator's key", fix: 'Ask the operator of this stage to do it.' },
  404: { code: 'not_found', what: 'scene', id: 'scn_4k2m9x0q7w1e5r8t3y6u' },
  409: { code: 'conflict', detail: 'No round is running.', fix: 'Cancel a round only while it is running.' },
  410: { code: 'gone', what: 'tenant', id: 'harbour' },
  412: { code: 'stale', what: 'character', id: 'chr_4k2m9x0q7w1e5r8t3y6u', seen: 2, version: 3 },
  413: { code: 'too_large', what: 'body', limit: 1_048_576 },
  415: { code: 'unsupported_media', got: 'text/plain', want: 'application/json' },
  422: { code: 'idempotency_mismatch', key: 'evening-1' },
  429: { code: 'too_many', what: 'requests with this key', limit: '50 per second', retryAfter: 1 },
};

const answer = (description: string, examples: JsonObject): JsonObject => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
});

/** Builds the shared error responses, each with an example. */
export function describeRefusals(): JsonObject {
  const codes = Object.keys(PROBLEM_TYPES) as Failure['code'][];
  const answers = Object.entries(NAMES).map(([key, name]): [string, JsonObject] => {
    const status = Number(key);
    const kinds = codes.filter((code) => PROBLEM_TYPES[code].status === status);
    const description = kinds.map((code) => `\`${problemTypeUri(code)}\`: ${PROBLEM_TYPES[code].cause}`);
    const examples = problemExample(FAILURES[status]);
    const headers = HEADERS[status];
    return [name, { ...answer(description.join('\n\n'), examples), ...(headers && { headers }) }];
  });
  const unavailable = problemExample({
    code: 'unavailable',
    detail: 'The index did not respond.',
    retryAfter: 5,
  });
  const rest = answer('A problem: `detail` explains the cause, `fix` the solution', unavailable);
  return { ...Object.fromEntries(answers), [DEFAULT_REFUSALS]: rest };
}

const problemExample = (failure: Failure | undefined): JsonObject =>
  failure ? { [failure.code]: { value: toJsonObject(toProblem(failure)) } } : {};
