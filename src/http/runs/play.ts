import { createRoute } from '@hono/zod-openapi';
import { isAdventure } from '../../api/ids';
import { observationTaken, postObservation } from '../../api/observations';
import { forkRun, run } from '../../api/runs';
import { viewerOf } from '../auth/authenticate';
import {
  type App,
  answers,
  idempotencyHeader,
  jsonBody,
  problemAnswer,
  refuse,
  runParams,
} from '../middleware/http';
import { reachGrid, reachRun, submit } from '../middleware/remote';
import { socketOpener } from '../rooms/follow';
import { makeRoom } from '../rooms/lifecycle';
import { waitFor, waitQuery, waitSignal } from '../rooms/wait';
import { advanceObservation, isAnswered } from './wait-observation';

const tags = ['runs'];

const observeRoute = createRoute({
  method: 'post',
  path: '/v1/runs/{id}/observations',
  operationId: 'postObservation',
  summary: 'Say what your own game shows, and be told what to do in it next',
  description:
    'For runs of the game `pushed`. The first observation starts the run; every other one answers the newest request.',
  tags,
  request: {
    params: runParams,
    query: waitQuery('1', '0: answer at once; the next request is the event `action.requested`'),
    headers: idempotencyHeader,
    body: jsonBody(postObservation),
  },
  responses: {
    200: answers(observationTaken, 'It was taken; `action` is what to do next, or the run is over'),
    202: answers(observationTaken, 'It is stored, and the run is thinking'),
    default: problemAnswer,
  },
});
const forkRoute = createRoute({
  method: 'post',
  path: '/v1/runs/{id}/fork',
  operationId: 'forkRun',
  summary: 'A new run with the same past, up to the end of a turn; it is paused',
  tags,
  request: { params: runParams, headers: idempotencyHeader, body: jsonBody(forkRun) },
  responses: { 201: answers(run, 'The new run'), default: problemAnswer },
});

/** Playing a game for a run, and forking one. */
export function mountRunPlay(app: App): void {
  app.openapi(observeRoute, async (c) => {
    const { id } = c.req.valid('param');
    const body = c.req.valid('json');
    const door = reachGrid(c, id);
    if (!door.ok) return refuse(c, door.failure);
    const taken = await submit(c, door.value, (room, receipt) => room.observe(body, receipt));
    if (!taken.ok) return refuse(c, taken.failure);
    if (c.req.valid('query').wait === '0') return c.json(taken.value, 202);
    const waited = await waitFor(taken.value, {
      after: taken.value.seq,
      open: socketOpener(door.value, viewerOf(c.get('principal')), id),
      signal: waitSignal(c.req.raw),
      advance: advanceObservation,
      waits: (state, event) => !isAnswered(state, event),
    });
    if (!waited.ok) return refuse(c, waited.failure);
    const { state, isOver } = waited.value;
    return isOver ? c.json(state, 200) : c.json(state, 202);
  });
  app.openapi(forkRoute, async (c) => {
    const source = c.req.valid('param').id;
    const body = c.req.valid('json');
    const made = await makeRoom(c, isAdventure(source) ? 'adv' : 'run', reachRun, (room, address, receipt) =>
      room.fork(address, source, body, receipt),
    );
    if (!made.ok) return refuse(c, made.failure);
    return c.json(made.value.made, 201, { Location: `/v1/runs/${made.value.id}` });
  });
}
