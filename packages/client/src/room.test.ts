import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { connect, type SceneRoom } from './index';

/** A stage that drops connections, repeats itself and refuses, as planned. */
class FakeStage {
  readonly server: Server = createServer();
  readonly sockets = new WebSocketServer({ noServer: true });
  /** The seq after which each socket asked for events. */
  readonly asked: number[] = [];
  /** What each request for a ticket does, first to last; the last one stays: a status to refuse with, or what to do with the socket. */
  plan: (number | ((socket: WebSocket) => void))[] = [];

  async start(): Promise<string> {
    this.server.on('request', ({ url = '' }, response) => {
      const step = url.endsWith('/tickets') ? this.plan[0] : undefined;
      if (typeof step === 'number') {
        if (this.plan.length > 1) this.plan.shift();
        response.statusCode = step;
      }
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ head: 0, ticket: 't', detail: `refused with ${step}` }));
    });
    this.server.on('upgrade', (request, socket, head) => {
      this.asked.push(Number(new URL(request.url ?? '', 'http://x').searchParams.get('after')));
      const step = this.plan.length > 1 ? this.plan.shift() : this.plan[0];
      this.sockets.handleUpgrade(request, socket, head, (open) => {
        open.on('message', (data) => {
          const { type, ref } = JSON.parse(String(data));
          if (type === 'ping' && ref !== undefined) open.send(JSON.stringify({ type: 'pong', ref }));
        });
        if (typeof step === 'function') step(open);
      });
    });
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

const event = (seq: number) => JSON.stringify({ seq, kind: 'player.spoke', payload: {} });
const READY = JSON.stringify({ type: 'ready', head: 0 });

describe('a ping of a room', () => {
  let stage = new FakeStage();
  let room: SceneRoom;
  let seen: number[] = [];
  let texts: string[] = [];
  const follow = (url: string, after: number) => {
    const Socket = WebSocket as unknown as typeof globalThis.WebSocket;
    room = connect({ url, token: 'ps_key', againMs: 10, WebSocket: Socket }).scene('scn_1', { after });
    room.on('event', ({ seq }) => seen.push(seq));
    room.on('character.delta', ({ payload }) => texts.push(payload.text));
  };
  let url = '';
  beforeEach(async () => {
    stage = new FakeStage();
    seen = [];
    texts = [];
    url = await stage.start();
  });
  afterEach(async () => {
    room.close();
    await stage.stop();
  });

  it('waits for every event, though connections break and events come twice', async () => {
    stage.plan = [
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
    follow(url, 2);
    await room.ping();
    expect(seen).toEqual([3, 4, 5, 6]);
    expect(stage.asked).toEqual([2, 4]);
  });

  it('waits for the words of a line that is being written', async () => {
    const payload = { text: 'So far.', step: 's', part: 0 };
    const delta = { kind: 'character.delta', actor: 'character:mara', audience: ['*'], payload };
    stage.plan = [
      (socket) => {
        socket.send(READY);
        socket.send(JSON.stringify(delta));
      },
    ];
    follow(url, 0);
    await room.ping();
    await room.ping();
    expect([texts, seen]).toEqual([['So far.'], []]);
  });

  it.each([401, 403, 404])('throws the problem when the stage refuses the room: %i', async (status) => {
    stage.plan = [status];
    follow(url, 0);
    await expect(room.ping()).rejects.toMatchObject({ status });
    await expect(room.ping()).rejects.toMatchObject({ status });
    expect(room.state.connection).toBe('refused');
  });

  it('ends when the room is closed here', async () => {
    stage.plan = [() => {}];
    follow(url, 0);
    const ping = room.ping();
    setTimeout(room.close, 50);
    await ping;
    expect(room.state.connection).toBe('closed');
  });
});
