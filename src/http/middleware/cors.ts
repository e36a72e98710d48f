import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { isLocalHost } from '../../base/reach';
import { type Config, readConfig } from '../../config';
import type { Failure } from '../../contract/problems';
import { isLoopbackAddress } from '../auth/locality';
import { type AppEnv, refuse } from './http';

/** Request headers that pages may set, in addition to the safelisted ones. */
const REQUEST_HEADERS = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'Last-Event-ID'],
  // Clients of `/mcp` send these with every message.
  ...['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
  // The official OpenAI client sends these.
  ...[
    'Arch',
    'Helper-Method',
    'Lang',
    'OS',
    'Package-Version',
    'Retry-Count',
    'Runtime',
    'Runtime-Version',
    'Timeout',
  ].map((name) => `X-Stainless-${name}`),
];
/** Response headers that pages may read, in addition to the safelisted ones. */
const EXPOSED_HEADERS = ['Content-Disposition', 'ETag', 'Location', 'Retry-After', 'WWW-Authenticate'];
const METHODS = ['HEAD', 'GET', 'POST', 'PATCH', 'DELETE', 'PUT'];
/** Preflight cache time; browsers allow at most two hours. */
const MAX_AGE_S = 7_200;

const answerOrigin = cors({
  origin: (origin, c) => {
    const origins = allowedOrigins(c);
    return origins === '*' ? '*' : origins.includes(origin) ? origin : null;
  },
  allowMethods: METHODS,
  allowHeaders: REQUEST_HEADERS,
  exposeHeaders: EXPOSED_HEADERS,
  maxAge: MAX_AGE_S,
  // Never credentials: scripts send their keys explicitly, and there are no cookies.
  credentials: false,
});

/**
 * Allows pages of the origins in CORS_ORIGINS (none by default) to call the API. Runs before the gate, because
 * preflight requests carry no credential.
 */
export const allowOrigins: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isSocket = isSocketRequest(c);
  const isOptions = c.req.method === 'OPTIONS';
  const isPreflight = isOptions && c.req.header('Access-Control-Request-Method') !== undefined;
  // The response of a switched protocol must not be modified. A bare OPTIONS is not a preflight, and no route has it.
  if (allowedOrigins(c).length === 0 || isSocket || (isOptions && !isPreflight)) return next();
  return answerOrigin(c, next);
};

/** True if the request asks for a WebSocket. HEAD never gets one. */
export const isSocketRequest = (c: Context): boolean =>
  c.req.method === 'GET' && c.req.header('Upgrade')?.toLowerCase() === 'websocket';

/** True if the request asks for an event stream. HEAD never gets one. */
export const isStreamRequest = (c: Context): boolean =>
  c.req.method === 'GET' && c.req.header('Accept')?.includes('text/event-stream') === true;

/**
 * True if the request may use up its ticket: it opens something, and does not come from a page of another site, which
 * could make its visitors try tickets.
 */
export const canUseTicket = (c: Context<AppEnv>): boolean =>
  isSocketRequest(c) ? canOpenSocket(c) : isStreamRequest(c) && !isForeign(c);

/**
 * True if a page of this origin may open a socket. Browsers send no preflight for sockets, only the origin;
 * non-browsers send none and are allowed.
 */
export function canOpenSocket(c: Context<AppEnv>): boolean {
  const origin = c.req.header('Origin');
  if (origin === undefined) return true;
  const origins = allowedOrigins(c);
  return origins === '*' || origins.includes(origin) || isOwn(c, origin);
}

/**
 * True if a page of another site, whose origin is not allowed, sent the request. Pages can make any visitor send such
 * requests (pictures, forms), so they are counted separately from the visitor's own. They carry no key, because that
 * would require a preflight.
 */
export function isForeign(c: Context<AppEnv>): boolean {
  if (c.req.header('Origin') !== undefined) return !canOpenSocket(c);
  return ['cross-site', 'same-site'].includes(c.req.header('Sec-Fetch-Site') ?? '');
}

/**
 * True if no page of another site sent the request, even an allowed one. Credentials that browsers add automatically,
 * such as the cookie of Cloudflare Access, only count for our own pages.
 */
export function isOwnPage(c: Context<AppEnv>): boolean {
  const origin = c.req.header('Origin');
  if (origin !== undefined) return isOwn(c, origin);
  return ['same-origin', 'none', undefined].includes(c.req.header('Sec-Fetch-Site'));
}

/** Response to a request from a page of another site. */
export const FOREIGN_PAGE: Failure = {
  code: 'forbidden',
  needs: 'a page of this stage, or of an origin in CORS_ORIGINS',
  fix: 'Use the pages of the stage, or ask its operator to add the origin of this page.',
};

/** Response to a request for a foreign host name. */
const FOREIGN_HOST: Failure = {
  code: 'forbidden',
  needs: 'a host name of this stage: localhost, its public address, or one listed in HOSTS',
  fix: 'Use the address that npm start prints, or ask the operator to add the host to HOSTS.',
};

/**
 * Refuses foreign host names. A page can point its own name at this machine (DNS rebinding), and the browser then
 * treats the stage as part of that page's site.
 */
export const knownHosts: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { publicUrl, ...config } = readConfig(c.env ?? {});
  // Without HOSTS, `wrangler dev` is recognized by the caller's address: on Cloudflare it is never loopback.
  const hosts = config.hosts ?? (isLoopbackAddress(c.req.header('CF-Connecting-IP')) ? [] : undefined);
  if (hosts === undefined) return next();
  const own = publicUrl === null ? hosts : [...hosts, new URL(publicUrl).host];
  const hostNames = [new URL(c.req.url).host, c.req.header('Host')].filter((host) => host !== undefined);
  return hostNames.every((host) => isHostIn(own, host)) ? next() : refuse(c, FOREIGN_HOST);
};

/**
 * True for loopback hosts, hosts in the list, and addresses in digits, which no other site can point here. Entries without a
 * port match any port.
 */
function isHostIn(own: readonly string[], named: string): boolean {
  const url = URL.canParse(`http://${named}`) ? new URL(`http://${named}`) : null;
  if (url === null) return false;
  const { hostname, host } = url;
  return isLocalHost(hostname) || isAddress(hostname) || own.includes(hostname) || own.includes(host);
}

/**
 * True for pages of the stage itself. Behind a proxy that terminates TLS, a page of `https://stage` arrives as
 * `http://stage`, never the other way round; behind a proxy that changes the host, as a page of the public address.
 */
function isOwn(c: Context<AppEnv>, origin: string): boolean {
  const { protocol, host } = new URL(c.req.url);
  if (origin === `${protocol}//${host}` || (protocol === 'http:' && origin === `https://${host}`))
    return true;
  const { hosts, publicUrl } = readConfig(c.env ?? {});
  return origin === publicUrl || hosts?.some((one) => origin === `https://${one}`) === true;
}

const isAddress = (hostname: string): boolean => /^(?:\d+(?:\.\d+){3}|\[.+\])$/.test(hostname);

const allowedOrigins = (c: Context): Config['corsOrigins'] => readConfig(c.env ?? {}).corsOrigins;
