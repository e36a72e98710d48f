import { dropUndefined } from '../../base/drop-undefined';
import { changeSettings } from '../../contract/change-settings';
import { sceneSettings } from '../../contract/context';
import type { CreateScene, NewScene } from '../../contract/create-scene';
import type { CreateExperiment } from '../../contract/experiments';
import { fail, ok, type Result } from '../../contract/problems';
import type { SceneTrials } from '../../contract/scene-trials';
import { resolveScene } from '../../library/resolve';
import { readItems } from '../../library/store';
import { planExperiment } from '../../runs/experiments/plan';
import { isCondition, readCondition } from '../../runs/experiments/scenes/conditions';
import { mergeTemplate } from '../../scene/setup/templates';
import type { AppContext } from '../middleware/http';
import { callRoom, experimentClient, sceneClient } from '../middleware/room-client';

type Read = Parameters<typeof resolveScene>[1];

/**
 * Builds the scene of each condition, with copies of library items, so that later changes of the library or of
 * the base scene do not affect the experiment.
 *
 * @returns `invalid` with pointers into the body, also for any other mistake in the plan, or `not_found` for an
 * unknown base scene
 */
export async function resolveTrials(
  c: AppContext,
  body: CreateExperiment,
): Promise<Result<Record<string, NewScene>>> {
  const { scene } = body;
  if (!scene) return ok({});
  // It limits the number of conditions, so check it before reading anything for them.
  const planning = planExperiment(body);
  if (!planning.ok) return planning;
  const { tenant, scope } = c.get('principal');
  // A key for experiments may not copy library items or scenes, which it may not read.
  const isFull = scope.scope === 'full';
  const read: Read = async (ids) => (isFull ? readItems(c.get('db'), tenant, ids) : new Map<string, never>());
  if (typeof scene.base === 'string' && !isFull)
    return fail({
      code: 'forbidden',
      needs: 'a key with the scope "full" to copy a scene',
      fix: 'Use such a key, or write the scene into "base".',
    });
  const base = await readBase(c, scene.base, read);
  if (!base.ok) return base;
  const casts = await resolveEach(scene.casts, async (characters, name) =>
    at(`/scene/casts/${name}`, await resolveScene({ characters }, read), '/characters'),
  );
  if (!casts.ok) return casts;
  const treatments = await resolveEach(scene.treatments, async ({ settings: _, ...changes }, name) =>
    at(`/scene/treatments/${name}`, await resolveScene(changes, read)),
  );
  if (!treatments.ok) return treatments;
  const build = (condition: string): NewScene => {
    const { cast = '', treatment = '' } = readCondition(condition) ?? {};
    const settings = scene.treatments?.[treatment]?.settings;
    return {
      ...base.value,
      ...casts.value[cast],
      ...dropUndefined(treatments.value[treatment] ?? {}),
      ...(settings && {
        settings: changeSettings(base.value.settings ?? sceneSettings.parse({}), settings),
      }),
    };
  };
  return ok(Object.fromEntries(planning.value.games.map((condition) => [condition, build(condition)])));
}

async function resolveEach<T>(
  named: Readonly<Record<string, T>> = {},
  resolve: (value: T, name: string) => Promise<Result<NewScene>>,
): Promise<Result<Record<string, NewScene>>> {
  const resolved: Record<string, NewScene> = {};
  for (const [name, value] of Object.entries(named)) {
    const scene = await resolve(value, name);
    if (!scene.ok) return scene;
    resolved[name] = scene.value;
  }
  return ok(resolved);
}

/**
 * Refuses keys that may not read or delete scenes: an imported experiment may name any scene of the tenant as
 * its run.
 */
export function denyScenes(c: AppContext): Result<null> {
  const { scope } = c.get('principal').scope;
  if (scope === 'full' || scope === 'read') return ok(null);
  const needs = 'a key with the scope "full" for an experiment over scenes';
  return fail({ code: 'forbidden', needs, fix: 'Use such a key.' });
}

/** {@link denyScenes} if the experiment plays scenes. */
export async function checkSceneAccess(c: AppContext, id: string): Promise<Result<null>> {
  const access = denyScenes(c);
  if (access.ok) return access;
  const reading = await callRoom(experimentClient(c, id), (remote) => remote.read(), 'safe');
  if (!reading.ok) return reading;
  return reading.value.games.some(isCondition) ? access : ok(null);
}

async function readBase(c: AppContext, base: SceneTrials['base'], read: Read): Promise<Result<NewScene>> {
  if (typeof base === 'string') return callRoom(sceneClient(c, base), (room) => room.copy(), 'safe');
  // Merge the template first: a treatment changes single settings of it.
  const whole = mergeTemplate(base as NewScene);
  return at('/scene/base', whole.ok ? await resolveScene(whole.value as CreateScene, read) : whole);
}

/** Moves the pointers of a failure. @param inner prefix that the new one replaces */
function at<T>(pointer: string, result: Result<T>, inner = ''): Result<T> {
  if (result.ok || result.failure.code !== 'invalid') return result;
  const errors = result.failure.errors.map((issue) => ({
    ...issue,
    pointer: `${pointer}${issue.pointer.slice(issue.pointer.startsWith(inner) ? inner.length : 0)}`,
  }));
  return fail({ code: 'invalid', errors });
}
