import type { Event, EventDraft, PayloadOf } from '../contract/events/events';
import type { Cost, RoomLimits } from '../contract/money';
import type { AutonomyEnd, AutonomyView, StartAutonomy } from '../contract/pace';
import { fail, ok, type Result } from '../contract/problems';
import { nextAutonomousAt } from './pace';
import type { SceneState } from './state';
import { isOver } from './table/state';
import { refuseFinished } from './turns';

/**
 * Autonomous rounds. Each one has a request in the ledger, stored together with its start. The end follows
 * from earlier events; `autonomy.ended` is written later. An interrupted room therefore continues with the
 * same count.
 */

/**
 * @param spent cost of the scene so far; money in currency units
 * @returns `finished`; `conflict` if it is autonomous already
 */
export function startAutonomy(state: SceneState, body: StartAutonomy, spent: Cost): Result<EventDraft[]> {
  if (state.status === 'finished' || isOver(state)) return refuseFinished(state);
  const { autonomy } = state;
  if (autonomy && autonomy.ending === null) {
    const detail = `auto-play is already on: ${autonomy.played} of ${autonomy.rounds} rounds played`;
    return fail({ code: 'conflict', detail, fix: 'Wait for its end, or stop it: DELETE …/autonomy.' });
  }
  const payload: PayloadOf<'autonomy.started'> = { rounds: body.rounds, pauseSeconds: body.pauseSeconds };
  // Write an outstanding end first: the new start would hide it.
  const began: EventDraft = { kind: 'autonomy.started', actor: 'system', payload };
  return ok([...scheduleEnd(state), began, ...limit(spent, body.budget)]);
}

function limit(spent: Cost, { calls = null, tokens = null, money = null }: RoomLimits = {}): EventDraft[] {
  if (calls === null && tokens === null && money === null) return [];
  const payload: PayloadOf<'autonomy.limited'> = { limits: { calls, tokens, money }, spent };
  return [{ kind: 'autonomy.limited', actor: 'system', audience: ['owner'], payload }];
}

/** The open round still completes. */
export function stopAutonomy(state: SceneState, reason: AutonomyEnd = 'stopped'): EventDraft[] {
  const { autonomy } = state;
  if (!autonomy) return [];
  const { played, rounds } = autonomy;
  const payload: PayloadOf<'autonomy.ended'> = { reason: autonomy.ending ?? reason, played, rounds };
  return [{ kind: 'autonomy.ended', actor: 'system', payload }];
}

/** Returns `autonomy.ended` if autonomy is over and that event is not written yet. */
export const scheduleEnd = (state: SceneState): EventDraft[] =>
  state.autonomy && state.autonomy.ending !== null ? stopAutonomy(state) : [];

export const requestRound = (): EventDraft => ({
  kind: 'round.requested',
  actor: 'system',
  payload: { type: 'continuation', to: [], start: true, autonomous: true },
});

/** @param state includes the event */
export function foldAutonomy(state: SceneState, event: Event): SceneState['autonomy'] {
  if (event.kind === 'autonomy.started') {
    const { rounds, pauseSeconds } = event.payload;
    return { rounds, pauseSeconds, played: 0, last: null, ending: null };
  }
  const { autonomy } = state;
  if (!autonomy || event.kind === 'autonomy.ended') return null;
  if (event.kind === 'autonomy.limited') return { ...autonomy, budget: event.payload };
  if (autonomy.ending !== null) return autonomy;
  const progress = event.kind === 'round.completed' ? count(state, autonomy, event.round ?? 0) : autonomy;
  const ending = autonomyEnd(state, progress, event);
  return ending === null ? progress : { ...progress, ending };
}

type Autonomy = NonNullable<SceneState['autonomy']>;

/** A replayed round counts once. */
function count({ answering }: SceneState, autonomy: Autonomy, round: number): Autonomy {
  if (autonomy.last === round || !answering.some((input) => input.autonomous)) return autonomy;
  return { ...autonomy, played: autonomy.played + 1, last: round };
}

function autonomyEnd(state: SceneState, { played, rounds }: Autonomy, event: Event): AutonomyEnd | null {
  if (state.status === 'finished' || isOver(state)) return 'finished';
  switch (event.kind) {
    case 'round.completed':
      return played >= rounds ? 'completed' : null;
    case 'round.failed': {
      const { failure } = event.payload;
      return failure.code === 'budget_exhausted' ? 'budget' : 'failed';
    }
    case 'round.cancelled':
      return 'cancelled';
    case 'round.rolledback':
      // A manual rollback; a retry undoes only its own round.
      return event.payload.undone ? 'rolledback' : null;
    default:
      return null;
  }
}

export function autonomyBudget({ autonomy, answering }: SceneState): PayloadOf<'autonomy.limited'> | null {
  const isOwn = answering.some((input) => input.autonomous);
  return (isOwn && autonomy?.ending === null && autonomy.budget) || null;
}

export function autonomyView(state: SceneState, isOwner = false): AutonomyView | null {
  const { autonomy } = state;
  if (!autonomy || autonomy.ending !== null) return null;
  const { rounds, played, pauseSeconds, budget } = autonomy;
  const at = state.open ? null : nextAutonomousAt(state);
  return {
    ...{ rounds, played, pauseSeconds, nextAt: at === null ? null : new Date(at).toISOString() },
    ...(isOwner && budget && { budget: budget.limits }),
  };
}
