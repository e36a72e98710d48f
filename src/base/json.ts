/** A value that survives `JSON.stringify` unchanged. What is stored, sent and hashed has this type. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same JSON, in whatever order its keys stand. */
export function isSameJson(a: Json, b: Json): boolean {
  if (Array.isArray(a))
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isSameJson(item, b[index] ?? null))
    );
  if (!isObject(a)) return a === b;
  if (!isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key] ?? null, b[key] ?? null))
  );
}

/** The fields of an object but some. */
export const omit = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Converts a value to the plain object that JSON makes of it: fields that are undefined are gone. */
export function toJsonObject(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** Most levels of objects and arrays in a profile's schema or example. */
export const MAX_JSON_DEPTH = 24;

/** Says whether a value is deeper than `left` levels. Looks no further than that, so that no value can exhaust the stack. */
export function isTooDeep(value: unknown, left = MAX_JSON_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}
