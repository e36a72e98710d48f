import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { pageQuery } from '../../api/pages';
import { auditPage, telemetry } from '../../api/rounds';
import { callOn, editedLine, editLine, forkScene, scene } from '../../api/scenes';
import { readNumberCursor } from '../../storage/cursors';
import {
  type App,
  answers,
  idempotencyHeader,
  jsonBody,
  makeReceipt,
  positiveParam,
  problemAnswer,
  refuse,
  reply,
  sceneParams,
} from '../middleware/http';
import { ask, reachScene, submit } from '../middleware/remote';
import { makeRoom } from '../rooms/lifecycle';
import { answerRound, roundAnswers, roundQuery } from './wait-round';

const tags = ['scenes'];
const lineParams = sceneParams.extend({ seq: positiveParam });

const nextRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/next-speaker',
  operationId: 'callNext',
  summary: 'Say who acts in the next round, alone, or who does not',
  tags,
  request: { params: sceneParams, headers: idempotencyHeader, body: jsonBody(callOn) },
  responses: { 200: answers(scene, 'The scene'), default: problemAnswer },
});
const editRoute = createRoute({
  method: 'patch',
  path: '/v1/scenes/{id}/lines/{seq}',
  operationId: 'editLine',
  summary: 'Give a line another text',
  tags,
  request: { params: lineParams, body: jsonBody(editLine) },
  responses: { 200: answers(editedLine, 'The line as it says now'), default: problemAnswer },
});
const regenerateRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/lines/{seq}/regenerate',
  operationId: 'regenerateLine',
  summary: "Have a character's line spoken anew",
  tags,
  request: { params: lineParams, query: roundQuery, headers: idempotencyHeader },
  responses: roundAnswers,
});
const rollbackRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/rounds/{n}/rollback',
  operationId: 'rollBack',
  summary: 'Take the scene back to the end of a round; 0: to its beginning',
  description:
    'Lines, cast, moods, world, trackers, summaries and memories are as they were then. The ledger keeps everything.',
  tags,
  request: {
    params: sceneParams.extend({ n: z.coerce.number().int().nonnegative() }),
    headers: idempotencyHeader,
  },
  responses: { 200: answers(scene, 'The scene'), default: problemAnswer },
});
const forkRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/fork',
  operationId: 'forkScene',
  summary: 'A new scene with the same past, up to the end of a round',
  tags,
  request: { params: sceneParams, headers: idempotencyHeader, body: jsonBody(forkScene) },
  responses: { 201: answers(scene, 'The new scene'), default: problemAnswer },
});
const auditRoute = createRoute({
  method: 'get',
  path: '/v1/scenes/{id}/audit',
  operationId: 'listAudit',
  summary: 'The audit records of the rounds, newest first',
  tags,
  request: { params: sceneParams, query: pageQuery },
  responses: { 200: answers(auditPage, 'A page of records'), default: problemAnswer },
});
const telemetryRoute = createRoute({
  method: 'get',
  path: '/v1/scenes/{id}/telemetry',
  operationId: 'readTelemetry',
  summary: 'What the last 500 prompts came to, section by section',
  tags,
  request: { params: sceneParams },
  responses: { 200: answers(telemetry, 'The prompts and totals'), default: problemAnswer },
});

/** Directing by hand: next speaker, edit, regenerate, roll back, fork; and the records of the rounds. */
export function mountSceneHand(app: App): void {
  app.openapi(nextRoute, async (c) => {
    const body = c.req.valid('json');
    const receipt = await makeReceipt(c);
    const door = reachScene(c, c.req.valid('param').id);
    return reply(c, await ask(door, (room) => room.callNext(body, receipt), 'safe'), 200);
  });
  app.openapi(editRoute, async (c) => {
    const { id, seq } = c.req.valid('param');
    const body = c.req.valid('json');
    return reply(c, await ask(reachScene(c, id), (room) => room.editLine(seq, body), 'safe'), 200);
  });
  app.openapi(regenerateRoute, async (c) => {
    const { id: scene, seq } = c.req.valid('param');
    const { wait } = c.req.valid('query');
    const door = reachScene(c, scene);
    const accepted = await submit(c, door, (room, receipt) => room.regenerateLine(seq, receipt));
    if (!accepted.ok) return refuse(c, accepted.failure);
    return answerRound(c, accepted.value, { scene, door, after: accepted.value.inputSeq, wait });
  });
  app.openapi(rollbackRoute, async (c) => {
    const { id, n } = c.req.valid('param');
    const door = reachScene(c, id);
    return reply(c, await submit(c, door, (room, receipt) => room.rollBack(n, receipt)), 200);
  });
  app.openapi(forkRoute, async (c) => {
    const source = c.req.valid('param').id;
    const body = c.req.valid('json');
    const made = await makeRoom(c, 'scn', reachScene, (room, address, receipt) =>
      room.fork(address, source, body, receipt),
    );
    if (!made.ok) return refuse(c, made.failure);
    return c.json(made.value.made, 201, { Location: `/v1/scenes/${made.value.id}` });
  });
  app.openapi(auditRoute, async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const before = readNumberCursor(cursor);
    if (!before.ok) return refuse(c, before.failure);
    const door = reachScene(c, c.req.valid('param').id);
    return reply(c, await ask(door, (room) => room.audit({ before: before.value, limit }), 'safe'), 200);
  });
  app.openapi(telemetryRoute, async (c) => {
    const answer = await ask(reachScene(c, c.req.valid('param').id), (room) => room.telemetry(), 'safe');
    return reply(c, answer, 200);
  });
}
