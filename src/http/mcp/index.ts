import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { limitBody } from '../middleware/body';
import { FOREIGN_PAGE, isForeign } from '../middleware/cors';
import { type App, type AppEnv, refuse, routesOf } from '../middleware/http';

/** JSON-RPC's own answer to what is no POST: clients of earlier revisions ask for a stream, and go on without one. */
const ONLY_POST = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32000, message: 'There is no stream here: send each message as a POST.' },
};

const message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).optional().describe('Of a request; a notification has none'),
    method: z.string().optional().describe('E.g. `tools/call`'),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'McpMessage', description: 'A message of the Model Context Protocol (JSON-RPC 2.0)' });

const answer = z
  .looseObject({ jsonrpc: z.literal('2.0') })
  .meta({ id: 'McpAnswer', description: 'The answer to a message of the Model Context Protocol' });

/** Refuses pages of other sites, whoever they are: it comes before the gate, as the protocol asks for 403. */
export const ownPages: MiddlewareHandler<AppEnv> = async (c, next) =>
  isForeign(c) ? refuse(c, FOREIGN_PAGE) : next();

/** Refuses what is no POST. */
const guard: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === 'GET') return c.json(ONLY_POST, 405, { Allow: 'POST' });
  return next();
};

/** `/mcp`: scenes and runs as tools and resources of the Model Context Protocol (docs/mcp.md). */
export function mountMcp(app: App): void {
  app.use('/mcp', guard);
  app.use('/mcp', limitBody);
  routesOf(app, 'mcp', { who: 'any-seat', scopes: ['read', 'experiments', 'room'] })(
    'POST /mcp',
    'sendMcpMessage',
    'Tools and resources for agents, by the Model Context Protocol',
    {
      // Each request that a tool makes is checked by itself.
      reads: true,
      room: null,
      description:
        'A key has the tools of an owner, the token of a seat those of its person. A message that is no good one is answered by an error of the protocol, as JSON. See docs/mcp.md.',
      json: message,
      200: {
        description: 'The answer; as a stream when progress comes before it',
        content: {
          'application/json': { schema: answer },
          'text/event-stream': { schema: z.string() },
        },
      },
      202: { description: 'The notification was taken' },
    },
    async (c, { json }) => {
      // The protocol's library is loaded when the first message comes.
      const { serveMcp } = await import('./serve');
      return serveMcp(app, c, json);
    },
  );
}
