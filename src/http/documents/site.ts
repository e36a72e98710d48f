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
import { type Answer, type App, type AppContext, answers, refuse, routeApp } from '../middleware/http';

const fileText = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: z.string() } },
});

const health = z
  .object({
    status: z.literal('ok'),
    provider: z.string().describe('Default provider'),
  })
  .meta({ id: 'Health' });

/** Paths outside `/v1`: health, API documents, instructions, and metrics for Prometheus. */
export function mountSite(app: App): void {
  // Built on first use: Workers that only play rooms should not pay for it.
  let document: JsonObject | undefined;
  let asyncDocument: JsonObject | undefined;
  mountProblemTypes(app);
  routeApp(app, 'service', { who: 'public' })(
    'GET /healthz',
    'checkHealth',
    'Check health',
    {
      description:
        'For monitoring. Contacts no rooms or stores. `provider` is the default provider of the stage.',
      200: answers(health, 'The Worker is running'),
    },
    (c) => ok({ status: 'ok' as const, provider: readConfig(c.env).model.provider }),
  );
  const anyJson = z.record(z.string(), z.unknown());
  addDocument(app, {
    path: '/openapi.json',
    operationId: 'readOpenApi',
    summary: 'Get the OpenAPI document',
    description: 'Generated from the schemas that validate requests, so it is always current.',
    answer: answers(anyJson, 'OpenAPI 3.1'),
    handle: async (c) => {
      document ??= (await import('./openapi')).buildDocument(app);
      return c.json(document);
    },
  });
  addDocument(app, {
    path: '/asyncapi.json',
    operationId: 'readAsyncApi',
    summary: 'Get the AsyncAPI document',
    description: 'Describes events, socket messages, streams and webhooks.',
    answer: answers(anyJson, 'AsyncAPI 3.1'),
    handle: async (c) => {
      asyncDocument ??= (await import('./asyncapi')).buildAsyncDocument();
      return c.json(asyncDocument);
    },
  });
  addDocument(app, {
    path: '/llms.txt',
    operationId: 'readLlmsText',
    summary: 'Get instructions for language models',
    description: 'Lists the requests that play a scene or a run, in order.',
    answer: fileText('text/plain', 'Plain text'),
    handle: (c) => c.text(LLMS_TEXT),
  });
  mountMetrics(app);
}

