import { z } from 'zod';
import { sceneId } from '../../api/ids';
import { libraryIdOf } from '../../api/library';
import { memoryPage, memoryQuery } from '../../api/memories';
import { readItem } from '../../library/store';
import { readNumberCursor } from '../../storage/cursors';
import { type App, answers, declareRoute, refuse } from '../middleware/http';
import { callRoom, worldClient } from '../middleware/room-client';

const tags = ['memories'];
const responses = { 200: answers(memoryPage, 'A page of memories') };

const worldRoute = declareRoute(
  tags,
  'GET /v1/worlds/{id}/memories',
  'listWorldMemories',
  'What the characters of a world remember, newest first',
  {
    params: z.object({ id: libraryIdOf('world') }),
    query: memoryQuery.extend({
      scene: sceneId.optional().meta({ description: 'Only what was lived in that scene' }),
    }),
    answers: responses,
  },
);

/** `/v1/worlds/{id}/memories`, for the owner, who may read everybody's. */
export function mountWorldMemories(app: App): void {
  app.openapi(worldRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { cursor, limit, character, scene } = c.req.valid('query');
    const before = readNumberCursor(cursor);
    if (!before.ok) return refuse(c, before.failure);
    const query = {
      limit,
      before: before.value,
      ...(character !== undefined && { character }),
      ...(scene !== undefined && { scene }),
    };
    const page = await callRoom(worldClient(c, id), (world) => world.list(query), 'safe');
    if (!page.ok) return refuse(c, page.failure);
    if (page.value.items.length === 0) {
      // Nothing remembered, or no such world. A scene may remember in a world that was deleted from the library.
      const item = await readItem(c.env.DB, c.get('principal').tenant, 'world', id);
      if (!item.ok) return refuse(c, item.failure);
    }
    return c.json(page.value, 200);
  });
}
