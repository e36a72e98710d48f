/** Escapes a key for a JSON Pointer (RFC 6901). */
export const escapeKey = (key: PropertyKey): string =>
  String(key).replaceAll('~', '~0').replaceAll('/', '~1');

export const unescapeKey = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** `["lines", 0, "a/b"]` → `/lines/0/a~1b`. */
export const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${escapeKey(key)}`).join('');
