import { z } from 'zod';
import { isTooDeep, type JsonObject } from '../base/json';

/** Any JSON object, unchecked inside: event payloads, logged answers. */
export const jsonObject = z.record(z.string(), z.json()).describe('Any JSON object');

/** Most levels of objects and arrays in what is kept for its next home, unread. */
export const MAX_KEPT_DEPTH = 64;

/** A JSON object that we keep and do not look into, so that no depth of it costs more than looking this deep. */
export const keptObject = (z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject, JsonObject>)
  .refine((value) => !isTooDeep(value, MAX_KEPT_DEPTH), { error: `at most ${MAX_KEPT_DEPTH} levels` })
  .describe('Any JSON object');

/** A shape with the same schema under each of these names. */
export const shapeOf = <K extends string, T extends z.ZodType>(names: readonly K[], schema: T) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, T>;
