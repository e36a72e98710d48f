import { z } from 'zod';
import { ticket } from '../../contract/access';
import { readNumberCursor } from '../../contract/cursors';
import type { EventPage, Viewer } from '../../contract/events/events';
import { eventPage } from '../../contract/events/wire';
import { eventQuery } from '../../contract/pages';
import { fail, ok, type Result } from '../../contract/problems';
import { isTransientFailure } from '../../room/passing';
import type { RoomApi } from '../../room/rpc';
import { viewerFor } from '../auth/authenticate';
import type { Permission } from '../auth/permissions';
import { canUseTicket, FOREIGN_PAGE, isSocketRequest, isStreamRequest } from '../middleware/cors';
import { expectTicket } from '../middleware/gate';
import { type App, type AppContext, answers, routeApp, runParams, sceneParams } from '../middleware/http';
import { callRoom, type RoomClient, UNAVAILABLE } from '../middleware/room-client';
import { nameAttachment, nameDownload, whileAuthorized } from './downloads';
import { explainRefusal, socketOpener } from './follow';
import { streamEvents } from './stream';

/** A kind of room with events, sockets, tickets and exports. */
interface RoomKind {
  collection: 'scenes' | 'runs';
  /** Singular and capitalized, for operation ids. */
  noun: 'Scene' | 'Run';
  scopes: NonNullable<Permission['scopes']>;
  clientOf: (c: AppContext, id: string) => RoomClient<RoomApi>;
}

const ticketQuery = z.string().max(200).optional();

/** Adds the routes that every kind of room has. */
export function mountRoom(app: App, { collection, noun, scopes, clientOf }: RoomKind): void {
  const route = routeApp(app, collection, { who: 'key', scopes });
  const params = collection === 'scenes' ? sceneParams : runParams;
  const viewers = { who: collection === 'scenes' ? 'ticket-or-seat' : 'ticket-or-key', scopes } as const;
  route(
    `GET /v1/${collection}/{id}/events`,
    `list${noun}Events`,
    'List or stream events',
    {
      ...viewers,
      description:
        'Returns a page of at most 1,000 events after `after` or `cursor`. With `Accept: text/event-stream`, streams events without end as server-sent events: first those after `after`, then live ones, each once and in order. `id` is the seq; to resume, send the last one as `Last-Event-ID`. Only returns events that the caller can see.',
      params,
      query: eventQuery.extend({
        ticket: ticketQuery.describe('Streams only: a single-use ticket, for `EventSource`'),
      }),
      headers: z.object({
        'Last-Event-ID': z
          .string()
          .regex(/^\d{1,15}$/, 'use the id of the last event you received')
          .optional()
          .describe('Streams only: resume after this seq. Overrides `after`'),
      }),
      200: {
        description: 'A page of events; or a stream with each event as `id: <seq>` and `data: <Event>`',
        content: {
          // The schema describes payloads only as JSON.
          'application/json': { schema: eventPage as unknown as z.ZodType<EventPage> },
          'text/event-stream': { schema: z.string() },
        },
      },
    },
    async (c, { params: { id }, query, headers }) => {
      const cursor = readNumberCursor(query.cursor);
      if (!cursor.ok) return cursor;
      const client = clientOf(c, id);
      const reader = await findReader(c, client);
      if (!reader.ok) return reader;
      const viewer = reader.value;
      const start = cursor.value ?? query.after;
      // HEAD also runs this handler, and must not start a stream.
      if (!isStreamRequest(c))
        return callRoom(client, (room) => room.events({ after: start, limit: query.limit }, viewer), 'safe');
      const lastId = headers['Last-Event-ID'];
      const after = lastId === undefined ? start : Number(lastId);
      const open = socketOpener(client, viewer, id);
      const socket = await open(after);
      return socket.ok ? streamEvents(socket.value, open, after, c.req.raw.signal) : socket;
    },
  );
  route(
    `GET /v1/${collection}/{id}/socket`,
    `open${noun}Socket`,
    'Open a WebSocket',
    {
      ...viewers,
      description:
        'Sends every event after `after`, then `{"type":"ready"}`, then live events. For clients that send `Upgrade: websocket`. See `/asyncapi.json` for the messages in both directions. To reconnect, pass the last seq you received as `after`.',
      params,
      query: z.object({
        after: eventQuery.shape.after,
        ticket: ticketQuery.describe('A single-use ticket, for clients that cannot send a header'),
      }),
      101: { description: 'The socket is open' },
    },
    (c, { params: { id }, query: { after } }) => openSocket(c, clientOf(c, id), id, after),
  );
  route(
    `POST /v1/${collection}/{id}/tickets`,
    `create${noun}Ticket`,
    'Create a ticket',
    {
      who: collection === 'scenes' ? 'seat' : 'key',
      scopes,
      // Sockets opened by a read-only key are read-only too: the room enforces it (`readsOnly`).
      reads: true,
      description:
        'Opens one socket or stream within a minute. For browsers, which cannot send headers with a WebSocket or an `EventSource`. It has the permissions of the credential that created it, and ends with it. Each call creates a new ticket.',
      params,
      201: answers(ticket, 'The ticket'),
    },
    async (c, { params: { id } }) => {
      const viewer = viewerFor(c.get('principal'));
      // Safe to repeat: a ticket whose response was lost expires within a minute.
      const newTicket = await callRoom(clientOf(c, id), (room) => room.issueTicket(viewer), 'safe');
      if (newTicket.ok) await expectTicket(newTicket.value.ticket);
      return newTicket;
    },
  );
  route(
    `GET /v1/${collection}/{id}/export`,
    `export${noun}`,
    'Export a room',
    {
      description:
        'Streams a zip with events, calls with prompts, state and configuration. The import operation creates a new room from it.',
      params,
      200: {
        description: 'The zip, streamed',
        content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
      },
    },
    async (c, { params: { id } }) => {
      const client = clientOf(c, id);
      const readPage = whileAuthorized(c, (cursor) =>
        callRoom(client, (room) => room.exportPage(cursor), 'safe'),
      );
      const first = await readPage(null);
      if (!first.ok) return first;
      // Load the packer on first use.
      const { zipPages } = await import('./zip');
      const name = await nameDownload(c, id);
      return new Response(zipPages(first.value, readPage), {
        headers: {
          'Content-Type': 'application/zip',
          ...nameAttachment(name.plain, name.full, 'zip'),
        },
      });
    },
  );
}

