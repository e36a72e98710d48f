import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { isLocalHost } from '../../base/reach';
import { type Config, readConfig } from '../../config';
import type { Failure } from '../../contract/problems';
import { isLoopbackAddress } from '../auth/locality';
import { type AppEnv, refuse } from './http';

/** Headers of requests that a page may set, beside those that every page may. */
const ASKED = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'Last-Event-ID'],
  // Clients of `/mcp` send these with every message.
  ...['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
];
/** Headers of answers that a page may read, beside those that every page may. */
const EXPOSED = ['Content-Disposition', 'ETag', 'Location', 'Retry-After', 'WWW-Authenticate'];
const METHODS = ['HEAD', 'GET', 'POST', 'PATCH', 'DELETE', 'PUT'];
/** Seconds for which a browser need not ask again; browsers take two hours at most. */
const REMEMBERED_S = 7_200;

const answerOrigin = cors({
  origin: (origin, c) => {
    const origins = allowedOrigins(c);
    return origins === '*' ? '*' : origins.includes(origin) ? origin : null;
  },
  allowMethods: METHODS,
  allowHeaders: ASKED,
  exposeHeaders: EXPOSED,
  maxAge: REMEMBERED_S,
  // Never credentials: keys are sent by scripts that have them, and there are no cookies.
  credentials: false,
});

/**
 * Lets pages of other origins call the API: those that CORS_ORIGINS names, by default none. A browser asks first without
 * a credential (a preflight), so this stands in front of the gate.
 */
export const allowOrigins: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isSocket = isSocketRequest(c);
  const isOptions = c.req.method === 'OPTIONS';
  const isPreflight = isOptions && c.req.header('Access-Control-Request-Method') !== undefined;
  // The response of a switched protocol may not be touched. OPTIONS alone is no method that any route has.
  if (allowedOrigins(c).length === 0 || isSocket || (isOptions && !isPreflight)) return next();
  return answerOrigin(c, next);
};

/** Does the request ask for a WebSocket? HEAD never gets one. */
export const isSocketRequest = (c: Context): boolean =>
  c.req.method === 'GET' && c.req.header('Upgrade')?.toLowerCase() === 'websocket';

/** Does the request ask for a stream of events? HEAD never gets one. */
export const isStreamRequest = (c: Context): boolean =>
  c.req.method === 'GET' && c.req.header('Accept')?.includes('text/event-stream') === true;

/**
 * May this request use its ticket up? Only one that opens something, and that comes from no page of another site: such a
 * page could have its visitors try tickets.
 */
export const mayUseTicket = (c: Context<AppEnv>): boolean =>
  isSocketRequest(c) ? mayOpenSocket(c) : isStreamRequest(c) && !isForeign(c);

/**
 * May a page of that origin open a socket? Browsers ask nobody before they open one, they only say where the page comes
 * from; what is no browser says nothing, and may.
 */
export function mayOpenSocket(c: Context<AppEnv>): boolean {
  const origin = c.req.header('Origin');
  if (origin === undefined) return true;
  const origins = allowedOrigins(c);
  return origins === '*' || origins.includes(origin) || isOwn(c, origin);
}

/**
 * Does a browser say that a page of another site has sent this, whose origin is not listed? A page can have any visitor
 * send such requests (pictures, forms), so they are counted apart from what the visitor does. They carry no key: with
 * one, the browser would have asked first (a preflight).
 */
export function isForeign(c: Context<AppEnv>): boolean {
  if (c.req.header('Origin') !== undefined) return !mayOpenSocket(c);
  return ['cross-site', 'same-site'].includes(c.req.header('Sec-Fetch-Site') ?? '');
}

/**
 * Did no page of another site send this, listed or not? What a browser adds by itself, such as the identity that
 * Cloudflare Access knows by a cookie, counts for our own pages alone.
 */
export function isOwnPage(c: Context<AppEnv>): boolean {
  const origin = c.req.header('Origin');
  if (origin !== undefined) return isOwn(c, origin);
  return ['same-origin', 'none', undefined].includes(c.req.header('Sec-Fetch-Site'));
}

/** The failure of a page that may not ask for what it asks. */
export const FOREIGN_PAGE: Failure = {
  code: 'forbidden',
  needs: 'a page of this stage, or of an origin in CORS_ORIGINS',
  fix: 'Use the pages of the stage, or ask its operator to list the origin of this page.',
};

/** The failure of a request to a host that is not the stage's. */
const FOREIGN_HOST: Failure = {
  code: 'forbidden',
  needs: 'to name a host of this stage: its own machine, its public address, or one of HOSTS',
  fix: 'Use the address that npm start prints, or ask the operator to add the host to HOSTS.',
};

/**
 * Refuses requests that name a host of somebody else. A page can have such a name lead to this machine (DNS rebinding), and
 * its browser then takes the stage for the page's own.
 */
export const knownHosts: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { publicUrl, ...config } = readConfig(c.env ?? {});
  // Without HOSTS, `wrangler dev` is recognized by the caller's address: on Cloudflare it is never loopback.
  const hosts = config.hosts ?? (isLoopbackAddress(c.req.header('CF-Connecting-IP')) ? [] : undefined);
  if (hosts === undefined) return next();
  const own = publicUrl === null ? hosts : [...hosts, new URL(publicUrl).host];
  const hostNames = [new URL(c.req.url).host, c.req.header('Host')].filter((host) => host !== undefined);
  return hostNames.every((host) => isHostOf(own, host)) ? next() : refuse(c, FOREIGN_HOST);
};

/** True for loopback, and for hosts of a list; one without a port is meant with any. */
function isHostOf(own: readonly string[], named: string): boolean {
  const url = URL.canParse(`http://${named}`) ? new URL(`http://${named}`) : null;
  if (url === null) return false;
  const { hostname, host } = url;
  return isLocalHost(hostname) || own.includes(hostname) || own.includes(host);
}

/**
 * True for a page of the stage itself. Behind a proxy that ends TLS, a page of `https://stage` reaches us as
 * `http://stage`, never the other way round; behind one that names another host, as a page of the public address.
 */
function isOwn(c: Context<AppEnv>, origin: string): boolean {
  const { protocol, host } = new URL(c.req.url);
  if (origin === `${protocol}//${host}` || (protocol === 'http:' && origin === `https://${host}`))
    return true;
  const { hosts, publicUrl } = readConfig(c.env ?? {});
  return origin === publicUrl || hosts?.some((one) => origin === `https://${one}`) === true;
}

const allowedOrigins = (c: Context): Config['corsOrigins'] => readConfig(c.env ?? {}).corsOrigins;
