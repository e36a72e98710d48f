import type { Context } from 'hono';
import type { z } from 'zod';
import { describeIssues, type Failure, type Target } from '../../contract/problems';
import { refuse } from './http';

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
