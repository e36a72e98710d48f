import type { Context } from 'hono';
import type { z } from 'zod';
import { findLostNames } from '../../contract/lost-names';
import { describeIssues, type Failure, type Target } from '../../contract/problems';
import { refuse } from './http';

/** The hook of every route: a request that does not fit its schema gets a problem and reaches no handler. */
export async function refuseInvalid(
  result:
    | { target: string; success: true; data: unknown }
    | { target: string; success: false; error: z.ZodError },
  c: Context,
): Promise<Response | undefined> {
  if (result.success) {
    // A body that is missing, or not sent as JSON, was read as `{}`.
    const body: unknown = result.target === 'json' ? await c.req.json().catch(() => null) : null;
    const lostNames = findLostNames(body, result.data);
    const message = 'this name cannot be kept: give another';
    const errors = lostNames.map((pointer) => ({ pointer, message }));
    return errors.length > 0 ? refuse(c, { code: 'invalid', errors }) : undefined;
  }
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
