import { backOffMs } from '../../../base/back-off';
import { cleanText, readRetryAfter } from '../../../base/foreign-values';
import { BodyError, dropBody, readStart, readText } from '../../../base/read-body';
import { cookieName, cookieValue, MAX_COOKIES } from '../../../contract/run-parts';

/** Cookies of one server by name. Plain JSON, so it can be part of a snapshot. */
export type CookieJar = Record<string, string>;

const MAX_LENGTH = 4096;

const isCookie = (name: string, value: string): boolean =>
  cookieName.safeParse(name).success && cookieValue.safeParse(value).success;

/**
 * Updates a jar from `Set-Cookie` headers. Removes cookies with `Max-Age` 0 or less, or without it and with a
 * past `Expires` (RFC 6265, 5.2.2 and 5.3). Ignores domain, path and `Secure`, because a jar belongs to one
 * base URL. Skips invalid headers, as browsers do.
 *
 * @param headers one per cookie: `response.headers.getSetCookie()`
 * @param now milliseconds since 1970
 */
export function storeCookies(jar: CookieJar, headers: readonly string[], now: number): CookieJar {
  const kept = new Map(Object.entries(jar));
  for (const header of headers) {
    const [pair = '', ...attributes] = header.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    if (at < 1 || header.length > MAX_LENGTH || !isCookie(name, value)) continue;
    if (isExpired(attributes, now)) kept.delete(name);
    else if (kept.has(name) || kept.size < MAX_COOKIES) kept.set(name, value);
  }
  return Object.fromEntries(kept);
}

/** Null for an empty jar. Skips invalid cookies, because a jar may come from a file. */
export function cookieHeader(jar: CookieJar): string | null {
  const pairs = Object.entries(jar).flatMap(([name, value]) =>
    isCookie(name, value) ? [`${name}=${value}`] : [],
  );
  return pairs.length === 0 ? null : pairs.join('; ');
}

function isExpired(attributes: readonly string[], now: number): boolean {
  let expires: number | null = null;
  let maxAge: number | null = null;
  for (const attribute of attributes) {
    const [name = '', ...rest] = attribute.split('=');
    const value = rest.join('=').trim();
    if (/^\s*max-age\s*$/i.test(name) && /^-?\d+$/.test(value)) maxAge = Number(value);
    if (/^\s*expires\s*$/i.test(name)) expires = Date.parse(value);
  }
  if (maxAge !== null) return maxAge <= 0;
  return expires !== null && expires <= now;
}

export interface ArcDeps {
  /** Without `/api`: `https://three.arcprize.org`. */
  baseUrl: string;
  /** Sent as `X-API-Key`; never part of a message. */
  apiKey: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  sleep: (ms: number) => Promise<void>;
  /** Milliseconds since 1970; for dates in headers. */
  now?: () => number;
  /** Per attempt, including reading the response. */
  timeoutMs: number;
}

interface ArcRequest {
  method: 'GET' | 'POST';
  /** Below the base URL: `/api/cmd/RESET`. */
  path: string;
  body?: object;
  cookies: CookieJar;
  /** Safe to send twice, so it is repeated if its effect is unknown. */
  repeatable: boolean;
  /** RESET has no arguments the server could reject, so a 400 other than "unknown" is an outage. */
  retry400?: true;
}

/** Send the cookies with the next request in all cases. */
export type Exchange =
  | { kind: 'answered'; json: unknown; cookies: CookieJar }
  /** The server rejected it and did nothing. Status 0: not sent, or redirected. */
  | { kind: 'refused'; status: number; code?: string; message: string; cookies: CookieJar }
  /** Sent, but the effect is unknown. */
  | { kind: 'doubt'; message: string; cookies: CookieJar }
  /** The server was busy; certainly not done. */
  | { kind: 'unsent'; message: string; retryAfterMs: number | null; cookies: CookieJar };

/** Maximum attempts while the server is rate-limiting. */
const MAX_TRIES = 6;
/** Maximum attempts of a repeatable request without a usable response. */
const MAX_REPEATS = 3;
/** Gives a restarting server time before the run's next command. */
const NO_ANSWER_DELAY_MS = 3000;
/** Longer waits are left to the caller that drives the run. */
const BACK_OFF = { firstMs: 1_000, maxMs: 60_000 };
const MAX_REASON = 300;

/** Statuses that mean the request was not begun. Others (408, 409, 5xx…) may follow its effect. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 410, 413, 415, 422];

/** Error codes of a 400 that means an unknown session, scorecard or game. */
const UNKNOWN_CODES: readonly string[] = ['SERVER_ERROR', 'GAME_NOT_AVAILABLE_ERROR'];

export const isUnknown = ({ status, code = '' }: { status: number; code?: string }): boolean =>
  status === 404 || status === 410 || (status === 400 && UNKNOWN_CODES.includes(code));

/** Not done, can be sent again; `retryAfterMs` null: no delay given. */
type Busy = { kind: 'busy'; message: string; retryAfterMs: number | null; cookies: CookieJar };
type WithoutCookies<T> = T extends unknown ? Omit<T, 'cookies'> : never;
/** Result of one attempt; cookies are separate, because they arrive before the body. */
type Attempt = WithoutCookies<Exchange | Busy>;

/**
 * Sends a request, with retries. After 429, 503 with `Retry-After`, or a 400 with `retry400`, the server did
 * not perform it: wait as requested, else 1, 2, 4 … s, and send it again, at most 6 times. If the effect is
 * unknown, only a repeatable request is sent again; otherwise wait 3 s.
 */
