import { z } from 'zod';
import { type Json, type JsonObject, memoizeObject } from './json';

/** The subset of JSON Schema that every strict mode accepts. */
export interface ProviderSchema {
  [keyword: string]: Json | undefined;
  type?: string | string[];
  properties?: { [key: string]: JsonObject };
}

/** Keywords that all strict modes support; Zod alone checks the others (limits, defaults, formats). */
const KEPT = new Set(['type', 'properties', 'required', 'items', 'anyOf', 'enum', 'description']);

/**
 * Converts a Zod schema to the strict JSON Schema of providers: every key required, no additional ones, no references,
 * only keywords that strict modes accept. Cached per schema.
 * @throws Error for an open map (`z.record`), which no strict mode accepts: a bug in our code
 */
export const toProviderSchema = memoizeObject((schema: z.ZodType): ProviderSchema => {
  const whole = z.toJSONSchema(schema, {
    target: 'draft-7',
    unrepresentable: 'any',
    // The model writes the type before transforms.
    io: 'input',
  }) as JsonObject;
  return tighten(whole, (whole.definitions ?? {}) as JsonObject, []) as ProviderSchema;
});

function tighten(node: JsonObject, definitions: JsonObject, within: readonly string[]): JsonObject {
  if (typeof node.$ref === 'string') {
    const name = node.$ref.split('/').at(-1) ?? '';
    if (within.includes(name)) throw new Error(`the schema of a model's answer refers to itself: ${name}`);
    const target = tighten(asObject(definitions[name]), definitions, [...within, name]);
    return node.description === undefined ? target : { ...target, description: node.description };
  }
  const out: JsonObject = {};
  for (const [keyword, value] of Object.entries(node)) if (KEPT.has(keyword)) out[keyword] = value;
  if (node.const !== undefined) out.enum = [node.const];
  const branches = node.anyOf ?? node.oneOf;
  if (Array.isArray(branches)) {
    out.anyOf = branches.map((branch) => tighten(asObject(branch), definitions, within));
  }
  if (node.items !== undefined) out.items = tighten(asObject(node.items), definitions, within);
  if (node.type === 'object') {
    if (node.properties === undefined && node.additionalProperties !== false) {
      throw new Error("the schema of a model's answer has an open map; list its keys");
    }
    const properties = Object.entries(asObject(node.properties ?? {}));
    out.properties = Object.fromEntries(
      properties.map(([key, value]) => [key, tighten(asObject(value), definitions, within)]),
    );
    out.required = properties.map(([key]) => key);
    out.additionalProperties = false;
  }
  return out;
}

const asObject = (json: Json | undefined): JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
