import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Zod's descriptions without ids: a schema with an id becomes a `$ref`, and some clients drop every tool of a list with one. */
const withoutIds = z.registry<Record<string, unknown>>();
withoutIds.get = (schema) => {
  const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
  return meta;
};

/** A schema as `tools/list` shows it: its JSON Schema, with everything inline. */
export function listSchema(
  schema: z.ZodObject,
  io: 'input' | 'output',
): StandardSchemaWithJSON<Record<string, unknown>> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, metadata: withoutIds });
  const { version, vendor, validate } = schema['~standard'];
  return {
    '~standard': { version, vendor, validate, jsonSchema: { input: () => json, output: () => json } },
  };
}

/** Characters of a listed schema. */
export const lengthOf = (schema: StandardSchemaWithJSON): number =>
  JSON.stringify(schema['~standard'].jsonSchema.output({ target: 'draft-2020-12' })).length;
