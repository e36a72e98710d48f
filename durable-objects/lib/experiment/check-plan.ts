import { sleep } from '../../../src/base/sleep';
import { readConfig } from '../../../src/config';
import { fail, ok, type Result } from '../../../src/contract/problems';
import { checkProfiles } from '../../../src/model/profiles';
import { checkProviders } from '../../../src/model/provider-names';
import { explain } from '../../../src/runs/experiments/explain';
import { gameKind, type Plan, runBody } from '../../../src/runs/experiments/plan';
import type { StoryRef } from '../../../src/runs/experiments/published';
import type { Baselines, Stories } from '../../../src/runs/experiments/table';
import { findRemoteGame, listRemoteGames, readBaselines } from '../../../src/runs/games/arc3/list';
import { findTitle, isRemoteGame, isStory } from '../../../src/runs/games/catalog';
import { PUSHED_GAME } from '../../../src/runs/games/driver';
import { findStory } from '../room/load-story';
import { readTenantModels } from '../room/tenant-providers';
import { tenantDatabase } from '../stubs';

type PlanIssue = { pointer: string; message: string };

/**
 * Checks that all runs of a plan can be created before creating any.
 *
 * @returns the plan with full ids and human baselines of remote games, and the stories; `invalid` with
 * pointers into the body; `unavailable` if a remote service does not respond
 */
export async function checkPlan(
  env: Env,
  tenant: string,
  plan: Plan,
): Promise<Result<{ plan: Plan; baselines: Baselines; stories: Stories }>> {
  const errors: PlanIssue[] = [];
  const { arc } = readConfig(env);
  const isRemote = plan.games.some(isRemoteGame) && arc !== null;
  const remote = isRemote ? await listRemoteGames({ ...arc, sleep }) : ok([]);
  if (!remote.ok) return remote;
  const games: string[] = [];
  const stories: Record<string, StoryRef> = {};
  for (const [i, id] of plan.games.entries()) {
    const game = await findItem(id);
    if (game.ok) games.push(game.value);
    else if (game.failure.code === 'unavailable') return game;
    else errors.push({ pointer: `/games/${i}`, message: explain(game.failure) });
  }
  errors.push(...(await checkPlayers(env, tenant, plan)));
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const baselines = isRemote ? await readBaselines({ ...arc, sleep }) : {};
  return ok({ plan: { ...plan, games: [...new Set(games)] }, baselines, stories });

  async function findItem(id: string): Promise<Result<string>> {
    if (id === PUSHED_GAME)
      return fail({
        code: 'conflict',
        detail: 'The caller plays this game.',
        fix: 'Create a run of it instead.',
      });
    if (isStory(id)) {
      const story = await findStory(await tenantDatabase(env, tenant), tenant, id);
      if (!story.ok) return story;
      const { title, release, serial } = story.value;
      stories[id] = { title, release, serial };
      return ok(id);
    }
    const title = findTitle(id, { remote: arc !== null });
    if (!title.ok || !isRemoteGame(id)) return title.ok ? ok(id) : title;
    const game = findRemoteGame(id, remote.ok ? remote.value : []);
    return game.ok ? ok(game.value.id) : game;
  }
}

/** Checks every model's profiles for each kind of game in the plan. */
async function checkPlayers(env: Env, tenant: string, plan: Plan): Promise<PlanIssue[]> {
  const kinds = new Set(plan.games.map(gameKind));
  const { known, defaults } = await readTenantModels(env, tenant);
  return plan.players.flatMap((_, player) => {
    const findings = [...kinds].flatMap((kind) => {
      const { profiles } = runBody(plan, { game: '', player, seed: '' }, kind);
      return [...checkProfiles(profiles, []), ...checkProviders(profiles, known, defaults.provider)];
    });
    const texts = new Set(findings.map(({ message }) => message));
    return [...texts].map((message) => ({ pointer: `/models/${player}`, message }));
  });
}
