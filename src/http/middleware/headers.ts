import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './http';

/** Only files of this site, no inline script or style. The pages themselves have theirs from `web/public/_headers`. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A year, in which browsers ask this host over https alone; its subdomains are somebody else's. */
const HTTPS_ONLY = 'max-age=31536000';

/** Addresses whose answers are for one caller, refusals among them. */
const PRIVATE = /^\/(?:v1\/|metrics$|mcp$)/;

/** Security headers on everything the Worker answers. Who else's pages may read it is said in `cors.ts`. */
export const secureHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  // A switched protocol has no body and its response may not be touched.
  if (c.res.status === 101) return;
  const isPage = c.res.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  // A page that is a document of its own says itself what it needs.
  if (!c.res.headers.has('Content-Security-Policy')) {
    c.header('Content-Security-Policy', isPage ? PAGE_POLICY : DATA_POLICY);
  }
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  // Over http it has no meaning and may not be sent (RFC 6797, 7.2): that is local development.
  if (c.req.url.startsWith('https:')) c.header('Strict-Transport-Security', HTTPS_ONLY);
  if (PRIVATE.test(c.req.path)) c.header('Cache-Control', 'no-store');
};
