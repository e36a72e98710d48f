import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json';

/** Dialects of OpenAPI 3.1 and AsyncAPI 3.1. */
type Dialect = 'draft-2020-12' | 'draft-07';

/** Converted schemas of the contract. */
export interface ConvertedSchemas {
  of: (schema: z.ZodType) => JsonObject;
  components: Record<string, JsonObject>;
}

/**
 * Converts all schemas together, so that shared schemas are described once: every schema with an id becomes a
 * component, `#/components/schemas/<id>`.
 *
 * @param io `input`: request schemas; fields with a default are optional. `output`: response schemas; those fields are
 * required
 * @throws Error if two different schemas have the same id
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
      // Remove limits that all integers and timestamps have.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // Responses may get more fields later.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as unknown as ConvertedSchema;
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

/** Schemas for requests and responses. */
export interface SchemasBothWays {
  sent: (schema: z.ZodType) => JsonObject;
  answered: (schema: z.ZodType) => JsonObject;
  components: Record<string, JsonObject>;
}

/**
 * Converts request and response schemas into one set of components. Fields with a default are optional in requests
 * and required in responses, so a schema used in both may have two versions: the response version keeps the name, the
 * request version is `<name>Sent`. If they only differ in allowing additional fields, one version serves both.
 *
 * @throws Error if two different schemas have the same id
 */
export function convertBothWays(
  sent: readonly z.ZodType[],
  answered: readonly z.ZodType[],
  target: Dialect,
): SchemasBothWays {
  const input = convertSchemas(sent, target, 'input');
  const output = convertSchemas(answered, target, 'output');
  const faces = Object.keys(input.components).filter((name) => Object.hasOwn(output.components, name));
  const twoFaced = new Set(
    faces.filter(
      (name) =>
        withoutAdditionalProperties(input.components[name]) !==
        withoutAdditionalProperties(output.components[name]),
    ),
  );
  // A schema that refers to one with two versions also has two versions.
  for (let size = -1; size !== twoFaced.size; ) {
    size = twoFaced.size;
    for (const name of faces)
      if (listRefs(input.components[name] ?? null).some((inner) => twoFaced.has(inner))) twoFaced.add(name);
  }
  const asInput = (value: Json): Json =>
    mapRefs(value, (name) => (twoFaced.has(name) ? `${name}Sent` : name));
  const isShared = (name: string) => faces.includes(name) && !twoFaced.has(name);
  return {
    sent: (schema) => asInput(input.of(schema)) as JsonObject,
    answered: output.of,
    components: nameComponents([
      ...Object.entries(input.components).map(([name, schema]): [string, JsonObject] => [
        twoFaced.has(name) ? `${name}Sent` : name,
        asInput(schema) as JsonObject,
      ]),
      ...(Object.entries(output.components).filter(([name]) => !isShared(name)) as [string, JsonObject][]),
    ]),
  };
}

/** Serializes a schema without `additionalProperties: false`. */
const withoutAdditionalProperties = (schema: Json | undefined): string =>
  JSON.stringify(schema, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );

interface ConvertedSchema {
  properties: Record<string, Json>;
  /** Shared schemas, in the newer dialect; the older one uses `definitions`. */
  $defs?: Record<string, Json>;
  definitions?: Record<string, Json>;
}

/** Zod numbers recursive schemas without an id; all of ours are `z.json()`. */
const componentName = (name: string): string => name.replace(/^__schema\d+$/, 'Json');

/** Merges components by name. @throws Error if two different schemas have the same name */
export function nameComponents(entries: [name: string, schema: JsonObject][]): Record<string, JsonObject> {
  const schemas: Record<string, JsonObject> = {};
  for (const [name, schema] of entries) {
    const earlier = schemas[name];
    if (earlier && JSON.stringify(earlier) !== JSON.stringify(schema))
      throw new Error(`Two different schemas are named ${name}: give one of them its own meta({ id }).`);
    schemas[name] = schema;
  }
  return schemas;
}

/** Replaces every reference with one to a component. */
const relink = (value: Json): Json => mapRefs(value, componentName);

/** Targets of references, before and after conversion. */
const REF = /^#\/(?:\$defs|definitions|components\/schemas)\//;

/** Renames the targets of references, and points them to components. */
function mapRefs(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((inner) => mapRefs(inner, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? `#/components/schemas/${rename(inner.replace(REF, ''))}`
        : mapRefs(inner, rename),
    ]),
  );
}

/** Names of the components a schema refers to. */
export function listRefs(schema: Json): string[] {
  const names: string[] = [];
  mapRefs(schema, (name) => {
    names.push(name);
    return name;
  });
  return names;
}
