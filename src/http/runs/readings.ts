import { z } from 'zod';
import { report } from '../../api/runs';
import { diffPng, framePng } from '../../engines/grid/picture/draw';
import { REPORT_POLICY } from '../../engines/report/policy';
import { type App, declareRoute, refuse, runParams } from '../middleware/http';
import { callRoom, gridClient, runClient } from '../middleware/room-client';

const tags = ['runs'];

const frameRoute = declareRoute(
  tags,
  'GET /v1/runs/{id}/frames/{file}',
  'readFrame',
  'A frame as a picture: …/frames/{n}.png',
  {
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
    200: {
      description: 'PNG, 16 colours, indexed',
      content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) } },
    },
  },
);
const reportRoute = declareRoute(
  tags,
  'GET /v1/runs/{id}/report',
  'readReport',
  'The report; as text with Accept: text/markdown, as a page with pictures with Accept: text/html',
  {
    params: runParams,
    200: {
      description: 'The report',
      content: {
        'application/json': { schema: report },
        'text/markdown': { schema: z.string() },
        'text/html': { schema: z.string() },
      },
    },
  },
);

/** It holds texts of models and of callers: they are escaped, and the page may load and run nothing. */
const REPORT_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `${REPORT_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
};

/** `/v1/runs/{id}/frames/{file}`. */
export function mountFramePicture(app: App): void {
  app.openapi(frameRoute, async (c) => {
    const { id, file } = c.req.valid('param');
    const n = Number.parseInt(file, 10);
    const client = gridClient(c, id);
    const found = await callRoom(client, (room) => room.frame(n), 'safe');
    if (!found.ok) return refuse(c, found.failure);
    const { scale, since } = c.req.valid('query');
    const earlier = since === undefined ? null : await callRoom(client, (room) => room.frame(since), 'safe');
    if (earlier && !earlier.ok) return refuse(c, earlier.failure);
    const drawn = earlier ? diffPng(earlier.value, found.value, scale) : framePng(found.value, scale);
    // The encoder's type allows for shared memory; what it gives is plain.
    const png = new Uint8Array(drawn);
    return new Response(png, {
      headers: { 'Content-Type': 'image/png' },
    });
  });
}

/** `/v1/runs/{id}/report`. */
export function mountReport(app: App): void {
  app.openapi(reportRoute, async (c) => {
    const client = runClient(c, c.req.valid('param').id);
    if (c.req.header('Accept')?.includes('text/html')) {
      const page = await callRoom(client, (room) => room.reportPage(), 'safe');
      if (!page.ok) return refuse(c, page.failure);
      return new Response(page.value, { headers: REPORT_HEADERS });
    }
    const found = await callRoom(client, (room) => room.report(), 'safe');
    if (!found.ok) return refuse(c, found.failure);
    if (!c.req.header('Accept')?.includes('text/markdown')) return c.json(found.value, 200);
    return new Response(found.value.markdown, {
      headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
    });
  });
}
