import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { LOCAL_HEADER, openLocalProxy } from '../../../scripts/lib/local-proxy.mjs';
import { LOCAL_HEADER as OF_STAGE } from '../../../src/http/auth/locality';

const SECRET = 'a-secret-of-this-start';
let stage: Server;
let proxy: Awaited<ReturnType<typeof openLocalProxy>>;
const log: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  stage = createServer((req, res) => {
    log.push(req.headers);
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    req.on('end', () => {
      res.writeHead(
        size > 0 ? 413 : 200,
        [
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
        ].flat(),
      );
      res.end(JSON.stringify({ size, path: req.url }));
    });
  });
  const sockets = new WebSocketServer({ noServer: true });
  stage.on('upgrade', (req, socket, head) => {
    log.push(req.headers);
    if (req.url === '/refused')
      return void socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno');
    sockets.handleUpgrade(req, socket, head, (peer) =>
      peer.on('message', (data) => peer.send(`you said ${data}`)),
    );
  });
  await new Promise<void>((done) => stage.listen(0, '127.0.0.1', done));
  proxy = await openLocalProxy({ port: 0, target: (stage.address() as AddressInfo).port, secret: SECRET });
});
afterAll(() => {
  proxy.close();
  stage.closeAllConnections();
  stage.close();
});

describe('the proxy of the operator', () => {
  it('adds the secret in place of any that a request brings, and keeps everything else', async () => {
    expect(LOCAL_HEADER).toBe(OF_STAGE.toLowerCase());
    const headers = { [LOCAL_HEADER]: 'forged', 'X-Forwarded-For': '203.0.113.9', Host: 'localhost:1' };
    const answer = await new Promise<{ cookies: string[] | undefined; text: string }>((resolve, reject) => {
      const out = request({ port: proxy.port, host: '127.0.0.1', path: '/a?b=%2e', headers }, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        res.on('end', () => resolve({ cookies: res.headers['set-cookie'], text }));
      });
      out.on('error', reject).end();
    });
    expect(JSON.parse(answer.text)).toEqual({ size: 0, path: '/a?b=%2e' });
    expect(answer.cookies).toEqual(['a=1', 'b=2']);
    expect(log.at(-1)).toMatchObject({
      ...{ host: 'localhost:1', 'x-forwarded-for': '203.0.113.9' },
      [LOCAL_HEADER]: SECRET,
    });
  });

  it('passes on a body without a length, and an answer to it', async () => {
    const piece = new Uint8Array(256 * 1024);
    let left = 20;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        left -= 1;
        if (left < 0) controller.close();
        else controller.enqueue(piece);
      },
    });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const response = await fetch(`http://127.0.0.1:${proxy.port}/x`, init);
    expect([response.status, await response.json()]).toEqual([413, { size: 20 * piece.length, path: '/x' }]);
  });

  it('carries sockets both ways, with the secret', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/socket`);
    const said = await new Promise<string>((resolve, reject) => {
      socket.on('open', () => socket.send('hello'));
      socket.on('message', (data) => resolve(String(data)));
      socket.on('error', reject);
    });
    expect(said).toBe('you said hello');
    expect(log.at(-1)?.[LOCAL_HEADER]).toBe(SECRET);
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.close();
    await ended;
  });

  it('passes on the refusal of a socket', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(proxy.port, '127.0.0.1', () =>
        socket.write(
          'GET /refused HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        ),
      );
      let all = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        all += chunk;
      });
      socket.on('end', () => resolve(all)).on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text.endsWith('no')).toBe(true);
  });
});
