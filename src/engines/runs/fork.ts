import { fail, ok, type Result } from '../../api/problems';
import type { ForkRun } from '../../api/runs';
import type { Event, EventDraft, PayloadOf } from '../../events/events';
import type { RoomState } from '../../room/room-state';

/**
 * Where a fork at the end of `turn` ends its copy of the ledger; null: at the last turn that was completed.
 *
 * @param eventsOf the events of a turn
 * @returns the turn, and the seq of the last event that is copied; `conflict` when that turn was not completed
 */
export function findForkPoint(
  state: Pick<RoomState, 'rounds'>,
  turn: number | null,
  eventsOf: (turn: number) => Event[],
): Result<{ turn: number; seq: number }> {
  if (turn !== null && turn > state.rounds) {
    return fail({ code: 'not_found', what: 'turn', id: String(turn) });
  }
  for (let n = turn ?? state.rounds; n > 0; n -= 1) {
    const ended = eventsOf(n).findLast(({ kind }) => /^turn\.(?:completed|failed|cancelled)$/.test(kind));
    if (ended?.kind === 'turn.completed') return ok({ turn: n, seq: ended.seq });
    if (turn === null) continue;
    const detail = `turn ${n} was not completed`;
    return fail({ code: 'conflict', detail, fix: 'fork at a turn that was completed' });
  }
  return ok({ turn: 0, seq: 1 });
}

/** The past of a fork, and the events that make it one: it is paused, so that its owner can change it first. */
export function forkPast(
  id: string,
  { past, turn }: { past: readonly Event[]; turn: number },
  { title, budgets }: ForkRun,
): { past: Event[]; first: EventDraft[] } {
  const [created, ...others] = past;
  if (created?.kind !== 'run.created') throw new RangeError('a fork needs the first event of its source');
  const payload: PayloadOf<'run.created'> = {
    ...created.payload,
    id,
    forkedFrom: { run: created.payload.id, turn },
  };
  const changed: PayloadOf<'run.changed'> = {
    title: title ?? `${created.payload.title} (fork)`,
    ...(budgets ? { budgets } : {}),
  };
  return {
    past: [{ ...created, payload }, ...others],
    first: [
      { kind: 'run.changed', actor: 'system', payload: changed },
      ...(turn === 0
        ? []
        : [{ kind: 'run.paused', actor: 'system', payload: { reason: 'forked' } } as const]),
    ],
  };
}
