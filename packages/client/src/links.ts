/** Link with which a person takes a seat. @param origin public origin of the stage, without a trailing slash */
export const joinLink = (origin: string, invitation: string): string =>
  `${origin}/#/join?invitation=${invitation}`;

/**
 * Finds the invitation in pasted text: a link, or the invitation itself.
 *
 * @returns null if there is none; `origin` is null if the text is not a link
 */
export function readJoinLink(text: string): { origin: string | null; invitation: string } | null {
  const invitation = /\bsi_[a-z0-9]{2,32}_[0-9a-z]{20}_[A-Za-z0-9]{32}\b/.exec(text)?.[0];
  if (invitation === undefined) return null;
  const link = text.trim();
  return { origin: /^https?:/.test(link) && URL.canParse(link) ? new URL(link).origin : null, invitation };
}

/** Host names of the machine itself. */
const LOCAL = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Private (RFC 1918), link-local (RFC 3927) and carrier-grade NAT (RFC 6598) IPv4 addresses. */
const PRIVATE_IPV4 =
  /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d{1,3})+$/;

/**
 * Who can open links to a host, judging by its name: people on this machine, in the same network, or everyone.
 *
 * @param host as in `URL.hostname`
 */
export function linkReach(host: string): 'machine' | 'network' | 'everyone' {
  if (LOCAL.test(host)) return 'machine';
  const isPrivate =
    PRIVATE_IPV4.test(host) ||
    /^\[(?:f[cd]|fe[89ab])[0-9a-f]*:/i.test(host) ||
    /\.(?:local|lan|internal|home\.arpa)$/i.test(host) ||
    /^[^.:[\]]+$/.test(host);
  return isPrivate ? 'network' : 'everyone';
}
