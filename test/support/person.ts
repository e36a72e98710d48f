import { WebSocket } from 'ws';
import type { JsonObject } from '../../src/base/json';
import type { Event } from '../../src/contract/events/events';
import type { NewSeat, SeatAccepted, SeatRole } from '../../src/contract/seats';

/** A credential for a stage: base URL without a slash at the end, and a key or a seat token. */
export interface Credential {
  url: string;
  key: string | null;
}

export type Ask = <T>(who: Credential, method: string, path: string, body?: unknown) => Promise<T>;

interface Place {
  room: string;
  name: string;
  seat: string | null;
  persona: string | null;
}

/**
 * A person at a room, on a socket opened with a single-use ticket: an owner, or an invited person with a
 * seat. Collects all messages in order, and resumes after the last event.
 */
export class Person {
  readonly room: string;
  readonly name: string;
  readonly persona: string | null;
  readonly seat: string | null;
  readonly at: Credential;
  /** All events with a seq, from all its sockets, in order of arrival. */
  readonly heard: Event[] = [];
  /** Called for every event and every other message, with its time of arrival (`performance.now()`). */
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
   * Creates a seat as its owner and takes it.
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
    // If the first answer was lost, a repeated request does not return the secret again, so create another
    // invitation.
    while (token === null) {
      invitation ??= (await ask<NewSeat>(owner, 'POST', `${path}/invitation`, {})).invitation;
      if (invitation === null) continue;
      ({ token } = await ask<SeatAccepted>(nobody, 'POST', '/v1/seats/accept', { invitation, name }));
      invitation = null;
    }
    return new Person(ask, { url: owner.url, key: token }, { room, seat: made.seat.id, name, persona });
  }

  again(): Person {
    const { room, seat, name, persona } = this;
    return new Person(this.#ask, this.at, { room, seat, name, persona });
  }

  get last(): number {
    return this.heard.at(-1)?.seq ?? 0;
  }

  /** Opens a socket after the last event; resolves with the room's head once it has received the past. */
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
        // Ignore messages from a replaced socket: the new one receives them again.
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

  /** Returns false without a socket. */
  send(message: JsonObject): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Terminates the socket without a close frame, like a lost network. */
  cut(): void {
    this.socket?.terminate();
  }

  leave(): void {
    const { socket } = this;
    this.socket = null;
    socket?.terminate();
  }
}
