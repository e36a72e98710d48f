import { readLimits, toNanos } from '../../../src/billing/prices';
import type { RoomBudgets } from '../../../src/billing/shortage';
import { autonomyBudget } from '../../../src/engines/scene/autonomy';
import type { SceneState } from '../../../src/engines/scene/state';

/** Returns the budgets of a scene, of each player, and of the scene while it goes on by itself. */
export function budgetsOfScene(state: SceneState): RoomBudgets {
  const { perSeat, ...room } = state.budgets;
  const alone = autonomyBudget(state);
  return {
    room: readLimits(room),
    perSeat: readLimits(perSeat),
    autonomy: alone && {
      limits: readLimits(alone.limits),
      from: { ...alone.spent, money: toNanos(alone.spent.money) },
    },
  };
}
