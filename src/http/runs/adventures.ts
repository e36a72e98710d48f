import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  addObjective,
  changeObjective,
  commandGiven,
  giveCommand,
  mapView,
  objectiveList,
  orderObjectives,
  transcriptPage,
} from '../../api/adventures';
import { pageQuery } from '../../api/pages';
import { advanceCommand, isTyped } from '../../room/progress';
import { readNumberCursor } from '../../storage/cursors';
import { viewerOf } from '../auth/authenticate';
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
import { ask, reachAdventure, submit } from '../middleware/remote';
import { socketOpener } from '../rooms/follow';
import { waitFor, waitQuery, waitSignal } from '../rooms/wait';

const tags = ['adventures'];
const objectiveParams = runParams.extend({
  objective: z.string().regex(/^[ADP]\d{1,6}$/, 'use the id of an objective, e.g. A2'),
});

const transcriptRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/transcript',
  operationId: 'readTranscript',
  summary: 'The game as it was played; the whole of it as text with Accept: text/plain',
  tags,
  request: { params: runParams, query: pageQuery },
  responses: {
    200: {
      description: 'Commands and what the story answered, oldest first',
      content: { 'application/json': { schema: transcriptPage }, 'text/plain': { schema: z.string() } },
    },
    default: problemAnswer,
  },
});
const mapRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/map',
  operationId: 'readMap',
  summary: 'Places and ways that the run knows; as Mermaid with Accept: text/vnd.mermaid',
  tags,
  request: { params: runParams },
  responses: {
    200: {
      description: 'The map',
      content: { 'application/json': { schema: mapView }, 'text/vnd.mermaid': { schema: z.string() } },
    },
    default: problemAnswer,
  },
});
const listRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/objectives',
  operationId: 'listObjectives',
  summary: 'Objectives with their whole history',
  tags,
  request: { params: runParams },
  responses: {
    200: answers(objectiveList, 'Active ones first, as the prompt has them'),
    default: problemAnswer,
  },
});
const addRoute = createRoute({
  method: 'post',
  path: '/v1/runs/{id}/objectives',
  operationId: 'addObjective',
  summary: 'Give the adventurer an objective',
  tags,
  request: { params: runParams, headers: idempotencyHeader, body: jsonBody(addObjective) },
  responses: { 201: answers(objectiveList, 'All objectives'), default: problemAnswer },
});
const orderRoute = createRoute({
  method: 'put',
  path: '/v1/runs/{id}/objectives/order',
  operationId: 'orderObjectives',
  summary: 'Put active objectives in another order',
  tags,
  request: { params: runParams, body: jsonBody(orderObjectives) },
  responses: { 200: answers(objectiveList, 'All objectives'), default: problemAnswer },
});
const changeRoute = createRoute({
  method: 'patch',
  path: '/v1/runs/{id}/objectives/{objective}',
  operationId: 'changeObjective',
  summary: 'Reword an objective, move it, or say that it is done',
  tags,
  request: { params: objectiveParams, body: jsonBody(changeObjective) },
  responses: { 200: answers(objectiveList, 'All objectives'), default: problemAnswer },
});
const dropRoute = createRoute({
  method: 'delete',
  path: '/v1/runs/{id}/objectives/{objective}',
  operationId: 'dropObjective',
  summary: 'Give an objective up; its history stays',
  tags,
  request: { params: objectiveParams },
  responses: { 200: answers(objectiveList, 'All objectives'), default: problemAnswer },
});
const commandRoute = createRoute({
  method: 'post',
  path: '/v1/runs/{id}/commands',
  operationId: 'giveCommand',
  summary: 'Type the next command yourself, or suggest one',
  tags,
  request: {
    params: runParams,
    query: waitQuery('1', '0: answer at once; `command.executed` tells what it led to'),
    headers: idempotencyHeader,
    body: jsonBody(giveCommand),
  },
  responses: {
    200: answers(commandGiven, 'It was typed; `text` is what the story answered'),
    202: answers(commandGiven, 'It is stored'),
    default: problemAnswer,
  },
});

/** What only runs of text adventures have. */
export function mountAdventures(app: App): void {
  app.openapi(transcriptRoute, async (c) => {
    const door = reachAdventure(c, c.req.valid('param').id);
    if (c.req.header('Accept')?.includes('text/plain')) {
      const text = await ask(door, (room) => room.transcriptText(), 'safe');
      if (!text.ok) return refuse(c, text.failure);
      return c.text(text.value, 200);
    }
    const { cursor, limit } = c.req.valid('query');
    const after = readNumberCursor(cursor);
    if (!after.ok) return refuse(c, after.failure);
    const answer = await ask(door, (room) => room.transcript({ after: after.value ?? 0, limit }), 'safe');
    return reply(c, answer, 200);
  });
  app.openapi(mapRoute, async (c) => {
    const map = await ask(reachAdventure(c, c.req.valid('param').id), (room) => room.map(), 'safe');
    if (!map.ok) return refuse(c, map.failure);
    if (!c.req.header('Accept')?.includes('text/vnd.mermaid')) return c.json(map.value, 200);
    return new Response(map.value.mermaid, {
      headers: { 'Content-Type': 'text/vnd.mermaid; charset=utf-8' },
    });
  });
  app.openapi(listRoute, async (c) => {
    const door = reachAdventure(c, c.req.valid('param').id);
    return reply(c, await ask(door, (room) => room.objectives(), 'safe'), 200);
  });
  app.openapi(addRoute, async (c) => {
    const body = c.req.valid('json');
    const door = reachAdventure(c, c.req.valid('param').id);
    return reply(c, await submit(c, door, (room, receipt) => room.addObjective(body, receipt)), 201);
  });
  app.openapi(orderRoute, async (c) => {
    const body = c.req.valid('json');
    const door = reachAdventure(c, c.req.valid('param').id);
    return reply(c, await ask(door, (room) => room.orderObjectives(body), 'safe'), 200);
  });
  app.openapi(changeRoute, async (c) => {
    const { id, objective } = c.req.valid('param');
    const body = c.req.valid('json');
    const door = reachAdventure(c, id);
    return reply(c, await ask(door, (room) => room.changeObjective(objective, body), 'once'), 200);
  });
  app.openapi(dropRoute, async (c) => {
    const { id, objective } = c.req.valid('param');
    return reply(c, await ask(reachAdventure(c, id), (room) => room.dropObjective(objective), 'once'), 200);
  });
  app.openapi(commandRoute, async (c) => {
    const { id } = c.req.valid('param');
    const body = c.req.valid('json');
    const door = reachAdventure(c, id);
    if (!door.ok) return refuse(c, door.failure);
    const given = await submit(c, door.value, (room, receipt) => room.give(body, receipt));
    if (!given.ok) return refuse(c, given.failure);
    if (c.req.valid('query').wait === '0' || body.mode === 'suggest') return c.json(given.value, 202);
    const waited = await waitFor(given.value, {
      after: given.value.seq,
      open: socketOpener(door.value, viewerOf(c.get('principal')), id),
      signal: waitSignal(c.req.raw),
      advance: advanceCommand,
      waits: (state, event) => !isTyped(state, event),
    });
    if (!waited.ok) return refuse(c, waited.failure);
    // It still waits where the run was paused, or failed, before its turn came.
    const { state, isOver } = waited.value;
    const waits = !isOver || (state.turn === null && state.status !== 'finished');
    return c.json(state, waits ? 202 : 200);
  });
}
