import { z } from 'zod';
import { changeScene } from '../../api/change-scene';
import { createScene } from '../../api/create-scene';
import { roomQuery } from '../../api/pages';
import type { Result } from '../../api/problems';
import { forkScene, type Scene, type SceneSeen, scene, scenePage, sceneSeen } from '../../api/scenes';
import { resolveChange, resolveScene } from '../../library/resolve';
import { readItems } from '../../library/store';
import type { SceneApi } from '../../room/rpc';
import { listScenes } from '../../storage/index-queries';
import { viewerOf } from '../auth/authenticate';
import {
  type App,
  type AppContext,
  answers,
  declareRoute,
  idempotencyHeader,
  refuse,
  reply,
  sceneParams,
} from '../middleware/http';
import { callRoom, sceneClient } from '../middleware/room-client';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';

const tags = ['scenes'];

const creation = declareRoute(
  tags,
  'POST /v1/scenes',
  'createScene',
  'Create a scene: inline, from a template, or from parts of the library',
  { headers: idempotencyHeader, json: createScene, 201: answers(scene, 'The new scene') },
);
const listRoute = declareRoute(tags, 'GET /v1/scenes', 'listScenes', 'Scenes, newest first', {
  query: roomQuery,
  200: answers(scenePage, 'A page of scenes'),
});
const readRoute = declareRoute(tags, 'GET /v1/scenes/{id}', 'readScene', 'A scene as it is now', {
  params: sceneParams,
  200: answers(z.union([scene, sceneSeen]), 'The scene; on a seat, what its person may know of it'),
});
const changeRoute = declareRoute(
  tags,
  'PATCH /v1/scenes/{id}',
  'changeScene',
  'Change a scene: title, status, scenario, notes, facts, books, settings, profiles, people',
  {
    description:
      'What is not sent stays. A round that is being played goes on with what the scene was when it began.',
    params: sceneParams,
    json: changeScene,
    200: answers(scene, 'The changed scene'),
  },
);
const deleteRoute = declareRoute(
  tags,
  'DELETE /v1/scenes/{id}',
  'deleteScene',
  'Delete a scene and everything kept about it',
  { params: sceneParams, 204: { description: 'It is gone, or going' } },
);

const forkRoute = declareRoute(
  tags,
  'POST /v1/scenes/{id}/fork',
  'forkScene',
  'A new scene with the same past, up to the end of a round',
  { params: sceneParams, headers: idempotencyHeader, json: forkScene, 201: answers(scene, 'The new scene') },
);

/** The scene as whoever asks may read it. */
export function lookAtScene(c: AppContext, id: string): Promise<Result<Scene | SceneSeen>> {
  const viewer = viewerOf(c.get('principal'));
  return callRoom<SceneApi, Scene | SceneSeen>(
    sceneClient(c, id),
    (room) => (viewer.owner ? room.read() : room.look(viewer)),
    'safe',
  );
}

/** `/v1/scenes` and `/v1/scenes/{id}`. */
export function mountScenes(app: App): void {
  app.openapi(creation, async (c) => {
    const resolved = await resolveScene(c.req.valid('json'), (ids) =>
      readItems(c.env.DB, c.get('principal').tenant, ids),
    );
    if (!resolved.ok) return refuse(c, resolved.failure);
    const made = await makeRoom(c, 'scn', sceneClient, (room, address, receipt) =>
      room.create(address, resolved.value, receipt),
    );
    if (!made.ok) return refuse(c, made.failure);
    return c.json(made.value.made, 201, { Location: `/v1/scenes/${made.value.id}` });
  });
  app.openapi(listRoute, async (c) => {
    const page = await listScenes(c.env.DB, c.get('principal').tenant, c.req.valid('query'));
    return reply(c, page, 200);
  });
  app.openapi(readRoute, async (c) => {
    return reply(c, await lookAtScene(c, c.req.valid('param').id), 200);
  });
  app.openapi(changeRoute, async (c) => {
    const body = c.req.valid('json');
    const { id } = c.req.valid('param');
    let players: readonly { name: string }[] = [];
    if (body.characters?.add?.some((one) => 'from' in one)) {
      // Cards name the player that they talk to.
      const found = await callRoom(sceneClient(c, id), (room) => room.read(), 'safe');
      if (!found.ok) return refuse(c, found.failure);
      players = found.value.personas;
    }
    const { tenant } = c.get('principal');
    const resolved = await resolveChange(body, (ids) => readItems(c.env.DB, tenant, ids), players);
    if (!resolved.ok) return refuse(c, resolved.failure);
    // Whoever is added gets an id of its own: again, it would be refused as there already.
    const answer = await callRoom(
      sceneClient(c, id),
      (room) => room.change(resolved.value),
      body.characters?.add || body.personas?.add ? 'once' : 'safe',
    );
    return reply(c, answer, 200);
  });
  app.openapi(deleteRoute, async (c) => {
    const { id } = c.req.valid('param');
    const deleted = await deleteRoom(c, sceneClient(c, id), id);
    return deleted.ok ? c.body(null, 204) : refuse(c, deleted.failure);
  });
}

/** `/v1/scenes/{id}/fork`. */
export function mountSceneFork(app: App): void {
  app.openapi(forkRoute, async (c) => {
    const source = c.req.valid('param').id;
    const body = c.req.valid('json');
    const made = await makeRoom(c, 'scn', sceneClient, (room, address, receipt) =>
      room.fork(address, source, body, receipt),
    );
    if (!made.ok) return refuse(c, made.failure);
    return c.json(made.value.made, 201, { Location: `/v1/scenes/${made.value.id}` });
  });
}
