import { customAlphabet } from 'nanoid';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 20;
/** The part of an id that follows its kind. */
export const randomId = customAlphabet(ALPHABET, LENGTH);

/** Prefixes of ids: rooms, and the two kinds of webhooks. */
export type IdKind = 'scn' | 'run' | 'adv' | 'whk' | 'hok';

/**
 * The id of a new room. With an `Idempotency-Key` it follows from tenant and key, so that a repeat of the request
 * reaches the room the first one made, whatever happened to the answer; without one it is random.
 */
export async function makeRoomId(
  kind: IdKind,
  tenant: string,
  idempotencyKey: string | null,
): Promise<string> {
  if (idempotencyKey === null) return `${kind}_${randomId()}`;
  const text = new TextEncoder().encode(`${kind}\n${tenant}\n${idempotencyKey}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return `${kind}_${Array.from(digest.slice(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}
