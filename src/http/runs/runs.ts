import { createRoute } from '@hono/zod-openapi';
import { roomQuery } from '../../api/pages';
import { changeRun, createRun, run, runControlled, runPage } from '../../api/runs';
import { isStory } from '../../games/grid/catalog';
import { listRuns } from '../../storage/index-queries';
import {
  type App,
  answers,
  idempotencyHeader,
  jsonBody,
  problemAnswer,
  refuse,
  reply,
  runParams,
} from '../middleware/http';
import { ask, reachRun, submit } from '../middleware/remote';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';

const tags = ['runs'];

const creation = createRoute({
  method: 'post',
  path: '/v1/runs',
  operationId: 'createRun',
  summary: 'Create a run of a game',
  tags,
  request: { headers: idempotencyHeader, body: jsonBody(createRun) },
  responses: { 201: answers(run, 'The new run'), default: problemAnswer },
});
const listRoute = createRoute({
  method: 'get',
  path: '/v1/runs',
  operationId: 'listRuns',
  summary: 'Runs, newest first',
  tags,
  request: { query: roomQuery },
  responses: { 200: answers(runPage, 'A page of runs'), default: problemAnswer },
});
const readRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}',
  operationId: 'readRun',
  summary: 'A run as it is now',
  tags,
  request: { params: runParams },
  responses: { 200: answers(run, 'The run'), default: problemAnswer },
});
const changeRoute = createRoute({
  method: 'patch',
  path: '/v1/runs/{id}',
  operationId: 'changeRun',
  summary: 'Rename a run or change its budgets',
  tags,
  request: { params: runParams, body: jsonBody(changeRun) },
  responses: { 200: answers(run, 'The changed run'), default: problemAnswer },
});
const deleteRoute = createRoute({
  method: 'delete',
  path: '/v1/runs/{id}',
  operationId: 'deleteRun',
  summary: 'Delete a run and everything kept about it',
  tags,
  request: { params: runParams },
  responses: { 204: { description: 'It is gone, or going' }, default: problemAnswer },
});

const VERBS = {
  start: 'Start the run',
  pause: 'Pause after the current turn',
  resume: 'Go on; a failed turn is tried again',
  stop: 'End the run after the current step; the report is made',
  step: 'Play one turn, then pause',
} as const;

/** `/v1/runs`, `/v1/runs/{id}` and what drives a run. */
export function mountRuns(app: App): void {
  app.openapi(creation, async (c) => {
    const body = c.req.valid('json');
    const made = await makeRoom(c, isStory(body.game) ? 'adv' : 'run', reachRun, (room, address, receipt) =>
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
    return reply(c, await ask(reachRun(c, c.req.valid('param').id), (room) => room.read(), 'safe'), 200);
  });
  app.openapi(changeRoute, async (c) => {
    const body = c.req.valid('json');
    const answer = await ask(reachRun(c, c.req.valid('param').id), (room) => room.change(body), 'safe');
    return reply(c, answer, 200);
  });
  app.openapi(deleteRoute, async (c) => {
    const { id } = c.req.valid('param');
    const deleted = await deleteRoom(c, reachRun(c, id), id);
    return deleted.ok ? c.body(null, 204) : refuse(c, deleted.failure);
  });
  for (const verb of ['start', 'pause', 'resume', 'stop', 'step'] as const) mountVerb(app, verb);
}

function mountVerb(app: App, verb: keyof typeof VERBS): void {
  const route = createRoute({
    method: 'post',
    path: `/v1/runs/{id}/${verb}`,
    operationId: `${verb}Run`,
    summary: VERBS[verb],
    tags,
    request: { params: runParams, headers: idempotencyHeader },
    responses: { 202: answers(runControlled, 'Accepted; the events tell the rest'), default: problemAnswer },
  });
  app.openapi(route, async (c) => {
    const door = reachRun(c, c.req.valid('param').id);
    return reply(c, await submit(c, door, (room, receipt) => room.control(verb, receipt)), 202);
  });
}
