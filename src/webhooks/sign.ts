import { Webhook } from 'standardwebhooks';

/** How long the secret before the last rotation goes on being valid. */
const ROTATION_MS = 24 * 3600 * 1000;

/** A secret of Standard Webhooks: `whsec_` and base64. `until`: milliseconds since the epoch; null: until it is rotated. */
export interface Secret {
  secret: string;
  until: number | null;
}

/** A new secret, from 32 random bytes. */
export function makeSecret(random: Uint8Array<ArrayBuffer>): string {
  return `whsec_${btoa(String.fromCharCode(...random))}`;
}

/** The newest secret first, the one before it for a day more; older ones are gone. */
export function rotate(secrets: readonly Secret[], secret: string, now: number): Secret[] {
  const [last] = secrets;
  return [{ secret, until: null }, ...(last ? [{ ...last, until: now + ROTATION_MS }] : [])];
}

/** The secrets that are valid now. */
export const validSecrets = (secrets: readonly Secret[], now: number): string[] =>
  secrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret);

/**
 * The headers that prove a message ours (Standard Webhooks): its id, the time it is sent, a signature for each secret.
 *
 * @param id the same whenever the same message is sent
 * @param now milliseconds since the epoch
 */
export function signMessage(
  id: string,
  body: string,
  now: number,
  secrets: readonly string[],
): Record<string, string> {
  const at = new Date(now);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
