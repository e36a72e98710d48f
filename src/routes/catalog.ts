import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { readConfig } from '../config';
import { type Game, gamePage } from '../contract/runs';
import { templatePage } from '../contract/scenes';
import { listRemoteGames } from '../games/arc3/list';
import { listGames } from '../games/catalog';
import { listTemplates } from '../scene/templates';
import { type App, answers, pause, problemAnswer, refuse } from './http';

const tags = ['catalog'];

const gamesRoute = createRoute({
  method: 'get',
  path: '/v1/games',
  operationId: 'listGames',
  summary: 'What a run can play',
  tags,
  request: {
    query: z.object({
      source: z.enum(['here', 'arc3']).default('here').meta({
        description: 'here: what needs nobody else; arc3: what the ARC-AGI-3 service offers the operator',
      }),
    }),
  },
  responses: { 200: answers(gamePage, 'The games'), default: problemAnswer },
});
const templatesRoute = createRoute({
  method: 'get',
  path: '/v1/templates',
  operationId: 'listTemplates',
  summary: 'What a scene can start from',
  tags,
  responses: { 200: answers(templatePage, 'The templates'), default: problemAnswer },
});

/** `/v1/games` and `/v1/templates`: what comes with the service; short lists, always one page. */
export function mountCatalog(app: App): void {
  app.openapi(gamesRoute, async (c) => {
    if (c.req.valid('query').source === 'here') return c.json({ items: listGames(), next: null }, 200);
    const { arc } = readConfig(c.env);
    if (!arc) {
      const detail = 'No service for ARC-AGI-3 games is configured here.';
      return refuse(c, { code: 'conflict', detail, fix: 'the operator sets ARC_API_KEY' });
    }
    const listed = await listRemoteGames({ ...arc, sleep: pause });
    if (!listed.ok) return refuse(c, listed.failure);
    return c.json({ items: listed.value satisfies Game[], next: null }, 200);
  });
  app.openapi(templatesRoute, (c) => {
    const items = listTemplates().map(({ summary, ...rest }) => ({ ...rest, description: summary }));
    return c.json({ items, next: null }, 200);
  });
}
