/** A link's secret: an API key (`/#key=ps_…`) or a one-time code for one (`/#code=kc_…`), and the page it is for. */
export interface LinkSecret {
  kind: 'key' | 'code';
  secret: string;
  to: string;
}

/** Reads the key or code of an address (`#key=ps_…&to=/scenes/scn_…`); null when there is none. */
export function readLinkSecret(hash: string): LinkSecret | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const to = params.get('to') ?? '/';
  for (const kind of ['key', 'code'] as const) {
    const secret = params.get(kind)?.trim();
    if (secret) return { kind, secret, to: to.startsWith('/') ? to : '/' };
  }
  return null;
}

/**
 * Removes a link's secret from the URL and its history entry. Called once on page load, before rendering: a page could
 * change its URL later, but cannot load another key unseen.
 */
export function consumeLinkSecret(): LinkSecret | null {
  const linkSecret = readLinkSecret(location.hash);
  if (linkSecret) replaceHash(linkSecret.to);
  return linkSecret;
}

/** Replaces the URL in the history, so that nothing leads back to it. */
export const replaceHash = (path: string): void =>
  history.replaceState(null, '', `${location.pathname}${location.search}#${path}`);
