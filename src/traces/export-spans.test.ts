import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { exportSpans, parseHeaders } from './export-spans';

const server = createServer();
afterEach(() => server.close());

it('fails where the collector may answer later, and drops what it refuses', async () => {
  const statuses = [503, 429, 400, 200];
  server.on('request', (_, response) => response.writeHead(statuses.shift() ?? 500).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = () => exportSpans({ endpoint, headers: {}, content: false }, []);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(send()).rejects.toThrow('503');
  await expect(send()).rejects.toThrow('429');
  await send();
  expect(log).toHaveBeenCalledTimes(1);
  await send();
  expect(log).toHaveBeenCalledTimes(1);
});

it('reads headers as OpenTelemetry writes them', () => {
  expect(parseHeaders('authorization=Bearer%20x, team=a=b')).toEqual({
    authorization: 'Bearer x',
    team: 'a=b',
  });
  expect(parseHeaders('none')).toBeNull();
  expect(parseHeaders('a=%')).toBeNull();
});
