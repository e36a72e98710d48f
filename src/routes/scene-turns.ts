import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { viewerOf } from '../auth/authenticate';
import { sceneId } from '../contract/ids';
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
} from './http';
import { ask, reachScene } from './remote';
import { waitForRound, waitSignal } from './wait';

const tags = ['scenes'];
const params = z.object({ id: sceneId });
const roundParams = z.object({ id: sceneId, n: positiveParam });

const waitQuery = z.object({
  wait: z
    .enum(['0', '1'])
    .default('0')
    .meta({ description: '1: answer when the round has ended, or after two minutes' }),
});
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
    params,
    query: waitQuery,
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
  request: { params, query: waitQuery, headers: idempotencyHeader },
  responses: turnAnswers,
});
const roundsRoute = createRoute({
  method: 'get',
  path: '/v1/scenes/{id}/rounds',
  operationId: 'listRounds',
  summary: 'Timelines of the rounds, newest first',
  tags,
  request: { params, query: pageQuery },
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
  request: { params, headers: idempotencyHeader },
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
    const page = await ask(door, (room) => room.rounds({ before: before.value, limit }, viewer), 'safe');
    return page.ok ? c.json(page.value, 200) : refuse(c, page.failure);
  });
  app.openapi(roundRoute, async (c) => {
    const { id, n } = c.req.valid('param');
    const viewer = viewerOf(c.get('principal'));
    const found = await ask(reachScene(c, id), (room) => room.round(n, viewer), 'safe');
    return found.ok ? c.json(found.value, 200) : refuse(c, found.failure);
  });
  app.openapi(retryRoute, async (c) => {
    const { id, n } = c.req.valid('param');
    const receipt = await makeReceipt(c);
    const retried = await ask(reachScene(c, id), (room) => room.retry(n, receipt), receipt ? 'safe' : 'once');
    return retried.ok ? c.json(retried.value, 202) : refuse(c, retried.failure);
  });
  app.openapi(cancelRoute, async (c) => {
    const receipt = await makeReceipt(c);
    const door = reachScene(c, c.req.valid('param').id);
    const cancelled = await ask(door, (room) => room.cancel(receipt), receipt ? 'safe' : 'once');
    return cancelled.ok ? c.json(cancelled.value, 200) : refuse(c, cancelled.failure);
  });
}
