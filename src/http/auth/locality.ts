import type { Failure } from '../../api/problems';
import { isLocalHost } from '../../base/reach';

/** Answer to the operator's key, or a one-time code for it, that comes from elsewhere while it is taken on the machine alone. */
export const OPERATES_ELSEWHERE: Failure = {
  code: 'forbidden',
  needs:
    "to come from the machine that the stage runs on, as the operator's key is taken there alone while it is shared",
  fix: 'Use the address that npm start prints on that machine, or make another key there: POST /v1/keys.',
};

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i;

/** Headers that tunnels and proxies add; `wrangler dev` adds none of them. */
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
 * Returns whether a request to a stage under `wrangler dev` was made on the same machine. The host alone proves nothing:
 * with the header `MF-Original-URL` a caller has `wrangler dev` give the Worker any address. So a request counts as
 * forwarded when anything on the way has left a mark on it.
 */
export function isFromThisMachine(url: string, headers: Headers): boolean {
  if (!isLocalHost(new URL(url).hostname)) return false;
  if (ADDED_ON_THE_WAY.some((name) => headers.has(name))) return false;
  // `wrangler dev` names the address of who connected, unless the request names another.
  const address = headers.get('CF-Connecting-IP');
  return address === null || LOOPBACK_ADDRESS.test(address);
}
