import { createRoute } from '@hono/zod-openapi';
import { pageQuery } from '../../api/pages';
import { round, roundPage, type TurnInput, turnInput } from '../../api/rounds';
import { scene } from '../../api/scenes';
import { readNumberCursor } from '../../storage/cursors';
import { viewerOf } from '../auth/authenticate';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  jsonBody,
  positiveParam,
  problemAnswer,
  refuse,
  reply,
  sceneParams,
} from '../middleware/http';
import { ask, reachScene, submit } from '../middleware/remote';
import { answerRound, roundAnswers, roundQuery } from './wait-round';

const tags = ['scenes'];
const roundParams = sceneParams.extend({ n: positiveParam });

const turnRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/turns',
  operationId: 'takeTurn',
  summary: 'Say something, or let the scene go on',
  tags,
  request: {
    params: sceneParams,
    query: roundQuery,
    headers: idempotencyHeader,
    body: jsonBody(turnInput),
  },
  responses: roundAnswers,
});
const startRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/rounds',
  operationId: 'startRound',
  summary: 'Begin a round now, with all that waits for one; else the scene goes on',
  tags,
  request: { params: sceneParams, query: roundQuery, headers: idempotencyHeader },
  responses: roundAnswers,
});
const roundsRoute = createRoute({
  method: 'get',
  path: '/v1/scenes/{id}/rounds',
  operationId: 'listRounds',
  summary: 'Timelines of the rounds, newest first',
  tags,
  request: { params: sceneParams, query: pageQuery },
  responses: { 200: answers(roundPage, 'A page of rounds'), default: problemAnswer },
});
const roundRoute = createRoute({
  method: 'get',
  path: '/v1/scenes/{id}/rounds/{n}',
  operationId: 'readRound',
  summary: 'Timeline of one round',
  tags,
  request: { params: roundParams },
  responses: { 200: answers(round, 'The round'), default: problemAnswer },
});
const retryRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/rounds/{n}/retry',
  operationId: 'retryRound',
  summary: 'Try a failed round again; what it had finished is kept',
  tags,
  request: { params: roundParams, query: roundQuery, headers: idempotencyHeader },
  responses: roundAnswers,
});
const cancelRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/cancel',
  operationId: 'cancelRound',
  summary: 'Stop the round being played after its current step',
  tags,
  request: { params: sceneParams, headers: idempotencyHeader },
  responses: { 200: answers(scene, 'The scene'), default: problemAnswer },
});

/** Hands an input to the scene, and waits for its round if that was asked for. */
async function takeTurn(c: AppContext, scene: string, input: TurnInput, wait: '0' | '1') {
  const door = reachScene(c, scene);
  const viewer = viewerOf(c.get('principal'));
  const accepted = await submit(c, door, (room, receipt) => room.turn(input, receipt, viewer));
  if (!accepted.ok) return refuse(c, accepted.failure);
  return answerRound(c, accepted.value, { scene, door, after: accepted.value.inputSeq, wait });
}

/** What moves a scene: turns, rounds, retry, cancel. */
export function mountSceneTurns(app: App): void {
  app.openapi(turnRoute, (c) =>
    takeTurn(c, c.req.valid('param').id, c.req.valid('json'), c.req.valid('query').wait),
  );
  app.openapi(startRoute, (c) => {
    const { id } = c.req.valid('param');
    return takeTurn(c, id, { type: 'continuation', to: [] }, c.req.valid('query').wait);
  });
  app.openapi(roundsRoute, async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const before = readNumberCursor(cursor);
    if (!before.ok) return refuse(c, before.failure);
    const door = reachScene(c, c.req.valid('param').id);
    const viewer = viewerOf(c.get('principal'));
    const answer = await ask(door, (room) => room.rounds({ before: before.value, limit }, viewer), 'safe');
    return reply(c, answer, 200);
  });
  app.openapi(roundRoute, async (c) => {
    const { id, n } = c.req.valid('param');
    const viewer = viewerOf(c.get('principal'));
    return reply(c, await ask(reachScene(c, id), (room) => room.round(n, viewer), 'safe'), 200);
  });
  app.openapi(retryRoute, async (c) => {
    const { id: scene, n } = c.req.valid('param');
    const { wait } = c.req.valid('query');
    const door = reachScene(c, scene);
    const retried = await submit(c, door, (room, receipt) => room.retry(n, receipt));
    if (!retried.ok) return refuse(c, retried.failure);
    const { after, ...accepted } = retried.value;
    return answerRound(c, accepted, { scene, door, after, wait });
  });
  app.openapi(cancelRoute, async (c) => {
    const door = reachScene(c, c.req.valid('param').id);
    return reply(c, await submit(c, door, (room, receipt) => room.cancel(receipt)), 200);
  });
}
