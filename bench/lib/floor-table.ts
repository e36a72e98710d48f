import { WebSocket } from 'ws';
import type { Door } from './client';

/** Five sockets of a bare object that stores each line and forwards it to all: the floor of a scene. */
export class FloorTable {
  readonly #sockets: WebSocket[] = [];
  #heard: (ref: string, by: WebSocket, isLast: boolean, at: number) => void = () => {};

  static async open(floor: Door, name: string, sockets = 5): Promise<FloorTable> {
    const table = new FloorTable();
    const url = `${floor.url.replace('http', 'ws')}/rooms/${name}/socket`;
    await Promise.all(Array.from({ length: sockets }, () => table.#join(url)));
    return table;
  }

  #join(url: string): Promise<void> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    this.#sockets.push(socket);
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data: Buffer) => {
        const at = performance.now();
        const message = JSON.parse(data.toString()) as { type?: string; ref?: string; isLast?: boolean };
        if (message.type === 'ready') resolve();
        else if (message.ref !== undefined) this.#heard(message.ref, socket, message.isLast === true, at);
      });
    });
  }

  /**
   * Sends one line from everyone at the same time; the object turns each into `events` rows and messages.
   *
   * @returns for each line, milliseconds until its speaker saw its first and its last message
   */
  async sayAll(text: string, events: number): Promise<{ seen: number; completed: number }[]> {
    const start = performance.now();
    const times = this.#sockets.map(() => ({ seen: 0, completed: 0 }));
    const completion = new Promise<void>((resolve, reject) => {
      let remaining = this.#sockets.length;
      const timer = setTimeout(() => reject(new Error('the floor lost a line')), 120_000);
      this.#heard = (ref, by, isLast, at) => {
        const mine = times[Number(ref)];
        if (!mine || this.#sockets[Number(ref)] !== by) return;
        if (mine.seen === 0) mine.seen = at - start;
        if (!isLast) return;
        mine.completed = at - start;
        remaining -= 1;
        if (remaining > 0) return;
        clearTimeout(timer);
        resolve();
      };
    });
    for (const [i, socket] of this.#sockets.entries())
      socket.send(JSON.stringify({ ref: String(i), text, events }));
    await completion;
    return times;
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}
