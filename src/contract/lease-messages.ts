import type { Cost, Shortage } from './money';

/** Report of a room's spending to its tenant. */
export interface SettleAsk {
  room: string;
  /** Version of the tenant's last answer; 0 when the room does not know. */
  version: number;
  /** All that the room ever spent, including reservations of open calls. */
  spent: Cost;
  /** True when the room is being erased and asks no more. */
  last?: boolean;
}

export interface LeaseAsk extends SettleAsk {
  /** Cost of the next call. */
  need: Cost;
  /** Cost of about a round. */
  want: Cost;
}

/** `stale`: ask again with this version; nothing was changed. */
export type Stale = { kind: 'stale'; version: number };

/**
 * `granted`: amount that may be spent beyond the room's spending at the time of the request. `short`: no lease, because a
 * budget has not enough left. `gone`: the tenant is being deleted.
 */
export type LeaseAnswer =
  | Stale
  | { kind: 'granted'; version: number; granted: Cost }
  | { kind: 'short'; version: number; shortage: Shortage }
  | { kind: 'gone' };

export type SettleAnswer = Stale | { kind: 'settled'; version: number };
