import { readStoryFile } from 'zmachine-story';
import { z } from 'zod';
import { fail, ok } from '../../contract/problems';
import { gameRef } from '../../contract/run-parts';
import { STORY_PREFIX, storyGame, uploadQuery } from '../../contract/stories';
import {
  deleteStory,
  readCover,
  readStoryFile as readStoredFile,
  type StoryStore,
  storeStory,
} from '../../storage/stories';
import { MAX_BODY } from '../middleware/body';
import {
  type App,
  type AppContext,
  answers,
  buildFileReceipt,
  idempotencyHeader,
  readFile,
  routeApp,
} from '../middleware/http';

const binary = z.string().meta({ format: 'binary' });
const FILE_TYPES = ['application/octet-stream', 'application/x-zmachine', 'application/x-blorb'] as const;

/** Uploaded stories; {@link mountCatalog} lists them. */
export function mountStories(app: App): void {
  const route = routeApp(app, 'catalog', { who: 'key', scopes: ['read'] });
  route(
    'POST /v1/games',
    'uploadStory',
    'Upload a text adventure',
    {
      description:
        "Accepts a Z-machine story (version 3, 4, 5 or 8) of at most 1 MiB, or a Blorb of at most 8 MiB, whose title, author and cover are used. Otherwise, title and author come from the story's opening banner. The id is derived from the bytes of the story. For other files, the problem names their type and a program that plays them.",
      headers: idempotencyHeader,
      query: uploadQuery,
      // A Blorb has pictures next to its story.
      maxBody: 8 * MAX_BODY,
      body: { content: Object.fromEntries(FILE_TYPES.map((type) => [type, { schema: binary }])) },
      201: answers(storyGame, 'The new story'),
      200: answers(storyGame, 'The existing story: the same file always has the same id'),
    },
    async (c, { query: { title, filename } }) => {
      const bytes = await readFile(c, FILE_TYPES);
      if (!bytes.ok) return bytes;
      const file = await readStoryFile(bytes.value);
      if (!file.ok) return file;
      const { story: checkedStory, label } = file.value;
      // Load the interpreter only for uploads, not at every start of the Worker.
      const { playBanner } = await import('zmachine-story/play');
      const banner = playBanner(checkedStory);
      const game = await storeStory(storyStore(c), c.get('principal').tenant, {
        file: checkedStory,
        label,
        title: (title !== undefined && toLine(title)) || null,
        otherwise: {
          title: label.title ?? banner.title ?? readTitle(filename ?? ''),
          author: banner.author,
        },
        receipt: await buildFileReceipt(c, bytes.value),
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
    'Download an uploaded story',
    {
      description: 'The story file without its Blorb. Built-in games have no file.',
      params: z.object({ id: gameRef.describe('Id of the story') }),
      200: { description: 'The story', content: { 'application/x-zmachine': { schema: binary } } },
    },
    async (c, { params: { id } }) => {
      const file = await readStoredFile(c.env.BUCKET, c.get('principal').tenant, id);
      if (!file.ok) return file;
      return file.value
        ? c.body(file.value, 200, { 'Content-Type': 'application/x-zmachine' })
        : fail({ code: 'not_found', what: 'uploaded game', id });
    },
  );
  route(
    'GET /v1/games/{id}/cover',
    'readCover',
    'Get the cover of a story',
    {
      description: 'Only for stories uploaded as a Blorb with a cover picture.',
      params: z.object({ id: gameRef.describe('Id of the story') }),
      200: {
        description: 'The picture',
        content: { 'image/png': { schema: binary }, 'image/jpeg': { schema: binary } },
      },
    },
    async (c, { params: { id } }) => {
      const cover = await readCover(c.env.BUCKET, c.get('principal').tenant, id);
      if (!cover.ok) return cover;
      if (!cover.value) return fail({ code: 'not_found', what: 'cover of the game', id });
      return c.body(cover.value.bytes, 200, { 'Content-Type': cover.value.type });
    },
  );
  route(
    'DELETE /v1/games/{id}',
    'deleteStory',
    'Delete an uploaded story',
    {
      description:
        'Runs of the story fail at their next turn until it is uploaded again. Built-in games cannot be deleted.',
      params: z.object({ id: gameRef.describe('Id of the story') }),
      204: { description: 'Deleted' },
    },
    (c, { params: { id } }) => {
      if (id.startsWith(STORY_PREFIX)) return deleteStory(storyStore(c), c.get('principal').tenant, id);
      const detail = `The game ${id} is not an uploaded story.`;
      return fail({ code: 'conflict', detail, fix: `Only games \`${STORY_PREFIX}…\` can be deleted.` });
    },
  );
}

const storyStore = (c: AppContext): StoryStore => ({ DB: c.get('db'), BUCKET: c.env.BUCKET });

/** Collapses a title to a single line. */
const toLine = (title: string): string => title.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A title from a file name: `C:\\games\\old_mill.z5` → `old mill`. */
function readTitle(filename: string): string {
  const name = filename.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return toLine(name.replaceAll('_', ' ')).slice(0, 200).toWellFormed().trim() || 'Untitled story';
}