export async function exchange(deps: ArcDeps, request: ArcRequest): Promise<Exchange> {
  let { cookies } = request;
  if (!/^[\x21-\x7e]+$/.test(deps.apiKey)) {
    // Such a key could not be removed from error messages reliably.
    return {
      kind: 'refused',
      status: 0,
      message: 'the API key is empty or has characters that no header can carry',
      cookies,
    };
  }
  let doubts = 0;
  for (let tries = 1; ; tries++) {
    const got = await tryOnce(deps, { ...request, cookies });
    cookies = got.cookies;
    if (got.kind === 'doubt') {
      doubts += 1;
      if (!request.repeatable) await deps.sleep(NO_ANSWER_DELAY_MS);
      if (!request.repeatable || doubts >= MAX_REPEATS || tries >= MAX_TRIES) return got;
    } else if (got.kind !== 'busy') return got;
    const serverDelayMs = got.kind === 'busy' ? got.retryAfterMs : null;
    if (got.kind === 'busy' && (tries >= MAX_TRIES || (serverDelayMs ?? 0) > BACK_OFF.maxMs)) {
      const message = `${got.message}, after ${tries} tries`;
      return { kind: 'unsent', message, retryAfterMs: serverDelayMs, cookies };
    }
    await deps.sleep(serverDelayMs ?? backOffMs(BACK_OFF, tries));
  }
}

async function tryOnce(deps: ArcDeps, request: ArcRequest): Promise<Exchange | Busy> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let { cookies } = request;
  const keep = (headers: readonly string[], now: number) => {
    cookies = storeCookies(cookies, headers, now);
  };
  // Needed in addition to the signal: a body that stalls after its headers may ignore it.
  const late = new Promise<Attempt>((resolve) => {
    timer = setTimeout(() => {
      const message = `no whole answer within ${deps.timeoutMs / 1000} s`;
      resolve({ kind: 'doubt', message });
      stop.abort();
    }, deps.timeoutMs);
  });
  try {
    const result = await Promise.race([send(deps, request, stop.signal, keep), late]);
    return { ...result, cookies };
  } finally {
    clearTimeout(timer);
  }
}

async function send(
  deps: ArcDeps,
  request: ArcRequest,
  signal: AbortSignal,
  keep: (cookies: readonly string[], now: number) => void,
): Promise<Attempt> {
  // Destructured: workerd's fetch rejects any `this` other than the global.
  const { fetch, now = Date.now } = deps;
  try {
    const response = await fetch(deps.baseUrl.replace(/\/+$/, '') + request.path, {
      method: request.method,
      headers: makeHeaders(deps, request),
      // A redirect would leak the key to another host.
      redirect: 'manual',
      signal,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    keep(response.headers.getSetCookie(), now());
    const { status } = response;
    const retryAfterMs = readRetryAfter(response.headers.get('Retry-After'), now());
    if (status === 429 || (status === 503 && retryAfterMs !== null)) {
      dropBody(response);
      return { kind: 'busy', message: `the server takes no more requests for now (${status})`, retryAfterMs };
    }
    if (status === 0 || (status >= 300 && status < 400)) {
      dropBody(response);
      const message = 'the server sends elsewhere; redirects are not followed, correct the base URL';
      return { kind: 'refused', status, message };
    }
    if (REFUSALS.includes(status)) {
      // The status is sufficient; the explanation may be truncated or endless.
      const bodyStart = await readStart(response, { signal });
      const refusal = { status, ...readCode(bodyStart), message: explain(status, bodyStart, deps.apiKey) };
      return status === 400 && request.retry400 && !isUnknown(refusal)
        ? { kind: 'busy', message: refusal.message, retryAfterMs }
        : { kind: 'refused', ...refusal };
    }
    if (response.ok) return readJson(await readText(response, { signal }));
    return { kind: 'doubt', message: explain(status, await readStart(response, { signal }), deps.apiKey) };
  } catch (error) {
    if (error instanceof BodyError) return { kind: 'doubt', message: error.message };
    const reason = hideKey(readError(error), deps.apiKey);
    return { kind: 'doubt', message: `no usable answer came back (${reason})` };
  }
}

function makeHeaders({ apiKey }: ArcDeps, { body, cookies }: ArcRequest): Record<string, string> {
  const cookie = cookieHeader(cookies);
  return {
    'X-API-Key': apiKey,
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(cookie === null ? {} : { Cookie: cookie }),
  };
}

function readJson(text: string): { kind: 'answered'; json: unknown } | { kind: 'doubt'; message: string } {
  try {
    return { kind: 'answered', json: JSON.parse(text) };
  } catch {
    return { kind: 'doubt', message: 'the answer is not JSON' };
  }
}

const explain = (status: number, said: string, apiKey: string): string =>
  `the server answered ${status}${readReason(hideKey(said, apiKey))}`;

function readCode(text: string): { code?: string } {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? { code: error } : {};
  } catch {
    return {};
  }
}

function readReason(text: string): string {
  let reason = text;
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown };
    reason = [error, message].filter((part) => typeof part === 'string' && part !== '').join(': ') || text;
  } catch {
    // Not JSON, such as a proxy's error page: use the text.
  }
  const line = cleanText(reason, MAX_REASON + 1);
  return line === '' ? '' : ` (${line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line})`;
}

function readError(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

/** Servers echo the key, and `fetch` quotes invalid headers. */
const hideKey = (text: string, apiKey: string): string =>
  text.replaceAll(apiKey, '***').replaceAll(encodeURIComponent(apiKey), '***');
