import { z } from 'zod';
import { fail, ok, type Result } from '../api/problems';
import { gameRef } from '../api/run-parts';
import { type Game, game, gamePage } from '../api/runs';
import { templatePage } from '../api/scenes';
import { STORY_PREFIX } from '../api/stories';
import { sleep } from '../base/sleep';
import { readConfig } from '../config';
import { listTemplates } from '../engines/scene/setup/templates';
import { listRemoteGames } from '../games/grid/arc3/list';
import { embeddedGame, isRemoteGame, listGames } from '../games/grid/catalog';
import { listStories, readStoryGame } from '../storage/stories';
import { type App, type AppContext, answers, declareRoute, refuse, reply } from './middleware/http';

const tags = ['catalog'];

const gamesRoute = declareRoute(tags, 'GET /v1/games', 'listGames', 'What a run can play', {
  query: z.object({
    source: z.enum(['here', 'arc3']).default('here').meta({
      description:
        'here: what needs nobody else, uploaded stories after the others, newest first; arc3: what the ARC-AGI-3 service offers the operator',
    }),
  }),
  200: answers(gamePage, 'The games'),
});
const gameRoute = declareRoute(tags, 'GET /v1/games/{id}', 'readGame', 'A game that a run can play', {
  params: z.object({ id: gameRef }),
  200: answers(game, 'The game'),
});
const templatesRoute = declareRoute(
  tags,
  'GET /v1/templates',
  'listTemplates',
  'What a scene can start from',
  { 200: answers(templatePage, 'The templates') },
);

/** `/v1/games` and `/v1/templates`: what can be played, and what scenes start from; short lists, always one page. */
export function mountCatalog(app: App): void {
  app.openapi(gamesRoute, async (c) => {
    const { source } = c.req.valid('query');
    const listed = source === 'here' ? await listHere(c) : await listRemote(c);
    return listed.ok ? c.json({ items: listed.value, next: null }, 200) : refuse(c, listed.failure);
  });
  app.openapi(gameRoute, async (c) => {
    const found = await findGame(c, c.req.valid('param').id);
    return reply(c, found, 200);
  });
  app.openapi(templatesRoute, (c) => {
    const items = listTemplates().map(({ summary, ...rest }) => ({ ...rest, description: summary }));
    return c.json({ items, next: null }, 200);
  });
}

/** What comes with the service, by id. */
const listOwn = (): Game[] => [...listGames(), embeddedGame()].sort((a, b) => (a.id < b.id ? -1 : 1));

async function listHere(c: AppContext): Promise<Result<Game[]>> {
  const uploaded = await listStories(c.env.DB, c.get('principal').tenant);
  return uploaded.ok ? ok([...listOwn(), ...uploaded.value]) : uploaded;
}

async function listRemote(c: AppContext): Promise<Result<Game[]>> {
  const { arc } = readConfig(c.env);
  if (arc) return listRemoteGames({ ...arc, sleep: sleep });
  const detail = 'No service for ARC-AGI-3 games is configured here.';
  return fail({ code: 'conflict', detail, fix: 'the operator sets ARC_API_KEY' });
}

async function findGame(c: AppContext, id: string): Promise<Result<Game>> {
  if (id.startsWith(STORY_PREFIX)) return readStoryGame(c.env.DB, c.get('principal').tenant, id);
  const listed = isRemoteGame(id) ? await listRemote(c) : ok(listOwn());
  if (!listed.ok) return listed;
  const found = listed.value.find((one) => one.id === id);
  return found ? ok(found) : fail({ code: 'not_found', what: 'game', id });
}
