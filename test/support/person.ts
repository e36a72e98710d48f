import { WebSocket } from 'ws';
import type { Event } from '../../src/contract/events';
import type { JsonObject } from '../../src/contract/json';
import type { NewSeat, SeatAccepted, SeatRole } from '../../src/contract/seats';

/** A credential at a stage: base URL without a slash at the end, and a key or the token of a seat. */
export interface Credential {
  url: string;
  key: string | null;
}

/** How a person asks over HTTP; it throws when the stage refuses. */
export type Ask = <T>(who: Credential, method: string, path: string, body?: unknown) => Promise<T>;

/**
 * Somebody on a seat: invited, seated by the invitation, on a socket of its own that was opened with a single-use ticket.
 * It keeps what the socket brings, in order, and resumes after the last event it has.
 */
export class Person {
  readonly scene: string;
  readonly name: string;
  readonly persona: string | null;
  readonly seat: string;
  readonly at: Credential;
  /** Everything that had a seq, over all its sockets, as it came. */
  readonly heard: Event[] = [];
  /** Told of every event and of every other message, with the moment at which it came (`performance.now()`). */
  onEvent: (event: Event, at: number) => void = () => {};
  onMessage: (message: JsonObject, at: number) => void = () => {};
  onClose: () => void = () => {};
  socket: WebSocket | null = null;
  readonly #ask: Ask;

  private constructor(
    ask: Ask,
    at: Credential,
    { scene, seat, name, persona }: { scene: string; seat: string; name: string; persona: string | null },
  ) {
    this.#ask = ask;
    this.at = at;
    this.scene = scene;
    this.seat = seat;
    this.name = name;
    this.persona = persona;
  }

  /** Makes a seat as its owner and takes it. */
  static async seat(
    ask: Ask,
    owner: Credential,
    scene: string,
    { role, persona, name }: { role: SeatRole; persona: string | null; name: string },
  ): Promise<Person> {
    const made = await ask<NewSeat>(owner, 'POST', `/v1/scenes/${scene}/seats`, { role, persona });
    const { invitation } = made;
    const nobody = { url: owner.url, key: null };
    const { token } = await ask<SeatAccepted>(nobody, 'POST', '/v1/seats/accept', { invitation, name });
    if (token === null) throw new Error('the token of a seat was not shown');
    return new Person(ask, { url: owner.url, key: token }, { scene, seat: made.seat.id, name, persona });
  }

  /** The same person in another window. */
  again(): Person {
    const { scene, seat, name, persona } = this;
    return new Person(this.#ask, this.at, { scene, seat, name, persona });
  }

  /** Seq of the newest event it has. */
  get last(): number {
    return this.heard.at(-1)?.seq ?? 0;
  }

  /** Opens a socket after what it has; resolves with the room's head once the past is there. */
  async connect(withinMs = 30_000): Promise<number> {
    const path = `/v1/scenes/${this.scene}`;
    const { ticket } = await this.#ask<{ ticket: string }>(this.at, 'POST', `${path}/tickets`);
    const base = this.at.url.replace('http', 'ws');
    const socket = new WebSocket(`${base}${path}/socket?after=${this.last}&ticket=${ticket}`, {
      perMessageDeflate: false,
      handshakeTimeout: withinMs,
    });
    this.socket = socket;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        socket.terminate();
        reject(new Error('the socket did not bring the past in time'));
      }, withinMs);
      socket.on('message', (data: Buffer) => {
        // Of a socket that was given up nothing more is taken: the next one brings it.
        if (socket !== this.socket) return;
        const at = performance.now();
        const message = JSON.parse(data.toString()) as JsonObject;
        if (typeof message.seq === 'number') {
          const event = message as unknown as Event;
          this.heard.push(event);
          this.onEvent(event, at);
          return;
        }
        if (message.type === 'ready') {
          clearTimeout(timer);
          resolve(Number(message.head));
        }
        this.onMessage(message, at);
      });
      socket.on('error', () => {});
      socket.on('close', (code) => {
        clearTimeout(timer);
        reject(new Error(`the socket was closed with ${code}`));
        if (socket !== this.socket) return;
        this.socket = null;
        this.onClose();
      });
    });
  }

  /** False when there is no socket: nothing was sent. */
  send(message: JsonObject): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Ends the socket without a word, as a lost network does. */
  cut(): void {
    this.socket?.terminate();
  }

  /** Lets go of the socket for good. */
  leave(): void {
    const { socket } = this;
    this.socket = null;
    socket?.terminate();
  }
}
