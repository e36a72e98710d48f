import { etag } from 'hono/etag';
import { z } from 'zod';
import type { JsonObject } from '../../base/json';
import { readConfig } from '../../config';
import { findProblemType, problemType } from '../../contract/problem-types';
import { fail, ok } from '../../contract/problems';
import { type Answer, type App, type AppContext, answers, routesOf } from '../middleware/http';
import { problemPage } from './problem-page';

const textOf = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: z.string() } },
});

const health = z
  .object({
    status: z.literal('ok'),
    provider: z.string().describe('Who answers when a profile names nobody'),
  })
  .meta({ id: 'Health' });

/** The addresses outside `/v1`: health, the API's description, and how to use it. All are public. */
export function mountSite(app: App): void {
  // Built on first use, the second with schemas of its own: a Worker that only plays rooms never pays for them.
  let document: JsonObject | undefined;
  let asyncDocument: JsonObject | undefined;
  mountProblemTypes(app);
  routesOf(app, 'service', { who: 'public' })(
    'GET /healthz',
    'checkHealth',
    'Whether the Worker answers, and who answers in it',
    {
      description:
        'For monitors: it asks no room and no store. `provider` is who answers for profiles that name nobody.',
      200: answers(health, 'It does'),
    },
    (c) => ok({ status: 'ok' as const, provider: readConfig(c.env).model.provider }),
  );
  const anyJson = z.record(z.string(), z.unknown());
  addDocument(app, {
    path: '/openapi.json',
    operationId: 'readOpenApi',
    summary: 'This document',
    description: 'It is made from the schemas that check requests, and so is current.',
    answer: answers(anyJson, 'OpenAPI 3.1'),
    handle: async (c) => {
      document ??= (await import('./openapi')).buildDocument(app);
      return c.json(document);
    },
  });
  addDocument(app, {
    path: '/asyncapi.json',
    operationId: 'readAsyncApi',
    summary: 'Events, sockets, streams and webhooks',
    description: 'What comes without being asked for, and the messages that a socket takes.',
    answer: answers(anyJson, 'AsyncAPI 3.1'),
    handle: async (c) => {
      asyncDocument ??= (await import('./asyncapi')).buildAsyncDocument();
      return c.json(asyncDocument);
    },
  });
  addDocument(app, {
    path: '/llms.txt',
    operationId: 'readLlmsText',
    summary: 'How to drive a stage, for language models',
    description: 'The calls that play a scene and a run, in the order in which they are made.',
    answer: textOf('text/plain', 'Plain text'),
    handle: (c) => c.text(LLMS_TEXT),
  });
}

/** Adds `/problems/{type}`, to which the `type` of every problem leads. */
function mountProblemTypes(app: App): void {
  routesOf(app, 'service', { who: 'public' })(
    'GET /problems/{type}',
    'readProblemType',
    'What a type of problem means, and what helps',
    {
      description:
        'The `type` of a problem is this address. It is a page for people; with `Accept: application/json` the same as JSON.',
      params: z.object({ type: z.string().describe('Such as `not-found`') }),
      200: {
        description: 'The type of problem, in general; a problem itself names its own cause and fix',
        content: { 'text/html': { schema: z.string() }, 'application/json': { schema: problemType } },
      },
    },
    (c, { params: { type } }) => {
      const kind = findProblemType(type);
      if (!kind) return fail({ code: 'not_found', what: 'type of problem', id: c.req.path });
      c.header('Vary', 'Accept');
      const accept = c.req.header('Accept') ?? '';
      return /json/i.test(accept) && !accept.includes('text/html') ? ok(kind) : c.html(problemPage(kind));
    },
  );
}

/** A document that changes with the code alone. */
interface SiteDocument {
  path: `/${string}`;
  operationId: string;
  summary: string;
  description: string;
  answer: Answer;
  handle: (c: AppContext) => Response | Promise<Response>;
}

/** Adds the route of a document: a client asks after five minutes whether it has changed. */
function addDocument(app: App, document: SiteDocument): void {
  const { path, operationId, summary, description, answer, handle } = document;
  app.use(path, etag());
  app.use(path, async (c, next) => {
    await next();
    c.header('Cache-Control', 'public, max-age=300');
  });
  const responses = { 200: answer, 304: { description: 'It is still what `If-None-Match` names' } };
  routesOf(app, 'service', { who: 'public' })(
    `GET ${path}`,
    operationId,
    summary,
    { description, ...responses },
    handle,
  );
}

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
- Tools for agents (Model Context Protocol): POST /mcp with the same keys and seats
- [Every call](/openapi.json)
- [Every event, socket message and webhook](/asyncapi.json)
- [The same as a page](/docs)
- The \`type\` of a problem is an address: GET it with Accept: application/json for cause and fix in general.
`;
