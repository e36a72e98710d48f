import { sleep } from '../../../src/base/sleep';
import { readConfig } from '../../../src/config';
import type { NewScene } from '../../../src/contract/create-scene';
import type { Event } from '../../../src/contract/events/events';
import { fail, ok, type Result } from '../../../src/contract/problems';
import { checkProfiles, checkSceneProfiles, resolveProfiles } from '../../../src/model/profiles';
import { checkProviders } from '../../../src/model/provider-names';
import { explain } from '../../../src/runs/experiments/explain';
import type { RunFacts } from '../../../src/runs/experiments/file';
import { gameKind, type Plan, runBody } from '../../../src/runs/experiments/plan';
import type { StoryRef } from '../../../src/runs/experiments/published';
import { scriptTurn, trialBody } from '../../../src/runs/experiments/scenes/body';
import { isCondition } from '../../../src/runs/experiments/scenes/conditions';
import { findRemoteGame, listRemoteGames, readBaselines } from '../../../src/runs/games/arc3/list';
import { findTitle, isRemoteGame, isStory } from '../../../src/runs/games/catalog';
import { PUSHED_GAME } from '../../../src/runs/games/driver';
import { reduceScene } from '../../../src/scene/reduce';
import { sceneCreated } from '../../../src/scene/setup/create';
import { listCast, type SceneState } from '../../../src/scene/state';
import { acceptTurn } from '../../../src/scene/turns';
import { findStory } from '../room/load-story';
import { readTenantModels } from '../room/tenant-providers';
import { tenantDatabase } from '../stubs';

type TenantModels = Awaited<ReturnType<typeof readTenantModels>>;
type PlanIssue = { pointer: string; message: string };

/**
 * Checks that all runs of a plan can be created before creating any.
 *
 * @param scenes of the plan's conditions
 * @returns the plan with full ids and human baselines of remote games, and the stories; `invalid` with
 * pointers into the body; `unavailable` if a remote service does not respond
 */
export async function checkPlan(
  env: Env,
  tenant: string,
  plan: Plan,
  scenes: RunFacts['scenes'],
): Promise<Result<{ plan: Plan } & RunFacts>> {
  const errors: PlanIssue[] = [];
  const { arc } = readConfig(env);
  const isRemote = plan.games.some(isRemoteGame) && arc !== null;
  const remote = isRemote ? await listRemoteGames({ ...arc, sleep }) : ok([]);
  if (!remote.ok) return remote;
  const games: string[] = [];
  const stories: Record<string, StoryRef> = {};
  for (const [i, id] of plan.games.entries()) {
    const game = isCondition(id) ? ok(id) : await findItem(id);
    if (game.ok) games.push(game.value);
    else if (game.failure.code === 'unavailable') return game;
    else errors.push({ pointer: `/games/${i}`, message: explain(game.failure) });
  }
  const models = await readTenantModels(env, tenant);
  errors.push(...checkPlayers(plan, models));
  const cast = new Set<string>();
  for (const game of plan.scene ? plan.games : [])
    errors.push(...checkCondition(plan, game, scenes[game] ?? {}, models, cast));
  // A condition without the speaker scores its silence, but a speaker in none is a mistake.
  for (const [i, { speaker }] of (plan.scene?.rules ?? []).entries())
    if (speaker !== undefined && cast.size > 0 && !cast.has(speaker))
      errors.push({
        pointer: `/scene/rules/${i}/speaker`,
        message: `no scene has a character "${speaker}"; use ${[...cast].join(', ')}`,
      });
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const baselines = isRemote ? await readBaselines({ ...arc, sleep }) : {};
  return ok({ plan: { ...plan, games: [...new Set(games)] }, baselines, stories, scenes });

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
function checkPlayers(plan: Plan, { known, defaults }: TenantModels): PlanIssue[] {
  const kinds = new Set(plan.games.map(gameKind));
  const issues = plan.players.flatMap((_, player) => {
    const findings = [...kinds].flatMap((kind) => {
      const cell = { game: '', player, seed: '' };
      if (kind === 'scene') {
        const { profiles } = trialBody(plan, cell, {});
        return [...checkSceneProfiles(profiles), ...checkProviders(profiles, known, defaults.provider)];
      }
      const { profiles } = runBody(plan, cell, kind);
      return [...checkProfiles(profiles, []), ...checkProviders(profiles, known, defaults.provider)];
    });
    return findings.map(({ pointer, message }) => ({
      pointer: pointer.startsWith('/profiles/judge') ? '/scene/judge/model' : `/models/${player}`,
      message,
    }));
  });
  // Roles share profiles, and all models the judge.
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/**
 * Creates the scene of a condition in memory, and checks its profiles and the lines of the script in it.
 *
 * @param cast receives the ids of its characters
 */
function checkCondition(
  plan: Plan,
  game: string,
  scene: NewScene,
  { known, defaults }: TenantModels,
  cast: Set<string>,
): PlanIssue[] {
  const [seed = ''] = plan.seeds;
  const body = trialBody(plan, { game, player: 0, seed }, scene);
  const profileIssues = [
    ...checkSceneProfiles(scene.profiles),
    ...checkProviders(scene.profiles, known, defaults.provider),
  ];
  const inBase = (issues: readonly PlanIssue[]) =>
    issues.map(({ pointer, message }) => ({
      pointer: `/scene/base${pointer}`,
      message: `${game}: ${message}`,
    }));
  if (body.game)
    return inBase([{ pointer: '/game', message: 'table games have a script and a judge of their own' }]);
  const id = 'scn_00000000000000000000';
  const created = sceneCreated({ id, body, profiles: resolveProfiles(scene.profiles, defaults), seed });
  if (!created.ok) {
    const { failure } = created;
    const errors = failure.code === 'invalid' ? failure.errors : [{ pointer: '', message: explain(failure) }];
    return inBase([...profileIssues, ...errors]);
  }
  const at = new Date(0).toISOString();
  const state = created.value.reduce<SceneState | null>(
    (before, draft, index) => reduceScene(before, { audience: ['*'], ...draft, seq: index + 1, at } as Event),
    null,
  );
  for (const { id } of state ? listCast(state) : []) cast.add(id);
  const lines = (plan.scene?.lines ?? []).flatMap((line, index) => {
    const turn = state && acceptTurn(state, scriptTurn(line));
    return !turn || turn.ok
      ? []
      : [{ pointer: `/scene/lines/${index}`, message: `${game}: ${explain(turn.failure)}` }];
  });
  return [...inBase(profileIssues), ...lines];
}
