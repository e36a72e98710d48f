import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { getPath } from 'hono/utils/url';
import { nanoid } from 'nanoid';
import type { z } from 'zod';
import { ConfigError } from '../config';
import { findDroppedNames } from '../contract/lost-names';
import { describeIssues, type Failure, type Target } from '../contract/problems';
import { DISK_FULL, isDiskFull } from '../room/passing';
import { mountCatalog } from './catalog';
import { readChatPath } from './chat/openai-error';
import { mountDiscord } from './discord';
import { answerMissing, mountSite } from './documents/site';
import { mountExperiments } from './experiments';
import { mountLibrary } from './library/library';
import { mountMcp, ownPages } from './mcp';
import { drainBody, limitBody } from './middleware/body';
import { allowOrigins, knownHosts } from './middleware/cors';
import { gate } from './middleware/gate';
import { secureHeaders } from './middleware/headers';
import { type App, type AppContext, type AppEnv, refuse } from './middleware/http';
import { mountPeople } from './people/people';
import { mountCalls } from './rooms/calls';
import { mountRunRoutes } from './runs';
import { mountStories } from './runs/stories';
import { mountSceneRoutes } from './scenes';
import { mountStage } from './stage';
import { mountKeys } from './tenant/keys';
import { mountMoney } from './tenant/money';
import { mountProviders } from './tenant/providers';
import { mountRetention } from './tenant/retention';
import { mountTenants } from './tenant/tenants';
import { mountHooks } from './webhooks/hooks';
import { mountWebhooks } from './webhooks/webhooks';

/**
 * The HTTP application. It only uses the contract's interfaces of Durable Objects, so that it runs in the Worker, in
 * tests, and in the script that writes `docs/openapi.json`.
 */
export function createApp(): App {
  const app: App = new OpenAPIHono<AppEnv>({
    defaultHook: refuseInvalid,
    getPath: (request) => readChatPath(getPath(request)),
  });
  app.use('*', drainBody);
  app.use('*', secureHeaders);
  app.use('*', knownHosts);
  app.use('*', allowOrigins);
  app.use('/mcp', ownPages);
  app.use('*', gate(app));
  app.use('/v1/*', limitBody);

  mountSite(app);
  mountSceneRoutes(app);
  mountPeople(app);
  mountRunRoutes(app);
  mountExperiments(app);
  mountCatalog(app);
  mountStage(app);
  mountStories(app);
  mountLibrary(app);
  mountCalls(app);
  mountWebhooks(app);
  mountHooks(app);
  mountDiscord(app);
  mountKeys(app);
  mountTenants(app);
  mountRetention(app);
  mountMoney(app);
  mountProviders(app);
  mountMcp(app);

  app.notFound(answerMissing);
  app.onError((error, c) => {
    if (error instanceof HTTPException) return refuse(c, readException(error, c));
    if (error instanceof ConfigError) {
      console.error(`invalid configuration: ${error.message}`);
      return refuse(c, { code: 'misconfigured', detail: error.message });
    }
    if (isDiskFull(error)) {
      console.error('the storage is full', error);
      return refuse(c, DISK_FULL);
    }
    const reference = nanoid(12);
    console.error(`internal error ${reference}`, error);
    return refuse(c, { code: 'internal', reference });
  });
  return app;
}

/** Converts exceptions of Hono and its validators to failures. */
function readException(error: HTTPException, c: AppContext): Failure {
  const contentType = c.req.header('Content-Type');
  if (error.status === 415) {
    const { takes = 'application/json' } = c.get('operation') ?? {};
    return { code: 'unsupported_media', got: contentType ?? 'none', want: takes };
  }
  if (contentType?.startsWith('multipart/'))
    return {
      code: 'invalid',
      detail: 'The body is not a valid form.',
      errors: [{ pointer: '', message: 'must be multipart/form-data with the boundary from its header' }],
    };
  return {
    code: 'invalid',
    detail: 'The body is not valid JSON.',
    errors: [{ pointer: '', message: 'must be a JSON object; look for a missing quote, comma or brace' }],
  };
}

/** The validation hook of every route: invalid requests get a problem and never reach a handler. */
async function refuseInvalid(
  result:
    | { target: string; success: true; data: unknown }
    | { target: string; success: false; error: z.ZodError },
  c: Context,
): Promise<Response | undefined> {
  if (result.success) {
    // The validator treats a missing or non-JSON body as `{}`.
    const body: unknown = result.target === 'json' ? await c.req.json().catch(() => null) : null;
    const lostNames = findDroppedNames(body, result.data);
    const message = 'this name cannot be used; choose another one';
    const errors = lostNames.map((pointer) => ({ pointer, message }));
    return errors.length > 0 ? refuse(c, { code: 'invalid', errors }) : undefined;
  }
  const target = result.target as Target;
  const { issues } = result.error;
  if (target === 'param' && issues.some((issue) => issue.path[0] === 'id'))
    return refuse(c, unknownId(c.req.path, c.req.param('id') ?? ''));
  return refuse(c, { code: 'invalid', errors: describeIssues(issues, target) });
}

/** A malformed id gets the same response as an unknown one. */
function unknownId(path: string, id: string): Failure {
  const [, , collection = 'things'] = path.split('/');
  return { code: 'not_found', what: collection.replace(/s$/, ''), id };
}
