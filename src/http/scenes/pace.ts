import { createRoute } from '@hono/zod-openapi';
import { startAutonomy } from '../../api/pace';
import { scene } from '../../api/scenes';
import {
  type App,
  answers,
  idempotencyHeader,
  jsonBody,
  problemAnswer,
  reply,
  sceneParams,
} from '../middleware/http';
import { ask, reachScene, submit } from '../middleware/remote';

const tags = ['scenes'];
const path = '/v1/scenes/{id}/autonomy';

const goOnRoute = createRoute({
  method: 'post',
  path,
  operationId: 'startAutonomy',
  summary: 'Have the scene go on by itself for a number of rounds',
  tags,
  request: { params: sceneParams, headers: idempotencyHeader, body: jsonBody(startAutonomy) },
  responses: { 200: answers(scene, 'The scene'), default: problemAnswer },
});
const stopRoute = createRoute({
  method: 'delete',
  path,
  operationId: 'stopAutonomy',
  summary: 'It goes on by itself no more; the round being played is played to its end',
  tags,
  request: { params: sceneParams },
  responses: { 200: answers(scene, 'The scene'), default: problemAnswer },
});

/** Scenes that go on by themselves. */
export function mountScenePace(app: App): void {
  app.openapi(goOnRoute, async (c) => {
    const body = c.req.valid('json');
    const door = reachScene(c, c.req.valid('param').id);
    return reply(c, await submit(c, door, (room, receipt) => room.startAutonomy(body, receipt)), 200);
  });
  app.openapi(stopRoute, async (c) => {
    const answer = await ask(reachScene(c, c.req.valid('param').id), (room) => room.stopAutonomy(), 'safe');
    return reply(c, answer, 200);
  });
}
