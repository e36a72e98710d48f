import { Validator } from '@cfworker/json-schema';
import type { Json } from '../../src/base/json';
import type { Schema } from './answers';

/** One damaged answer and what may be made of it. */
export interface Damaged {
  kind: string;
  schemaName: string;
  schema: Schema;
  raw: string;
  /** Values that are right, as the schema gives them; empty when only a refusal is. */
  accept: Json[];
  /** What was lost leaves nothing to answer with: a refusal is right, too. */
  mayRefuse: boolean;
  /** The end of a text may have lost its last spaces, or gained a `…`. */
  loose: boolean;
}

export type Outcome = 'correct' | 'wrong' | 'refused';

/** `null`: refused. A null and a missing key count as the same. */
export function judge(damaged: Damaged, got: { value: unknown } | null): Outcome {
  if (got === null) return damaged.mayRefuse ? 'correct' : 'refused';
  const value = canonical(got.value, damaged.loose);
  return damaged.accept.some((right) => canonical(right, damaged.loose) === value) ? 'correct' : 'wrong';
}

/** What the schema makes of a value; null when it does not fit. Keys a schema does not name don't count. */
export function check(schema: Schema, value: unknown): { value: unknown } | null {
  if ('safeParse' in schema) {
    const read = schema.safeParse(value);
    return read.success ? { value: read.data } : null;
  }
  // What is undefined is gone, as in JSON; the validator knows no such thing.
  const json = JSON.parse(JSON.stringify(value)) as unknown;
  return new Validator(schema, '7', false).validate(json).valid ? { value: json } : null;
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
