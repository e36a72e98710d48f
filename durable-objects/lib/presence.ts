import type { Seat } from '../../src/scene/state';
import { readMeta, writeMeta } from './schema';
import type { Sockets } from './sockets';

/** How long a person whose last socket closed still counts as there: a reload, a tunnel, a change of network. */
const GRACE_MS = 30_000;

/**
 * Who is there, told from the sockets of each seat. What was said of it (`player.joined`, `player.left`) is stored and
 * folded into the scene; here is only since when somebody has had no socket. That is stored too, as a room may sleep
 * through it; after a crash, which closes every socket without a word, it counts from when the room wakes, so that
 * nobody is said to have left because the room was restarted.
 */
export class Presence {
  readonly #sockets: Sockets;
  readonly #sql: SqlStorage;

  constructor(sockets: Sockets, sql: SqlStorage) {
    this.#sockets = sockets;
    this.#sql = sql;
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
        this.opened(seat.id);
        return false;
      }
      return this.#gone(seat.id, now) + GRACE_MS <= now;
    });
  }

  /** A socket of the seat is open. */
  opened(seat: string): void {
    if (readMeta(this.#sql, keyOf(seat)) === null) return;
    this.#sql.exec('DELETE FROM meta WHERE key = ?', keyOf(seat));
  }

  #gone(seat: string, now: number): number {
    const since = readMeta(this.#sql, keyOf(seat));
    if (since !== null) return Number(since);
    writeMeta(this.#sql, keyOf(seat), String(now));
    return now;
  }
}

const keyOf = (seat: string): string => `gone:${seat}`;
