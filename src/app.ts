import { OpenAPIHono } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { nanoid } from 'nanoid';
import type { Failure } from './contract/problems';
import { mountAdventures } from './routes/adventures';
import { limitBody } from './routes/body';
import { mountCalls } from './routes/calls';
import { mountCast } from './routes/cast';
import { mountCatalog } from './routes/catalog';
import { allowOrigins } from './routes/cors';
import { gate } from './routes/gate';
import { secureHeaders } from './routes/headers';
import { mountHooks } from './routes/hooks';
import { type App, type AppContext, type AppEnv, refuse } from './routes/http';
import { mountKeys } from './routes/keys';
import { mountLibrary } from './routes/library';
import { mountLibraryFiles, WANTED_TYPES } from './routes/library-import';
import { mountLibraryTools } from './routes/library-tools';
import { mountMemories } from './routes/memories';
import { mountMoney } from './routes/money';
import { reachRun, reachScene } from './routes/remote';
import { mountRoom } from './routes/room-routes';
import { mountRunFrames } from './routes/run-frames';
import { mountRunPlay } from './routes/run-play';
import { mountRunReadings } from './routes/run-readings';
import { mountRuns } from './routes/runs';
import { mountSceneHand } from './routes/scene-hand';
import { mountScenePace } from './routes/scene-pace';
import { mountSceneTurns } from './routes/scene-turns';
import { mountScenes } from './routes/scenes';
import { mountSeats } from './routes/seats';
import { mountSite } from './routes/site';
import { mountStories } from './routes/stories';
import { mountTenants } from './routes/tenants';
import { refuseInvalid } from './routes/validation';
import { mountWebhooks } from './routes/webhooks';

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
