const encoder = new TextEncoder();

/** Whether `hex` is the HMAC-SHA-256 of a text; compared by the platform, in constant time. */
async function isHmac(secret: string, text: string, hex: string): Promise<boolean> {
  const signature = readHex(hex, 32);
  if (!signature) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, encoder.encode(text));
}

/** Whether any of the secrets made the HMAC. */
export async function isHmacOfAny(secrets: readonly string[], text: string, hex: string): Promise<boolean> {
  const matches = await Promise.all(secrets.map((secret) => isHmac(secret, text, hex)));
  return matches.includes(true);
}

/** Bytes written as hex digits; null when it is not `length` of them. */
export function readHex(hex: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (hex.length !== 2 * length || !/^[0-9a-fA-F]+$/.test(hex)) return null;
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
