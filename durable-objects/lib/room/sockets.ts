import { readAccessCredential } from '../../../src/auth/access-identity';
import { Rates } from '../../../src/auth/rates';
import { operatorCredential } from '../../../src/auth/secrets';
import { LIMITS, SHARES } from '../../../src/base/limits';
import type { Event, Viewer } from '../../../src/contract/events/events';
import type { HiddenLines } from '../../../src/contract/events/fold/hidden-lines';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { Delta, Typing } from '../../../src/contract/socket-messages';
import { type QuotaUsage, quotaKey } from '../../../src/room/shares';
import { canSee, redactEvent } from '../../../src/room/visibility';
import type { Ledger } from './ledger';

const PAGE = 500;
/** Close code when a key or seat has ended; reconnecting with it is useless. */
const CREDENTIAL_ENDED = 4001;
/** Close code that asks the client to reconnect with its credential. */
const RECONNECT_CLOSE = 1012;
const OPERATOR = 'operator';
const NO_VIEWER: Viewer = { owner: false, ids: [] };

/** The room's hibernating WebSockets: viewers, visibility and initial replay. */
export class Sockets {
  readonly #ctx: DurableObjectState;
  readonly #hiddenLines: () => HiddenLines;
  readonly #viewers = new WeakMap<WebSocket, Viewer>();

  constructor(ctx: DurableObjectState, hiddenLines: () => HiddenLines) {
    this.#ctx = ctx;
    this.#hiddenLines = hiddenLines;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('{"type":"ping"}', '{"type":"pong"}'));
  }

  /** Accepts a socket, replays the events after `after`, then sends `{type: "ready", head}`. */
  accept(socket: WebSocket, viewer: Viewer, ledger: Ledger, after: number): void {
    this.#ctx.acceptWebSocket(socket, socketTags(viewer));
    socket.serializeAttachment(viewer);
    this.#viewers.set(socket, viewer);
    // No await from here on: no event may be appended between the replay and the first live event.
    const hiddenLines = this.#hiddenLines();
    for (let seq = after; ; ) {
      const events = ledger.page(seq, PAGE);
      for (const event of events) {
        const visible = redactEvent(event, viewer, hiddenLines);
        if (visible) socket.send(JSON.stringify(visible));
      }
      seq = events.at(-1)?.seq ?? seq;
      if (events.length < PAGE) break;
    }
    socket.send(JSON.stringify({ type: 'ready', head: ledger.head }));
  }

  /** Open sockets, including streams and waiting requests: in total, of seats, and in the viewer's quota. */
  count(asker: Viewer): QuotaUsage {
    const all = this.#ctx.getWebSockets();
    const ofSeats = all.map((socket) => this.viewerOfSocket(socket)).filter((viewer) => !viewer.owner);
    const own = ofSeats.filter((viewer) => viewer.seat !== undefined && quotaKey(viewer) === quotaKey(asker));
    return {
      ...{ all: all.length, seats: ofSeats.length, own: asker.owner ? null : own.length },
      ...(asker.forMany && { ofMany: ofSeats.filter(({ forMany }) => forMany).length }),
    };
  }

  viewerOfSocket(socket: WebSocket): Viewer {
    const knownViewer = this.#viewers.get(socket);
    if (knownViewer) return knownViewer;
    const viewer = socket.deserializeAttachment() as Viewer;
    this.#viewers.set(socket, viewer);
    // Opened by a version without credentials.
    if (viewer.credential === undefined) socket.close(RECONNECT_CLOSE, 'connect again');
    return viewer;
  }

  /**
   * Sends each event to all viewers who may see it. Serialized at most twice per event: once for owners, once
   * for everyone else.
   */
  broadcast(events: Event[]): void {
    const sockets = this.#ctx.getWebSockets();
    if (sockets.length === 0) return;
    const hiddenLines = this.#hiddenLines();
    for (const event of events) {
      const faces: { owner?: string | null; others?: string | null } = {};
      for (const socket of sockets) {
        const viewer = this.viewerOfSocket(socket);
        if (socket.readyState !== WebSocket.OPEN || !canSee(event.audience, viewer)) continue;
        if (isExpired(viewer)) {
          socket.close(CREDENTIAL_ENDED, 'the word of Cloudflare Access is over');
          continue;
        }
        const face = viewer.owner ? 'owner' : 'others';
        if (faces[face] === undefined) {
          const seenEvent = redactEvent(event, viewer, hiddenLines);
          faces[face] = seenEvent && JSON.stringify(seenEvent);
        }
        const text = faces[face];
        if (text) sendTo(socket, text);
      }
    }
  }

