/** Longest address a request is sent to. */
const MAX_URL = 2_000;

/** Names that are never outside: RFC 6761, RFC 6762, RFC 8375, and what networks and clusters use by habit. */
const INTERNAL = [
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'mail', 'lan', 'localdomain'],
  ...['domain', 'workgroup', 'dhcp', 'svc', 'consul', 'docker'],
  ...['home.arpa', 'in-addr.arpa', 'ip6.arpa', 'test', 'example', 'invalid', 'onion', 'alt'],
];
/** Public names whose every subdomain leads to this machine, or to the address that is written in it. */
const MIRRORS = ['nip.io', 'sslip.io', 'xip.io', 'localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com'];
const PORTS = ['', '443', '8443'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Why no request may be sent to an address that somebody gave us; null: it may. Asked when the address is given and
 * again each time before it is used. https only, no address in numbers, no name of an inner network, no credentials.
 * The parser of `URL` has resolved the disguises of numbers (`0x7f.1`, `2130706433`) by then.
 *
 * Another name that is public and leads inside can't be seen here: a Worker's requests leave from Cloudflare's network, which
 * reaches no private address. Asking a resolver first would not help: the name may lead elsewhere a moment later.
 *
 * @param loopback local development: http and any port, to this machine alone
 */
export function refuseUrl(text: string, { loopback }: { loopback: boolean }): string | null {
  if (text.length > MAX_URL) return `must have at most ${MAX_URL} characters`;
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not carry credentials';
  if (url.hash !== '') return 'must not have a fragment';
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (loopback && LOOPBACK.includes(host) && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (!PORTS.includes(url.port)) return 'must use port 443 or 8443';
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return 'must name a host, not an IP address';
  if ([...INTERNAL, ...MIRRORS].some((name) => host === name || host.endsWith(`.${name}`)))
    return 'must not name a host of an inner network';
  if (!/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/.test(host))
    return 'must name a host with its domain, such as hooks.example.com';
  return null;
}
