import type { CreateScene } from '../../../src/api/create-scene';
import type { CreateRun } from '../../../src/api/runs';
import { api, newIdempotencyKey, type PageProblem } from '../api/api';
import { library, rooms } from '../api/library';
import { go } from '../router';

type RunRole = keyof NonNullable<CreateRun['profiles']>;

/**
 * Makes a scene and leads there.
 *
 * @param isCastFirst the cast opens it, so that something is on stage at once; a failure of that shows in the room. Where
 *   people are at the table of a game, their clues come first
 * @returns why there is none, or null
 */
export async function beginScene(scene: CreateScene, isCastFirst: boolean): Promise<PageProblem | null> {
  const made = await rooms.createScene(scene);
  if (!made.ok) return made.problem;
  const { id, table } = made.value;
  const isTheirs = table === null || table.people.length === 0;
  if (isCastFirst && isTheirs) await api.turn(id, { type: 'continuation', to: [] }, newIdempotencyKey());
  go(`/scenes/${id}`);
  return null;
}

/**
 * Makes a run and leads there.
 *
 * @param profile of the library, which answers for these roles; empty: as the operator has it
 * @returns why there is none, or null
 */
export async function beginRun(
  run: Parameters<typeof api.createRun>[0],
  profile: string,
  roles: readonly RunRole[],
): Promise<PageProblem | null> {
  // A run takes no names of profiles: it is written into it.
  const read = profile === '' ? null : await library.read('profile', profile);
  if (read && !read.ok) return read.problem;
  const answers = read?.value.body.profile;
  const made = await api.createRun({
    ...run,
    ...(answers && { profiles: Object.fromEntries(roles.map((role) => [role, answers])) }),
  });
  if (!made.ok) return made.problem;
  go(`/runs/${made.value.id}`);
  return null;
}
