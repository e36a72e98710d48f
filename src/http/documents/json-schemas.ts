import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json';

/** The dialect of OpenAPI 3.1, and that of AsyncAPI 3.1. */
type Dialect = 'draft-2020-12' | 'draft-07';

/** Schemas of the contract as a document holds them. */
export interface ConvertedSchemas {
  of: (schema: z.ZodType) => JsonObject;
  components: Record<string, JsonObject>;
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

/** Schemas of both directions: what may be sent, and what is answered. */
export interface SchemasBothWays {
  sent: (schema: z.ZodType) => JsonObject;
  answered: (schema: z.ZodType) => JsonObject;
  components: Record<string, JsonObject>;
}

/**
 * Converts what is sent and what is answered into one set of components. A field with a default may be left out of what is
 * sent and is always in what is answered, so a schema of both directions may have two faces: then the answered one has the
 * name, and the sent one is `<name>Sent`. Where only answers may have further fields, one serves both.
 *
 * @throws Error when two different schemas have the same id
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
      (name) => withoutClosing(input.components[name]) !== withoutClosing(output.components[name]),
    ),
  );
  // What refers to one of two faces has two itself.
  for (let size = -1; size !== twoFaced.size; ) {
    size = twoFaced.size;
    for (const name of faces)
      if (namesIn(input.components[name] ?? null).some((inner) => twoFaced.has(inner))) twoFaced.add(name);
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

/** A schema as text, without the remark that it has no further fields. */
const withoutClosing = (schema: Json | undefined): string =>
  JSON.stringify(schema, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );

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
const relink = (value: Json): Json => mapRefs(value, componentName);

/** Where a reference points to, before conversion or after. */
const REF = /^#\/(?:\$defs|definitions|components\/schemas)\//;

/** The same JSON, the names that it refers to changed; each reference is one to a component then. */
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

/** The names of the components that a schema refers to. */
export function namesIn(schema: Json): string[] {
  const names: string[] = [];
  mapRefs(schema, (name) => {
    names.push(name);
    return name;
  });
  return names;
}
