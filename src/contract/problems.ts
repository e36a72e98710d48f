import { z } from 'zod';
import { lazily } from '../base/memoize';
import { escapeKey } from '../base/pointer';
import { BUDGETS, MEASURES } from './money';

/** RFC 9457 problem details. `type` is a stable URI under `/problems/`; `detail` names cause and fix. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    fix: z.string().optional().describe('What to change so that the request succeeds'),
    instance: z.string().optional(),
    errors: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .optional()
      .describe(
        'One entry per wrong field; `pointer` is a JSON Pointer into the body, or `query`/`path` names',
      ),
    retryAfter: z.int().optional().describe('Seconds to wait'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });
export type Problem = z.infer<typeof problem>;

/**
 * Every expected failure, as data. Engines, rooms and the store return these, and a failed round or turn records one; only
 * `toProblem` (src/contract/to-problem.ts) knows how they look on the wire. The schema is built when a document asks for it,
 * so that loading this module is cheap.
 */
export const failure = lazily(() => {
  const wrong = z.array(z.object({ pointer: z.string(), message: z.string() }));
  const what = z.string();
  const detail = z.string();
  const fix = z.string();
  const retryAfter = z.int().describe('Seconds to wait');
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
          .describe('The rest is leased to other rooms, which give back what they do not use'),
        fix,
      }),
      z.object({ code: z.literal('too_many'), what, limit: z.string(), retryAfter }),
      z.object({ code: z.literal('loop'), hops: z.int(), limit: z.int() }),
      z.object({ code: z.literal('unavailable'), detail, retryAfter, fix: fix.exactOptional() }),
      z.object({ code: z.literal('misconfigured'), detail }),
      z.object({ code: z.literal('internal'), reference: z.string() }),
    ])
    .meta({ id: 'Failure', description: 'Why it failed' });
});

export type Failure = z.output<ReturnType<typeof failure>>;

/** The answer of everything that can fail in an expected way. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure });

/** The part of a request that zod looked at; parts other than the body are named in a problem's `pointer`. */
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
 * Describes zod's issues as the `errors` of a problem: JSON Pointers (RFC 6901) into the body, `query/…`, `path/…` or
 * `header/…` elsewhere. Every unknown field has its own entry. Where one of several forms is allowed, it says what is wrong
 * with the form that was meant.
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
      return [{ pointer, message: `not a valid name of a field here: ${reasons || issue.message}` }];
    }
    return [{ pointer, message: issue.message }];
  });
}

/** Zod's message for a union whose author gave none. */
const UNSAID = 'Invalid input';

/** An issue of a union as those of the form that fits best; any other issue as it is. */
function unfold(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== UNSAID || issue.errors.length === 0) return [issue];
  const forms = issue.errors.filter((form) => !isOtherType(form));
  if (forms.length === 0) {
    const expectedTypes = issue.errors.flatMap(([one]) =>
      one?.code === 'invalid_type' ? [one.expected] : [],
    );
    const message =
      expectedTypes.length > 0 ? `Invalid input: expected ${listWords(expectedTypes)}` : issue.message;
    return [{ ...issue, message, errors: [] }];
  }
  // Of two that fit alike, the last: the forms that stand first have a field that says which they are.
  const best = forms.reduce((a, b) => (distance(b) <= distance(a) ? b : a));
  return best.flatMap(unfold).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Says whether even the type differs: a string, where the form is an object. */
const isOtherType = (form: readonly Issue[]): boolean =>
  form.some(({ code, path }) => code === 'invalid_type' && path.length === 0);

/** Returns the distance of a value from a form. An unknown field counts more than a wrong one. */
const distance = (form: readonly Issue[]): number =>
  form.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? 2 * issue.keys.length : 1), 0);

const listWords = (words: readonly string[]): string => [...new Set(words)].join(' or ');
