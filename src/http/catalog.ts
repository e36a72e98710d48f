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
import { type App, type AppContext, answers, onePage, routesOf } from './middleware/http';

/** `/v1/games` and `/v1/templates`: what can be played, and what scenes start from; short lists, always one page. */
export function mountCatalog(app: App): void {
  const route = routesOf(app, 'catalog', { who: 'key', scopes: ['read', 'experiments'] });
  route(
    'GET /v1/games',
    'listGames',
    'What a run can play',
    {
      refuses: [409],
      description: 'Always one page. Ids that begin with `story-` are uploads of this tenant.',
      query: z.object({
        source: z
          .enum(['here', 'arc3'])
          .default('here')
          .describe(
            'here: what needs nobody else, uploaded stories after the others, newest first; arc3: what the ARC-AGI-3 service offers the operator',
          ),
      }),
      200: answers(gamePage, 'The games'),
    },
    async (c, { query: { source } }) => onePage(await (source === 'here' ? listHere(c) : listRemote(c))),
  );
  route(
    'GET /v1/games/{id}',
    'readGame',
    'A game that a run can play',
    {
      refuses: [409],
      description: 'Its kind, and the actions or the version that it has.',
      params: z.object({ id: gameRef.describe('Id of the game') }),
      200: answers(game, 'The game'),
    },
    (c, { params: { id } }) => findGame(c, id),
  );
  route(
    'GET /v1/templates',
    'listTemplates',
    'What a scene can start from',
    {
      scopes: ['read'],
      description:
        'Always one page. `POST /v1/scenes` takes the id of one as `template`; fields beside it change it.',
      200: answers(templatePage, 'The templates'),
    },
    () => onePage(ok(listTemplates().map(({ summary, ...rest }) => ({ ...rest, description: summary })))),
  );
}

/** Lists what comes with the service, by id. */
const listOwn = (): Game[] => [...listGames(), embeddedGame()].sort((a, b) => (a.id < b.id ? -1 : 1));

async function listHere(c: AppContext): Promise<Result<Game[]>> {
  const stories = await listStories(c.get('db'), c.get('principal').tenant);
  return stories.ok ? ok([...listOwn(), ...stories.value]) : stories;
}

async function listRemote(c: AppContext): Promise<Result<Game[]>> {
  const { arc } = readConfig(c.env);
  if (arc) return listRemoteGames({ ...arc, sleep });
  const detail = 'No service for ARC-AGI-3 games is configured here.';
  return fail({ code: 'conflict', detail, fix: 'the operator sets ARC_API_KEY' });
}

async function findGame(c: AppContext, id: string): Promise<Result<Game>> {
  if (id.startsWith(STORY_PREFIX)) return readStoryGame(c.get('db'), c.get('principal').tenant, id);
  const games = isRemoteGame(id) ? await listRemote(c) : ok(listOwn());
  if (!games.ok) return games;
  const match = games.value.find((one) => one.id === id);
  return match ? ok(match) : fail({ code: 'not_found', what: 'game', id });
}
