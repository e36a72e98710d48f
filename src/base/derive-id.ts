const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 20;

/**
 * Derives an id from a request, so that a repeat reaches the same object.
 *
 * @param kind prefix of the id, such as `run`
 * @param key identifies the request within its tenant
 * @returns `<kind>_` and 20 of 0-9 and a-z
 */
export async function deriveId(kind: string, tenant: string, key: string): Promise<string> {
  const text = new TextEncoder().encode(`${kind}\n${tenant}\n${key}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return `${kind}_${Array.from(digest.slice(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}
