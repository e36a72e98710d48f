import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json';

/** The dialect of OpenAPI 3.1, and that of AsyncAPI 3.0. */
type Dialect = 'draft-2020-12' | 'draft-07';

/** Schemas of the contract as a document holds them. */
export interface ConvertedSchemas {
  of: (schema: z.ZodType) => JsonObject;
  components: JsonObject;
}

/**
 * Converts all schemas in one go, so that what they share is described once: every schema with an id becomes a component,
 * referred to as `#/components/schemas/<id>`.
 *
 * @param io `input`: as they may be sent, a field with a default is optional; `output`: as we write them, it is there
 * @throws Error when two different schemas have the same id
 */
export function convertSchemas(
  list: readonly z.ZodType[],
  target: Dialect,
  io: 'input' | 'output' = 'input',
): ConvertedSchemas {
  const names = new Map<z.ZodType, string>();
  for (const schema of list) if (!names.has(schema)) names.set(schema, `s${names.size}`);
  const everything = z.object(Object.fromEntries([...names].map(([schema, name]) => [name, schema])));
  const document = z.toJSONSchema(everything, {
    io,
    target,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // What every integer and every timestamp has says nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // What we write may have more fields one day.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as unknown as Converted;
  const tidy = (value: Json): JsonObject => relink(value) as JsonObject;
  return {
    of: (schema) => tidy(document.properties[names.get(schema) ?? ''] ?? {}),
    components: nameComponents(
      Object.entries(document.$defs ?? document.definitions ?? {}).map(([name, schema]) => {
        const { id: _id, $id: _uri, ...rest } = tidy(schema);
        return [componentName(name), rest];
      }),
    ),
  };
}

interface Converted {
  properties: Record<string, Json>;
  /** Shared schemas of the newer dialect; the older one has them in `definitions`. */
  $defs?: Record<string, Json>;
  definitions?: Record<string, Json>;
}

/** zod numbers recursive schemas that have no id; all of ours are `z.json()`, any JSON value. */
const componentName = (name: string): string => name.replace(/^__schema\d+$/, 'Json');

/** Components by name, of one conversion or several. @throws Error when two different schemas have the same one. */
export function nameComponents(entries: [name: string, schema: JsonObject][]): Record<string, JsonObject> {
  const schemas: Record<string, JsonObject> = {};
  for (const [name, schema] of entries) {
    const earlier = schemas[name];
    if (earlier && JSON.stringify(earlier) !== JSON.stringify(schema))
      throw new Error(
        `Two different schemas are called ${name}: give one of them a meta({ id }) of its own.`,
      );
    schemas[name] = schema;
  }
  return schemas;
}

/** The same JSON with every reference turned into one to a component. */
function relink(value: Json): Json {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? `#/components/schemas/${componentName(inner.replace(/^#\/(?:\$defs|definitions)\//, ''))}`
        : relink(inner),
    ]),
  );
}
