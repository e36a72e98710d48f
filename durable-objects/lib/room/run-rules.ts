import { NO_LIMITS } from '../../../src/billing/cost';
import { readLimits } from '../../../src/billing/prices';
import type { RoomBudgets } from '../../../src/billing/shortage';
import type { EventDraft } from '../../../src/contract/events/events';
import type { RunLimits, Shortage } from '../../../src/contract/money';
import type { RoomState } from '../../../src/room/room-state';
import { runStatus } from '../../../src/room/run-status';
import { previewRun } from '../../../src/runs/glance';
import { type AnyRunState, shouldPlayTurn } from '../../../src/runs/state';
import { answererNames } from '../../../src/runs/views';

interface BudgetedState {
  config: { budgets: RunLimits & { calls: number } };
}

/**
 * A run's agents divide its call budget so that a turn can finish. This count also includes lost and retried
 * calls.
 */
const runBudgets = ({ config }: BudgetedState): RoomBudgets => {
  const { calls, tokens = null, money = null } = config.budgets;
  return { room: readLimits({ calls, tokens, money }), perSeat: NO_LIMITS };
};

export const RUN_RULES = {
  kind: 'run',
  unit: 'turn',
  rollsBack: false,
  next: (state: AnyRunState) => (shouldPlayTurn(state) ? [] : null),
  seed: ({ config }: AnyRunState<{ seed: string }>) => config.seed,
  status: runStatus,
  answeredBy: answererNames,
  glance: previewRun,
  budgets: runBudgets,
} as const;

/**
 * Handles a spent budget. If the run's calls run out during a turn, the run ends. Any other shortage pauses
 * it, so that it does not look as if it would continue on its own.
 *
 * @param close further events to store when a run of this kind ends
 */
export const exhaustRun =
  <S extends RoomState>(close: (state: S) => EventDraft[] = () => []) =>
  (state: S, { budget, what }: Shortage): EventDraft[] => {
    const { open, rounds } = state;
    if (budget !== 'room' || what !== 'calls' || !open) {
      const pause = { reason: 'budget' as const, detail: 'a budget is exhausted' };
      return [{ kind: 'run.paused', actor: 'system', turn: rounds, payload: pause }];
    }
    return [
      { kind: 'turn.cancelled', actor: 'system', turn: open.n, payload: { n: open.n } },
      ...close(state),
      { kind: 'run.finished', actor: 'system', payload: { reason: 'call_budget' } },
    ];
  };
