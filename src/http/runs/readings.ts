import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { runId } from '../../api/ids';
import { pageQuery } from '../../api/pages';
import { comparison, replayPage } from '../../api/replays';
import { anyKnowledge, anyTurn, report } from '../../api/runs';
import { diffPng, framePng } from '../../engines/grid/picture/draw';
import { REPORT_POLICY } from '../../engines/report/policy';
import { readNumberCursor } from '../../storage/cursors';
import {
  type App,
  answers,
  positiveParam,
  problemAnswer,
  refuse,
  reply,
  runParams,
} from '../middleware/http';
import { ask, reachGrid, reachRun } from '../middleware/remote';

const tags = ['runs'];

const turnRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/turns/{n}',
  operationId: 'readTurn',
  summary: 'One turn: what was proposed, done and made of it',
  tags,
  request: { params: runParams.extend({ n: positiveParam }) },
  responses: { 200: answers(anyTurn, 'The turn'), default: problemAnswer },
});
const frameRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/frames/{file}',
  operationId: 'readFrame',
  summary: 'A frame as a picture: …/frames/{n}.png',
  tags,
  request: {
    params: runParams.extend({
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
      since: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .meta({ description: 'Number of another frame: what differs from it stands out, the rest is faded' }),
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
  request: { params: runParams },
  responses: { 200: answers(anyKnowledge, 'The knowledge, with the evidence'), default: problemAnswer },
});
const reportRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/report',
  operationId: 'readReport',
  summary: 'The report; as text with Accept: text/markdown, as a page with pictures with Accept: text/html',
  tags,
  request: { params: runParams },
  responses: {
    200: {
      description: 'The report',
      content: {
        'application/json': { schema: report },
        'text/markdown': { schema: z.string() },
        'text/html': { schema: z.string() },
      },
    },
    default: problemAnswer,
  },
});

const replayRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/replay',
  operationId: 'readReplay',
  summary: 'What was played, step by step, with every frame',
  tags,
  request: { params: runParams, query: pageQuery },
  responses: { 200: answers(replayPage, 'A page of steps, oldest first'), default: problemAnswer },
});
const compareRoute = createRoute({
  method: 'get',
  path: '/v1/runs/{id}/compare',
  operationId: 'compareRuns',
  summary: 'This run beside another: what they know, and where they part',
  tags,
  request: { params: runParams, query: z.object({ with: runId.meta({ description: 'The other run' }) }) },
  responses: { 200: answers(comparison, 'Both runs side by side'), default: problemAnswer },
});

/** It holds texts of models and of callers: they are escaped, and the page may load and run nothing. */
const REPORT_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `${REPORT_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
};

/** What can be read of a run: turns, frames, knowledge, report, replay, and another run beside it. */
export function mountRunReadings(app: App): void {
  app.openapi(turnRoute, async (c) => {
    const { id, n } = c.req.valid('param');
    return reply(c, await ask(reachRun(c, id), (room) => room.turn(n), 'safe'), 200);
  });
  app.openapi(frameRoute, async (c) => {
    const { id, file } = c.req.valid('param');
    const n = Number.parseInt(file, 10);
    const door = reachGrid(c, id);
    const found = await ask(door, (room) => room.frame(n), 'safe');
    if (!found.ok) return refuse(c, found.failure);
    const { scale, since } = c.req.valid('query');
    const earlier = since === undefined ? null : await ask(door, (room) => room.frame(since), 'safe');
    if (earlier && !earlier.ok) return refuse(c, earlier.failure);
    const drawn = earlier ? diffPng(earlier.value, found.value, scale) : framePng(found.value, scale);
    // The encoder's type allows for shared memory; what it gives is plain.
    const png = new Uint8Array(drawn);
    return new Response(png, {
      headers: { 'Content-Type': 'image/png' },
    });
  });
  app.openapi(knowledgeRoute, async (c) => {
    return reply(c, await ask(reachRun(c, c.req.valid('param').id), (room) => room.knowledge(), 'safe'), 200);
  });
  app.openapi(replayRoute, async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const after = readNumberCursor(cursor);
    if (!after.ok) return refuse(c, after.failure);
    const door = reachGrid(c, c.req.valid('param').id);
    return reply(c, await ask(door, (room) => room.replay({ after: after.value ?? 0, limit }), 'safe'), 200);
  });
  app.openapi(compareRoute, async (c) => {
    const other = c.req.valid('query').with;
    const door = reachGrid(c, c.req.valid('param').id);
    return reply(c, await ask(door, (room) => room.compare(other), 'safe'), 200);
  });
  app.openapi(reportRoute, async (c) => {
    const door = reachRun(c, c.req.valid('param').id);
    if (c.req.header('Accept')?.includes('text/html')) {
      const page = await ask(door, (room) => room.reportPage(), 'safe');
      if (!page.ok) return refuse(c, page.failure);
      return new Response(page.value, { headers: REPORT_HEADERS });
    }
    const found = await ask(door, (room) => room.report(), 'safe');
    if (!found.ok) return refuse(c, found.failure);
    if (!c.req.header('Accept')?.includes('text/markdown')) return c.json(found.value, 200);
    return new Response(found.value.markdown, {
      headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
    });
  });
}
