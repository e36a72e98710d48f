import { equalHashes } from '../../base/hash';
import { isLocalHost } from '../../base/reach';
import type { Failure } from '../../contract/problems';

/** Answer to the operator's key, or a one-time code for it, that comes from elsewhere while it is taken on the machine alone. */
export const OPERATES_ELSEWHERE: Failure = {
  code: 'forbidden',
  needs:
    "to come from the machine that the stage runs on, as the operator's key is taken there alone while it is shared",
  fix: 'Use the address that npm start prints on that machine, or make another key there: POST /v1/keys.',
};

/** Header by which the proxy of `npm start -- --share` proves that a request came in on the machine itself. */
export const LOCAL_HEADER = 'X-Proscenium-Local';

export const isLoopbackAddress = (address: string | null | undefined): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i.test(address ?? '');

/** Headers that tunnels and proxies add; neither `wrangler dev` nor our own proxy adds one of them. */
const ADDED_ON_THE_WAY = [
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
 * True if a request to a stage under `wrangler dev` was made on the same machine. Tunnels connect from this machine, too,
 * and a caller can send any host and any address, so nothing that a request lacks proves anything: it has to carry the
 * secret that only our own proxy adds. Marks of another way refuse it all the same.
 *
 * @param secret null: the stage has no such proxy, and `wrangler dev` itself must name a loopback address
 */
export function isFromThisMachine(url: string, headers: Headers, secret: string | null = null): boolean {
  if (!isLocalHost(new URL(url).hostname)) return false;
  if (ADDED_ON_THE_WAY.some((name) => headers.has(name))) return false;
  const address = headers.get('CF-Connecting-IP');
  if (secret === null) return isLoopbackAddress(address);
  return (
    equalHashes(headers.get(LOCAL_HEADER) ?? '', secret) && (address === null || isLoopbackAddress(address))
  );
}
