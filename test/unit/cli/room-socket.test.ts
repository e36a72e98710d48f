import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { RoomSocket } from '../../../packages/cli/lib/room-socket';
import { connectStage } from '../../../packages/cli/lib/stage';

/** A stage that drops connections, repeats itself and refuses, as it is told. */
class FakeStage {
  readonly server: Server = createServer();
  readonly sockets = new WebSocketServer({ noServer: true });
  readonly asked: number[] = [];
  /** Answers to upgrades, first to last; the last one stays: a status to refuse with, or what to do with the socket. */
  plan: (number | ((socket: WebSocket, after: number) => void))[] = [];
  authorization: string | undefined;

  async start(): Promise<string> {
    this.server.on('upgrade', (request, socket, head) => {
      const after = Number(new URL(request.url ?? '', 'http://x').searchParams.get('after'));
      this.asked.push(after);
      this.authorization = request.headers.authorization;
      const step = this.plan.length > 1 ? this.plan.shift() : this.plan[0];
      if (typeof step === 'number') {
        const body = JSON.stringify({ detail: `refused with ${step}`, fix: 'Ask.' });
        socket.end(
          `HTTP/1.1 ${step} No\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
        return;
      }
      this.sockets.handleUpgrade(request, socket, head, (open) => {
        open.on('message', (data) => {
          const { type, ref } = JSON.parse(String(data));
          if (type === 'ping' && ref !== undefined) open.send(JSON.stringify({ type: 'pong', ref }));
        });
        step?.(open, after);
      });
    });
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    await new Promise((done) => this.server.close(done));
  }
}

const event = (seq: number) => JSON.stringify({ seq, kind: 'player.spoke', payload: {} });
const READY = JSON.stringify({ type: 'ready', head: 0 });

describe('the socket of a room', () => {
  const fake = { stage: new FakeStage(), url: '' };
  const open: RoomSocket[] = [];
  beforeEach(async () => {
    fake.stage = new FakeStage();
    fake.url = await fake.stage.start();
  });
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.close();
    await fake.stage.stop();
  });
  const follow = (after: number, onText: (text: string) => void = () => {}) => {
    const seen: number[] = [];
    const socket = new RoomSocket(connectStage(fake.url, 'ps_key'), '/v1/scenes/scn_1', after, {
      onEvent: ({ seq }) => seen.push(seq),
      onText: ({ text }) => onText(text),
    });
    open.push(socket);
    return { socket, seen };
  };

  it('tells every event once, though connections break and events come twice', async () => {
    fake.stage.plan = [
      503,
      (socket) => {
        for (const seq of [3, 4, 4]) socket.send(event(seq));
        socket.send(READY);
        socket.terminate();
      },
      (socket) => {
        for (const seq of [4, 5, 6]) socket.send(event(seq));
        socket.send(READY);
      },
    ];
    const { socket, seen } = follow(2);
    await socket.catchUp();
    expect(seen).toEqual([3, 4, 5, 6]);
    expect(fake.stage.asked).toEqual([2, 2, 4]);
    expect(fake.stage.authorization).toBe('Bearer ps_key');
    expect(socket.last).toBe(6);
  });

  it('tells a line that is being written, and takes it for no event', async () => {
    fake.stage.plan = [
      (socket) => {
        const payload = { text: 'So far.', step: 's', part: 0 };
        socket.send(JSON.stringify({ kind: 'character.delta', actor: 'character:mara', payload }));
        socket.send(READY);
      },
    ];
    const texts: string[] = [];
    const { socket, seen } = follow(0, (text) => texts.push(text));
    await socket.catchUp();
    expect([texts, seen, socket.last]).toEqual([['So far.'], [], 0]);
  });

  it.each([
    [401, 4],
    [403, 4],
    [404, 5],
  ])('ends with the reason when the stage refuses it: %i', async (status, exit) => {
    fake.stage.plan = [status];
    const { socket } = follow(0);
    await expect(socket.over).rejects.toMatchObject({ exit, message: `refused with ${status}`, fix: 'Ask.' });
    await expect(socket.catchUp()).rejects.toMatchObject({ exit });
    expect(fake.stage.asked).toHaveLength(1);
  });

  it('ends when its credential does', async () => {
    fake.stage.plan = [(socket) => socket.close(4001, 'the seat was revoked')];
    const { socket } = follow(0);
    await expect(socket.over).rejects.toMatchObject({ exit: 4, message: expect.stringContaining('revoked') });
  });

  it('ends quietly when it is closed here, and comes back no more', async () => {
    fake.stage.plan = [(socket) => socket.send(READY)];
    const { socket } = follow(0);
    await socket.catchUp();
    socket.close();
    await socket.over;
    expect(fake.stage.asked).toHaveLength(1);
  });
});
