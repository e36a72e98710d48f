import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { frameObjects, MAX_TRIED, tried } from '../../api/tries';
import { type App, answers, positiveParam, problemAnswer, reply, runParams } from '../middleware/http';
import { ask, reachGrid } from '../middleware/remote';

const tags = ['runs'];
const params = runParams.extend({ n: positiveParam.meta({ description: 'Number of the frame' }) });

const objectsRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/frames/{n}/objects',
  operationId: 'readFrameObjects',
  summary: 'The objects of a frame, and what happened to them since another',
  tags,
  request: {
    params,
    query: z.object({
      since: z.coerce.number().int().min(1).optional().meta({ description: 'Number of an earlier frame' }),
    }),
  },
  responses: { 200: answers(frameObjects, 'The objects'), default: problemAnswer },
});
const playRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/frames/{n}/play',
  operationId: 'tryMoves',
  summary: 'What the game would show if somebody played on from a frame',
  description:
    'For built-in games. Nothing is stored, and the run does not notice: no action is used, nothing becomes evidence.',
  tags,
  request: {
    params,
    query: z.object({
      moves: z
        .string()
        .max(20 * MAX_TRIED)
        .default('')
        .meta({
          description: `At most ${MAX_TRIED}, in order: \`ACTION1;ACTION6@3,4\`, a click with its column and row`,
        }),
    }),
  },
  responses: { 200: answers(tried, 'The board after the last move'), default: problemAnswer },
});

/** What can be asked of a single frame, beside its picture. */
export function mountRunFrames(app: App): void {
  app.openapi(objectsRoute, async (c) => {
    const { id, n } = c.req.valid('param');
    const { since } = c.req.valid('query');
    return reply(c, await ask(reachGrid(c, id), (room) => room.objects(n, since ?? null), 'safe'), 200);
  });
  app.openapi(playRoute, async (c) => {
    const { id, n } = c.req.valid('param');
    const { moves } = c.req.valid('query');
    return reply(c, await ask(reachGrid(c, id), (room) => room.tryMoves(n, moves), 'safe'), 200);
  });
}
