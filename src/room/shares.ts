import { SHARES } from '../base/limits';
import type { Viewer } from '../contract/events/events';
import { type Failure, fail, ok, type Result } from '../contract/problems';

export interface QuotaUsage {
  all: number;
  /** Used by all seats together. */
  seats: number;
  /** null for owners, who have no quota. */
  own: number | null;
  /** Used by all shared seats; absent unless such a seat is requesting. */
  ofMany?: number;
}

export interface Quota {
  most: number;
  /** Maximum per seat. */
  share: number;
  /** For the failure's text: "sockets" of a seat and of the room. */
  what: { ofSeat: string; ofRoom: string };
  retryAfter: number;
}

/**
 * Maximum for all seats together; the rest is reserved for owners. If there is only one, a seat may have it.
 */
export const maxSeatShare = (most: number): number => Math.max(1, most - Math.ceil(most * SHARES.reserve));

/**
 * Checks whether one more may be used. A seat has a quota, and all seats together leave a reserve for owners;
 * owners are only limited by the total.
 *
 * @returns `too_many` with the limit that was reached (seat, all seats, or room)
 */
export function checkQuota({ all, seats, own, ofMany }: QuotaUsage, supply: Quota): Result<null> {
  const { most, share, what, retryAfter } = supply;
  const refuse = (of: string, limit: number): { ok: false; failure: Failure } =>
    fail({ code: 'too_many', what: of, limit: String(limit), retryAfter });
  if (own !== null && own >= share) return refuse(what.ofSeat, share);
  const mostOfMany = Math.max(1, Math.floor(most * SHARES.forMany));
  if (ofMany !== undefined && ofMany >= mostOfMany)
    return refuse(`${what.ofRoom} on shared seats`, mostOfMany);
  if (own !== null && seats >= maxSeatShare(most))
    return refuse(`${what.ofRoom} on seats`, maxSeatShare(most));
  return all >= most ? refuse(what.ofRoom, most) : ok(null);
}

/**
 * Key of a viewer's quota: its seat, or its own token on a shared seat, so that its viewers don't affect each
 * other. Undefined for an owner.
 */
export const quotaKey = ({ seat, forMany, credential }: Viewer): string | undefined =>
  forMany ? (credential ?? seat) : seat;

export const socketQuota = (most: number): Quota => ({
  most,
  share: SHARES.sockets,
  what: {
    ofSeat: 'sockets and streams of this seat',
    ofRoom: 'sockets and streams of this room',
  },
  retryAfter: 10,
});
