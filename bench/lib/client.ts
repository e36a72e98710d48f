import { WebSocket } from 'ws';

export interface Door {
  url: string;
  /** API key; null for the floor. */
  key: string | null;
}

const headersOf = (door: Door): Record<string, string> =>
  door.key === null ? {} : { Authorization: `Bearer ${door.key}` };

/**
 * Sends a request and reads the whole answer. Throws on a problem, so that failures do not count as fast
 * answers.
 */
export async function send<T>(
  door: Door,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(`${door.url}${path}`, {
    method,
    headers: {
      ...headersOf(door),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

export interface SocketMessage {
  text: string;
  /** Time of arrival (`performance.now()`). */
  at: number;
}

export class Listener {
  readonly socket: WebSocket;
  #waiting: { marker: string; resolve: (message: SocketMessage) => void; reject: (error: Error) => void }[] =
    [];

  constructor(door: Door, path: string) {
    this.socket = new WebSocket(`${door.url.replace('http', 'ws')}${path}`, {
      headers: headersOf(door),
      perMessageDeflate: false,
    });
    this.socket.on('message', (data: Buffer) => {
      const at = performance.now();
      const text = data.toString();
      const isFailure = text.includes('"kind":"round.failed"') || text.includes('"kind":"turn.failed"');
      this.#waiting = this.#waiting.filter((wait) => {
        if (isFailure) wait.reject(new Error(`a round failed: ${text.slice(0, 500)}`));
        else if (text.includes(wait.marker)) wait.resolve({ text, at });
        else return true;
        return false;
      });
    });
    const stop = (why: string) => {
      for (const wait of this.#waiting.splice(0)) wait.reject(new Error(`socket ${path}: ${why}`));
    };
    this.socket.on('error', (error) => stop(error.message));
    this.socket.on('close', (code) => stop(`closed with ${code}`));
  }

  /** Resolves with the next message that contains `marker`. Call it before causing the message. */
  next(marker: string, withinMs = 120_000): Promise<SocketMessage> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no message with ${marker} came`)), withinMs);
      const settleWith =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          settle(value);
        };
      this.#waiting.push({ marker, resolve: settleWith(resolve), reject: settleWith(reject) });
    });
  }

  close(): void {
    this.socket.terminate();
  }
}

export async function listen(door: Door, path: string): Promise<Listener> {
  const listener = new Listener(door, path);
  await listener.next('"type":"ready"', 30_000);
  return listener;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
