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
 * @param isShort for an instruction: fields with a default may be left out, and are not shown as nullable
 * @throws Error for an open map (`z.record`), which no strict mode accepts: a bug in our code
 */
export const toProviderSchema = (schema: z.ZodType, isShort = false): ProviderSchema =>
  isShort ? toShort(schema) : toStrict(schema);

const toStrict = memoizeObject((schema: z.ZodType) => convert(schema, false));
const toShort = memoizeObject((schema: z.ZodType) => convert(schema, true));

function convert(schema: z.ZodType, isShort: boolean): ProviderSchema {
  const whole = z.toJSONSchema(schema, {
    target: 'draft-7',
    unrepresentable: 'any',
    // The model writes the type before transforms.
    io: 'input',
  }) as JsonObject;
  return tighten(whole, { definitions: (whole.definitions ?? {}) as JsonObject, isShort }, []);
}

interface Conversion {
  definitions: JsonObject;
  isShort: boolean;
}

function tighten(node: JsonObject, how: Conversion, within: readonly string[]): JsonObject {
  if (typeof node.$ref === 'string') {
    const name = node.$ref.split('/').at(-1) ?? '';
    if (within.includes(name)) throw new Error(`the schema of a model's answer refers to itself: ${name}`);
    const target = tighten(asObject(how.definitions[name]), how, [...within, name]);
    return node.description === undefined ? target : { ...target, description: node.description };
  }
  const out: JsonObject = {};
  for (const [keyword, value] of Object.entries(node)) if (KEPT.has(keyword)) out[keyword] = value;
  if (node.const !== undefined) out.enum = [node.const];
  const branches = node.anyOf ?? node.oneOf;
  if (Array.isArray(branches)) {
    out.anyOf = branches.map((branch) => tighten(asObject(branch), how, within));
  }
  if (node.items !== undefined) out.items = tighten(asObject(node.items), how, within);
  if (node.type === 'object') {
    if (node.properties === undefined && node.additionalProperties !== false) {
      throw new Error("the schema of a model's answer has an open map; list its keys");
    }
    const properties = Object.entries(asObject(node.properties ?? {}));
    const requiredKeys = how.isShort && Array.isArray(node.required) ? node.required : [];
    const isRequired = (key: string) => !how.isShort || requiredKeys.includes(key);
    out.properties = Object.fromEntries(
      properties.map(([key, value]) => {
        const property = tighten(asObject(value), how, within);
        return [key, isRequired(key) ? property : withoutNull(property)];
      }),
    );
    out.required = properties.flatMap(([key]) => (isRequired(key) ? [key] : []));
    out.additionalProperties = false;
  }
  return out;
}

function withoutNull({ type, anyOf, ...rest }: JsonObject): JsonObject {
  const branches = Array.isArray(anyOf) ? anyOf.filter((branch) => asObject(branch).type !== 'null') : [];
  const [only, ...others] = branches;
  if (only !== undefined)
    return others.length > 0 ? { ...rest, anyOf: branches } : { ...asObject(only), ...rest };
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  const [first, ...more] = types;
  return { ...rest, ...(first !== undefined && { type: more.length > 0 ? (types as string[]) : first }) };
}

const asObject = (json: Json | undefined): JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
