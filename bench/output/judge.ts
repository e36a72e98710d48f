import { Validator } from '@cfworker/json-schema';
import type { Json, JsonObject } from '../../src/base/json';
import type { Schema } from './answers';

export interface Damaged {
  kind: string;
  schemaName: string;
  schema: Schema;
  raw: string;
  /** Right values as the schema returns them; empty if the only right result is a refusal. */
  accept: Json[];
  /** A refusal is also right, because too much was lost. */
  mayRefuse: boolean;
  /** The end of a text may have lost its last spaces, or gained a `…`. */
  loose: boolean;
}

export type Outcome = 'correct' | 'wrong' | 'refused';

/** Judges a result; `null`: refused. A null and a missing key count as the same. */
export function judge(damaged: Damaged, got: { value: unknown } | null): Outcome {
  if (got === null) return damaged.mayRefuse ? 'correct' : 'refused';
  const value = canonical(named(got.value, damaged.schema), damaged.loose);
  return damaged.accept.some((right) => canonical(right, damaged.loose) === value) ? 'correct' : 'wrong';
}

/** Returns the schema's reading of a value; null if it does not fit. Unknown keys are ignored. */
export function check(schema: Schema, value: unknown): { value: unknown } | null {
  if ('safeParse' in schema) {
    const result = schema.safeParse(value);
    return result.success ? { value: result.data } : null;
  }
  // Use JSON to drop undefined values, which the validator does not support.
  const json = JSON.parse(JSON.stringify(value)) as unknown;
  return new Validator(schema, '7', false).validate(json).valid ? { value: json } : null;
}

/** Drops the keys that a JSON Schema does not name; a zod schema drops them itself. */
function named(value: unknown, schema: Schema): unknown {
  if ('safeParse' in schema || typeof value !== 'object' || value === null) return value;
  const { properties, patternProperties, additionalProperties } = schema as JsonObject;
  const isOpen = patternProperties !== undefined || typeof additionalProperties === 'object';
  if (isOpen || typeof properties !== 'object' || properties === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key in properties));
}

function canonical(value: unknown, loose: boolean): string {
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return loose ? node.replace(/[\s…]+$/, '') : node;
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node).filter(([, child]) => child !== null && child !== undefined);
    return Object.fromEntries(
      entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, child]) => [key, walk(child)]),
    );
  };
  return JSON.stringify(walk(value)) ?? 'undefined';
}
