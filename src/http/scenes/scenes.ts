import { z } from 'zod';
import { changeScene } from '../../contract/change-scene';
import { createScene } from '../../contract/create-scene';
import { roomQuery } from '../../contract/pages';
import type { Result } from '../../contract/problems';
import { forkScene, type Scene, type SceneSeen, scene, scenePage, sceneSeen } from '../../contract/scenes';
import { resolveChange, resolveScene } from '../../library/resolve';
import { readItems } from '../../library/store';
import type { SceneApi } from '../../room/rpc';
import { listScenes } from '../../storage/index-queries';
import { viewerFor } from '../auth/authenticate';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  routeApp,
  sceneParams,
} from '../middleware/http';
import { callRoom, sceneClient } from '../middleware/room-client';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';

/** The scene with the caller's view. */
export function readSceneView(c: AppContext, id: string): Promise<Result<Scene | SceneSeen>> {
  const viewer = viewerFor(c.get('principal'));
  return callRoom<SceneApi, Scene | SceneSeen>(
    sceneClient(c, id),
    (room) => (viewer.owner ? room.read() : room.look(viewer)),
    'safe',
  );
}

/** `/v1/scenes` and `/v1/scenes/{id}`. */
export function mountScenes(app: App): void {
  const route = routeApp(app, 'scenes', { who: 'key', scopes: ['read', 'room'] });
  const readLibrary = (c: AppContext) => async (ids: readonly string[]) => {
    const { tenant, scope } = c.get('principal');
    // Room keys must not copy library items into their room.
    return scope.scope === 'room' ? new Map<string, never>() : readItems(c.get('db'), tenant, ids);
  };
  route(
    'POST /v1/scenes',
    'createScene',
    'Create a scene',
    {
      description:
        'Define the scene inline, start from a template, or use library items, which are copied: later changes in the library do not affect the scene. Repeating the request with the same `Idempotency-Key` returns the same scene. Its path is in the `Location` header.',
      headers: idempotencyHeader,
      json: createScene,
      201: answers(scene, 'The new scene'),
    },
    async (c, { json }) => {
      const body = await resolveScene(json, readLibrary(c));
      if (!body.ok) return body;
      return makeRoom(c, 'scn', sceneClient, (room, address, receipt) =>
        room.create(address, body.value, receipt),
      );
    },
  );
  route(
    'GET /v1/scenes',
    'listScenes',
    'List scenes',
    {
      description:
        'Newest first, or last active first with `order=activity`. `q` searches titles. The list may be a few moments old. Pass `next` unchanged as `cursor` for the next page.',
      query: roomQuery,
      200: answers(scenePage, 'A page of scenes'),
    },
    (c, { query }) => listScenes(c.get('db'), c.get('principal').tenant, query),
  );
  route(
    'GET /v1/scenes/{id}',
    'readScene',
    'Get a scene',
    {
      who: 'seat',
      scopes: ['read', 'room'],
      description:
        'Returns the current state from the room itself. A key reads everything; a seat reads what its person can see, with `you` and `people`.',
      params: sceneParams,
      200: answers(z.union([scene, sceneSeen]), 'The scene; for a seat, what its person can see'),
    },
    (c, { params: { id } }) => readSceneView(c, id),
  );
  route(
    'PATCH /v1/scenes/{id}',
    'changeScene',
    'Update a scene',
    {
      description:
        'Changes title, status, scenario, notes, facts, lorebooks, settings, profiles, personas or cast. Omitted fields are unchanged. A running round continues with the configuration it started with.',
      params: sceneParams,
      json: changeScene,
      200: answers(scene, 'The changed scene'),
    },
    async (c, { params: { id }, json }) => {
      const client = sceneClient(c, id);
      const change = await resolveChange(json, readLibrary(c));
      if (!change.ok) return change;
      // Not safe to repeat: new characters and personas get ids, and a repeat would conflict with them.
      const repeat = json.characters?.add || json.personas?.add ? 'once' : 'safe';
      return callRoom(client, (room) => room.change(change.value), repeat);
    },
  );
  route(
    'DELETE /v1/scenes/{id}',
    'deleteScene',
    'Delete a scene',
    {
      description:
        'Also deletes its events, calls, bundles, seats and memories, and closes its sockets with code 1001. This cannot be undone. Safe to repeat.',
      params: sceneParams,
      204: { description: 'Deleted, or being deleted' },
    },
    (c, { params: { id } }) => deleteRoom(c, sceneClient(c, id), id),
  );
}

/** `/v1/scenes/{id}/fork`. */
export function mountSceneFork(app: App): void {
  routeApp(app, 'scenes', { who: 'key' })(
    'POST /v1/scenes/{id}/fork',
    'forkScene',
    'Fork a scene',
    {
      description:
        'Creates a scene with the same configuration, events and state up to the end of a round. Seats, pending inputs and model calls are not copied. `forkedFrom` names the source.',
      params: sceneParams,
      headers: idempotencyHeader,
      json: forkScene,
      201: answers(scene, 'The new scene'),
    },
    (c, { params: { id }, json }) =>
      makeRoom(c, 'scn', sceneClient, (room, address, receipt) => room.fork(address, id, json, receipt)),
  );
}
