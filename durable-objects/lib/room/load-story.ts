import type { Story } from 'zmachine-story';
import { readStory } from 'zmachine-story';
import { fromBase64 } from '../../../src/base/base64';
import { fail, ok, type Result } from '../../../src/contract/problems';
import { STORY_PREFIX, type StoryGame } from '../../../src/contract/stories';
import { embeddedGame } from '../../../src/runs/games/catalog';
import { EMBEDDED_STORY } from '../../../src/runs/games/tide-mill';
import { readStoryFile, readStoryGame, type StoryStore } from '../../../src/storage/stories';

/**
 * Finds the story that a run is to be created with.
 *
 * @returns `invalid` at `/game` when there is none of this id, or it is no text adventure
 */
export async function findStory(db: D1Database, tenant: string, gameId: string): Promise<Result<StoryGame>> {
  if (gameId === EMBEDDED_STORY.id) return ok(embeddedGame());
  const story = gameId.startsWith(STORY_PREFIX) ? await readStoryGame(db, tenant, gameId) : null;
  if (story?.ok || (story && story.failure.code !== 'not_found')) return story;
  const choices = `there is ${EMBEDDED_STORY.id}, and what you upload to /v1/games`;
  return fail({
    code: 'invalid',
    errors: [{ pointer: '/game', message: `there is no text adventure "${gameId}"; ${choices}` }],
  });
}

/**
 * The story of a run, checked anew: what is stored may have been changed by others. It asks R2 alone, so that runs go on
 * while D1 does not answer, and nobody for the story that comes with the service.
 *
 * @returns `conflict` when its file was deleted or is another one now; its fix is to upload the file again, which gives
 *   it the same id
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
  if (!file.value) return lost(`The story ${gameId} was deleted.`);
  const story = await readStory(file.value);
  if (story.ok && `${STORY_PREFIX}${story.value.hash}` === gameId) return story;
  return lost(`The stored file of the story ${gameId} is not what was uploaded.`);
}

const lost = (detail: string) =>
  fail({
    code: 'conflict',
    detail,
    fix: 'upload the same file again (POST /v1/games): it gets the same id; then resume the run',
  });
