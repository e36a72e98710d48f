import type { Result } from '../contract/problems';
import { ok } from '../contract/problems';
import type { LearntModel } from '../contract/provider-views';
import { CACHE_TTL_MS, type LearnedLimits } from '../model/capability';
import { readLessons } from '../model/lessons';
import { makeEndpointStore, NO_ADDRESS } from './endpoints';

/**
 * Learned traits of a provider's models for one tenant, newest first; empty if the database fails.
 *
 * @param name key of the provider's lessons
 * @param address null for a binding
 */
export async function readLearntModels(
  db: D1Database,
  tenant: string,
  { name, address }: { name: string; address: string | null },
  now: number,
): Promise<Result<LearntModel[]>> {
  const lessons = await makeEndpointStore(db, { [name]: address ?? NO_ADDRESS })
    .load(now - CACHE_TTL_MS)
    .catch(() => []);
  return ok(describeModels(lessons.filter((learnt) => learnt.tenant === tenant && learnt.provider === name)));
}

export function describeModels(lessons: readonly LearnedLimits[]): LearntModel[] {
  const byModel = Map.groupBy(lessons, ({ model }) => model);
  return [...byModel]
    .map(([model, ofModel]) => describeModel(model, ofModel))
    .toSorted((a, b) => (a.learntAt < b.learntAt ? 1 : -1));
}

function describeModel(model: string, lessons: readonly LearnedLimits[]): LearntModel {
  const { cleanJson: _, followsSchema: __, ...abilities } = readLessons(lessons);
  const learntAt = Math.max(...lessons.map((learnt) => learnt.learntAt));
  return { model, ...abilities, learntAt: new Date(learntAt).toISOString() };
}
