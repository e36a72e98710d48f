import { z } from 'zod';
import { ticket } from '../../contract/access';
import { readNumberCursor } from '../../contract/cursors';
import type { EventPage, Viewer } from '../../contract/events/events';
import { eventPage } from '../../contract/events/wire';
import { eventQuery } from '../../contract/pages';
import { fail, ok, type Result } from '../../contract/problems';
import { isPassing } from '../../room/passing';
import type { RoomApi } from '../../room/rpc';
import { viewerOf } from '../auth/authenticate';
import type { Permission } from '../auth/permissions';
import { FOREIGN_PAGE, isSocketRequest, isStreamRequest, mayUseTicket } from '../middleware/cors';
import { expectTicket } from '../middleware/gate';
import { type App, type AppContext, answers, routesOf, runParams, sceneParams } from '../middleware/http';
import { callRoom, type RoomClient, UNAVAILABLE } from '../middleware/room-client';
import { nameAttachment, nameDownload, whileGood } from './downloads';
import { explainRefusal, socketOpener } from './follow';
import { streamEvents } from './stream';

/** A kind of room whose events, socket, tickets and export are asked for. */
interface RoomKind {
  collection: 'scenes' | 'runs';
  /** Singular, with a capital: part of operation ids. */
  noun: 'Scene' | 'Run';
  scopes: NonNullable<Permission['scopes']>;
  clientOf: (c: AppContext, id: string) => RoomClient<RoomApi>;
}

const ticketQuery = z.string().max(200).optional();

/** Adds the routes that every kind of room has. */
export function mountRoom(app: App, { collection, noun, scopes, clientOf }: RoomKind): void {
  const route = routesOf(app, collection, { who: 'key', scopes });
  const params = collection === 'scenes' ? sceneParams : runParams;
  const viewers = { who: collection === 'scenes' ? 'ticket-or-seat' : 'ticket-or-key', scopes } as const;
  route(
    `GET /v1/${collection}/{id}/events`,
    `list${noun}Events`,
    'The ledger: pages, or a live stream with Accept: text/event-stream',
    {
      ...viewers,
      description:
        'As JSON, a page of at most 1,000 events after `after`, or after `cursor`. With `Accept: text/event-stream`, Server-Sent Events without an end: first those after `after`, then live ones, each once, in order. `id` is the seq; send the last one as `Last-Event-ID` to go on. A caller sees the events that it may see.',
      params,
      query: eventQuery.extend({
        ticket: ticketQuery.describe('Stream only: a single-use ticket, for `EventSource`'),
      }),
      headers: z.object({
        'Last-Event-ID': z
          .string()
          .regex(/^\d{1,15}$/, 'use the id of the last event you got')
          .optional()
          .describe('Stream only: go on after this seq. Wins over `after`'),
      }),
      200: {
        description: 'A page of events; or the stream, each event as `id: <seq>` and `data: <Event>`',
        content: {
          // The schema says no more of a payload than that it is JSON.
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
      // HEAD runs this handler too, and nobody would ever read its stream.
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
    'WebSocket: every event after `after`, then `{"type":"ready"}`, then live events',
    {
      ...viewers,
      description:
        'For clients that send `Upgrade: websocket`. The messages of both directions are in `/asyncapi.json`. Open it again with the last seq that you have as `after`.',
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
    'A ticket that opens one socket or stream, once, within a minute',
    {
      who: collection === 'scenes' ? 'seat' : 'key',
      scopes,
      // The socket of a key that only reads only reads, too: the room looks at that (`readsOnly`).
      reads: true,
      description:
        'For browsers, which can put no header on a WebSocket or an `EventSource`. It stands for the credential that made it, and ends with it. A repeat makes another one.',
      params,
      201: answers(ticket, 'The ticket'),
    },
    async (c, { params: { id } }) => {
      const viewer = viewerOf(c.get('principal'));
      // Each is as good as another: one whose answer was lost is forgotten within a minute.
      const newTicket = await callRoom(clientOf(c, id), (room) => room.issueTicket(viewer), 'safe');
      if (newTicket.ok) await expectTicket(newTicket.value.ticket);
      return newTicket;
    },
  );
  route(
    `GET /v1/${collection}/{id}/export`,
    `export${noun}`,
    'Everything about the room, as a zip',
    {
      description:
        'Events, calls with their prompts, state and configuration, as files. The zip is streamed. An import makes a room of it again.',
      params,
      200: {
        description: 'The zip, streamed',
        content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
      },
    },
    async (c, { params: { id } }) => {
      const client = clientOf(c, id);
      const readPage = whileGood(c, (cursor) => callRoom(client, (room) => room.exportPage(cursor), 'safe'));
      const first = await readPage(null);
      if (!first.ok) return first;
      // What packs is loaded when it is first needed.
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

/** The viewer that reads events: whom the credential names, or the one for whom a ticket was made. A stream uses it up. */
async function findReader(c: AppContext, client: RoomClient<RoomApi>): Promise<Result<Viewer>> {
  const principal = c.get('principal');
  const { ticket: pass } = principal;
  if (pass === null) return ok(viewerOf(principal));
  if (!isStreamRequest(c))
    return fail({
      code: 'invalid',
      detail: 'A ticket opens a stream or a socket; it reads no pages.',
      errors: [{ pointer: 'header/Accept', message: 'must be "text/event-stream", or send a key' }],
    });
  if (!mayUseTicket(c)) return fail(FOREIGN_PAGE);
  return callRoom(client, (room) => room.redeemTicket(pass), 'once');
}

async function openSocket(
  c: AppContext,
  client: RoomClient<RoomApi>,
  id: string,
  after: number,
): Promise<Response | Result<never>> {
  // HEAD runs this handler too; it would use a ticket up.
  if (!isSocketRequest(c))
    return fail({
      code: 'invalid',
      detail: 'This address speaks WebSocket only; …/events serves the same over HTTP.',
      errors: [{ pointer: 'header/Upgrade', message: 'must be "websocket"' }],
    });
  const principal = c.get('principal');
  const { ticket: pass } = principal;
  // A ticket may come from a page; it is not used up by one that it was not made for.
  if (pass !== null && !mayUseTicket(c)) return fail(FOREIGN_PAGE);
  const search = new URLSearchParams({ after: String(after), ...(pass === null ? {} : { ticket: pass }) });
  const headers = {
    Upgrade: 'websocket',
    ...(pass === null ? { 'x-viewer': JSON.stringify(viewerOf(principal)) } : {}),
  };
  let response: Response;
  try {
    response = await client.fetch(`https://room/socket?${search}`, { headers });
  } catch (error) {
    if (!isPassing(error)) throw error;
    return fail(UNAVAILABLE);
  }
  if (response.webSocket) return new Response(null, { status: 101, webSocket: response.webSocket });
  return fail(await explainRefusal(response, id));
}
