/**
 * A receiver of webhooks on loopback, with faults on command. The path selects its behavior:
 * `/in/<mode>[-then-<mode>…]/<name>`, counted per path, the last mode repeats. `GET /log/<name>` lists the
 * deliveries for a name, in any mode.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const RECEIVER_MODES = [
  'ok', // 204
  'says', // 200 with a body of 2 KB
  '500',
  '400',
  '410',
  '429', // Retry-After: 7
  '429far', // Retry-After: a year
  'hang', // never answers
  'drip', // 200, then endless single bytes
  'redirect', // to this server's own log, on loopback
  'big', // 200 and 10 MB
  'reset', // closes the connection without an answer
] as const;
export type ReceiverMode = (typeof RECEIVER_MODES)[number];

export interface Received {
  method: string;
  mode: string;
  headers: Record<string, string>;
  body: string;
  /** Bytes of the answer sent before the connection closed; for `big`. */
  sent: number;
}

export async function startFakeReceiver(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const log = new Map<string, Received[]>();
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, what = '', spec = '', name = ''] = (request.url ?? '').split('/');
    if (what === 'log') {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(log.get(spec) ?? []));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const seen = counts.get(path) ?? 0;
    counts.set(path, seen + 1);
    const modes = spec.split('-then-');
    const mode = modes[Math.min(seen, modes.length - 1)] ?? 'ok';
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([key, value]) => [key, String(value)]),
    );
    const body = Buffer.concat(chunks).toString('utf8');
    const entry: Received = { method: request.method ?? '', mode, headers, body, sent: 0 };
    log.set(name, [...(log.get(name) ?? []), entry]);
    behave(mode, response, entry);
  }

  server.listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function behave(mode: string, response: ServerResponse, entry: Received): void {
  switch (mode) {
    case 'ok':
      response.writeHead(204).end();
      return;
    case 'says':
      response.end('thank you '.repeat(200));
      return;
    case '429':
      response.writeHead(429, { 'Retry-After': '7' }).end('later');
      return;
    case '429far':
      response.writeHead(429, { 'Retry-After': String(365 * 24 * 3600) }).end('later');
      return;
    case 'hang':
      return;
    case 'drip': {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'redirect':
      response.writeHead(307, { Location: '/in/ok/redirected' }).end();
      return;
    case 'big':
      sendMuch(response, entry);
      return;
    case 'reset':
      response.destroy();
      return;
    default:
      response.writeHead(Number(mode)).end(`no: ${mode}`);
  }
}

function sendMuch(response: ServerResponse, entry: Received): void {
  response.writeHead(200);
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const more = (): void => {
    while (entry.sent < 10 * 1024 * 1024) {
      entry.sent += chunk.byteLength;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  response.on('error', () => {});
  more();
}
