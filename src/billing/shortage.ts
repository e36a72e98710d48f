import type { Cost, Limits, Shortage } from '../contract/money';
import { findShort, NO_LIMITS, NOTHING, subtract } from './cost';

/** Budgets of the room and of each of its players; money in billionths. */
export interface RoomBudgets {
  room: Limits;
  perSeat: Limits;
  /** Budget of autonomous play, counted from a total; null or absent: no extra limit. */
  autonomy?: { limits: Limits; from: Cost } | null;
}

export const UNLIMITED: RoomBudgets = { room: NO_LIMITS, perSeat: NO_LIMITS };

/** Includes reservations. */
interface BudgetShortage {
  total: Cost;
  bySeat: ReadonlyMap<string, Cost>;
}

/**
 * The first budget with too little left for a call: the room's, the one for autonomous play, or the paying
 * player's. null: all suffice.
 *
 * @param seat `''`: no player's budget applies
 */
export function findShortage(
  { room, perSeat, autonomy }: RoomBudgets,
  { total, bySeat }: BudgetShortage,
  seat: string,
  need: Cost,
): Shortage | null {
  const look = (budget: 'room' | 'seat' | 'autonomy', limits: Limits, used: Cost): Shortage | null => {
    const what = findShort(limits, used, need);
    const limit = what && limits[what];
    if (what === null || limit === null) return null;
    return { budget, what, limit, used: used[what], reserved: 0, need: need[what], period: 'total' };
  };
  const alone = () => autonomy && look('autonomy', autonomy.limits, subtract(total, autonomy.from));
  const ofSeat = () => look('seat', perSeat, bySeat.get(seat) ?? NOTHING);
  return look('room', room, total) ?? alone() ?? (seat === '' ? null : ofSeat());
}
