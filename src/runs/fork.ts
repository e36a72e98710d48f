import type { Event, EventDraft, PayloadOf } from '../contract/events/events';
import { fail, ok, type Result } from '../contract/problems';
import type { ForkRun } from '../contract/runs';
import type { RoomState } from '../room/room-state';
import { runPaused } from '../room/run-status';

/**
 * Finds the last event to copy for a fork at the end of `turn`; null: the last completed turn.
 *
 * @param eventsOf the events of a turn
 * @returns the turn and the seq; `conflict` if that turn was not completed
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
    const lastEvent = eventsOf(n).findLast(({ kind }) => /^turn\.(?:completed|failed|cancelled)$/.test(kind));
    if (lastEvent?.kind === 'turn.completed') return ok({ turn: n, seq: lastEvent.seq });
    if (turn === null) continue;
    const detail = `turn ${n} is not complete`;
    return fail({ code: 'conflict', detail, fix: 'Fork at a completed turn.' });
  }
  return ok({ turn: 0, seq: 1 });
}

/** The fork's past and its first own events. A fork starts paused, so that its owner can change it first. */
export function forkPast(
  id: string,
  { past, turn }: { past: readonly Event[]; turn: number },
  { title, budgets }: ForkRun,
): { past: Event[]; first: EventDraft[] } {
  const [creation, ...others] = past;
  if (creation?.kind !== 'run.created') throw new RangeError('a fork needs the first event of its source');
  const payload: PayloadOf<'run.created'> = {
    ...creation.payload,
    id,
    forkedFrom: { run: creation.payload.id, turn },
  };
  const changes: PayloadOf<'run.changed'> = {
    title: title ?? `${creation.payload.title} (fork)`,
    ...(budgets ? { budgets } : {}),
  };
  return {
    past: [{ ...creation, payload }, ...others],
    first: [
      { kind: 'run.changed', actor: 'system', payload: changes },
      ...(turn === 0 ? [] : [runPaused({ reason: 'forked', detail: 'a fork begins so' })]),
    ],
  };
}
