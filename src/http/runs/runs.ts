import { isAdventure } from '../../api/ids';
import { roomQuery } from '../../api/pages';
import { changeRun, createRun, forkRun, run, runPage } from '../../api/runs';
import { isStory } from '../../games/grid/catalog';
import { listRuns } from '../../storage/index-queries';
import {
  type App,
  answers,
  declareRoute,
  idempotencyHeader,
  refuse,
  reply,
  runParams,
} from '../middleware/http';
import { callRoom, runClient } from '../middleware/room-client';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';

const tags = ['runs'];

const creation = declareRoute(tags, 'POST /v1/runs', 'createRun', 'Create a run of a game', {
  headers: idempotencyHeader,
  json: createRun,
  201: answers(run, 'The new run'),
});
const listRoute = declareRoute(tags, 'GET /v1/runs', 'listRuns', 'Runs, newest first', {
  query: roomQuery,
  200: answers(runPage, 'A page of runs'),
});
const readRoute = declareRoute(tags, 'GET /v1/runs/{id}', 'readRun', 'A run as it is now', {
  params: runParams,
  200: answers(run, 'The run'),
});
const changeRoute = declareRoute(
  tags,
  'PATCH /v1/runs/{id}',
  'changeRun',
  'Rename a run or change its budgets',
  { params: runParams, json: changeRun, 200: answers(run, 'The changed run') },
);
const deleteRoute = declareRoute(
  tags,
  'DELETE /v1/runs/{id}',
  'deleteRun',
  'Delete a run and everything kept about it',
  { params: runParams, 204: { description: 'It is gone, or going' } },
);

const forkRoute = declareRoute(
  tags,
  'POST /v1/runs/{id}/fork',
  'forkRun',
  'A new run with the same past, up to the end of a turn; it is paused',
  { params: runParams, headers: idempotencyHeader, json: forkRun, 201: answers(run, 'The new run') },
);

/** `/v1/runs` and `/v1/runs/{id}`. */
export function mountRuns(app: App): void {
  app.openapi(creation, async (c) => {
    const body = c.req.valid('json');
    const made = await makeRoom(c, isStory(body.game) ? 'adv' : 'run', runClient, (room, address, receipt) =>
      room.create(address, body, receipt),
    );
    if (!made.ok) return refuse(c, made.failure);
    return c.json(made.value.made, 201, { Location: `/v1/runs/${made.value.id}` });
  });
  app.openapi(listRoute, async (c) => {
    const page = await listRuns(c.env.DB, c.get('principal').tenant, c.req.valid('query'));
    return reply(c, page, 200);
  });
  app.openapi(readRoute, async (c) => {
    return reply(
      c,
      await callRoom(runClient(c, c.req.valid('param').id), (room) => room.read(), 'safe'),
      200,
    );
  });
  app.openapi(changeRoute, async (c) => {
    const body = c.req.valid('json');
    const answer = await callRoom(runClient(c, c.req.valid('param').id), (room) => room.change(body), 'safe');
    return reply(c, answer, 200);
  });
  app.openapi(deleteRoute, async (c) => {
    const { id } = c.req.valid('param');
    const deleted = await deleteRoom(c, runClient(c, id), id);
    return deleted.ok ? c.body(null, 204) : refuse(c, deleted.failure);
  });
}

/** `/v1/runs/{id}/fork`. */
export function mountRunFork(app: App): void {
  app.openapi(forkRoute, async (c) => {
    const source = c.req.valid('param').id;
    const body = c.req.valid('json');
    const made = await makeRoom(c, isAdventure(source) ? 'adv' : 'run', runClient, (room, address, receipt) =>
      room.fork(address, source, body, receipt),
    );
    if (!made.ok) return refuse(c, made.failure);
    return c.json(made.value.made, 201, { Location: `/v1/runs/${made.value.id}` });
  });
}
