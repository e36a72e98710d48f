import { z } from 'zod';
import { isTooDeep, type JsonObject } from '../base/json';

/** Any JSON object, unchecked inside: event payloads, logged answers. */
export const jsonObject = z.record(z.string(), z.json()).describe('Any JSON object');

/** Maximum nesting of JSON that we store without reading it. */
export const MAX_STORED_DEPTH = 64;

/**
 * A JSON object that we store without reading it. The depth check stops at the limit, so deeper input costs no more.
 */
export const storedObject = (
  z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject, JsonObject>
)
  .refine((value) => !isTooDeep(value, MAX_STORED_DEPTH), { error: `at most ${MAX_STORED_DEPTH} levels` })
  .describe('Any JSON object');

export const jsonShape = <K extends string, T extends z.ZodType>(names: readonly K[], schema: T) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, T>;
