import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { z } from 'zod';
import { equalHashes, sha256 } from '../../base/hash';
import type { JsonObject } from '../../base/json';
import { readConfig } from '../../config';
import { findProblemType, type ProblemType, problemType } from '../../contract/problem-types';
import { fail, ok } from '../../contract/problems';
import { askStore } from '../../storage/ask-store';
import { writeMetrics } from '../../storage/counters';
import { INDEX_DOWN } from '../../storage/index-queries';
import { type Answer, type App, type AppContext, answers, routesOf } from '../middleware/http';

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

/** The addresses outside `/v1`: health, the API's description, how to use it, and sums for Prometheus. */
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
  mountMetrics(app);
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

/** Writes a type of problem as a page. It has no script and no style: the policy of `headers.ts` forbids them inline. */
const problemPage = ({ type, title, status, cause, fix }: ProblemType) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} – Proscenium</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p><code>${type}</code>, answered with status ${status}.</p>
      <h2>Cause</h2>
      <p>${markCode(cause)}</p>
      <h2>Fix</h2>
      <p>${markCode(fix)}</p>
      <p>A problem itself names its own cause and fix, in <code>detail</code> and <code>fix</code>. <a href="/docs">All calls</a></p>
    </main>
  </body>
</html>
`;

/** Shows what stands between backticks as code. */
const markCode = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics`, for Prometheus. */
function mountMetrics(app: App): void {
  routesOf(app, 'service', { who: 'metrics' })(
    'GET /metrics',
    'readMetrics',
    'Operators: sums over all tenants, for Prometheus',
    {
      description:
        'Rooms, rounds, calls, tokens, cost, the lag of the index, deliveries. `Authorization: Bearer` and the METRICS_KEY of the stage. It reads a few rows, however large the index is.',
      200: {
        description: 'Text format of Prometheus, version 0.0.4',
        content: { 'text/plain': { schema: z.string() } },
      },
    },
    async (c) => {
      const { metricsKey } = readConfig(c.env);
      const got = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
      if (metricsKey === null)
        return fail({
          code: 'unauthenticated',
          reason: 'This stage shows no metrics, as METRICS_KEY is not set.',
          fix: 'Set METRICS_KEY (docs/operate.md), then bring it as Authorization: Bearer.',
        });
      if (got === undefined || !equalHashes(await sha256(got), await sha256(metricsKey)))
        return fail({
          code: 'unauthenticated',
          reason: 'The request does not bring the METRICS_KEY of this stage.',
          fix: 'Send it as Authorization: Bearer. An API key does not open this address.',
        });
      const text = await askStore('metrics failed', INDEX_DOWN, async () => ok(await writeMetrics(c.env)));
      return text.ok ? c.body(text.value, 200, { 'Content-Type': METRICS_TYPE }) : text;
    },
  );
}
