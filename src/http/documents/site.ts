import { createRoute } from '@hono/zod-openapi';
import { etag } from 'hono/etag';
import { z } from 'zod';
import { ok } from '../../api/problems';
import { PROVIDERS } from '../../api/profiles';
import type { JsonObject } from '../../base/json';
import { readConfig } from '../../config';
import { type App, answers, routesOf } from '../middleware/http';
import { buildDocument } from './openapi';

const tags = ['service'];
const textOf = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: z.string() } },
});

/** They change with the code alone: a client keeps them for five minutes, then asks whether they are others by now. */
const CACHED = 'public, max-age=300';
const unchanged = { description: 'It is still what `If-None-Match` names' };

const health = z.object({
  status: z.literal('ok'),
  provider: z.enum(PROVIDERS).describe('Who answers when a profile names nobody'),
});
const documentRoute = createRoute({
  method: 'get',
  path: '/openapi.json',
  operationId: 'readOpenApi',
  summary: 'This document',
  tags,
  responses: { 200: answers(z.record(z.string(), z.unknown()), 'OpenAPI 3.1'), 304: unchanged },
});
const asyncRoute = createRoute({
  method: 'get',
  path: '/asyncapi.json',
  operationId: 'readAsyncApi',
  summary: 'Events, sockets, streams and webhooks',
  tags,
  responses: { 200: answers(z.record(z.string(), z.unknown()), 'AsyncAPI 3.0'), 304: unchanged },
});
const docsRoute = createRoute({
  method: 'get',
  path: '/docs',
  operationId: 'readDocs',
  summary: 'This document as a page',
  tags,
  responses: { 200: textOf('text/html', 'The page'), 304: unchanged },
});
const llmsRoute = createRoute({
  method: 'get',
  path: '/llms.txt',
  operationId: 'readLlmsText',
  summary: 'How to drive a stage, for language models',
  tags,
  responses: { 200: textOf('text/plain', 'Plain text'), 304: unchanged },
});

/** The addresses outside `/v1`: health, the API's description, and how to use it. All are public. */
export function mountSite(app: App): void {
  // Built on first use, the second with schemas of its own: a Worker that only plays rooms never pays for them.
  let document: JsonObject | undefined;
  let asyncDocument: JsonObject | undefined;
  routesOf(app, 'service')(
    'GET /healthz',
    'checkHealth',
    'Whether the Worker answers, and who answers in it',
    { 200: answers(health, 'It does') },
    (c) => ok({ status: 'ok' as const, provider: readConfig(c.env).model.provider }),
  );
  for (const path of [documentRoute, asyncRoute, docsRoute, llmsRoute].map((route) => route.path)) {
    app.use(path, etag());
    app.use(path, async (c, next) => {
      await next();
      c.header('Cache-Control', CACHED);
    });
  }
  app.openapi(documentRoute, (c) => {
    document ??= buildDocument(app);
    return c.json(document as Record<string, never>, 200);
  });
  app.openapi(asyncRoute, async (c) => {
    if (!asyncDocument) {
      const { buildAsyncDocument } = await import('./asyncapi');
      asyncDocument = buildAsyncDocument();
    }
    return c.json(asyncDocument as Record<string, never>, 200);
  });
  app.openapi(docsRoute, (c) => c.html(DOCS_PAGE, 200));
  app.openapi(llmsRoute, (c) => c.text(LLMS_TEXT, 200));
}

/** No script or style of its own: the strict policy of `headers.ts` allows only files of this site. */
const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Proscenium API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/vendor/swagger-ui/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"><noscript>This page needs JavaScript; <a href="/openapi.json">openapi.json</a> does not.</noscript></div>
    <script src="/vendor/swagger-ui/swagger-ui-bundle.js"></script>
    <script src="/vendor/swagger-ui/init.js"></script>
  </body>
</html>
`;

const LLMS_TEXT = `# Proscenium

Rooms for language-model agents. A scene has a director, a cast of characters and human players and advances by
rounds. A run is one agent learning an unknown grid game and advances by turns. Everything that happens is an
event in the room's ledger, numbered by seq.

Send "Authorization: Bearer ps_<tenant>_<secret>" with every request under /v1. Bodies are JSON. Errors are
application/problem+json: read "detail", "fix" and "errors". Put an Idempotency-Key on every POST and repeat it
when no answer arrives: it takes effect once.

## Play a scene
1. GET /v1/templates; POST /v1/scenes {"template": "<id>"} or {"characters": [{"name": "…"}], "personas": [{"name": "…"}]}
2. POST /v1/scenes/{id}/turns?wait=1 {"type": "user", "text": "Hello", "personaId": "<id>"} plays a round.
   {"type": "continuation"} lets the scene go on by itself.
3. GET /v1/scenes/{id}/rounds/{n} shows what was said; GET /v1/scenes/{id}/events?after=<seq> the ledger.
4. A failed round: POST /v1/scenes/{id}/rounds/{n}/retry.
5. POST /v1/scenes/{id}/autonomy {"rounds": 5} has it go on by itself. "turnMode": "gather" or "manual" of the scene: a
   round waits for all players, or for POST /v1/scenes/{id}/rounds.

## Play a run
1. GET /v1/games; POST /v1/runs {"game": "<id>", "start": true}
2. GET /v1/runs/{id} until status is "finished"; /pause, /resume, /step and /stop are POSTs.
3. GET /v1/runs/{id}/report, /knowledge, /turns/{n}, /frames/{n}.png, /export.

## Follow live
GET …/events with "Accept: text/event-stream" (resume with Last-Event-ID), or the WebSocket …/socket?after=<seq>.

## More
- [Every call](/openapi.json)
- [Every event, socket message and webhook](/asyncapi.json)
- [The same as a page](/docs)
`;
