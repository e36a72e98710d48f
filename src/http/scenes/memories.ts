import { z } from 'zod';
import { sceneId } from '../../api/ids';
import { libraryIdOf } from '../../api/library';
import { memoryPage, memoryQuery } from '../../api/memories';
import { readItem } from '../../library/store';
import { readNumberCursor } from '../../storage/cursors';
import { type App, answers, routesOf } from '../middleware/http';
import { callRoom, worldClient } from '../middleware/room-client';

/** `/v1/worlds/{id}/memories`, for the owner, who may read everybody's. */
export function mountWorldMemories(app: App): void {
  routesOf(app, 'memories')(
    'GET /v1/worlds/{id}/memories',
    'listWorldMemories',
    'What the characters of a world remember, newest first',
    {
      params: z.object({ id: libraryIdOf('world') }),
      query: memoryQuery.extend({
        scene: sceneId.optional().describe('Only what was lived in that scene'),
      }),
      200: answers(memoryPage, 'A page of memories'),
    },
    async (c, { params: { id }, query: { cursor, limit, character, scene } }) => {
      const before = readNumberCursor(cursor);
      if (!before.ok) return before;
      const query = {
        limit,
        before: before.value,
        ...(character !== undefined && { character }),
        ...(scene !== undefined && { scene }),
      };
      const page = await callRoom(worldClient(c, id), (world) => world.list(query), 'safe');
      if (!page.ok || page.value.items.length > 0) return page;
      // Nothing remembered, or no such world. A scene may remember in a world that was deleted from the library.
      const item = await readItem(c.env.DB, c.get('principal').tenant, 'world', id);
      return item.ok ? page : item;
    },
  );
}
