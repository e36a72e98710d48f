import type { MiddlewareHandler } from 'hono';
import { SHARES } from '../../base/limits';
import { type AppEnv, refuse } from './http';

/** Most bytes of a request body, unless its operation declares another limit (`maxBody`): files may be larger. */
export const MAX_BODY = 1024 * 1024;
/** Most bytes of JSON, which takes several times as many once it is parsed. */
const MAX_JSON = 16 * MAX_BODY;
/**
 * Most bytes that are read of any body. What is over the limit of its route is thrown away: a client that is still sending
 * reads no answer, and proxies make an error of their own of an answer in the middle of a body. Platforms end a request
 * long before.
 */
const MAX_READ = 1024 * MAX_BODY;
/** A body that takes longer has its credential looked at again, as it may have been revoked, and its tenant be gone. */
const SLOW_MS = 4_000;

/** Reads what nobody has read of a body, such as that of a request that the gate refuses, before the answer goes out. */
export const drainBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { raw } = c.req;
  await next();
  // A body that broke off needs no reading.
  if (raw.body && !raw.bodyUsed) await readWithin(raw.body, 0, MAX_READ).catch(() => null);
};

/** Reads the body once, within the limit, before any handler does. */
export const limitBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { body, headers } = c.req.raw;
  const { maxBody } = c.get('operation') ?? {};
  if (!body) {
    if (isJson(headers) && maxBody === undefined)
      c.req.raw = new Request(c.req.raw, { headers: withoutType(headers) });
    return next();
  }
  const encoding = headers.get('Content-Encoding');
  // What a person at a seat sends, over HTTP as over a socket, is a line or a note.
  const file = Math.min(maxBody ?? MAX_BODY, isJson(headers) ? MAX_JSON : MAX_READ);
  const most = c.get('principal')?.seat ? SHARES.message : file;
  const began = Date.now();
  const bytes = await readWithin(body, most, MAX_READ, Number(headers.get('Content-Length')));
  const isSlow = Date.now() - began > SLOW_MS;
  const still = isSlow ? await c.get('isStillGood')?.() : undefined;
  if (still && !still.ok) return refuse(c, still.failure);
  if (!bytes) return refuse(c, { code: 'too_large', what: 'body', limit: most });
  if (encoding && encoding !== 'identity') {
    return refuse(c, {
      code: 'unsupported_media',
      got: `${encoding}-encoded`,
      want: 'application/json, not encoded',
    });
  }
  // A file that is empty is a broken one.
  const isEmpty = bytes.byteLength === 0 && isJson(headers) && maxBody === undefined;
  c.set('body', bytes);
  c.req.raw = new Request(c.req.raw, { body: bytes, ...(isEmpty && { headers: withoutType(headers) }) });
  await next();
};

/** Clients send the type of JSON with every request, those without a body too; it would then be read as broken JSON. */
const isJson = (headers: Headers): boolean =>
  headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() === 'application/json';

function withoutType(headers: Headers): Headers {
  const others = new Headers(headers);
  others.delete('Content-Type');
  return others;
}

/**
 * All bytes of a stream, in one buffer; null when there are more than `most`. Reads `mostRead` at most.
 *
 * @param expected bytes, 0 when unknown: the buffer has this size from the start, so that it is not copied
 */
async function readWithin(
  stream: ReadableStream<Uint8Array>,
  most: number,
  mostRead: number,
  expected = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = stream.getReader();
  let buffer = new Uint8Array(expected <= most ? expected || FIRST_PIECE : 0);
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const end = size + value.byteLength;
    if (end <= most) {
      if (end > buffer.length) buffer = grow(buffer, Math.min(most, Math.max(end, 2 * buffer.length)));
      buffer.set(value, size);
    } else buffer = new Uint8Array();
    size = end;
    if (size > mostRead) {
      await reader.cancel();
      break;
    }
  }
  return size > most ? null : buffer.subarray(0, size);
}

/** Size of the first buffer for a body of unknown size. */
const FIRST_PIECE = 64 * 1024;

function grow(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}
