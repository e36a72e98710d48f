import { createRoute } from '@hono/zod-openapi';
import { viewerOf } from '../auth/authenticate';
import { pageQuery } from '../contract/pages';
import { round, roundPage, type TurnInput, turnAccepted, turnInput } from '../contract/rounds';
import { scene } from '../contract/scenes';
import { readNumberCursor } from '../logs/cursors';
import { socketOpener } from './follow';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  jsonBody,
  makeReceipt,
  positiveParam,
  problemAnswer,
  refuse,
  reply,
  sceneParams,
} from './http';
import { ask, reachScene, submit } from './remote';
import { waitForRound, waitQuery, waitSignal } from './wait';

const tags = ['scenes'];
const roundParams = sceneParams.extend({ n: positiveParam });

const query = waitQuery('0', '1: answer when the round has ended, or after two minutes');
const turnAnswers = {
  200: answers(turnAccepted, 'With wait=1: the round has ended'),
  202: answers(turnAccepted, 'The input is stored, and its round is queued or running'),
  default: problemAnswer,
};

const turnRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/turns',
  operationId: 'takeTurn',
  summary: 'Say something, or let the scene go on',
  tags,
  request: {
    params: sceneParams,
    query,
    headers: idempotencyHeader,
    body: jsonBody(turnInput),
  },
  responses: turnAnswers,
});
const startRoute = createRoute({
  method: 'post',
  path: '/v1/scenes/{id}/rounds',
  operationId: 'startRound',
  summary: 'Begin a round now, with all that waits for one; else the scene goes on',
  tags,
  request: { params: sceneParams, query, headers: idempotencyHeader },
  responses: turnAnswers,
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
  request: { params: roundParams, headers: idempotencyHeader },
  responses: { 202: answers(turnAccepted, 'The round is running again'), default: problemAnswer },
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
async function takeTurn(c: AppContext, id: string, input: TurnInput, waits: boolean) {
  const receipt = await makeReceipt(c);
  const door = reachScene(c, id);
  const viewer = viewerOf(c.get('principal'));
  const accepted = await ask(door, (room) => room.turn(input, receipt, viewer), receipt ? 'safe' : 'once');
  if (!accepted.ok) return refuse(c, accepted.failure);
  if (!waits) return c.json(accepted.value, 202);
  const open = socketOpener(door, viewer, id);
  const waited = await waitForRound(accepted.value, open, waitSignal(c.req.raw));
  if (!waited.ok) return refuse(c, waited.failure);
  const state = waited.value;
  const ended = state.status !== 'queued' && state.status !== 'running';
  return ended ? c.json(state, 200) : c.json(state, 202);
}

/** What moves a scene: turns, rounds, retry, cancel. */
export function mountSceneTurns(app: App): void {
  app.openapi(turnRoute, (c) =>
    takeTurn(c, c.req.valid('param').id, c.req.valid('json'), c.req.valid('query').wait === '1'),
  );
  app.openapi(startRoute, (c) => {
    const { id } = c.req.valid('param');
    return takeTurn(c, id, { type: 'continuation', to: [] }, c.req.valid('query').wait === '1');
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
    const { id, n } = c.req.valid('param');
    return reply(c, await submit(c, reachScene(c, id), (room, receipt) => room.retry(n, receipt)), 202);
  });
  app.openapi(cancelRoute, async (c) => {
    const door = reachScene(c, c.req.valid('param').id);
    return reply(c, await submit(c, door, (room, receipt) => room.cancel(receipt)), 200);
  });
}
