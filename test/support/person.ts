import { WebSocket } from 'ws';
import type { JsonObject } from '../../src/base/json';
import type { Event } from '../../src/contract/events/events';
import type { NewSeat, SeatAccepted, SeatRole } from '../../src/contract/seats';

/** A credential at a stage: base URL without a slash at the end, and a key or the token of a seat. */
export interface Credential {
  url: string;
  key: string | null;
}

/** How a person asks over HTTP; it throws when the stage refuses. */
export type Ask = <T>(who: Credential, method: string, path: string, body?: unknown) => Promise<T>;

interface Place {
  /** `/v1/scenes/…` or `/v1/runs/…`. */
  room: string;
  name: string;
  /** Null for an owner, who has a key. */
  seat: string | null;
  persona: string | null;
}

/**
 * Somebody at a room, on a socket that was opened with a single-use ticket: an owner, or a person who was invited and
 * took the seat. It keeps what the socket brings, in order, and resumes after the last event it has.
 */
export class Person {
  readonly room: string;
  readonly name: string;
  readonly persona: string | null;
  readonly seat: string | null;
  readonly at: Credential;
  /** Everything that had a seq, over all its sockets, as it came. */
  readonly heard: Event[] = [];
  /** Told of every event and of every other message, with the moment at which it came (`performance.now()`). */
  onEvent: (event: Event, at: number) => void = () => {};
  onMessage: (message: JsonObject, at: number) => void = () => {};
  onClose: (code: number) => void = () => {};
  socket: WebSocket | null = null;
  readonly #ask: Ask;

  constructor(ask: Ask, at: Credential, { room, seat, name, persona }: Place) {
    this.#ask = ask;
    this.at = at;
    this.room = room;
    this.seat = seat;
    this.name = name;
    this.persona = persona;
  }

  /**
   * Makes a seat as its owner and takes it.
   *
   * @param room `/v1/scenes/…`
   */
  static async seat(
    ask: Ask,
    owner: Credential,
    room: string,
    { role, persona, name }: { role: SeatRole; persona: string | null; name: string },
  ): Promise<Person> {
    const made = await ask<NewSeat>(owner, 'POST', `${room}/seats`, { role, persona });
    const path = `${room}/seats/${made.seat.id}`;
    const nobody = { url: owner.url, key: null };
    let { invitation } = made;
    let token: string | null = null;
    // Whoever asked twice, as the first answer was lost, is not shown the secret again: there is another invitation then.
    while (token === null) {
      invitation ??= (await ask<NewSeat>(owner, 'POST', `${path}/invitation`, {})).invitation;
      if (invitation === null) continue;
      ({ token } = await ask<SeatAccepted>(nobody, 'POST', '/v1/seats/accept', { invitation, name }));
      invitation = null;
    }
    return new Person(ask, { url: owner.url, key: token }, { room, seat: made.seat.id, name, persona });
  }

  /** The same person in another window. */
  again(): Person {
    const { room, seat, name, persona } = this;
    return new Person(this.#ask, this.at, { room, seat, name, persona });
  }

  /** Seq of the newest event it has. */
  get last(): number {
    return this.heard.at(-1)?.seq ?? 0;
  }

  /** Opens a socket after what it has; resolves with the room's head once the past is there. */
  async connect(withinMs = 30_000): Promise<number> {
    const { ticket } = await this.#ask<{ ticket: string }>(this.at, 'POST', `${this.room}/tickets`);
    const base = this.at.url.replace('http', 'ws');
    const socket = new WebSocket(`${base}${this.room}/socket?after=${this.last}&ticket=${ticket}`, {
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
        this.onClose(code);
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
