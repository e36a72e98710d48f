import type { MiddlewareHandler } from 'hono';
import { SHARES } from '../../base/limits';
import { type AppEnv, refuse } from './http';

/** Maximum bytes of a request body, unless the operation sets `maxBody` for files. */
export const MAX_BODY = 1024 * 1024;
/** Maximum bytes of JSON, which takes several times the memory once parsed. */
const MAX_JSON = 16 * MAX_BODY;
/**
 * Maximum bytes read from any body. Reads and discards data over the limit of a route, because a client that is
 * still sending does not read the response, and proxies replace an early response with their own error. Platforms end
 * such requests much earlier.
 */
const MAX_READ = 1024 * MAX_BODY;
/** After a slower body, check the credential again: it may have been revoked, or its tenant deleted. */
const DRAIN_TIMEOUT_MS = 4_000;

/** Reads the rest of a body before the response, for example if the gate refused the request. */
export const drainBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { raw } = c.req;
  await next();
  // The body may be broken off.
  if (raw.body && !raw.bodyUsed) await readWithin(raw.body, 0, MAX_READ).catch(() => null);
};

/** Reads the body once, within the limit, before handlers run. */
export const limitBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { body, headers } = c.req.raw;
  const { maxBody } = c.get('operation') ?? {};
  if (!body) {
    if (isJson(headers) && maxBody === undefined)
      c.req.raw = new Request(c.req.raw, { headers: withoutType(headers) });
    return next();
  }
  const encoding = headers.get('Content-Encoding');
  // People on a seat send lines and notes, with the same limit as over a socket, unless the operation says otherwise.
  const file = Math.min(maxBody ?? MAX_BODY, isJson(headers) ? MAX_JSON : MAX_READ);
  const most = c.get('principal')?.seat && maxBody === undefined ? SHARES.message : file;
  const began = Date.now();
  const bytes = await readWithin(body, most, MAX_READ, Number(headers.get('Content-Length')));
  const isSlow = Date.now() - began > DRAIN_TIMEOUT_MS;
  const still = isSlow ? await c.get('isStillGood')?.() : undefined;
  if (still && !still.ok) return refuse(c, still.failure);
  if (!bytes) return refuse(c, { code: 'too_large', what: 'body', limit: most });
  if (encoding && encoding !== 'identity') {
    return refuse(c, {
      code: 'unsupported_media',
      got: `${encoding}-encoded`,
      want: 'application/json without encoding',
    });
  }
  // An empty file is an error.
  const isEmpty = bytes.byteLength === 0 && isJson(headers) && maxBody === undefined;
  c.set('body', bytes);
  c.req.raw = new Request(c.req.raw, { body: bytes, ...(isEmpty && { headers: withoutType(headers) }) });
  await next();
};

/** Clients may send the JSON content type even without a body, which would be a JSON error. */
const isJson = (headers: Headers): boolean =>
  headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() === 'application/json';

function withoutType(headers: Headers): Headers {
  const others = new Headers(headers);
  others.delete('Content-Type');
  return others;
}

/**
 * Reads a stream into one buffer; null if it has more than `most` bytes. Reads at most `mostRead`.
 *
 * @param expected bytes, 0 if unknown: the initial buffer size, to avoid copies
 */
async function readWithin(
  stream: ReadableStream<Uint8Array>,
  most: number,
  mostRead: number,
  expected = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = stream.getReader();
  let buffer = new Uint8Array(expected <= most ? expected || INITIAL_BYTES : 0);
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

/** Initial buffer for a body of unknown size. */
const INITIAL_BYTES = 64 * 1024;

function grow(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}
