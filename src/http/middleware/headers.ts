import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './http';

/**
 * Only files of this site, no inline scripts or styles. The web pages have their own policy in `web/public/_headers`.
 */
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

/** One year of HTTPS only, for this host. Its subdomains may belong to others. */
const HTTPS_ONLY = 'max-age=31536000';

/** Paths whose responses, including errors, are private to one caller. */
const NO_STORE = /^\/(?:v1\/|metrics$|mcp$)/;

/** Security headers of all Worker responses. `cors.ts` decides which other origins may read them. */
export const secureHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  // A switched protocol has no body, and its response must not be modified.
  if (c.res.status === 101) return;
  const isPage = c.res.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  // Standalone pages set their own policy.
  if (!c.res.headers.has('Content-Security-Policy')) {
    c.header('Content-Security-Policy', isPage ? PAGE_POLICY : DATA_POLICY);
  }
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  // Must not be sent over http (RFC 6797, 7.2), that is, in local development.
  if (c.req.url.startsWith('https:')) c.header('Strict-Transport-Security', HTTPS_ONLY);
  if (NO_STORE.test(c.req.path)) c.header('Cache-Control', 'no-store');
};
