import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { runId } from '../contract/ids';
import { knowledge, report, turnView } from '../contract/runs';
import { framePng } from '../explore/png';
import { type App, answers, positiveParam, problemAnswer, refuse } from './http';
import { ask, reachRun } from './remote';

const tags = ['runs'];
const params = z.object({ id: runId });

const turnRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/turns/{n}',
  operationId: 'readTurn',
  summary: 'One turn: suggestion, actions, diff, analysis',
  tags,
  request: { params: z.object({ id: runId, n: positiveParam }) },
  responses: { 200: answers(turnView, 'The turn'), default: problemAnswer },
});
const frameRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/frames/{file}',
  operationId: 'readFrame',
  summary: 'A frame as a picture: …/frames/{n}.png',
  tags,
  request: {
    params: z.object({
      id: runId,
      file: z
        .string()
        .regex(/^\d{1,9}\.png$/, 'use <number of the frame>.png')
        .meta({ description: 'The number of the frame and `.png`, e.g. `3.png`' }),
    }),
    query: z.object({
      scale: z.coerce
        .number()
        .int()
        .min(1)
        .max(16)
        .default(8)
        .meta({ description: 'Pixels along each side of a cell' }),
    }),
  },
  responses: {
    200: {
      description: 'PNG, 16 colours, indexed',
      content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) } },
    },
    default: problemAnswer,
  },
});
const knowledgeRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/knowledge',
  operationId: 'readKnowledge',
  summary: 'What the run has learnt so far',
  tags,
  request: { params },
  responses: { 200: answers(knowledge, 'The knowledge'), default: problemAnswer },
});
const reportRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/report',
  operationId: 'readReport',
  summary: 'The report; as text with Accept: text/markdown',
  tags,
  request: { params },
  responses: {
    200: {
      description: 'The report',
      content: { 'application/json': { schema: report }, 'text/markdown': { schema: z.string() } },
    },
    default: problemAnswer,
  },
});

/** What can be read of a run: turns, frames, knowledge, report. */
export function mountRunReadings(app: App): void {
  app.openapi(turnRoute, async (c) => {
    const { id, n } = c.req.valid('param');
    const found = await ask(reachRun(c, id), (room) => room.turn(n), 'safe');
    return found.ok ? c.json(found.value, 200) : refuse(c, found.failure);
  });
  app.openapi(frameRoute, async (c) => {
    const { id, file } = c.req.valid('param');
    const n = Number.parseInt(file, 10);
    const found = await ask(reachRun(c, id), (room) => room.frame(n), 'safe');
    if (!found.ok) return refuse(c, found.failure);
    // The encoder's type allows for shared memory; what it gives is plain.
    const png = new Uint8Array(framePng(found.value, c.req.valid('query').scale));
    return new Response(png, {
      headers: { 'Content-Type': 'image/png' },
    });
  });
  app.openapi(knowledgeRoute, async (c) => {
    const found = await ask(reachRun(c, c.req.valid('param').id), (room) => room.knowledge(), 'safe');
    return found.ok ? c.json(found.value, 200) : refuse(c, found.failure);
  });
  app.openapi(reportRoute, async (c) => {
    const found = await ask(reachRun(c, c.req.valid('param').id), (room) => room.report(), 'safe');
    if (!found.ok) return refuse(c, found.failure);
    if (!c.req.header('Accept')?.includes('text/markdown')) return c.json(found.value, 200);
    return new Response(found.value.markdown, {
      headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
    });
  });
}
