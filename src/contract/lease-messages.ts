import type { Cost, Shortage } from './money';

/** Report of a room's spending to its tenant. */
export interface SettleRequest {
  room: string;
  /** Version of the tenant's last answer; 0 if unknown. */
  version: number;
  /** Total spending of the room, including reservations for open calls. */
  spent: Cost;
  /** True if the room is being erased and will not ask again. */
  last?: boolean;
}

export interface LeaseRequest extends SettleRequest {
  /** Maximum cost of the next call. */
  need: Cost;
  /** Approximate cost of a round. */
  want: Cost;
}

/** `stale`: ask again with this version. Has no side effect. */
export type StaleRequest = { kind: 'stale'; version: number };

/**
 * `granted`: amount the room may spend beyond the reported total. `short`: no lease, because a budget is too low.
 * `gone`: the tenant is being deleted.
 */
export type LeaseAnswer =
  | StaleRequest
  | { kind: 'granted'; version: number; granted: Cost }
  | { kind: 'short'; version: number; shortage: Shortage }
  | { kind: 'gone' };

export type SettleAnswer = StaleRequest | { kind: 'settled'; version: number };
