import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const FOLDER = fileURLToPath(new URL('../fixtures/rooms/', import.meta.url));

/** The fixtures that a test run writes: `rooms`, `answers` (see test/support/old-rooms.ts) or `''`. */
export const RECORDED = process.env.RECORD_ROOMS ?? '';

/** Repeats are far apart: a window of 16 MB makes the files a quarter as large. */
const PACKING = { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Serves the files of test/fixtures/rooms to tests inside workerd, which has no file system: `GET /<file>`
 * reads one, and `PUT /<file>` writes one if RECORD_ROOMS is set. They are compressed on disk.
 */
export async function startRoomShelf(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const file = (request.url ?? '/').slice(1);
    if (!/^[a-z-]+\.(?:room|answers)\.json$/.test(file)) return response.writeHead(404).end();
    if (request.method === 'GET' && !existsSync(`${FOLDER}${file}.br`)) return response.writeHead(404).end();
    if (request.method === 'GET')
      return response.end(brotliDecompressSync(readFileSync(`${FOLDER}${file}.br`)));
    if (RECORDED === '') return response.writeHead(403).end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(`${FOLDER}${file}.br`, brotliCompressSync(Buffer.concat(chunks), PACKING));
      response.end();
    });
    return response;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
