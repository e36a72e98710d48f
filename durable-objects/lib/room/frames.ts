import { Rates } from '../../../src/auth/rates';
import { LIMITS, SHARES } from '../../../src/base/limits';
import type { Viewer } from '../../../src/contract/events/events';
import { fail, ok, type Result } from '../../../src/contract/problems';
import { sharerOf } from '../../../src/room/shares';

/** An oversized message counts as so many refused ones: the fifth in a row ends the socket. */
const OVERSIZED = 50;

/**
 * Counts what comes over sockets before any of it is read, so that what is no message costs its sender as much as one.
 * The sockets of a seat, or of one device on a seat for many, are counted together, each socket of an owner for itself.
 */
export class Frames {
  /** By id, of seats and of what else they take of the room. */
  readonly ofSeats = new Rates();
  readonly #ofOwners = new WeakMap<WebSocket, Rates>();

  /**
   * One more message.
   *
   * @returns `too_large`, `too_many`; `isLast` when so many were refused that the socket is to be closed
   */
  take(
    socket: WebSocket,
    viewer: Viewer,
    message: string | ArrayBuffer,
    now: number,
  ): { taken: Result<null>; isLast: boolean } {
    const seat = sharerOf(viewer);
    const most = seat === undefined ? LIMITS.message : SHARES.message;
    const size = sizeOf(message, most);
    const rates = this.#ratesOf(socket, seat);
    const name = seat ?? '';
    const sizeCheck = size > most ? fail({ code: 'too_large', what: 'message', limit: most }) : ok(null);
    const rateCheck = rates.draw('message', name, now);
    const weightCheck =
      rateCheck.ok && sizeCheck.ok && seat !== undefined
        ? rates.draw('bytes', name, now, Math.max(1, size))
        : rateCheck;
    const result = !sizeCheck.ok ? sizeCheck : weightCheck;
    if (result.ok) return { taken: result, isLast: false };
    const notice = rates.draw('unheard', name, now, sizeCheck.ok ? 1 : OVERSIZED);
    return { taken: result, isLast: !notice.ok };
  }

  #ratesOf(socket: WebSocket, seat: string | undefined): Rates {
    if (seat !== undefined) return this.ofSeats;
    const rates = this.#ofOwners.get(socket) ?? new Rates();
    this.#ofOwners.set(socket, rates);
    return rates;
  }
}

/** Bytes of a message; of a text with more characters than `most` those, as it has no fewer bytes. */
function sizeOf(message: string | ArrayBuffer, most: number): number {
  if (typeof message !== 'string') return message.byteLength;
  return message.length > most ? message.length : new TextEncoder().encode(message).byteLength;
}
