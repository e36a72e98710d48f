import { type Failure, fail, ok, type Result } from './problems';

const BAD_CURSOR: Failure = {
  code: 'invalid',
  detail: 'The cursor does not belong to this list.',
  errors: [{ pointer: 'query/cursor', message: 'use `next` of the previous page, unchanged' }],
};

/** Reads the cursor of a ledger or a list of rounds; null without a cursor. */
export function readNumberCursor(cursor: string | undefined): Result<number | null> {
  if (cursor === undefined) return ok(null);
  return /^\d{1,15}$/.test(cursor) ? ok(Number(cursor)) : fail(BAD_CURSOR);
}

/** Encodes a sort key as an opaque cursor: base64url of its JSON. */
export function writeCursor(key: (string | number)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(key));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Decodes a cursor and checks the types of its parts; null without a cursor. */
export function readCursor(
  cursor: string | undefined,
  parts: readonly ('string' | 'number')[],
): Result<(string | number)[] | null> {
  if (cursor === undefined) return ok(null);
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const key: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (Array.isArray(key) && key.length === parts.length && parts.every((kind, i) => typeof key[i] === kind))
      return ok(key as (string | number)[]);
  } catch {
    // Not base64 or not JSON: falls through to BAD_CURSOR.
  }
  return fail(BAD_CURSOR);
}
