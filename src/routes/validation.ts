import type { Context } from 'hono';
import type { z } from 'zod';
import type { Failure } from '../contract/problems';
import { refuse } from './http';

type Target = 'json' | 'form' | 'query' | 'param' | 'header' | 'cookie';
type Issue = z.core.$ZodIssue;

/** Where parts of a request other than its body are named in a problem's `pointer`. */
const PREFIX: Record<Target, string> = {
  json: '',
  form: '',
  query: 'query',
  param: 'path',
  header: 'header',
  cookie: 'cookie',
};

const escapePointer = (part: PropertyKey): string => String(part).replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * What zod found, as the `errors` of a problem: JSON Pointers (RFC 6901) into the body, `query/…`, `path/…` or
 * `header/…` elsewhere. Every unknown field has its own entry.
 */
export function describeIssues(
  issues: readonly Issue[],
  target: Target,
): { pointer: string; message: string }[] {
  return issues.flatMap((issue) => {
    const pointer = PREFIX[target] + issue.path.map((part) => `/${escapePointer(part)}`).join('');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        pointer: `${pointer}/${escapePointer(key)}`,
        message: 'unknown field; remove it or check its spelling',
      }));
    return [{ pointer, message: issue.message }];
  });
}

/** The hook of every route: a request that does not fit its schema gets a problem and reaches no handler. */
export function refuseInvalid(
  result: { target: string; success: true } | { target: string; success: false; error: z.ZodError },
  c: Context,
): Response | undefined {
  if (result.success) return undefined;
  const target = result.target as Target;
  const { issues } = result.error;
  if (target === 'param' && issues.some((issue) => issue.path[0] === 'id'))
    return refuse(c, unknownId(c.req.path, c.req.param('id') ?? ''));
  return refuse(c, { code: 'invalid', errors: describeIssues(issues, target) });
}

/** An id that cannot exist is an id that does not exist: the same answer as for one that is well formed. */
function unknownId(path: string, id: string): Failure {
  const [, , collection = 'things'] = path.split('/');
  return { code: 'not_found', what: collection.replace(/s$/, ''), id };
}
