import { isAdventure } from '../../api/ids';
import { roomQuery } from '../../api/pages';
import { changeRun, createRun, forkRun, run, runPage } from '../../api/runs';
import { isStory } from '../../games/grid/catalog';
import { listRuns } from '../../storage/index-queries';
import { type App, answers, idempotencyHeader, routesOf, runParams } from '../middleware/http';
import { callRoom, runClient } from '../middleware/room-client';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';

/** `/v1/runs` and `/v1/runs/{id}`. */
export function mountRuns(app: App): void {
  const route = routesOf(app, 'runs');
  route(
    'POST /v1/runs',
    'createRun',
    'Create a run of a game',
    { headers: idempotencyHeader, json: createRun, 201: answers(run, 'The new run') },
    (c, { json }) =>
      makeRoom(c, isStory(json.game) ? 'adv' : 'run', runClient, (room, address, receipt) =>
        room.create(address, json, receipt),
      ),
  );
  route(
    'GET /v1/runs',
    'listRuns',
    'Runs, newest first',
    { query: roomQuery, 200: answers(runPage, 'A page of runs') },
    (c, { query }) => listRuns(c.env.DB, c.get('principal').tenant, query),
  );
  route(
    'GET /v1/runs/{id}',
    'readRun',
    'A run as it is now',
    { params: runParams, 200: answers(run, 'The run') },
    (c, { params: { id } }) => callRoom(runClient(c, id), (room) => room.read(), 'safe'),
  );
  route(
    'PATCH /v1/runs/{id}',
    'changeRun',
    'Rename a run or change its budgets',
    { params: runParams, json: changeRun, 200: answers(run, 'The changed run') },
    (c, { params: { id }, json }) => callRoom(runClient(c, id), (room) => room.change(json), 'safe'),
  );
  route(
    'DELETE /v1/runs/{id}',
    'deleteRun',
    'Delete a run and everything kept about it',
    { params: runParams, 204: { description: 'It is gone, or going' } },
    (c, { params: { id } }) => deleteRoom(c, runClient(c, id), id),
  );
}

/** `/v1/runs/{id}/fork`. */
export function mountRunFork(app: App): void {
  routesOf(app, 'runs')(
    'POST /v1/runs/{id}/fork',
    'forkRun',
    'A new run with the same past, up to the end of a turn; it is paused',
    { params: runParams, headers: idempotencyHeader, json: forkRun, 201: answers(run, 'The new run') },
    (c, { params: { id }, json }) =>
      makeRoom(c, isAdventure(id) ? 'adv' : 'run', runClient, (room, address, receipt) =>
        room.fork(address, id, json, receipt),
      ),
  );
}
