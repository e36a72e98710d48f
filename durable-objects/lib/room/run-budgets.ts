import type { EventDraft } from '../../../src/contract/events';
import type { RunLimits } from '../../../src/contract/money';
import type { RoomState } from '../../../src/contract/room-state';
import { NO_LIMITS } from '../../../src/money/cost';
import { readLimits } from '../../../src/money/prices';
import type { RoomBudgets } from '../../../src/money/shortage';

interface Budgeted {
  config: { budgets: RunLimits };
}

/** What a run may spend. Its calls it counts itself: when they are spent it ends, rather than waiting for more. */
export const budgetsOfRun = ({ config }: Budgeted): RoomBudgets => {
  const { tokens = null, money = null } = config.budgets;
  return { room: readLimits({ tokens, money }), perSeat: NO_LIMITS };
};

/** A run whose budget is spent pauses, so that it is not taken for one that goes on by itself. */
export const pauseRun = ({ rounds }: RoomState): EventDraft[] => [
  { kind: 'run.paused', actor: 'system', turn: rounds, payload: { reason: 'budget' } },
];
