import type { Event, EventDraft } from '../contract/events';
import type { JsonObject } from '../contract/json';
import { fail, ok, type Result } from '../contract/problems';
import type { ForkScene } from '../contract/scenes';
import type { SceneChanged, SceneCreated } from './payloads';
import { isUndone, type SceneState } from './state';

/**
 * Where a fork at the end of `round` ends its copy of the ledger; null: at the last round that was completed.
 *
 * @param eventsOf the events of a round
 * @returns the round, and the seq of the last event that is copied; `conflict` when that round was not completed, or
 *   was rolled back
 */
export function findForkPoint(
  state: SceneState,
  round: number | null,
  eventsOf: (round: number) => Event[],
): Result<{ round: number; seq: number }> {
  if (round !== null && round > state.rounds) {
    return fail({ code: 'not_found', what: 'round', id: String(round) });
  }
  for (let n = round ?? state.rounds; n > 0; n -= 1) {
    const completed = isUndone(state, n)
      ? undefined
      : eventsOf(n).findLast(({ kind }) => /^round\.(?:completed|failed|cancelled|rolledback)$/.test(kind));
    if (completed?.kind === 'round.completed') return ok({ round: n, seq: completed.seq });
    if (round === null) continue;
    const detail = `round ${n} was not completed, or was rolled back`;
    return fail({ code: 'conflict', detail, fix: 'fork at a round that was completed' });
  }
  // The beginning: the configuration, what was dealt, and the line the scene opens with.
  return ok({ round: 0, seq: eventsOf(0).at(-1)?.seq ?? 1 });
}

/**
 * The past of a fork, and the event that makes it one.
 *
 * @param past events of the source from the first on, copied as they were; only the configuration becomes the fork's
 */
export function forkPast(
  id: string,
  past: readonly Event[],
  round: number,
  { title }: ForkScene,
): { past: Event[]; first: EventDraft[] } {
  const [created, ...others] = past;
  if (!created) throw new RangeError('a fork needs the first event of its source');
  const source = created.payload as unknown as SceneCreated;
  const { world, lineage } = source.memory ?? { world: source.id, lineage: [] };
  const payload: SceneCreated = {
    ...source,
    id,
    memory: { world, lineage: [{ scene: source.id, upTo: round }, ...lineage] },
  };
  const changed: SceneChanged = {
    title: title ?? `${source.title} (fork)`,
    forkedFrom: { scene: source.id, round },
  };
  return {
    past: [{ ...created, payload: payload as unknown as JsonObject }, ...others],
    first: [{ kind: 'scene.changed', actor: 'system', payload: changed }],
  };
}
