import { z } from 'zod';
import { mapView, transcriptPage } from '../../api/adventures';
import { pageQuery } from '../../api/pages';
import { readNumberCursor } from '../../storage/cursors';
import { type App, declareRoute, refuse, reply, runParams } from '../middleware/http';
import { adventureClient, callRoom } from '../middleware/room-client';

const tags = ['adventures'];

const transcriptRoute = declareRoute(
  tags,
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
);
const mapRoute = declareRoute(
  tags,
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
);

/** The transcript and the map of a text adventure, in several forms. */
export function mountAdventures(app: App): void {
  app.openapi(transcriptRoute, async (c) => {
    const client = adventureClient(c, c.req.valid('param').id);
    if (c.req.header('Accept')?.includes('text/plain')) {
      const text = await callRoom(client, (room) => room.transcriptText(), 'safe');
      if (!text.ok) return refuse(c, text.failure);
      return c.text(text.value, 200);
    }
    const { cursor, limit } = c.req.valid('query');
    const after = readNumberCursor(cursor);
    if (!after.ok) return refuse(c, after.failure);
    const answer = await callRoom(
      client,
      (room) => room.transcript({ after: after.value ?? 0, limit }),
      'safe',
    );
    return reply(c, answer, 200);
  });
  app.openapi(mapRoute, async (c) => {
    const map = await callRoom(adventureClient(c, c.req.valid('param').id), (room) => room.map(), 'safe');
    if (!map.ok) return refuse(c, map.failure);
    if (!c.req.header('Accept')?.includes('text/vnd.mermaid')) return c.json(map.value, 200);
    return new Response(map.value.mermaid, {
      headers: { 'Content-Type': 'text/vnd.mermaid; charset=utf-8' },
    });
  });
}
