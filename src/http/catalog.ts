import { z } from 'zod';
import { sleep } from '../base/sleep';
import { readConfig } from '../config';
import { fail, ok, type Result } from '../contract/problems';
import { gameRef } from '../contract/run-parts';
import { type Game, game, gamePage } from '../contract/runs';
import { templatePage } from '../contract/scenes';
import { STORY_PREFIX } from '../contract/stories';
import { listRemoteGames } from '../runs/games/arc3/list';
import { embeddedGame, isRemoteGame, listGames } from '../runs/games/catalog';
import { listTemplates } from '../scene/setup/templates';
import { listStories, readStoryGame } from '../storage/stories';
import { type App, type AppContext, answers, onePage, routeApp } from './middleware/http';

/** `/v1/games` and `/v1/templates`: short lists without pagination. */
export function mountCatalog(app: App): void {
  const route = routeApp(app, 'catalog', { who: 'key', scopes: ['read', 'experiments'] });
  route(
    'GET /v1/games',
    'listGames',
    'List games',
    {
      refuses: [409],
      description: 'Returns all games on one page. Ids that start with `story-` are uploads of this tenant.',
      query: z.object({
        source: z
          .enum(['here', 'arc3'])
          .default('here')
          .describe(
            '`here`: built-in games and uploaded stories, newest first; `arc3`: games of the ARC-AGI-3 service, if the operator has configured it',
          ),
      }),
      200: answers(gamePage, 'The games'),
    },
    async (c, { query: { source } }) => onePage(await (source === 'here' ? listBuiltin(c) : listRemote(c))),
  );
  route(
    'GET /v1/games/{id}',
    'readGame',
    'Get a game',
    {
      refuses: [409],
      description: 'Includes the kind of the game and its actions (grid games) or version (stories).',
      params: z.object({ id: gameRef.describe('Id of the game') }),
      200: answers(game, 'The game'),
    },
    (c, { params: { id } }) => findGame(c, id),
  );
  route(
    'GET /v1/templates',
    'listTemplates',
    'List scene templates',
    {
      scopes: ['read'],
      description:
        'Returns all templates on one page. Pass an id as `template` to `POST /v1/scenes`; other fields override the template.',
      200: answers(templatePage, 'The templates'),
    },
    () => onePage(ok(listTemplates().map(({ summary, ...rest }) => ({ ...rest, description: summary })))),
  );
}

/** Built-in games, by id. */
const listOwn = (): Game[] => [...listGames(), embeddedGame()].sort((a, b) => (a.id < b.id ? -1 : 1));

async function listBuiltin(c: AppContext): Promise<Result<Game[]>> {
  const stories = await listStories(c.get('db'), c.get('principal').tenant);
  return stories.ok ? ok([...listOwn(), ...stories.value]) : stories;
}

async function listRemote(c: AppContext): Promise<Result<Game[]>> {
  const { arc } = readConfig(c.env);
  if (arc) return listRemoteGames({ ...arc, sleep });
  const detail = 'The ARC-AGI-3 service is not configured on this stage.';
  return fail({ code: 'conflict', detail, fix: 'Ask the operator to set ARC_API_KEY' });
}

async function findGame(c: AppContext, id: string): Promise<Result<Game>> {
  if (id.startsWith(STORY_PREFIX)) return readStoryGame(c.get('db'), c.get('principal').tenant, id);
  const games = isRemoteGame(id) ? await listRemote(c) : ok(listOwn());
  if (!games.ok) return games;
  const match = games.value.find((one) => one.id === id);
  return match ? ok(match) : fail({ code: 'not_found', what: 'game', id });
}
