import { equalHashes } from '../../base/hash';
import { isLocalHost } from '../../base/reach';
import type { Failure } from '../../contract/problems';

/** Response to the operator's key, or a one-time code for it, from another machine while the stage is shared. */
export const OPERATOR_IS_REMOTE: Failure = {
  code: 'forbidden',
  needs:
    "a request from the machine that runs the stage, because the operator's key only works there while the stage is shared",
  fix: 'Use the address that npm start prints on that machine, or create another key there: POST /v1/keys.',
};

/** Header with which the proxy of `npm start -- --share` proves that a request came from the same machine. */
export const LOCAL_HEADER = 'X-Proscenium-Local';

export const isLoopbackAddress = (address: string | null | undefined): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i.test(address ?? '');

/** Headers added by tunnels and proxies, but not by `wrangler dev` or our own proxy. */
const PROXY_HEADERS = [
  'Cf-Ray',
  'Cdn-Loop',
  'Via',
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
];

/**
 * True if a request to a stage under `wrangler dev` comes from the same machine. Tunnels connect from this machine
 * too, and a caller can send any host and address, so a missing header proves nothing: the request must carry the
 * secret that only our own proxy adds. Headers of other proxies still disqualify it.
 *
 * @param secret null: the stage has no such proxy, and `wrangler dev` itself must report a loopback address
 */
export function isFromThisMachine(url: string, headers: Headers, secret: string | null = null): boolean {
  if (!isLocalHost(new URL(url).hostname)) return false;
  if (PROXY_HEADERS.some((name) => headers.has(name))) return false;
  const address = headers.get('CF-Connecting-IP');
  if (secret === null) return isLoopbackAddress(address);
  return (
    equalHashes(headers.get(LOCAL_HEADER) ?? '', secret) && (address === null || isLoopbackAddress(address))
  );
}
