import { readAccessCredential } from '../../../src/auth/access-identity';
import { Rates } from '../../../src/auth/rates';
import { operatorCredential } from '../../../src/auth/secrets';
import { LIMITS, SHARES } from '../../../src/base/limits';
import type { Event, Viewer } from '../../../src/contract/events/events';
import type { HiddenLines } from '../../../src/contract/events/fold/hidden-lines';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { Delta, Typing } from '../../../src/contract/socket-messages';
import { sharerOf, type Taken } from '../../../src/room/shares';
import { maySee, showEvent } from '../../../src/room/visibility';
import type { Ledger } from './ledger';

const PAGE = 500;
/** Code with which sockets are closed whose key or seat is over: there is no use in coming back with it. */
const CREDENTIAL_ENDED = 4001;
/** Code for sockets that must come back with their credential. */
const COME_AGAIN = 1012;
const OPERATOR = 'operator';
const BLIND: Viewer = { owner: false, ids: [] };

/** The room's hibernating WebSockets: who they are, what they may see, and the replay each one starts with. */
export class Sockets {
  readonly #ctx: DurableObjectState;
  readonly #hiddenLines: () => HiddenLines;
  readonly #viewers = new WeakMap<WebSocket, Viewer>();

  /** @param hiddenLines lines of the room that the owner alone reads */
  constructor(ctx: DurableObjectState, hiddenLines: () => HiddenLines) {
    this.#ctx = ctx;
    this.#hiddenLines = hiddenLines;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('{"type":"ping"}', '{"type":"pong"}'));
  }

  /** Take a socket over, send it what it missed after `after`, then `{type: "ready", head}`. */
  accept(socket: WebSocket, viewer: Viewer, ledger: Ledger, after: number): void {
    this.#ctx.acceptWebSocket(socket, tagsOf(viewer));
    socket.serializeAttachment(viewer);
    this.#viewers.set(socket, viewer);
    // No await from here to the end: nothing can be appended between the replay and the first live event.
    const hiddenLines = this.#hiddenLines();
    for (let seq = after; ; ) {
      const events = ledger.page(seq, PAGE);
      for (const event of events) {
        const visible = showEvent(event, viewer, hiddenLines);
        if (visible) socket.send(JSON.stringify(visible));
      }
      seq = events.at(-1)?.seq ?? seq;
      if (events.length < PAGE) break;
    }
    socket.send(JSON.stringify({ type: 'ready', head: ledger.head }));
  }

  /** Sockets that are open, streams and waiting requests among them: of all, of seats, and of the viewer's share. */
  count(asker: Viewer): Taken {
    const all = this.#ctx.getWebSockets();
    const ofSeats = all.map((socket) => this.viewerOf(socket)).filter((viewer) => !viewer.owner);
    const own = ofSeats.filter((viewer) => viewer.seat !== undefined && sharerOf(viewer) === sharerOf(asker));
    return {
      ...{ all: all.length, seats: ofSeats.length, own: asker.owner ? null : own.length },
      ...(asker.forMany && { ofMany: ofSeats.filter(({ forMany }) => forMany).length }),
    };
  }

  viewerOf(socket: WebSocket): Viewer {
    const knownViewer = this.#viewers.get(socket);
    if (knownViewer) return knownViewer;
    const viewer = socket.deserializeAttachment() as Viewer;
    this.#viewers.set(socket, viewer);
    // It was opened before sockets had one.
    if (viewer.credential === undefined) socket.close(COME_AGAIN, 'connect again');
    return viewer;
  }

  /**
   * Send each event to everyone who may see it. It is serialised once for each face it has, however many sockets there
   * are: that of the owner, and that of everyone else.
   */
  broadcast(events: Event[]): void {
    const sockets = this.#ctx.getWebSockets();
    if (sockets.length === 0) return;
    const hiddenLines = this.#hiddenLines();
    for (const event of events) {
      const faces: { owner?: string | null; others?: string | null } = {};
      for (const socket of sockets) {
        const viewer = this.viewerOf(socket);
        if (socket.readyState !== WebSocket.OPEN || !maySee(event.audience, viewer)) continue;
        if (isPast(viewer)) {
          socket.close(CREDENTIAL_ENDED, 'the word of Cloudflare Access is over');
          continue;
        }
        const face = viewer.owner ? 'owner' : 'others';
        if (faces[face] === undefined) {
          const seenEvent = showEvent(event, viewer, hiddenLines);
          faces[face] = seenEvent && JSON.stringify(seenEvent);
        }
        const text = faces[face];
        if (text) sendTo(socket, text);
      }
    }
  }

  /**
   * Send what is never stored: a line that is still being written, or that somebody types. Who connects later does not
   * get it.
   */
  broadcastTransient(message: Delta | Typing, but?: WebSocket): void {
    const text = JSON.stringify(message);
    for (const socket of this.#ctx.getWebSockets()) {
      if (socket === but || socket.readyState !== WebSocket.OPEN) continue;
      if (maySee(message.audience, this.viewerOf(socket))) sendTo(socket, text);
    }
  }

  /** Open sockets of a seat. */
  ofSeat(seat: string): WebSocket[] {
    return this.#ctx.getWebSockets(seat).filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  /** Sockets that the operator's key has opened, of whatever time. */
  ofOperator(): WebSocket[] {
    return this.#ctx.getWebSockets(OPERATOR);
  }

  setViewer(seat: string, viewerNow: Viewer): void {
    for (const socket of this.#ctx.getWebSockets(seat)) {
      const viewer = { ...viewerNow, credential: this.viewerOf(socket).credential };
      socket.serializeAttachment(viewer);
      this.#viewers.set(socket, viewer);
    }
  }

  /** Close every socket of a seat; nothing more is sent to them. */
  closeSeat(seat: string, reason: string): void {
    this.setViewer(seat, BLIND);
    for (const socket of this.#ctx.getWebSockets(seat)) socket.close(CREDENTIAL_ENDED, reason);
  }

  /** Close the sockets of a seat that came by one of its tokens. */
  closeDevice(seat: string, credential: string, reason: string): void {
    for (const socket of this.#ctx.getWebSockets(seat))
      if (this.viewerOf(socket).credential === credential) socket.close(CREDENTIAL_ENDED, reason);
  }

  /** Close every socket that came by a credential; nothing more is sent to them. */
  closeCredential(credential: string, reason: string): void {
    for (const socket of this.#ctx.getWebSockets(credential)) socket.close(CREDENTIAL_ENDED, reason);
  }

  closeAll(code: number, reason: string): void {
    for (const socket of this.#ctx.getWebSockets()) socket.close(code, reason);
  }
}

/** Returns the tags of a viewer's sockets: its seat, or its key. */
function tagsOf({ seat, credential = '' }: Viewer): string[] {
  if (seat !== undefined) return [seat];
  return credential.startsWith(operatorCredential('')) ? [credential, OPERATOR] : [credential];
}

/** Says whether the word of Cloudflare Access that the viewer came by is over; nobody tells the room when it is. */
function isPast({ credential = '' }: Viewer): boolean {
  const owner = readAccessCredential(credential);
  return owner !== null && owner.until <= Date.now();
}

function sendTo(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // The peer is gone; it resumes by `after` when it comes back.
  }
}

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
