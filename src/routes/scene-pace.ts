import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { sceneId } from '../contract/ids';
import { startAutonomy } from '../contract/pace';
import { scene } from '../contract/scenes';
import { type App, answers, idempotencyHeader, jsonBody, makeReceipt, problemAnswer, refuse } from './http';
import { ask, reachScene } from './remote';

const tags = ['scenes'];
const params = z.object({ id: sceneId });
const path = '/v1/scenes/{id}/autonomy';

const goOnRoute = createRoute({
  method: 'post',
  path,
  operationId: 'startAutonomy',
  summary: 'Have the scene go on by itself for a number of rounds',
  tags,
  request: { params, headers: idempotencyHeader, body: jsonBody(startAutonomy) },
  responses: { 200: answers(scene, 'The scene'), default: problemAnswer },
});
const stopRoute = createRoute({
  method: 'delete',
  path,
  operationId: 'stopAutonomy',
  summary: 'It goes on by itself no more; the round being played is played to its end',
  tags,
  request: { params },
  responses: { 200: answers(scene, 'The scene'), default: problemAnswer },
});

/** Scenes that go on by themselves. */
export function mountScenePace(app: App): void {
  app.openapi(goOnRoute, async (c) => {
    const body = c.req.valid('json');
    const receipt = await makeReceipt(c);
    const door = reachScene(c, c.req.valid('param').id);
    const going = await ask(door, (room) => room.startAutonomy(body, receipt), receipt ? 'safe' : 'once');
    return going.ok ? c.json(going.value, 200) : refuse(c, going.failure);
  });
  app.openapi(stopRoute, async (c) => {
    const stopped = await ask(reachScene(c, c.req.valid('param').id), (room) => room.stopAutonomy(), 'safe');
    return stopped.ok ? c.json(stopped.value, 200) : refuse(c, stopped.failure);
  });
}
