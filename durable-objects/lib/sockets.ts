import type { Delta, Event, Viewer } from '../../src/contract/events';
import { maySee } from '../../src/scene/visibility';
import { hideSealed } from '../../src/sealed';
import type { Ledger } from './ledger';

const PAGE = 500;

/** The room's hibernating WebSockets: who they are, what they may see, and the replay each one starts with. */
export class Sockets {
  readonly #ctx: DurableObjectState;
  readonly #viewers = new WeakMap<WebSocket, Viewer>();

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('{"type":"ping"}', '{"type":"pong"}'));
  }

  /** Take a socket over, send it what it missed after `after`, then `{type: "ready", head}`. */
  accept(socket: WebSocket, viewer: Viewer, ledger: Ledger, after: number): void {
    this.#ctx.acceptWebSocket(socket);
    socket.serializeAttachment(viewer);
    this.#viewers.set(socket, viewer);
    // No await from here to the end: nothing can be appended between the replay and the first live event.
    for (let seq = after; ; ) {
      const events = ledger.page(seq, PAGE);
      for (const event of events) {
        if (maySee(event.audience, viewer)) socket.send(JSON.stringify(hideSealed(event)));
      }
      seq = events.at(-1)?.seq ?? seq;
      if (events.length < PAGE) break;
    }
    socket.send(JSON.stringify({ type: 'ready', head: ledger.head }));
  }

  viewerOf(socket: WebSocket): Viewer {
    const known = this.#viewers.get(socket);
    if (known) return known;
    const viewer = socket.deserializeAttachment() as Viewer;
    this.#viewers.set(socket, viewer);
    return viewer;
  }

  /** Send each event to everyone who may see it. An event is serialised once, however many sockets there are. */
  broadcast(events: Event[]): void {
    this.#send(events.map(hideSealed));
  }

  /** Send a line that is still being written. Nothing remembers it: who connects later waits for the whole line. */
  broadcastTransient(delta: Delta): void {
    this.#send([delta]);
  }

  #send(messages: readonly (Event | Delta)[]): void {
    const sockets = this.#ctx.getWebSockets();
    if (sockets.length === 0) return;
    for (const message of messages) {
      const text = JSON.stringify(message);
      for (const socket of sockets) {
        if (socket.readyState !== WebSocket.OPEN || !maySee(message.audience, this.viewerOf(socket)))
          continue;
        try {
          socket.send(text);
        } catch {
          // The peer is gone; it resumes by `after` when it comes back.
        }
      }
    }
  }

  closeAll(code: number, reason: string): void {
    for (const socket of this.#ctx.getWebSockets()) socket.close(code, reason);
  }
}
