import { createRoute } from '@hono/zod-openapi';
import { gamePage } from '../contract/runs';
import { templatePage } from '../contract/scenes';
import { listGames } from '../games/catalog';
import { listTemplates } from '../scene/templates';
import { type App, answers, problemAnswer } from './http';

const tags = ['catalog'];

const gamesRoute = createRoute({
  method: 'get',
  path: '/v1/games',
  operationId: 'listGames',
  summary: 'What a run can play',
  tags,
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
  app.openapi(gamesRoute, (c) => c.json({ items: listGames(), next: null }, 200));
  app.openapi(templatesRoute, (c) => {
    const items = listTemplates().map(({ summary, ...rest }) => ({ ...rest, description: summary }));
    return c.json({ items, next: null }, 200);
  });
}
