import type { Seat } from '../../../src/scene/state';
import { readMeta, writeMeta } from '../room/schema';
import type { Sockets } from '../room/sockets';

type SeatPresence = Readonly<Record<string, Seat>>;

/** A player whose last socket closed stays present this long, to survive reloads and network changes. */
const GRACE_MS = 30_000;

/**
 * Derives presence from the sockets of each seat. `player.joined` and `player.left` are events; only the time
 * since a seat lost its last socket is stored here, because the room may hibernate meanwhile. A crash closes
 * all sockets; the time then starts at the next load, so that players don't leave because of a restart.
 */
export class Presence {
  readonly #sockets: Sockets;
  readonly #sql: SqlStorage;
  /** null: sockets have changed since. */
  #found: { seats: SeatPresence; at: number | null } | null = null;

  constructor(sockets: Sockets, sql: SqlStorage) {
    this.#sockets = sockets;
    this.#sql = sql;
  }

  /**
   * Time of the next check: a seat without a socket, or the end of a seat; null: none. Cached, because it is
   * called on every event and a scene may have 200 seats.
   */
  nextAt(seats: SeatPresence, now: number): number | null {
    if (this.#found?.seats !== seats) this.#found = { seats, at: this.#findNext(seats, now) };
    return this.#found.at;
  }

  #findNext(seats: SeatPresence, now: number): number | null {
    const times = Object.values(seats).flatMap((seat) => {
      if (!seat.present) return [];
      const ends = seat.endsAt === null ? [] : [Date.parse(seat.endsAt)];
      return this.#sockets.seatSockets(seat.id).length > 0
        ? ends
        : [this.#gone(seat.id, now) + GRACE_MS, ...ends];
    });
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Present seats whose players were away too long or whose time is over. */
  leaving(seats: SeatPresence, now: number): Seat[] {
    return Object.values(seats).filter((seat) => {
      if (!seat.present) return false;
      if (seat.endsAt !== null && Date.parse(seat.endsAt) <= now) return true;
      if (this.#sockets.seatSockets(seat.id).length > 0) {
        this.opened(seat.id);
        return false;
      }
      return this.#gone(seat.id, now) + GRACE_MS <= now;
    });
  }

  opened(seat: string): void {
    this.#found = null;
    if (readMeta(this.#sql, presenceKey(seat)) === null) return;
    this.#sql.exec('DELETE FROM meta WHERE key = ?', presenceKey(seat));
  }

  closed(): void {
    this.#found = null;
  }

  #gone(seat: string, now: number): number {
    const since = readMeta(this.#sql, presenceKey(seat));
    if (since !== null) return Number(since);
    writeMeta(this.#sql, presenceKey(seat), String(now));
    return now;
  }
}

const presenceKey = (seat: string): string => `gone:${seat}`;
