import type { Story } from 'zmachine-story';
import { readStory } from 'zmachine-story';
import { fromBase64 } from '../../../src/base/base64';
import { fail, ok, type Result } from '../../../src/contract/problems';
import { STORY_PREFIX, type StoryGame } from '../../../src/contract/stories';
import { embeddedGame } from '../../../src/runs/games/catalog';
import { EMBEDDED_STORY } from '../../../src/runs/games/tide-mill';
import { readStoryFile, readStoryGame, type StoryStore } from '../../../src/storage/stories';

/** @returns `invalid` at `/game` if the id is unknown or not a text adventure */
export async function findStory(db: D1Database, tenant: string, gameId: string): Promise<Result<StoryGame>> {
  if (gameId === EMBEDDED_STORY.id) return ok(embeddedGame());
  const story = gameId.startsWith(STORY_PREFIX) ? await readStoryGame(db, tenant, gameId) : null;
  if (story?.ok || (story && story.failure.code !== 'not_found')) return story;
  const choices = `use ${EMBEDDED_STORY.id}, or a story uploaded to /v1/games`;
  return fail({
    code: 'invalid',
    errors: [{ pointer: '/game', message: `no text adventure "${gameId}" was found; ${choices}` }],
  });
}

/**
 * Loads and re-validates a run's story, because the stored file may have changed. Reads only R2, so runs
 * continue while D1 is down; the built-in story needs neither.
 *
 * @returns `conflict` if the file was deleted or replaced; uploading it again restores the same id
 */
export async function loadStory(
  store: Pick<StoryStore, 'BUCKET'>,
  tenant: string,
  gameId: string,
): Promise<Result<Story>> {
  if (gameId === EMBEDDED_STORY.id) return readStory(fromBase64(EMBEDDED_STORY.base64) ?? new Uint8Array());
  if (!gameId.startsWith(STORY_PREFIX))
    return fail({ code: 'not_found', what: 'text adventure', id: gameId });
  const file = await readStoryFile(store.BUCKET, tenant, gameId);
  if (!file.ok) return file;
  if (!file.value) return storyLostFailure(`The story ${gameId} was deleted.`);
  const story = await readStory(file.value);
  if (story.ok && `${STORY_PREFIX}${story.value.hash}` === gameId) return story;
  return storyLostFailure(`The stored file of the story ${gameId} differs from the uploaded one.`);
}

const storyLostFailure = (detail: string) =>
  fail({
    code: 'conflict',
    detail,
    fix: 'Upload the same file again (POST /v1/games), which gets the same id, then resume the run.',
  });
