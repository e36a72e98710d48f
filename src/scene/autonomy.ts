import type { Event, EventDraft, PayloadOf } from '../contract/events/events';
import type { Cost, RoomLimits } from '../contract/money';
import type { AutonomyEnd, AutonomyView, StartAutonomy } from '../contract/pace';
import { fail, ok, type Result } from '../contract/problems';
import { nextAlone } from './pace';
import type { SceneState } from './state';
import { isOver } from './table/state';
import { refuseFinished } from './turns';

/**
 * A scene that goes on by itself for a number of rounds. Each of them has a request in the ledger, stored together with
 * its start; that it is over follows from what happened, and the event that says so is owed until it is written. So a
 * room that is cut off anywhere goes on with the same count.
 */

/**
 * @param spent by the scene so far, money in units of the currency
 * @returns `finished`; `conflict` when it goes on by itself already
 */
export function startAutonomy(state: SceneState, body: StartAutonomy, spent: Cost): Result<EventDraft[]> {
  if (state.status === 'finished' || isOver(state)) return refuseFinished(state);
  const { autonomy } = state;
  if (autonomy && autonomy.ending === null) {
    const detail = `the scene goes on by itself: ${autonomy.played} of ${autonomy.rounds} rounds are played`;
    return fail({ code: 'conflict', detail, fix: 'wait for the end, or DELETE …/autonomy first' });
  }
  const payload: PayloadOf<'autonomy.started'> = { rounds: body.rounds, pauseSeconds: body.pauseSeconds };
  // An end that is still owed comes first: the new beginning would cover it.
  const began: EventDraft = { kind: 'autonomy.started', actor: 'system', payload };
  return ok([...oweEnd(state), began, ...limit(spent, body.budget)]);
}

/** Only the owner sees the limits. */
function limit(spent: Cost, { calls = null, tokens = null, money = null }: RoomLimits = {}): EventDraft[] {
  if (calls === null && tokens === null && money === null) return [];
  const payload: PayloadOf<'autonomy.limited'> = { limits: { calls, tokens, money }, spent };
  return [{ kind: 'autonomy.limited', actor: 'system', audience: ['owner'], payload }];
}

/** Ends autonomy. The open round is played to its end. */
export function stopAutonomy(state: SceneState, reason: AutonomyEnd = 'stopped'): EventDraft[] {
  const { autonomy } = state;
  if (!autonomy) return [];
  const { played, rounds } = autonomy;
  const payload: PayloadOf<'autonomy.ended'> = { reason: autonomy.ending ?? reason, played, rounds };
  return [{ kind: 'autonomy.ended', actor: 'system', payload }];
}

/** Returns `autonomy.ended` when autonomy is over and no event says so yet. */
export const oweEnd = (state: SceneState): EventDraft[] =>
  state.autonomy && state.autonomy.ending !== null ? stopAutonomy(state) : [];

export const requestRound = (): EventDraft => ({
  kind: 'round.requested',
  actor: 'system',
  payload: { type: 'continuation', to: [], start: true, autonomous: true },
});

/** Folds an event into the autonomy of a scene; `state` has the event folded in already. */
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
  const ending = endOf(state, progress, event);
  return ending === null ? progress : { ...progress, ending };
}

type Autonomy = NonNullable<SceneState['autonomy']>;

/** A round that is played again is still the same one. */
function count({ answering }: SceneState, autonomy: Autonomy, round: number): Autonomy {
  if (autonomy.last === round || !answering.some((input) => input.autonomous)) return autonomy;
  return { ...autonomy, played: autonomy.played + 1, last: round };
}

function endOf(state: SceneState, { played, rounds }: Autonomy, event: Event): AutonomyEnd | null {
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
      // By hand; a retry takes back its own round alone.
      return event.payload.undone ? 'rolledback' : null;
    default:
      return null;
  }
}

/** Returns the limits of autonomy while one of its rounds is played, else null. */
export function autonomyBudget({ autonomy, answering }: SceneState): PayloadOf<'autonomy.limited'> | null {
  const isOwn = answering.some((input) => input.autonomous);
  return (isOwn && autonomy?.ending === null && autonomy.budget) || null;
}

export function showAutonomy(state: SceneState, isOwner = false): AutonomyView | null {
  const { autonomy } = state;
  if (!autonomy || autonomy.ending !== null) return null;
  const { rounds, played, pauseSeconds, budget } = autonomy;
  const at = state.open ? null : nextAlone(state);
  return {
    ...{ rounds, played, pauseSeconds, nextAt: at === null ? null : new Date(at).toISOString() },
    ...(isOwner && budget && { budget: budget.limits }),
  };
}
