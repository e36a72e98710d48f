import type { Json, JsonObject } from '../../../src/base/json';

/** Payloads may grow and lack fields: these readers return a default instead of failing. */

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the payload's own first field among `names`. It never looks inside other fields, which {@link objectOf}
 * reads: a profile's fields and a game's state may have any name.
 */
function find(payload: object, names: readonly string[]): Json | undefined {
  const fields = payload as JsonObject;
  const name = names.find((one) => Object.hasOwn(fields, one) && fields[one] !== null);
  return name === undefined ? undefined : fields[name];
}

export function textOf(payload: object, ...names: string[]): string {
  const value = find(payload, names);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export function numberOf(payload: object, ...names: string[]): number | null {
  const value = find(payload, names);
  return typeof value === 'number' ? value : null;
}

export function flagOf(payload: object, ...names: string[]): boolean | null {
  const value = find(payload, names);
  return typeof value === 'boolean' ? value : null;
}

/** Reads a list of strings; of objects, their `id`. */
export function listOf(payload: object, ...names: string[]): string[] {
  const value = find(payload, names);
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    if (typeof item === 'string') return [item];
    return isObject(item) && typeof item.id === 'string' ? [item.id] : [];
  });
}

/** Drops the kind: `character:mara` → `mara`. */
export const idOfActor = (actor: string): string => actor.slice(actor.indexOf(':') + 1);

/** Returns the object under this very name; an empty one when there is none. */
export function objectOf(payload: object, name: string): JsonObject {
  const value = find(payload, [name]);
  return isObject(value) ? value : {};
}
