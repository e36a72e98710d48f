import WebSocket from 'ws';
import type { Event } from '../../../src/contract/events/events';
import type { Problem } from '../../../src/contract/problems';
import { CliError, EXIT, problemError } from './errors';
import type { Stage } from './stage';

/** A line that is still being written: one more sentence. */
export interface LiveText {
  actor: string;
  text: string;
  step: string;
  part: number;
}

export interface RoomListener {
  onEvent(event: Event): void;
  onText?(text: LiveText): void;
  /** The connection broke; it is opened again after `pauseMs`. */
  onBreak?(pauseMs: number): void;
}

/** Codes with which the server ends a socket for good: its credential is over, or it was too loud. */
const FINAL_CODES = [4001, 1008];
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const PING_MS = 30_000;
const SILENT_MS = 75_000;

/**
 * Follows a room over its socket, and comes back after each break to where it was: every stored event that the caller may see
 * is told once, in order.
 */
export class RoomSocket {
  readonly #stage: Stage;
  readonly #path: string;
  readonly #listener: RoomListener;
  readonly #waiting = new Map<string, () => void>();
  #socket: WebSocket | null = null;
  #last: number;
  #failures = 0;
  #isClosed = false;
  #pings = 0;
  #timer: NodeJS.Timeout | undefined;
  #heardAt = Date.now();
  #end: { resolve: () => void; reject: (error: CliError) => void } = { resolve: () => {}, reject: () => {} };
  readonly #over = new Promise<void>((resolve, reject) => {
    this.#end = { resolve, reject };
  });

  /** @param path of the room, `/v1/scenes/scn_…`; @param after seq of the last event that is known already */
  constructor(stage: Stage, path: string, after: number, listener: RoomListener) {
    this.#stage = stage;
    this.#path = path;
    this.#last = after;
    this.#listener = listener;
    // Whoever waits for it gets the failure; nobody has to.
    this.#over.catch(() => {});
    this.#open();
  }

  /** Settled when it was closed; rejected with a {@link CliError} when the server ended it for good. */
  get over(): Promise<void> {
    return this.#over;
  }

  get last(): number {
    return this.#last;
  }

  /** Waits until everything that the room has sent before now was told. */
  async catchUp(): Promise<void> {
    this.#pings += 1;
    const ref = `p${this.#pings}`;
    const answer = new Promise<void>((resolve) => {
      this.#waiting.set(ref, resolve);
    });
    this.#send({ type: 'ping', ref });
    await Promise.race([answer, this.#over]);
    this.#waiting.delete(ref);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
    this.#end.resolve();
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open(): void {
    const address = `${this.#stage.url.replace(/^http/, 'ws')}${this.#path}/socket?after=${this.#last}`;
    const socket = new WebSocket(address, { headers: { Authorization: `Bearer ${this.#stage.key}` } });
    this.#socket = socket;
    this.#heardAt = Date.now();
    const watch = setInterval(() => {
      // A connection may be dead without having been closed.
      if (Date.now() - this.#heardAt > SILENT_MS) socket.terminate();
      else this.#send({ type: 'ping' });
    }, PING_MS);
    socket.on('message', (data) => {
      this.#heardAt = Date.now();
      this.#take(String(data));
    });
    socket.on('unexpected-response', (request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        request.destroy();
        const status = response.statusCode ?? 0;
        const error = problemError(status, readProblem(Buffer.concat(chunks).toString()), 'The socket');
        // A stage that restarts, or is busy, is asked again.
        if (status >= 500 || status === 429) this.#reopen();
        else this.#fail(error);
      });
    });
    // What follows is told by `close`.
    socket.on('error', () => {});
    socket.on('close', (code, reason) => {
      clearInterval(watch);
      if (this.#socket !== socket) return;
      if (FINAL_CODES.includes(code))
        this.#fail(
          new CliError(
            EXIT.denied,
            `The stage has closed the connection: ${String(reason) || `code ${code}`}.`,
            code === 4001 ? 'Ask the owner of the room for another invitation or key.' : 'Send less at once.',
          ),
        );
      else this.#reopen();
    });
  }

  #take(text: string): void {
    const message = JSON.parse(text) as {
      type?: string;
      kind?: string;
      seq?: number;
      ref?: unknown;
      problem?: Problem;
    };
    if (message.type === 'ready') {
      this.#failures = 0;
      // Pings of a connection that broke are lost.
      for (const ref of this.#waiting.keys()) this.#send({ type: 'ping', ref });
    } else if (message.type === 'pong' && typeof message.ref === 'string') this.#waiting.get(message.ref)?.();
    else if (typeof message.seq === 'number') {
      if (message.seq <= this.#last) return;
      this.#last = message.seq;
      this.#listener.onEvent(message as unknown as Event);
    } else if (message.kind === 'character.delta') {
      const { actor, payload } = message as unknown as { actor: string; payload: Omit<LiveText, 'actor'> };
      this.#listener.onText?.({ actor, ...payload });
    }
  }

  #reopen(): void {
    this.#socket = null;
    if (this.#isClosed) return;
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#listener.onBreak?.(pauseMs);
    this.#timer = setTimeout(() => this.#open(), pauseMs);
  }

  #fail(error: CliError): void {
    this.#isClosed = true;
    this.#socket = null;
    clearTimeout(this.#timer);
    this.#end.reject(error);
  }
}

function readProblem(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Partial<Problem>;
  } catch {
    return {};
  }
}
