import type { CreateScene } from '../../../src/contract/create-scene';
import type { CreateRun } from '../../../src/contract/runs';
import { api, newIdempotencyKey, type PageProblem } from '../api/api';
import { library, rooms } from '../api/library';
import { go } from '../router';

type RunRole = keyof NonNullable<CreateRun['profiles']>;

/**
 * Creates a scene and opens its page.
 *
 * @param isCastFirst lets the cast begin, so that there is something to read; the room shows any failure. In a table
 * game with people, their clues come first
 * @returns the problem, or null
 */
export async function startScene(scene: CreateScene, isCastFirst: boolean): Promise<PageProblem | null> {
  const creation = await rooms.createScene(scene);
  if (!creation.ok) return creation.problem;
  const { id, table } = creation.value;
  const isTheirs = table === null || table.people.length === 0;
  if (isCastFirst && isTheirs) await api.turn(id, { type: 'continuation', to: [] }, newIdempotencyKey());
  go(`/scenes/${id}`);
  return null;
}

/** Starts a template's scene; its cast begins. */
export const playTemplate = (template: string, more: object = {}) => startScene({ template, ...more }, true);

/**
 * Makes a run and opens its page.
 *
 * @param profile id of a library profile that answers for these roles; empty: the operator's choice
 * @param query how its page begins
 * @returns the problem, or null
 */
export async function startRun(
  run: Parameters<typeof api.createRun>[0],
  profile: string,
  roles: readonly RunRole[],
  query = '',
): Promise<PageProblem | null> {
  // A run stores the profile itself, as it takes no names of profiles.
  const profileReply = profile === '' ? null : await library.read('profile', profile);
  if (profileReply && !profileReply.ok) return profileReply.problem;
  const answers = profileReply?.value.body.profile;
  const creation = await api.createRun({
    ...run,
    ...(answers && { profiles: Object.fromEntries(roles.map((role) => [role, answers])) }),
  });
  if (!creation.ok) return creation.problem;
  go(`/runs/${creation.value.id}${query}`);
  return null;
}
