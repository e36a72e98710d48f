import type { Event, EventDraft, PayloadOf } from '../contract/events/events';
import { fail, ok, type Result } from '../contract/problems';
import type { ForkScene } from '../contract/scenes';
import { isUndone, type SceneState } from './state';

interface ForkPoint {
  round: number;
  /** Of the last copied event. */
  seq: number;
}

/**
 * Finds the last valid completed round up to `round`; 0: the configuration, the deal, and the opening line.
 *
 * @param eventsOf events of a round
 */
export function findCompleted(
  state: SceneState,
  round: number,
  eventsOf: (round: number) => Event[],
): ForkPoint {
  for (let n = round; n > 0; n -= 1) {
    if (isUndone(state, n)) continue;
    const roundEnd = eventsOf(n).findLast(({ kind }) =>
      /^round\.(?:completed|failed|cancelled|rolledback)$/.test(kind),
    );
    if (roundEnd?.kind === 'round.completed') return { round: n, seq: roundEnd.seq };
  }
  return { round: 0, seq: eventsOf(0).at(-1)?.seq ?? 1 };
}

/**
 * Finds the end of a fork's copy of the ledger: after `round`; null: after the last completed round.
 *
 * @param eventsOf events of a round
 * @returns `conflict` if that round was not completed, or was rolled back
 */
export function findForkPoint(
  state: SceneState,
  round: number | null,
  eventsOf: (round: number) => Event[],
): Result<ForkPoint> {
  if (round !== null && round > state.rounds) {
    return fail({ code: 'not_found', what: 'round', id: String(round) });
  }
  const point = findCompleted(state, round ?? state.rounds, eventsOf);
  if (round === null || point.round === round) return ok(point);
  const detail = `round ${round} is not complete, or was rolled back`;
  return fail({ code: 'conflict', detail, fix: 'Fork at a completed round.' });
}

/**
 * The past of a fork, and the event that makes it a fork.
 *
 * @param past events of the source from the first on, copied unchanged except for the configuration
 * @param later later manual changes by the owner that also apply to the fork
 */
export function forkPast(
  id: string,
  { past, later, round }: { past: readonly Event[]; later: readonly Event[]; round: number },
  { title }: ForkScene,
): { past: Event[]; first: EventDraft[] } {
  const [first, ...others] = past;
  if (first?.kind !== 'scene.created') throw new RangeError('a fork needs the first event of its source');
  const source = first.payload;
  const { world, lineage } = source.memory ?? { world: source.id, lineage: [] };
  // The source may share later rounds of an ancestor; the fork does not.
  const ancestry = lineage.map(({ scene, upTo }) => ({ scene, upTo: Math.min(upTo, round) }));
  const payload: PayloadOf<'scene.created'> = {
    ...source,
    id,
    memory: { world, lineage: [{ scene: source.id, upTo: round }, ...ancestry] },
  };
  const names = [...past, ...later].flatMap((event) =>
    event.kind === 'scene.changed' ? (event.payload.title ?? []) : [],
  );
  const forkChange: PayloadOf<'scene.changed'> = {
    title: title ?? `${names.at(-1) ?? source.title} (fork)`,
    forkedFrom: { scene: source.id, round },
  };
  const end = past.at(-1)?.seq ?? 0;
  return {
    past: [
      { ...first, payload },
      ...others,
      ...later.map((event, index) => ({ ...event, seq: end + 1 + index })),
    ],
    first: [{ kind: 'scene.changed', actor: 'system', payload: forkChange }],
  };
}

/**
 * Lists the owner's actions after the fork point that also apply to the fork: changes of lines in the shared
 * past; changes of the scene, unless a valid round came in between.
 *
 * @param since events after the fork point
 */
export function laterOwnerActions(
  state: SceneState,
  point: { round: number; seq: number },
  since: Iterable<Event>,
): Event[] {
  const later: Event[] = [];
  let isPast = true;
  for (const event of since) {
    const { kind, round, payload } = event;
    if (kind === 'round.started' && round !== undefined && !isUndone(state, round)) isPast = false;
    if (round !== undefined) continue;
    if (
      (kind === 'line.edited' || kind === 'line.chosen' || kind === 'line.shown') &&
      payload.seq <= point.seq
    )
      later.push(event);
    if (kind === 'line.hidden') {
      const seqs = payload.seqs.filter((seq) => seq <= point.seq);
      if (seqs.length > 0) later.push({ ...event, payload: { ...payload, seqs } });
    }
    if (kind !== 'scene.changed' || !isPast) continue;
    // The fork does not inherit the source's status.
    const { status: _status, ...rest } = payload;
    if (Object.keys(rest).length > 0) later.push({ ...event, payload: rest });
  }
  return later;
}
