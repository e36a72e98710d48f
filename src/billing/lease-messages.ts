import type { Cost, Shortage } from '../api/money';

/** What a room tells its tenant of its spending. */
export interface SettleAsk {
  room: string;
  /** The one that the tenant last answered with; 0 when the room does not know. */
  version: number;
  /** All that the room ever spent, with what is kept back for calls under way. */
  spent: Cost;
  /** The room is being erased, and asks no more. */
  last?: boolean;
}

export interface LeaseAsk extends SettleAsk {
  /** Of the next call. */
  need: Cost;
  /** Of about a round. */
  want: Cost;
}

/** `stale`: ask again with this version; nothing was changed. */
export type Stale = { kind: 'stale'; version: number };

/**
 * `granted`: may be spent beyond what the room had spent when it asked. `short`: there is no lease, as a budget has not
 * enough left. `gone`: the tenant is being deleted.
 */
export type LeaseAnswer =
  | Stale
  | { kind: 'granted'; version: number; granted: Cost }
  | { kind: 'short'; version: number; shortage: Shortage }
  | { kind: 'gone' };

export type SettleAnswer = Stale | { kind: 'settled'; version: number };
