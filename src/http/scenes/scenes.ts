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
import { viewerOf } from '../auth/authenticate';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  routesOf,
  sceneParams,
} from '../middleware/http';
import { callRoom, sceneClient } from '../middleware/room-client';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';

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
  const route = routesOf(app, 'scenes', { who: 'key', scopes: ['read', 'room'] });
  const readLibrary = (c: AppContext) => async (ids: readonly string[]) => {
    const { tenant, scope } = c.get('principal');
    // The key of one room takes nothing out of the library into it.
    return scope.scope === 'room' ? new Map<string, never>() : readItems(c.get('db'), tenant, ids);
  };
  route(
    'POST /v1/scenes',
    'createScene',
    'Create a scene: inline, from a template, or from parts of the library',
    {
      description:
        'Parts of the library are copied, so later changes of the library change no scene. With an `Idempotency-Key`, the id follows from the key: a repeat reaches the same scene. The header `Location` names it.',
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
    'Scenes, newest or last played first',
    {
      description:
        'From an index that follows the rooms by a moment. `q` finds a part of the title; `order=activity` puts those first in which something happened last; `next` goes back as `cursor`, unchanged.',
      query: roomQuery,
      200: answers(scenePage, 'A page of scenes'),
    },
    (c, { query }) => listScenes(c.get('db'), c.get('principal').tenant, query),
  );
  route(
    'GET /v1/scenes/{id}',
    'readScene',
    'A scene as it is now',
    {
      who: 'seat',
      scopes: ['read', 'room'],
      description:
        'The room itself is asked, so the answer is of this moment. A key reads everything; a seat reads what its person may know, with `you` and `people`.',
      params: sceneParams,
      200: answers(z.union([scene, sceneSeen]), 'The scene; on a seat, what its person may know of it'),
    },
    (c, { params: { id } }) => lookAtScene(c, id),
  );
  route(
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
    async (c, { params: { id }, json }) => {
      const client = sceneClient(c, id);
      const change = await resolveChange(json, readLibrary(c));
      if (!change.ok) return change;
      // Whoever is added gets an id of its own: again, it would be refused as there already.
      const repeat = json.characters?.add || json.personas?.add ? 'once' : 'safe';
      return callRoom(client, (room) => room.change(change.value), repeat);
    },
  );
  route(
    'DELETE /v1/scenes/{id}',
    'deleteScene',
    'Delete a scene and everything kept about it',
    {
      description:
        'Its events, calls, bundles, seats and memories go with it, and its sockets close with code 1001. Nothing brings it back. Repeating the call is safe.',
      params: sceneParams,
      204: { description: 'It is gone, or going' },
    },
    (c, { params: { id } }) => deleteRoom(c, sceneClient(c, id), id),
  );
}

/** `/v1/scenes/{id}/fork`. */
export function mountSceneFork(app: App): void {
  routesOf(app, 'scenes', { who: 'key' })(
    'POST /v1/scenes/{id}/fork',
    'forkScene',
    'A new scene with the same past, up to the end of a round',
    {
      description:
        'The new scene has the same configuration, events and state up to there, and goes its own way. Seats, waiting inputs and records of calls stay behind. `forkedFrom` names the source.',
      params: sceneParams,
      headers: idempotencyHeader,
      json: forkScene,
      201: answers(scene, 'The new scene'),
    },
    (c, { params: { id }, json }) =>
      makeRoom(c, 'scn', sceneClient, (room, address, receipt) => room.fork(address, id, json, receipt)),
  );
}