/** Adds `/problems/{type}`, the target of every problem's `type`. */
function mountProblemTypes(app: App): void {
  routeApp(app, 'service', { who: 'public' })(
    'GET /problems/{type}',
    'readProblemType',
    'Get a type of problem',
    {
      description:
        'The `type` of every problem links here. Returns a web page, or JSON with `Accept: application/json`.',
      params: z.object({ type: z.string().describe('Name of the type, such as `not-found`') }),
      200: {
        description: 'General cause and fix of the type; each problem also has its own',
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

/** A document that depends only on the code. */
interface SiteDocument {
  path: `/${string}`;
  operationId: string;
  summary: string;
  description: string;
  answer: Answer;
  handle: (c: AppContext) => Response | Promise<Response>;
}

/** Adds the route of a document. Clients revalidate after five minutes. */
function addDocument(app: App, document: SiteDocument): void {
  const { path, operationId, summary, description, answer, handle } = document;
  app.use(path, etag());
  app.use(path, async (c, next) => {
    await next();
    c.header('Cache-Control', 'public, max-age=300');
  });
  const responses = { 200: answer, 304: { description: 'Not modified since `If-None-Match`' } };
  routeApp(app, 'service', { who: 'public' })(
    `GET ${path}`,
    operationId,
    summary,
    { description, ...responses },
    handle,
  );
}

const LLMS_TEXT = `# Proscenium

Rooms for language-model agents. A scene has a director, a cast of characters and human players; it advances in
rounds. In a run, an agent plays an unknown grid game or a text adventure; it advances in turns. Everything that
happens is an event in the room's ledger, numbered by seq.

Send "Authorization: Bearer ps_<tenant>_<secret>" with every request under /v1. Bodies are JSON. Errors are
application/problem+json: read "detail", "fix" and "errors". Send an Idempotency-Key with every POST. If no
response arrives, repeat the request with the same key: it takes effect only once.

## Play a scene
1. GET /v1/templates; POST /v1/scenes {"template": "<id>"} or {"characters": [{"name": "…"}], "personas": [{"name": "…"}]}
2. POST /v1/scenes/{id}/turns?wait=1 {"type": "user", "text": "Hello", "personaId": "<id>"} plays a round.
   {"type": "continuation"} continues the scene without a player's line.
3. GET /v1/scenes/{id}/rounds/{n} returns the lines of a round; GET /v1/scenes/{id}/events?after=<seq> the ledger.
4. To retry a failed round: POST /v1/scenes/{id}/rounds/{n}/retry.
5. To auto-play rounds: POST /v1/scenes/{id}/autonomy {"rounds": 5}. If "turnMode" of the scene is "gather" or
   "manual", a round waits for all players, or for POST /v1/scenes/{id}/rounds.

## Play a run
1. GET /v1/games; POST /v1/runs {"game": "<id>", "start": true}
2. Poll GET /v1/runs/{id} until status is "finished". /pause, /resume, /step and /stop (as POST) control the run.
3. GET /v1/runs/{id}/report, /knowledge, /turns/{n}, /frames/{n}.png, /export.

## Follow live
GET …/events with "Accept: text/event-stream" (resume with Last-Event-ID), or the WebSocket …/socket?after=<seq>.

## More
- Tools for agents (Model Context Protocol): POST /mcp with the same keys and seat tokens
- [All requests](/openapi.json)
- [All events, socket messages and webhooks](/asyncapi.json)
- [API reference as a web page](/docs)
- The \`type\` of a problem is a path: GET it with Accept: application/json for its general cause and fix.
`;

/**
 * Renders a type of problem as a page without scripts and styles, because the policy of `headers.ts` forbids inline
 * ones.
 */
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
      <p><code>${type}</code>, status ${status}.</p>
      <h2>Cause</h2>
      <p>${markCode(cause)}</p>
      <h2>Fix</h2>
      <p>${markCode(fix)}</p>
      <p>See <code>detail</code> and <code>fix</code> of the problem for its specific cause and fix. <a href="/docs">API reference</a></p>
    </main>
  </body>
</html>
`;

/** Renders the page of an address that does not exist, for people who follow a link. */
const missingPage = (path: string) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Page not found – Proscenium</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  </head>
  <body>
    <main>
      <h1>Page not found</h1>
      <p>There is no page at <code>${path}</code>. It may have moved, or the link is incomplete.</p>
      <p><a href="/">Go to the home page</a></p>
    </main>
  </body>
</html>
`;

/** Paths of programs, whose errors are always problems. */
const OF_PROGRAMS = /^\/(?:v1|mcp|metrics|healthz|problems)(?:\/|$)/;

/** Answers an unknown address: a page for browsers, and a problem for everything else. */
export function answerMissing(c: AppContext): Response | Promise<Response> {
  const { method, path } = c.req;
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && !OF_PROGRAMS.test(path) && c.req.header('Accept')?.includes('text/html'))
    return c.html(missingPage(path), 404, { Vary: 'Accept' });
  return refuse(c, { code: 'not_found', what: `${method} address`, id: path });
}

/** Renders text between backticks as code. */
const markCode = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics`, for Prometheus. */
function mountMetrics(app: App): void {
  routeApp(app, 'service', { who: 'metrics' })(
    'GET /metrics',
    'readMetrics',
    'Get metrics',
    {
      description:
        'Totals over all tenants for Prometheus: rooms, rounds, calls, tokens, cost, index lag, deliveries. Requires `Authorization: Bearer` with the METRICS_KEY of the stage. Reads only a few rows, independent of the size of the index.',
      200: {
        description: 'Prometheus text format, version 0.0.4',
        content: { 'text/plain': { schema: z.string() } },
      },
    },
    async (c) => {
      const { metricsKey } = readConfig(c.env);
      const got = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
      if (metricsKey === null)
        return fail({
          code: 'unauthenticated',
          reason: 'Metrics are disabled: METRICS_KEY is not set.',
          fix: 'Set METRICS_KEY (docs/operate.md), then send it as Authorization: Bearer.',
        });
      if (got === undefined || !equalHashes(await sha256(got), await sha256(metricsKey)))
        return fail({
          code: 'unauthenticated',
          reason: 'The request does not have the METRICS_KEY of this stage.',
          fix: 'Send it as Authorization: Bearer. API keys are not accepted here.',
        });
      const text = await askStore('reading metrics failed', INDEX_DOWN, async () =>
        ok(await writeMetrics(c.env)),
      );
      return text.ok ? c.body(text.value, 200, { 'Content-Type': METRICS_TYPE }) : text;
    },
  );
}
