export const isLocalHost = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

const MAX_URL = 2_000;

/** Internal names: RFC 6761, RFC 6762, RFC 8375, and names common in private networks and clusters. */
const INTERNAL = [
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'mail', 'lan', 'localdomain'],
  ...['domain', 'workgroup', 'dhcp', 'svc', 'consul', 'docker'],
  ...['home.arpa', 'in-addr.arpa', 'ip6.arpa', 'test', 'example', 'invalid', 'onion', 'alt'],
];
/** Public domains whose subdomains resolve to this machine or to an address in the name. */
const MIRRORS = ['nip.io', 'sslip.io', 'xip.io', 'localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com'];
const PORTS = ['', '443', '8443'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Reason why a user's URL must not be requested; null: allowed. Check it when it is entered and again before
 * each use. Requires https and rejects IP addresses, internal names and credentials. `URL` has already
 * normalized disguised addresses (`0x7f.1`, `2130706433`).
 *
 * A public name that resolves to a private address cannot be detected here: Worker requests leave from
 * Cloudflare's network, which reaches no private address. Resolving it first would not help, because the name
 * may resolve differently a moment later.
 *
 * @param loopback local development: also allows http and any port, on this machine only
 */
export function refuseUrl(text: string, { loopback }: { loopback: boolean }): string | null {
  if (text.length > MAX_URL) return `must have at most ${MAX_URL} characters`;
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not carry credentials';
  if (url.hash !== '') return 'must not have a fragment';
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (loopback && LOOPBACK.includes(host) && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'must start with https://';
  if (!PORTS.includes(url.port)) return 'must use port 443 or 8443';
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return 'must contain a host name, not an IP address';
  if ([...INTERNAL, ...MIRRORS].some((name) => host === name || host.endsWith(`.${name}`)))
    return 'must not contain a host name of an internal network';
  if (!/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/.test(host))
    return 'must contain a full host name, such as hooks.example.com';
  return null;
}

/** Names by which a machine and its own network are reached: an allow-list, which excludes link-local addresses. */
const isPrivateHost = (host: string): boolean =>
  isLocalHost(host) ||
  /^(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})$/.test(host) ||
  /^(?:host\.docker\.internal|[a-z0-9-]+\.local)$/.test(host);

/**
 * Like {@link refuseUrl}, for the endpoint of a model.
 *
 * @param isLocalAllowed also allows http and any port, on this machine and in private networks
 */
export function refuseModelUrl(text: string, isLocalAllowed: boolean): string | null {
  if (isLocalAllowed && URL.canParse(text) && isPrivateHost(new URL(text).hostname)) return null;
  return refuseUrl(text, { loopback: false });
}
