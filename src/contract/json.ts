import { z } from 'zod';

/** A value that survives `JSON.stringify` unchanged. What is stored, sent and hashed has this type. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Any JSON object, unchecked inside: event payloads, logged answers. */
export const jsonObject = z.record(z.string(), z.json()).meta({ description: 'Any JSON object' });

/** A plain object as JSON has it: what is undefined is gone. */
export function toJsonObject(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
