import type { Json, JsonObject } from '../../../src/base/json';

/** Makes the schema that an agent would use to request this value: every key named, typed and required. */
export function schemaOf(value: Json): JsonObject {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) {
    const items = [
      ...new Map(value.map((item) => [JSON.stringify(schemaOf(item)), schemaOf(item)])).values(),
    ];
    const [only] = items;
    if (only === undefined) return { type: 'array', items: { type: 'string' } };
    return { type: 'array', items: items.length === 1 ? only : { anyOf: items } };
  }
  if (typeof value !== 'object') return { type: typeof value };
  const keys = Object.keys(value);
  if (keys.length === 0) return { type: 'object' };
  const properties = Object.fromEntries(keys.map((key) => [key, schemaOf(value[key] ?? null)]));
  return { type: 'object', properties, required: keys };
}
