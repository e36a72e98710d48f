/** Escapes a key for a JSON Pointer (RFC 6901). */
export const escapeKey = (key: PropertyKey): string =>
  String(key).replaceAll('~', '~0').replaceAll('/', '~1');

/** Reads a part of a JSON Pointer back as the key it stands for. */
export const unescapeKey = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Writes a path such as `["lines", 0, "a/b"]` as a JSON Pointer: `/lines/0/a~1b`. */
export const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${escapeKey(key)}`).join('');