  /**
   * Sends a message that is never stored: a streaming line or a typing indicator. Later connections do not
   * receive it.
   */
  broadcastTransient(message: Delta | Typing, but?: WebSocket): void {
    const text = JSON.stringify(message);
    for (const socket of this.#ctx.getWebSockets()) {
      if (socket === but || socket.readyState !== WebSocket.OPEN) continue;
      if (canSee(message.audience, this.viewerOfSocket(socket))) sendTo(socket, text);
    }
  }

  seatSockets(seat: string): WebSocket[] {
    return this.#ctx.getWebSockets(seat).filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  /** Sockets opened with the operator's key, current or earlier. */
  operatorSockets(): WebSocket[] {
    return this.#ctx.getWebSockets(OPERATOR);
  }

  setViewer(seat: string, viewerNow: Viewer): void {
    for (const socket of this.#ctx.getWebSockets(seat)) {
      const viewer = { ...viewerNow, credential: this.viewerOfSocket(socket).credential };
      socket.serializeAttachment(viewer);
      this.#viewers.set(socket, viewer);
    }
  }

  /** Also blocks further events to these sockets. */
  closeSeat(seat: string, reason: string): void {
    this.setViewer(seat, NO_VIEWER);
    for (const socket of this.#ctx.getWebSockets(seat)) socket.close(CREDENTIAL_ENDED, reason);
  }

  closeDevice(seat: string, credential: string, reason: string): void {
    for (const socket of this.#ctx.getWebSockets(seat))
      if (this.viewerOfSocket(socket).credential === credential) socket.close(CREDENTIAL_ENDED, reason);
  }

  closeCredential(credential: string, reason: string): void {
    for (const socket of this.#ctx.getWebSockets(credential)) socket.close(CREDENTIAL_ENDED, reason);
  }

  closeAll(code: number, reason: string): void {
    for (const socket of this.#ctx.getWebSockets()) socket.close(code, reason);
  }
}

function socketTags({ seat, credential = '' }: Viewer): string[] {
  if (seat !== undefined) return [seat];
  return credential.startsWith(operatorCredential('')) ? [credential, OPERATOR] : [credential];
}

/** True when the viewer's Access token has expired. Access sends no notification, so check on every send. */
function isExpired({ credential = '' }: Viewer): boolean {
  const owner = readAccessCredential(credential);
  return owner !== null && owner.until <= Date.now();
}

function sendTo(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // The peer is gone; it resumes with `after` when it reconnects.
  }
}

/** An oversized message counts as this many rejected ones, so the fifth in a row closes the socket. */
const OVERSIZED_CLOSE = 50;

/**
 * Counts socket messages before parsing, so malformed messages count too. Sockets of a seat (or of one device
 * on a shared seat) share a count; each owner's socket has its own.
 */
export class Frames {
  /** By seat; also used for the seat's other quotas. */
  readonly ofSeats = new Rates();
  readonly #ofOwners = new WeakMap<WebSocket, Rates>();

  /**
   * Counts one message.
   *
   * @returns `too_large`, `too_many`; `isLast` if the socket must be closed after too many rejections
   */
  take(
    socket: WebSocket,
    viewer: Viewer,
    message: string | ArrayBuffer,
    now: number,
  ): { taken: Result<null>; isLast: boolean } {
    const seat = quotaKey(viewer);
    const most = seat === undefined ? LIMITS.message : SHARES.message;
    const size = messageBytes(message, most);
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
    const notice = rates.draw('unheard', name, now, sizeCheck.ok ? 1 : OVERSIZED_CLOSE);
    return { taken: result, isLast: !notice.ok };
  }

  #ratesOf(socket: WebSocket, seat: string | undefined): Rates {
    if (seat !== undefined) return this.ofSeats;
    const rates = this.#ofOwners.get(socket) ?? new Rates();
    this.#ofOwners.set(socket, rates);
    return rates;
  }
}

/**
 * Size in bytes. Skips encoding for texts with more than `most` characters, since they have at least as many
 * bytes.
 */
function messageBytes(message: string | ArrayBuffer, most: number): number {
  if (typeof message !== 'string') return message.byteLength;
  return message.length > most ? message.length : new TextEncoder().encode(message).byteLength;
}
