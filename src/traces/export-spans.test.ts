import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { exportSpans, parseHeaders } from './export-spans';
import type { Span } from './spans';

const server = createServer();
afterEach(() => server.close());

/** A collector that gives these answers, in order. @returns sends no spans to it */
async function open(answers: [status: number, headers?: Record<string, string>, body?: string][]) {
  server.removeAllListeners('request');
  server.on('request', (_, response) => {
    const [status, headers, body] = answers.shift() ?? [200];
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (content = false) =>
    exportSpans({ endpoint, headers: {}, service: 'stage', content }, [{} as Span, {} as Span]);
}
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
vi.spyOn(console, 'warn').mockImplementation(() => undefined);

it('fails where the collector may answer later, and drops what it refuses', async () => {
  const send = await open([[503], [429], [400, {}, 'bad span'], [500], [307, { Location: '/x' }], [200]]);
  await expect(send()).rejects.toThrow('503');
  await expect(send()).rejects.toThrow('429');
  for (const _ of [400, 500, 307, 200]) expect(await send()).toBe(0);
  expect(log.mock.calls.flat()).toEqual([
    'the trace collector refused 2 spans: 400 bad span',
    'the trace collector refused 2 spans: 500',
    'the trace collector refused 2 spans: 307',
  ]);
});

it('waits as long as the collector asks', async () => {
  const date = new Date(Date.now() + 90_000).toUTCString();
  const send = await open([
    [429, { 'Retry-After': '7' }],
    [503, { 'Retry-After': date }],
    [503, { 'Retry-After': '0' }],
  ]);
  expect(await send()).toBe(7000);
  const asked = await send();
  expect(asked > 80_000 && asked <= 90_000).toBe(true);
  await expect(send()).rejects.toThrow('503');
});

it('reports spans that the collector accepts only in part, and never repeats them', async () => {
  const partial = { partialSuccess: { rejectedSpans: '1', errorMessage: 'too old' } };
  const send = await open([
    [200, {}, JSON.stringify(partial)],
    [200, {}, JSON.stringify({ partialSuccess: { rejectedSpans: 0, errorMessage: 'a warning' } })],
    [200, {}, 'no JSON'],
    [400, {}, 'quotes a LINE'],
  ]);
  log.mockClear();
  for (const _ of [1, 2, 3]) expect(await send()).toBe(0);
  expect(log.mock.calls.flat()).toEqual(['the trace collector refused 1 spans: 200 too old']);
  await send(true);
  expect(log.mock.calls.flat().join()).not.toContain('LINE');
});

it('reads headers as OpenTelemetry writes them', () => {
  expect(parseHeaders('authorization=Bearer%20x, team=a=b')).toEqual({
    authorization: 'Bearer x',
    team: 'a=b',
  });
  expect(parseHeaders('authorization=Basic a b, ,x=,')).toEqual({ authorization: 'Basic a b', x: '' });
  expect(parseHeaders('none')).toBeNull();
  expect(parseHeaders('a=%')).toBeNull();
  expect(parseHeaders('a=b%0Ac')).toBeNull();
});
