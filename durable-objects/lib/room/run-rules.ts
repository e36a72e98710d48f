import { NO_LIMITS } from '../../../src/billing/cost';
import { readLimits } from '../../../src/billing/prices';
import type { RoomBudgets } from '../../../src/billing/shortage';
import type { EventDraft } from '../../../src/contract/events/events';
import type { RunLimits, Shortage } from '../../../src/contract/money';
import type { RoomState } from '../../../src/room/room-state';
import { statusOf } from '../../../src/room/run-status';
import { glanceAtRun } from '../../../src/runs/glance';
import { type AnyRunState, wantsTurn } from '../../../src/runs/state';
import { nameAnswered } from '../../../src/runs/views';

interface Budgeted {
  config: { budgets: RunLimits & { calls: number } };
}

/**
 * Returns the budgets of a run. Its agents share its calls out among themselves, so that a turn comes to its end; here
 * they are counted with those that are lost, or asked for again by a retry.
 */
const budgetsOfRun = ({ config }: Budgeted): RoomBudgets => {
  const { calls, tokens = null, money = null } = config.budgets;
  return { room: readLimits({ calls, tokens, money }), perSeat: NO_LIMITS };
};

/** The rules that the engines of both kinds of run have in common. */
export const RUN_RULES = {
  kind: 'run',
  unit: 'turn',
  rollsBack: false,
  next: (state: AnyRunState) => (wantsTurn(state) ? [] : null),
  seed: ({ config }: AnyRunState<{ seed: string }>) => config.seed,
  status: statusOf,
  answeredBy: nameAnswered,
  glance: glanceAtRun,
  budgets: budgetsOfRun,
} as const;

/**
 * A run whose calls are spent in the middle of a turn ends there. One that is short of anything else pauses, so that it
 * is not taken for one that goes on by itself.
 *
 * @param close what else a run of this kind writes when it ends
 */
export const exhaustRun =
  <S extends RoomState>(close: (state: S) => EventDraft[] = () => []) =>
  (state: S, { budget, what }: Shortage): EventDraft[] => {
    const { open, rounds } = state;
    if (budget !== 'room' || what !== 'calls' || !open) {
      const pause = { reason: 'budget' as const, detail: 'a budget is spent' };
      return [{ kind: 'run.paused', actor: 'system', turn: rounds, payload: pause }];
    }
    return [
      { kind: 'turn.cancelled', actor: 'system', turn: open.n, payload: { n: open.n } },
      ...close(state),
      { kind: 'run.finished', actor: 'system', payload: { reason: 'call_budget' } },
    ];
  };
