import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { makeClient } from '../../../scripts/lib/client';
import type { Event } from '../../../src/contract/events/events';

let close = async (): Promise<void> => {};
afterEach(() => close());

/** A server that answers one request after the other by these. */
async function serve(
  answers: ((request: IncomingMessage, response: ServerResponse) => void)[],
): Promise<string> {
  const left = [...answers];
  const server = createServer((request, response) => left.shift()?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const stored = (seq: number): string =>
  `id: ${seq}\ndata: ${JSON.stringify({ seq, kind: 'player.spoke' })}\n\n`;
const written = `data: ${JSON.stringify({ kind: 'character.delta', payload: { text: 'Well' } })}\n\n`;

it('comes back to a broken stream with the last stored event, though a line was being written', async () => {
  const asked: unknown[] = [];
  const url = await serve([
    ({ headers }, response) => {
      asked.push(headers['last-event-id']);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(`${stored(4)}${written}`);
    },
    ({ headers }, response) => {
      asked.push(headers['last-event-id']);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(stored(5));
    },
  ]);
  const seen: Event[] = [];
  for await (const event of makeClient(url, 'key').follow('/v1/scenes/scn_1', 3)) {
    seen.push(event);
    if (event.seq === 5) break;
  }
  expect(asked).toEqual(['3', '4']);
  expect(seen.map(({ seq }) => seq)).toEqual([4, 5]);
});
