import type { Cost, Limits, Shortage } from '../contract/money';
import { findShort, NO_LIMITS, NOTHING, subtract } from './cost';

/** Budgets of the room and of each of its players; money in billionths. */
export interface RoomBudgets {
  room: Limits;
  perSeat: Limits;
  /** Budget of a scene that goes on by itself, counted from a total; null or absent: no limit of its own. */
  autonomy?: { limits: Limits; from: Cost } | null;
}

export const UNLIMITED: RoomBudgets = { room: NO_LIMITS, perSeat: NO_LIMITS };

/** Spending of a room, including reservations. */
interface Spent {
  total: Cost;
  /** Spending by seat. */
  bySeat: ReadonlyMap<string, Cost>;
}

/**
 * Finds the first budget of a room that has not enough left for a call: the room's, that of a scene which goes on by
 * itself, or that of the player whose input is answered; null when all have enough.
 *
 * @param seat `''`: no player's budget applies
 */
export function findShortage(
  { room, perSeat, autonomy }: RoomBudgets,
  { total, bySeat }: Spent,
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
