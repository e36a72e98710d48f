import { z } from 'zod';
import { mapView, transcriptPage } from '../../api/adventures';
import { pageQuery } from '../../api/pages';
import { readNumberCursor } from '../../storage/cursors';
import { type App, routesOf, runParams } from '../middleware/http';
import { adventureClient, callRoom } from '../middleware/room-client';

/** The transcript and the map of a text adventure, in several forms. */
export function mountAdventures(app: App): void {
  const route = routesOf(app, 'adventures');
  route(
    'GET /v1/runs/{id}/transcript',
    'readTranscript',
    'The game as it was played; the whole of it as text with Accept: text/plain',
    {
      params: runParams,
      query: pageQuery,
      200: {
        description: 'Commands and what the story answered, oldest first',
        content: { 'application/json': { schema: transcriptPage }, 'text/plain': { schema: z.string() } },
      },
    },
    async (c, { params: { id }, query: { cursor, limit } }) => {
      const client = adventureClient(c, id);
      if (c.req.header('Accept')?.includes('text/plain')) {
        const text = await callRoom(client, (room) => room.transcriptText(), 'safe');
        return text.ok ? c.text(text.value, 200) : text;
      }
      const after = readNumberCursor(cursor);
      if (!after.ok) return after;
      return callRoom(client, (room) => room.transcript({ after: after.value ?? 0, limit }), 'safe');
    },
  );
  route(
    'GET /v1/runs/{id}/map',
    'readMap',
    'Places and ways that the run knows; as Mermaid with Accept: text/vnd.mermaid',
    {
      params: runParams,
      200: {
        description: 'The map',
        content: { 'application/json': { schema: mapView }, 'text/vnd.mermaid': { schema: z.string() } },
      },
    },
    async (c, { params: { id } }) => {
      const map = await callRoom(adventureClient(c, id), (room) => room.map(), 'safe');
      if (!map.ok || !c.req.header('Accept')?.includes('text/vnd.mermaid')) return map;
      return new Response(map.value.mermaid, {
        headers: { 'Content-Type': 'text/vnd.mermaid; charset=utf-8' },
      });
    },
  );
}
