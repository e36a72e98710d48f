export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const escapeKey = (key: PropertyKey): string =>
  String(key).replaceAll('~', '~0').replaceAll('/', '~1');

export const unescapeKey = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Formats a path such as `["lines", 0, "a/b"]` as a JSON Pointer (RFC 6901): `/lines/0/a~1b`. */
export const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${escapeKey(key)}`).join('');

/** Caches by object identity; the object must not be mutated. */
export function memoizeObject<K extends object, V>(of: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>();
  return (key) => {
    const before = values.get(key);
    if (before !== undefined) return before;
    const value = of(key);
    values.set(key, value);
    return value;
  };
}
