import type { Seat } from '../../../src/scene/state';
import { readMeta, writeMeta } from '../room/schema';
import type { Sockets } from '../room/sockets';

type Seats = Readonly<Record<string, Seat>>;

/** Time for which a person whose last socket closed still counts as there: a reload, a tunnel, a change of network. */
const GRACE_MS = 30_000;

/**
 * Tells from the sockets of each seat who is there. `player.joined` and `player.left` are events, folded into the
 * scene; only the time since a seat has had no socket is kept here. It is stored, as a room may sleep through it; after
 * a crash, which closes every socket, it counts from the waking, so that nobody leaves because the room restarted.
 */
export class Presence {
  readonly #sockets: Sockets;
  readonly #sql: SqlStorage;
  /** Result of {@link nextAt} for these seats; null: sockets have come or gone since. */
  #found: { seats: Seats; at: number | null } | null = null;

  constructor(sockets: Sockets, sql: SqlStorage) {
    this.#sockets = sockets;
    this.#sql = sql;
  }

  /**
   * When the next of these seats is to be looked at: one without a socket, or one whose time ends; null: none is. It
   * changes with the seats and their sockets alone, and is asked for at every event: the sockets of 200 seats are not
   * looked through each time.
   */
  nextAt(seats: Seats, now: number): number | null {
    if (this.#found?.seats !== seats) this.#found = { seats, at: this.#findNext(seats, now) };
    return this.#found.at;
  }

  #findNext(seats: Seats, now: number): number | null {
    const times = Object.values(seats).flatMap((seat) => {
      if (!seat.present) return [];
      const ends = seat.endsAt === null ? [] : [Date.parse(seat.endsAt)];
      return this.#sockets.ofSeat(seat.id).length > 0 ? ends : [this.#gone(seat.id, now) + GRACE_MS, ...ends];
    });
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Seats that count as there, and whose people have been gone for too long or whose time is over. */
  leaving(seats: Seats, now: number): Seat[] {
    return Object.values(seats).filter((seat) => {
      if (!seat.present) return false;
      if (seat.endsAt !== null && Date.parse(seat.endsAt) <= now) return true;
      if (this.#sockets.ofSeat(seat.id).length > 0) {
        this.opened(seat.id);
        return false;
      }
      return this.#gone(seat.id, now) + GRACE_MS <= now;
    });
  }

  /** A socket of the seat is open. */
  opened(seat: string): void {
    this.#found = null;
    if (readMeta(this.#sql, keyOf(seat)) === null) return;
    this.#sql.exec('DELETE FROM meta WHERE key = ?', keyOf(seat));
  }

  /** A socket of some seat was closed. */
  closed(): void {
    this.#found = null;
  }

  #gone(seat: string, now: number): number {
    const since = readMeta(this.#sql, keyOf(seat));
    if (since !== null) return Number(since);
    writeMeta(this.#sql, keyOf(seat), String(now));
    return now;
  }
}

const keyOf = (seat: string): string => `gone:${seat}`;
