import type { Seat } from '../../src/scene/state';
import type { Sockets } from './sockets';

/** How long a person whose last socket closed still counts as there: a reload, a tunnel, a change of network. */
export const GRACE_MS = 30_000;

/**
 * Who is there, told from the sockets of each seat. What was said of it (`player.joined`, `player.left`) is stored and
 * folded into the scene; here is only since when somebody has had no socket. That is forgotten when the room is: it
 * counts anew from when the room wakes, so that nobody is said to have left because the room was restarted.
 */
export class Presence {
  readonly #sockets: Sockets;
  readonly #goneSince = new Map<string, number>();

  constructor(sockets: Sockets) {
    this.#sockets = sockets;
  }

  /** When the next of these seats is to be looked at: one without a socket, or one whose time ends; null: none is. */
  nextAt(seats: readonly Seat[], now: number): number | null {
    const times = seats.flatMap((seat) => {
      if (!seat.present) return [];
      const ends = seat.endsAt === null ? [] : [Date.parse(seat.endsAt)];
      return this.#sockets.ofSeat(seat.id).length > 0 ? ends : [this.#gone(seat.id, now) + GRACE_MS, ...ends];
    });
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Seats that count as there, and whose people have been gone for too long or whose time is over. */
  leaving(seats: readonly Seat[], now: number): Seat[] {
    return seats.filter((seat) => {
      if (!seat.present) return false;
      if (seat.endsAt !== null && Date.parse(seat.endsAt) <= now) return true;
      if (this.#sockets.ofSeat(seat.id).length > 0) {
        this.#goneSince.delete(seat.id);
        return false;
      }
      return this.#gone(seat.id, now) + GRACE_MS <= now;
    });
  }

  /** A socket of the seat was opened. */
  opened(seat: string): void {
    this.#goneSince.delete(seat);
  }

  #gone(seat: string, now: number): number {
    const since = this.#goneSince.get(seat) ?? now;
    this.#goneSince.set(seat, since);
    return since;
  }
}