/** The viewer of a request: from its credential, or from a ticket, which a stream uses up. */
async function findReader(c: AppContext, client: RoomClient<RoomApi>): Promise<Result<Viewer>> {
  const principal = c.get('principal');
  const { ticket: pass } = principal;
  if (pass === null) return ok(viewerFor(principal));
  if (!isStreamRequest(c))
    return fail({
      code: 'invalid',
      detail: 'A ticket opens a stream or a socket. It cannot read pages.',
      errors: [{ pointer: 'header/Accept', message: 'must be "text/event-stream"; or send a key' }],
    });
  if (!canUseTicket(c)) return fail(FOREIGN_PAGE);
  return callRoom(client, (room) => room.redeemTicket(pass), 'once');
}

async function openSocket(
  c: AppContext,
  client: RoomClient<RoomApi>,
  id: string,
  after: number,
): Promise<Response | Result<never>> {
  // HEAD also runs this handler, and must not use up a ticket.
  if (!isSocketRequest(c))
    return fail({
      code: 'invalid',
      detail: 'This path only accepts WebSocket connections. Use …/events over HTTP.',
      errors: [{ pointer: 'header/Upgrade', message: 'must be "websocket"' }],
    });
  const principal = c.get('principal');
  const { ticket: pass } = principal;
  // Do not use up tickets for pages of other sites.
  if (pass !== null && !canUseTicket(c)) return fail(FOREIGN_PAGE);
  const search = new URLSearchParams({ after: String(after), ...(pass === null ? {} : { ticket: pass }) });
  const headers = {
    Upgrade: 'websocket',
    ...(pass === null ? { 'x-viewer': JSON.stringify(viewerFor(principal)) } : {}),
  };
  let response: Response;
  try {
    response = await client.fetch(`https://room/socket?${search}`, { headers });
  } catch (error) {
    if (!isTransientFailure(error)) throw error;
    return fail(UNAVAILABLE);
  }
  if (response.webSocket) return new Response(null, { status: 101, webSocket: response.webSocket });
  return fail(await explainRefusal(response, id));
}
