import { z } from 'zod';
import { ticket } from '../../api/access';
import { eventQuery } from '../../api/pages';
import { eventPage } from '../../events/wire';
import { isPassing } from '../../room/passing';
import type { RoomApi } from '../../room/rpc';
import { readNumberCursor } from '../../storage/cursors';
import { viewerOf } from '../auth/authenticate';
import { isSocketRequest, mayOpenSocket } from '../middleware/cors';
import { expectTicket } from '../middleware/gate';
import {
  type App,
  type AppContext,
  answers,
  declareRoute,
  refuse,
  reply,
  runParams,
  sceneParams,
} from '../middleware/http';
import { callRoom, type RoomClient, UNAVAILABLE } from '../middleware/room-client';
import { explainRefusal, socketOpener } from './follow';
import { streamEvents } from './stream';

/** What scenes and runs have in common: events, socket, tickets, export. */
interface RoomKind {
  collection: 'scenes' | 'runs';
  /** Singular, with a capital: part of operation ids. */
  noun: 'Scene' | 'Run';
  clientOf: (c: AppContext, id: string) => RoomClient<RoomApi>;
}

/** Adds the routes that every kind of room has. */
export function mountRoom(app: App, kind: RoomKind): void {
  const params = kind.collection === 'scenes' ? sceneParams : runParams;
  const tags = [kind.collection];
  mountEvents(app, kind, params, tags);
  mountSocket(app, kind, params, tags);
  mountTickets(app, kind, params, tags);
  mountExport(app, kind, params, tags);
}

type RoomParams = typeof sceneParams;

function mountEvents(app: App, kind: RoomKind, params: RoomParams, tags: string[]): void {
  const route = declareRoute(
    tags,
    `GET /v1/${kind.collection}/{id}/events`,
    `list${kind.noun}Events`,
    'The ledger: pages, or a live stream with Accept: text/event-stream',
    {
      params,
      query: eventQuery,
      headers: z.object({
        'Last-Event-ID': z
          .string()
          .regex(/^\d{1,15}$/, 'use the id of the last event you got')
          .optional()
          .meta({ description: 'Stream only: go on after this seq. Wins over `after`' }),
      }),
      200: {
        description: 'A page of events; or the stream, each event as `id: <seq>` and `data: <Event>`',
        content: {
          'application/json': { schema: eventPage },
          'text/event-stream': { schema: z.string() },
        },
      },
    },
  );
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param');
    const query = c.req.valid('query');
    const cursor = readNumberCursor(query.cursor);
    if (!cursor.ok) return refuse(c, cursor.failure);
    const client = kind.clientOf(c, id);
    const viewer = viewerOf(c.get('principal'));
    // HEAD runs this handler too, and nobody would ever read its stream.
    if (c.req.method === 'GET' && c.req.header('Accept')?.includes('text/event-stream')) {
      const lastId = c.req.valid('header')['Last-Event-ID'];
      const after = lastId === undefined ? (cursor.value ?? query.after) : Number(lastId);
      const open = socketOpener(client, viewer, id);
      const socket = await open(after);
      if (!socket.ok) return refuse(c, socket.failure);
      return streamEvents(socket.value, open, after, c.req.raw.signal);
    }
    const answer = await callRoom(
      client,
      (room) => room.events({ after: cursor.value ?? query.after, limit: query.limit }, viewer),
      'safe',
    );
    return reply(c, answer, 200);
  });
}

function mountSocket(app: App, kind: RoomKind, params: RoomParams, tags: string[]): void {
  const route = declareRoute(
    tags,
    `GET /v1/${kind.collection}/{id}/socket`,
    `open${kind.noun}Socket`,
    'WebSocket: every event after `after`, then `{"type":"ready"}`, then live events',
    {
      params,
      query: z.object({
        after: eventQuery.shape.after,
        ticket: z
          .string()
          .max(200)
          .optional()
          .meta({ description: 'A single-use ticket, for clients that cannot send a header' }),
      }),
      101: { description: 'The socket is open' },
    },
  );
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param');
    const { after } = c.req.valid('query');
    // HEAD runs this handler too; it would use a ticket up.
    if (!isSocketRequest(c))
      return refuse(c, {
        code: 'invalid',
        detail: 'This address speaks WebSocket only; …/events serves the same over HTTP.',
        errors: [{ pointer: 'header/Upgrade', message: 'must be "websocket"' }],
      });
    const principal = c.get('principal');
    const { ticket: pass } = principal;
    // A ticket may come from a page; it is not used up by one that it was not made for.
    if (pass !== null && !mayOpenSocket(c))
      return refuse(c, {
        code: 'forbidden',
        needs: 'a page of this stage, or of an origin in CORS_ORIGINS',
        fix: 'Open the room in the pages of the stage, or ask its operator to list the origin of this page.',
      });
    const search = new URLSearchParams({ after: String(after), ...(pass === null ? {} : { ticket: pass }) });
    const headers = {
      Upgrade: 'websocket',
      ...(pass === null ? { 'x-viewer': JSON.stringify(viewerOf(principal)) } : {}),
    };
    let response: Response;
    try {
      response = await kind.clientOf(c, id).fetch(`https://room/socket?${search}`, { headers });
    } catch (error) {
      if (!isPassing(error)) throw error;
      return refuse(c, UNAVAILABLE);
    }
    if (response.webSocket) return new Response(null, { status: 101, webSocket: response.webSocket });
    return refuse(c, await explainRefusal(response, id));
  });
}

function mountTickets(app: App, kind: RoomKind, params: RoomParams, tags: string[]): void {
  const route = declareRoute(
    tags,
    `POST /v1/${kind.collection}/{id}/tickets`,
    `create${kind.noun}Ticket`,
    'A ticket that opens one socket, once, within a minute',
    { params, 201: answers(ticket, 'The ticket') },
  );
  app.openapi(route, async (c) => {
    // Each is as good as another: one whose answer was lost is forgotten within a minute.
    const answer = await callRoom(
      kind.clientOf(c, c.req.valid('param').id),
      (room) => room.issueTicket(viewerOf(c.get('principal'))),
      'safe',
    );
    if (answer.ok) await expectTicket(answer.value.ticket);
    return reply(c, answer, 201);
  });
}

function mountExport(app: App, kind: RoomKind, params: RoomParams, tags: string[]): void {
  const route = declareRoute(
    tags,
    `GET /v1/${kind.collection}/{id}/export`,
    `export${kind.noun}`,
    'Everything about the room, as a zip',
    {
      params,
      200: {
        description: 'The zip, streamed',
        content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
      },
    },
  );
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param');
    const client = kind.clientOf(c, id);
    // A long export may outlive its key.
    const readPage = async (cursor: string | null) => {
      const still = await c.get('isStillGood')?.();
      return still && !still.ok ? still : callRoom(client, (room) => room.exportPage(cursor), 'safe');
    };
    const first = await readPage(null);
    if (!first.ok) return refuse(c, first.failure);
    // What packs is loaded when it is first needed.
    const { zipPages } = await import('./zip');
    return new Response(zipPages(first.value, readPage), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${id}.zip"`,
      },
    });
  });
}
