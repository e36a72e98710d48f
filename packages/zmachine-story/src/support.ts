/** An expected failure: an unsupported or oversized file. */
export type StoryFailure =
  | { code: 'invalid'; errors: { pointer: string; message: string }[] }
  | { code: 'too_large'; what: string; limit: number };

export type StoryResult<T> = { ok: true; value: T } | { ok: false; failure: StoryFailure };

export const ok = <T>(value: T): StoryResult<T> => ({ ok: true, value });
export const fail = (failure: StoryFailure): { ok: false; failure: StoryFailure } => ({ ok: false, failure });
/** A failure without a field. */
export const invalid = (message: string): { ok: false; failure: StoryFailure } =>
  fail({ code: 'invalid', errors: [{ pointer: '', message }] });

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : 'unknown error';

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const CHUNK = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

/** Null if the text is not base64. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** In lower-case hex. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** By value; index 0 is `''`, because stories don't write zero as a word. */
export const NUMBER_WORDS: readonly string[] =
  ',one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve'.split(',');
