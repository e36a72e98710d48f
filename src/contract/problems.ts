import { z } from 'zod';
import { lazy } from '../base/memoize';
import { escapeKey } from '../base/pointer';
import { BUDGETS, MEASURES } from './money';

/**
 * RFC 9457 problem details. `type` is a stable URI under `/problems/`; `detail` explains the cause, `fix` the
 * solution.
 */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    fix: z.string().optional().describe('How to make the request succeed'),
    instance: z.string().optional(),
    errors: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .optional()
      .describe(
        'One entry per invalid field. `pointer` is a JSON Pointer into the body, or starts with `query`, `path` or `header`',
      ),
    retryAfter: z.int().optional().describe('Seconds to wait before retrying'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });
export type Problem = z.infer<typeof problem>;

/**
 * Every expected failure, as data. Engines, rooms and stores return failures; a failed round or turn records one.
 * Only `toProblem` (src/contract/to-problem.ts) formats them for the wire. The schema is lazy, so that loading this
 * module is cheap.
 */
export const failure = lazy(() => {
  const wrong = z.array(z.object({ pointer: z.string(), message: z.string() }));
  const what = z.string();
  const detail = z.string();
  const fix = z.string();
  const retryAfter = z.int().describe('Seconds to wait before retrying');
  return z
    .discriminatedUnion('code', [
      z.object({ code: z.literal('not_found'), what, id: z.string(), fix: fix.exactOptional() }),
      z.object({ code: z.literal('gone'), what, id: z.string() }),
      z.object({ code: z.literal('unauthenticated'), reason: z.string(), fix: fix.exactOptional() }),
      z.object({ code: z.literal('forbidden'), needs: z.string(), fix }),
      z.object({ code: z.literal('invalid'), errors: wrong, detail: detail.exactOptional() }),
      z.object({ code: z.literal('conflict'), detail, fix }),
      z.object({ code: z.literal('stale'), what, id: z.string(), seen: z.int(), version: z.int() }),
      z.object({ code: z.literal('unprocessable'), detail, errors: wrong }),
      z.object({ code: z.literal('idempotency_mismatch'), key: z.string() }),
      z.object({ code: z.literal('too_large'), what, limit: z.number() }),
      z.object({ code: z.literal('unsupported_media'), got: z.string(), want: z.string() }),
      z.object({ code: z.literal('finished'), room: z.string(), detail, fix: fix.exactOptional() }),
      z.object({ code: z.literal(['model_failed', 'model_unreachable']), purpose: z.string(), detail, fix }),
      z.object({
        code: z.literal('budget_exhausted'),
        budget: z.enum(BUDGETS),
        what: z.enum(MEASURES),
        isLeased: z
          .boolean()
          .describe('True if the rest is leased to other rooms, which return unused amounts'),
        fix,
      }),
      z.object({ code: z.literal('too_many'), what, limit: z.string(), retryAfter }),
      z.object({ code: z.literal('loop'), hops: z.int(), limit: z.int() }),
      z.object({ code: z.literal('unavailable'), detail, retryAfter, fix: fix.exactOptional() }),
      z.object({ code: z.literal('misconfigured'), detail }),
      z.object({ code: z.literal('internal'), reference: z.string() }),
    ])
    .meta({ id: 'Failure', description: 'Why a round or turn failed' });
});

export type Failure = z.output<ReturnType<typeof failure>>;

/** Result of an operation that can fail in an expected way. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure });

/** The part of a request that Zod validated. */
export type Target = 'json' | 'form' | 'query' | 'param' | 'header' | 'cookie';
type Issue = z.core.$ZodIssue;

/** Prefixes of a problem's `pointer` for parts of a request other than its body. */
const PREFIX: Record<Target, string> = {
  json: '',
  form: '',
  query: 'query',
  param: 'path',
  header: 'header',
  cookie: 'cookie',
};

/**
 * Formats Zod issues as the `errors` of a problem: JSON Pointers (RFC 6901) into the body, `query/…`, `path/…` or
 * `header/…` elsewhere. Unknown fields get one entry each. For a union, reports the problems of the variant that fits
 * best.
 */
export function describeIssues(
  issues: readonly Issue[],
  target: Target,
): { pointer: string; message: string }[] {
  return issues.flatMap(unfold).flatMap((issue) => {
    const pointer = PREFIX[target] + issue.path.map((part) => `/${escapeKey(part)}`).join('');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        pointer: `${pointer}/${escapeKey(key)}`,
        message: 'unknown field; remove it or check its spelling',
      }));
    if (issue.code === 'invalid_key') {
      const reasons = issue.issues.map(({ message }) => message).join('; ');
      return [{ pointer, message: `not a valid field name here: ${reasons || issue.message}` }];
    }
    return [{ pointer, message: issue.message }];
  });
}

/** Zod's default message for a union. */
const UNKNOWN_REASON = 'Invalid input';

/** Replaces an issue of a union with the issues of the variant that fits best. */
function unfold(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== UNKNOWN_REASON || issue.errors.length === 0)
    return [issue];
  const forms = issue.errors.filter((form) => !isOtherType(form));
  if (forms.length === 0) {
    const expectedTypes = issue.errors.flatMap(([one]) =>
      one?.code === 'invalid_type' ? [one.expected] : [],
    );
    const message =
      expectedTypes.length > 0 ? `Invalid input: expected ${listWords(expectedTypes)}` : issue.message;
    return [{ ...issue, message, errors: [] }];
  }
  // On a tie, choose the last one: variants listed first have a discriminating field.
  const best = forms.reduce((a, b) => (distance(b) <= distance(a) ? b : a));
  return best.flatMap(unfold).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** True if even the type differs, such as a string instead of an object. */
const isOtherType = (form: readonly Issue[]): boolean =>
  form.some(({ code, path }) => code === 'invalid_type' && path.length === 0);

/** Counts how far a value is from a variant. An unknown field counts more than an invalid one. */
const distance = (form: readonly Issue[]): number =>
  form.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? 2 * issue.keys.length : 1), 0);

const listWords = (words: readonly string[]): string => [...new Set(words)].join(' or ');
