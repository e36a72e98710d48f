import { ok } from '../api/problems';
import { readHex } from './hmac';
import { readPayload } from './payload';
import { forged, isStale, type Verify } from './verified';

/** Discord's types of interactions and answers (docs.discord.com, Receiving and Responding). */
const PING = 1;
const PONG = { type: 1 };
export const DEFERRED = { type: 5 };

/** Discord interactions: an Ed25519 signature of timestamp and body by the key of the application. */
export const verifyDiscord: Verify = async ({ headers, body }, { secrets, now }) => {
  const timestamp = headers['x-signature-timestamp'];
  const signature = readHex(headers['x-signature-ed25519'] ?? '', 64);
  if (!timestamp || !signature) return forged('X-Signature-Ed25519 or X-Signature-Timestamp is missing.');
  if (isStale(timestamp, now)) return forged('The delivery is too old, or from the future.');
  const signed = new TextEncoder().encode(timestamp + body) as Uint8Array<ArrayBuffer>;
  const matches = await Promise.all(secrets.map((key) => isSignedBy(key, signature, signed)));
  if (!matches.includes(true)) return forged('The signature does not fit.');
  const payload = readPayload(body);
  if (!payload.ok) return payload;
  const { id, type } = payload.value;
  const ids = typeof id === 'string' && id !== '' ? [id] : [headers['x-signature-ed25519'] ?? ''];
  return ok({ ids, payload: payload.value, greeting: type === PING ? PONG : null });
};

/** @param publicKey 64 hex digits, as Discord shows it */
async function isSignedBy(
  publicKey: string,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = readHex(publicKey, 32);
  if (!bytes) return false;
  try {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, signed);
  } catch {
    // Bytes that are no point of the curve.
    return false;
  }
}
