import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { limitBody } from '../middleware/body';
import { FOREIGN_PAGE, isForeign } from '../middleware/cors';
import { type App, type AppEnv, refuse, routeApp } from '../middleware/http';

/**
 * JSON-RPC error for methods other than POST: clients of earlier revisions ask for a stream, and continue without
 * one.
 */
const ONLY_POST = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32000, message: 'Streams are not supported. Send each message as a POST.' },
};

const message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).optional().describe('Id of a request. Absent for notifications'),
    method: z.string().optional().describe('Method, such as `tools/call`'),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'McpMessage', description: 'A message of the Model Context Protocol (JSON-RPC 2.0)' });

const answer = z
  .looseObject({ jsonrpc: z.literal('2.0') })
  .meta({ id: 'McpAnswer', description: 'A response of the Model Context Protocol' });

/** Refuses pages of other sites with any credential. Runs before the gate, because the protocol requires 403. */
export const ownPages: MiddlewareHandler<AppEnv> = async (c, next) =>
  isForeign(c) ? refuse(c, FOREIGN_PAGE) : next();

/** Refuses methods other than POST. */
const guard: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === 'GET') return c.json(ONLY_POST, 405, { Allow: 'POST' });
  return next();
};

/** `/mcp`: scenes and runs as tools and resources of the Model Context Protocol (docs/mcp.md). */
export function mountMcp(app: App): void {
  app.use('/mcp', guard);
  app.use('/mcp', limitBody);
  routeApp(app, 'mcp', { who: 'any-seat', scopes: ['read', 'experiments', 'room'] })(
    'POST /mcp',
    'sendMcpMessage',
    'Send an MCP message',
    {
      // Each request made by a tool is checked separately.
      reads: true,
      room: null,
      description:
        'A key gets the tools of an owner; a seat token gets the tools of its person. Invalid messages get a protocol error as JSON. See docs/mcp.md.',
      json: message,
      200: {
        description: 'The response; a stream if progress notifications precede it',
        content: {
          'application/json': { schema: answer },
          'text/event-stream': { schema: z.string() },
        },
      },
      202: { description: 'The notification was received' },
    },
    async (c, { json }) => {
      // Load the protocol library on the first message.
      const { serveMcp } = await import('./serve');
      return serveMcp(app, c, json);
    },
  );
}
