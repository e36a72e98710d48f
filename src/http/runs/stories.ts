import { z } from 'zod';
import { fail, ok, type Result } from '../../api/problems';
import { gameRef } from '../../api/run-parts';
import { STORY_PREFIX, storyGame, uploadQuery } from '../../api/stories';
import { readStory } from '../../games/zmachine/read-story';
import { deleteStory, keepStory, readStoryFile, type StoryStore } from '../../storage/stories';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  makeFileReceipt,
  routesOf,
} from '../middleware/http';

const binary = z.string().meta({ format: 'binary' });
const FILE_TYPES = ['application/octet-stream', 'application/x-zmachine', 'application/x-blorb'] as const;
const WANTED_TYPES = 'application/octet-stream, application/x-zmachine or application/x-blorb';

/** Stories that a tenant brings along: their lists are in {@link mountCatalog}. */
export function mountStories(app: App): void {
  const route = routesOf(app, 'catalog');
  route(
    'POST /v1/games',
    'uploadStory',
    'Upload a text adventure: a Z-machine story of version 3, 4, 5 or 8, alone or in a Blorb',
    {
      description:
        'The body is the file itself. The id follows from its bytes. Another kind of file is refused, and the answer says what it is.',
      headers: idempotencyHeader,
      query: uploadQuery,
      body: { content: Object.fromEntries(FILE_TYPES.map((type) => [type, { schema: binary }])) },
      201: answers(storyGame, 'The new story'),
      200: answers(storyGame, 'The story, which was there already: the same file has the same id'),
    },
    async (c, { query: { title, filename } }) => {
      const bytes = await readFile(c);
      if (!bytes.ok) return bytes;
      const file = await readStory(bytes.value);
      if (!file.ok) return file;
      const game = await keepStory(storeOf(c), c.get('principal').tenant, {
        file: file.value,
        title: (title !== undefined && toLine(title)) || null,
        otherwise: readTitle(filename ?? ''),
        receipt: await makeFileReceipt(c, bytes.value),
        now: Date.now(),
      });
      if (!game.ok) return game;
      const { story, created } = game.value;
      return created ? c.json(story, 201, { Location: `/v1/games/${story.id}` }) : ok(story);
    },
  );
  route(
    'GET /v1/games/{id}/file',
    'downloadStory',
    'The file of an uploaded story',
    {
      description: 'Without the Blorb that was around it. Games that come with the service have none.',
      params: z.object({ id: gameRef.describe('Id of the story') }),
      200: { description: 'The story', content: { 'application/x-zmachine': { schema: binary } } },
    },
    async (c, { params: { id } }) => {
      const file = await readStoryFile(c.env.BUCKET, c.get('principal').tenant, id);
      if (!file.ok) return file;
      return file.value
        ? c.body(file.value, 200, { 'Content-Type': 'application/x-zmachine' })
        : fail({ code: 'not_found', what: 'uploaded game', id });
    },
  );
  route(
    'DELETE /v1/games/{id}',
    'deleteStory',
    'Delete an uploaded story; runs that play it fail their next turn, until it is uploaded again',
    {
      description: 'Games that come with the service can not be deleted.',
      params: z.object({ id: gameRef.describe('Id of the story') }),
      204: { description: 'It is gone' },
    },
    (c, { params: { id } }) => {
      if (id.startsWith(STORY_PREFIX)) return deleteStory(storeOf(c), c.get('principal').tenant, id);
      const detail = `The game ${id} was not uploaded here.`;
      return fail({ code: 'conflict', detail, fix: `only games \`${STORY_PREFIX}…\` can be deleted` });
    },
  );
}

const storeOf = (c: AppContext): StoryStore => ({ DB: c.get('db'), BUCKET: c.env.BUCKET });

async function readFile(c: AppContext): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const got = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? 'none';
  if (!FILE_TYPES.some((type) => type === got)) {
    return fail({ code: 'unsupported_media', got, want: WANTED_TYPES });
  }
  return ok(new Uint8Array(await c.req.arrayBuffer()));
}

/** A title as it is shown in a line. */
const toLine = (title: string): string => title.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A title from the name of a file: `C:\\games\\old_mill.z5` → `old mill`. */
function readTitle(filename: string): string {
  const name = filename.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return toLine(name.replaceAll('_', ' ')).slice(0, 200).toWellFormed().trim() || 'Untitled story';
}
