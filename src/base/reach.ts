/** Returns true for hosts that name the machine itself, whichever it is. */
export const isLocalHost = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

/** IPv4 addresses of private networks (RFC 1918), of links without a server (RFC 3927) and of shared carriers (RFC 6598). */
const PRIVATE_IPV4 =
  /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d{1,3})+$/;

/**
 * Says who can open links to a host: people at this machine, those in the same network, or everyone, as far as its name
 * shows it.
 *
 * @param host as `URL.hostname` has it
 */
export function reachOf(host: string): 'machine' | 'network' | 'everyone' {
  if (isLocalHost(host)) return 'machine';
  const isPrivate =
    PRIVATE_IPV4.test(host) ||
    /^\[(?:f[cd]|fe[89ab])[0-9a-f]*:/i.test(host) ||
    /\.(?:local|lan|internal|home\.arpa)$/i.test(host) ||
    /^[^.:[\]]+$/.test(host);
  return isPrivate ? 'network' : 'everyone';
}
