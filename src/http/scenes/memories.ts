import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { sceneId } from '../../api/ids';
import { libraryIdOf } from '../../api/library';
import { memoryPage, memoryQuery } from '../../api/memories';
import { readItem } from '../../library/store';
import { readNumberCursor } from '../../storage/cursors';
import { type App, answers, problemAnswer, refuse, reply, sceneParams } from '../middleware/http';
import { ask, reachScene, reachWorld } from '../middleware/remote';

const tags = ['memories'];
const responses = { 200: answers(memoryPage, 'A page of memories'), default: problemAnswer };

const worldRoute = createRoute({
  method: 'get',
  path: '/v1/worlds/{id}/memories',
  operationId: 'listWorldMemories',
  summary: 'What the characters of a world remember, newest first',
  tags,
  request: {
    params: z.object({ id: libraryIdOf('world') }),
    query: memoryQuery.extend({
      scene: sceneId.optional().meta({ description: 'Only what was lived in that scene' }),
    }),
  },
  responses,
});
const sceneRoute = createRoute({
  method: 'get',
  path: '/v1/scenes/{id}/memories',
  operationId: 'listSceneMemories',
  summary: 'What the characters remember of a scene, newest first',
  tags,
  request: { params: sceneParams, query: memoryQuery },
  responses,
});

/** `/v1/worlds/{id}/memories` and `/v1/scenes/{id}/memories`: for the owner, who may read everybody's. */
export function mountMemories(app: App): void {
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
    const page = await ask(reachWorld(c, id), (world) => world.list(query), 'safe');
    if (!page.ok) return refuse(c, page.failure);
    if (page.value.items.length === 0) {
      // Nothing remembered, or no such world. A scene may remember in a world that was deleted from the library.
      const item = await readItem(c.env.DB, c.get('principal').tenant, 'world', id);
      if (!item.ok) return refuse(c, item.failure);
    }
    return c.json(page.value, 200);
  });
  app.openapi(sceneRoute, async (c) => {
    const { cursor, limit, character } = c.req.valid('query');
    const before = readNumberCursor(cursor);
    if (!before.ok) return refuse(c, before.failure);
    const query = { limit, before: before.value, ...(character !== undefined && { character }) };
    const door = reachScene(c, c.req.valid('param').id);
    return reply(c, await ask(door, (scene) => scene.memories(query), 'safe'), 200);
  });
}
