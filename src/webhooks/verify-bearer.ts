import { ok } from '../api/problems';
import { equalHashes, sha256 } from '../base/hash';
import { readPayload } from './payload';
import { forged, type Verify } from './verified';

/**
 * A bearer token. Of the token only the SHA-256 is kept, so that is what the `secrets` are here. A repeat is known by
 * `webhook-id` or `Idempotency-Key`; without one every delivery counts, as the same few words may be meant twice.
 */
export const verifyBearer: Verify = async ({ headers, body }, { secrets }) => {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) return forged('The Authorization header is not "Bearer <token>".');
  const hash = await sha256(token);
  const matches = secrets.map((secret) => equalHashes(hash, secret));
  if (!matches.includes(true)) return forged('The token is not the one of this hook.');
  const payload = readPayload(body);
  if (!payload.ok) return payload;
  const id = headers['webhook-id'] ?? headers['idempotency-key'];
  return ok({ ids: id ? [id] : [], payload: payload.value, greeting: null });
};
