/** Cookies of one server by name, as plain JSON, so that a room can keep them in its snapshot. */
export type CookieJar = Record<string, string>;

/** A server needs two or three; more than this is not session affinity, and the jar is stored with every step. */
const MAX_COOKIES = 30;
const MAX_LENGTH = 4096;

/** Name of a cookie by RFC 6265 (4.1.1): a token; its value has no white space, inner quotes, commas, `;` or `\`. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^"?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?$/;

/**
 * The jar after an answer's `Set-Cookie` headers. A cookie with `Max-Age` 0 or less, or without one and with an
 * `Expires` in the past, is removed (RFC 6265, 5.2.2 and 5.3). Domain, path and `Secure` are not looked at: a jar
 * belongs to one base URL. A header that is no cookie is passed over, as browsers do.
 *
 * @param headers one per cookie: `response.headers.getSetCookie()`
 * @param now milliseconds since 1970
 */
export function storeCookies(jar: CookieJar, headers: readonly string[], now: number): CookieJar {
  const cookies = new Map(Object.entries(jar));
  for (const header of headers) {
    const [pair = '', ...attributes] = header.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    if (at < 1 || header.length > MAX_LENGTH || !NAME.test(name) || !VALUE.test(value)) continue;
    if (isExpired(attributes, now)) cookies.delete(name);
    else if (cookies.has(name) || cookies.size < MAX_COOKIES) cookies.set(name, value);
  }
  return Object.fromEntries(cookies);
}

/** The `Cookie` header of a jar; null when it is empty. */
export function cookieHeader(jar: CookieJar): string | null {
  const pairs = Object.entries(jar).map(([name, value]) => `${name}=${value}`);
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
