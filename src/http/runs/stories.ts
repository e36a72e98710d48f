import { readStoryFile } from 'zmachine-story';
import { z } from 'zod';
import { fail, ok } from '../../contract/problems';
import { gameRef } from '../../contract/run-parts';
import { STORY_PREFIX, storyGame, uploadQuery } from '../../contract/stories';
import {
  deleteStory,
  keepStory,
  readCover,
  readStoryFile as readStoredFile,
  type StoryStore,
} from '../../storage/stories';
import { MAX_BODY } from '../middleware/body';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  makeFileReceipt,
  readFile,
  routesOf,
} from '../middleware/http';

const binary = z.string().meta({ format: 'binary' });
const FILE_TYPES = ['application/octet-stream', 'application/x-zmachine', 'application/x-blorb'] as const;

/** Stories that a tenant brings along: their lists are in {@link mountCatalog}. */
export function mountStories(app: App): void {
  const route = routesOf(app, 'catalog', { who: 'key', scopes: ['read'] });
  route(
    'POST /v1/games',
    'uploadStory',
    'Upload a text adventure: a Z-machine story of version 3, 4, 5 or 8, alone or in a Blorb',
    {
      description:
        'The body is the file itself, at most 1 MiB, or 8 MiB of a Blorb, whose title, author and cover are kept. Without a Blorb, title and author are those of the banner that the story opens with, where it has one. The id follows from the bytes of the story. Another kind of file is refused; the answer says what it is, and what plays it.',
      headers: idempotencyHeader,
      query: uploadQuery,
      // A Blorb has pictures beside its story.
      maxBody: 8 * MAX_BODY,
      body: { content: Object.fromEntries(FILE_TYPES.map((type) => [type, { schema: binary }])) },
      201: answers(storyGame, 'The new story'),
      200: answers(storyGame, 'The story, which was there already: the same file has the same id'),
    },
    async (c, { query: { title, filename } }) => {
      const bytes = await readFile(c, FILE_TYPES);
      if (!bytes.ok) return bytes;
      const file = await readStoryFile(bytes.value);
      if (!file.ok) return file;
      const { story: checkedStory, label } = file.value;
      // The interpreter is loaded by those who bring a story along, not by every start of the Worker.
      const { playBanner } = await import('zmachine-story/play');
      const banner = playBanner(checkedStory);
      const game = await keepStory(storeOf(c), c.get('principal').tenant, {
        file: checkedStory,
        label,
        title: (title !== undefined && toLine(title)) || null,
        otherwise: {
          title: label.title ?? banner.title ?? readTitle(filename ?? ''),
          author: banner.author,
        },
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
    'The cover of an uploaded story',
    {
      description: 'Of stories that came in a Blorb with a picture for their front.',
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

/** A title as it is shown in a line. */
const toLine = (title: string): string => title.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A title from the name of a file: `C:\\games\\old_mill.z5` → `old mill`. */
function readTitle(filename: string): string {
  const name = filename.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return toLine(name.replaceAll('_', ' ')).slice(0, 200).toWellFormed().trim() || 'Untitled story';
}
