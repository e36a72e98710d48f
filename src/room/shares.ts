import { SHARES } from '../base/limits';
import type { Viewer } from '../contract/events/events';
import { type Failure, fail, ok, type Result } from '../contract/problems';

/** Numbers of a thing of which a room has only so many. */
export interface Taken {
  all: number;
  /** Taken by all seats together. */
  seats: number;
  /** Taken by the seat that asks for one more; null when an owner asks, who has no share but all. */
  own: number | null;
  /** Taken on all seats for many; absent when somebody else asks. */
  ofMany?: number;
}

/** The thing in the words of a refusal. */
export interface Supply {
  most: number;
  /** Most that one seat may have of it. */
  share: number;
  /** "sockets", and of whom. */
  what: { ofSeat: string; ofRoom: string };
  retryAfter: number;
}

/** Most that all seats together may have: the rest is the owners'. A single one is anybody's. */
export const mostOfSeats = (most: number): number => Math.max(1, most - Math.ceil(most * SHARES.reserve));

/**
 * May one more be had? A seat gets its share, and all seats together leave the owners a reserve; an owner gets whatever
 * there is.
 *
 * @returns `too_many` with the limit that was reached: that of the seat, of all seats, or of the room
 */
export function takeOneMore({ all, seats, own, ofMany }: Taken, supply: Supply): Result<null> {
  const { most, share, what, retryAfter } = supply;
  const refuse = (of: string, limit: number): { ok: false; failure: Failure } =>
    fail({ code: 'too_many', what: of, limit: String(limit), retryAfter });
  if (own !== null && own >= share) return refuse(what.ofSeat, share);
  const mostOfMany = Math.max(1, Math.floor(most * SHARES.forMany));
  if (ofMany !== undefined && ofMany >= mostOfMany)
    return refuse(`${what.ofRoom} on seats for many`, mostOfMany);
  if (own !== null && seats >= mostOfSeats(most)) return refuse(`${what.ofRoom} on seats`, mostOfSeats(most));
  return all >= most ? refuse(what.ofRoom, most) : ok(null);
}

/**
 * Returns whose share a viewer takes of: that of its seat, or on a seat for many that of its own token, so that nobody there
 * takes anything from the others. Undefined for an owner.
 */
export const sharerOf = ({ seat, forMany, credential }: Viewer): string | undefined =>
  forMany ? (credential ?? seat) : seat;

/** Sockets of a room, streams and requests that wait among them. */
export const socketsOf = (most: number): Supply => ({
  most,
  share: SHARES.sockets,
  what: {
    ofSeat: 'sockets and streams of this seat',
    ofRoom: 'sockets and streams of this room',
  },
  retryAfter: 10,
});
