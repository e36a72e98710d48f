import { OpenAPIHono } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { nanoid } from 'nanoid';
import { ConfigError } from './config';
import type { Failure } from './contract/problems';
import { mountCatalog } from './routes/catalog';
import { mountSite } from './routes/documents/site';
import { limitBody } from './routes/http/body';
import { allowOrigins } from './routes/http/cors';
import { gate } from './routes/http/gate';
import { secureHeaders } from './routes/http/headers';
import { type App, type AppContext, type AppEnv, refuse } from './routes/http/http';
import { reachRun, reachScene } from './routes/http/remote';
import { refuseInvalid } from './routes/http/validation';
import { mountLibraryFiles, WANTED_TYPES } from './routes/library/import';
import { mountLibrary } from './routes/library/library';
import { mountLibraryTools } from './routes/library/tools';
import { mountHooks } from './routes/listeners/hooks';
import { mountWebhooks } from './routes/listeners/webhooks';
import { mountCalls } from './routes/rooms/calls';
import { mountRoom } from './routes/rooms/routes';
import { mountAdventures } from './routes/runs/adventures';
import { mountRunFrames } from './routes/runs/frames';
import { mountRunPlay } from './routes/runs/play';
import { mountRunReadings } from './routes/runs/readings';
import { mountRuns } from './routes/runs/runs';
import { mountStories } from './routes/runs/stories';
import { mountCast } from './routes/scenes/cast';
import { mountSceneHand } from './routes/scenes/hand';
import { mountMemories } from './routes/scenes/memories';
import { mountScenePace } from './routes/scenes/pace';
import { mountScenes } from './routes/scenes/scenes';
import { mountSeats } from './routes/scenes/seats';
import { mountSceneTurns } from './routes/scenes/turns';
import { mountKeys } from './routes/tenant/keys';
import { mountMoney } from './routes/tenant/money';
import { mountTenants } from './routes/tenant/tenants';

/**
 * The HTTP application. It knows the Durable Objects only by the interfaces of the contract, so that it can be
 * built anywhere: in the Worker, in a test, in the script that writes `docs/openapi.json`.
 */
export function createApp(): App {
  const app: App = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
  app.use('*', secureHeaders);
  app.use('*', allowOrigins);
  app.use('*', gate);
  app.use('/v1/*', limitBody);

  mountSite(app);
  mountScenes(app);
  mountSceneTurns(app);
  mountCast(app);
  mountSceneHand(app);
  mountScenePace(app);
  mountSeats(app);
  mountRoom(app, { collection: 'scenes', noun: 'Scene', reach: reachScene });
  mountMemories(app);
  mountRuns(app);
  mountRunPlay(app);
  mountRunReadings(app);
  mountRunFrames(app);
  mountAdventures(app);
  mountRoom(app, { collection: 'runs', noun: 'Run', reach: reachRun });
  mountCatalog(app);
  mountStories(app);
  mountLibraryFiles(app);
  mountLibraryTools(app);
  mountLibrary(app);
  mountCalls(app);
  mountWebhooks(app);
  mountHooks(app);
  mountKeys(app);
  mountTenants(app);
  mountMoney(app);

  app.notFound((c) => refuse(c, { code: 'not_found', what: `${c.req.method} address`, id: c.req.path }));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return refuse(c, readException(error, c));
    if (error instanceof ConfigError) {
      console.error(`the configuration is wrong: ${error.message}`);
      return refuse(c, { code: 'misconfigured', detail: error.message });
    }
    const reference = nanoid(12);
    console.error(`internal error ${reference}`, error);
    return refuse(c, { code: 'internal', reference });
  });
  return app;
}

/** The exceptions that hono and its validators throw, as failures. */
function readException(error: HTTPException, c: AppContext): Failure {
  const contentType = c.req.header('Content-Type');
  if (error.status === 415) {
    const want = c.req.path.endsWith('/import') ? WANTED_TYPES : 'application/json';
    return { code: 'unsupported_media', got: contentType ?? 'none', want };
  }
  if (contentType?.startsWith('multipart/'))
    return {
      code: 'invalid',
      detail: 'The body is not a form.',
      errors: [{ pointer: '', message: 'must be multipart/form-data, with the boundary its header names' }],
    };
  return {
    code: 'invalid',
    detail: 'The body is not JSON.',
    errors: [{ pointer: '', message: 'must be one JSON object; look for a missing quote, comma or brace' }],
  };
}
