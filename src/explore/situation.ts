import type { Situation } from './choose';
import { frameKey } from './frame';
import { isSettled } from './knowledge';
import { maskOf, type RunState } from './state';

/** Calls that a turn needs at least: one suggestion, one analysis. */
export const CALLS_PER_TURN = 2;

/** Why a run ended by itself. */
export const FINISH_REASONS = {
  settled: 'all_actions_settled',
  ended: 'target_null',
  win: 'win',
  actions: 'action_budget',
  calls: 'call_budget',
} as const;

/** Why the run ends where it stands; null while there is something left to do. */
export function findEnd(state: RunState): string | null {
  if (state.game?.state === 'WIN') return FINISH_REASONS.win;
  const actions = Object.values(state.knowledge.actions);
  if (actions.length > 0 && actions.every((known) => isSettled(known.status))) return FINISH_REASONS.settled;
  if (state.used.actions >= state.config.budgets.actions) return FINISH_REASONS.actions;
  if (state.config.budgets.calls - state.used.calls < CALLS_PER_TURN) return FINISH_REASONS.calls;
  return null;
}

/** What the next choice is made from. Throws when the game has not started: a turn starts it first. */
export function situationOf(state: RunState): Situation {
  if (!state.game) throw new Error('the game has not started');
  return {
    stateKey: frameKey(state.game.cells, maskOf(state)),
    available: state.game.available,
    actions: state.knowledge.actions,
    tried: state.tried,
    actionsLeft: state.config.budgets.actions - state.used.actions,
  };
}
