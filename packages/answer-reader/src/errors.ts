import type { z } from 'zod';
import { toPointer } from './json';
import { isPrivateKey } from './private';

/**
 * Repairs made before an answer parsed and fitted; empty means exact JSON that fits. First group: extracting the
 * object, second: its syntax, third: its fit to the schema.
 */
export const REPAIRS = [
  'removed_reasoning',
  'removed_code_fence',
  'removed_surrounding_text',
  'picked_object',
  'removed_wrapper',
  'decoded_string',
  'parsed_key_value_lines',
  'fixed_quotes',
  'escaped_quotes',
  'added_quote',
  'escaped_newline',
  'fixed_escape',
  'joined_strings',
  'quoted_key',
  'quoted_value',
  'fixed_literal',
  'fixed_number',
  'removed_comment',
  'removed_comma',
  'added_comma',
  'added_colon',
  'removed_colon',
  'fixed_brackets',
  'closed_truncated_json',
  'renamed_key',
  'converted_value',
  'fixed_enum_value',
] as const;
export type Repair = (typeof REPAIRS)[number];

/** Repairs of valid JSON that only change names or value types. */
export const FIT_REPAIRS: ReadonlySet<Repair> = new Set([
  'renamed_key',
  'converted_value',
  'fixed_enum_value',
]);

export const joinRepairs = (repairs: readonly Repair[]): Repair[] =>
  REPAIRS.filter((repair) => repairs.includes(repair));

/** `pointer` is a JSON Pointer (RFC 6901), `""` for the whole answer. */
export interface OutputError {
  pointer: string;
  /** `expected …, got …`, for the log and for the retry. */
  message: string;
  expected: string;
  got: string;
}

/** Errors go back into a prompt, so they may only quote single words. */
const QUOTABLE = /^[\w.:-]{1,40}$/;

export const outputError = (pointer: string, expected: string, got: string): OutputError => ({
  pointer,
  message: `expected ${expected}, got ${got}`,
  expected,
  got,
});

/** Lists why `value` does not fit its schema, one entry per issue. */
export function readErrors(error: z.ZodError, value: unknown): OutputError[] {
  return error.issues.flatMap((issue) => readIssue(issue, [], value));
}

function readIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[], value: unknown): OutputError[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [closest = []] = [...issue.errors].sort((a, b) => deepest(b) - deepest(a) || a.length - b.length);
    return closest.flatMap((inner) => readIssue(inner, path, value));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => outputError(toPointer([...path, key]), 'no such key', 'one'));
  }
  return [outputError(toPointer(path), readExpected(issue), describe(lookUp(value, path), path.at(-1)))];
}

const deepest = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(0, ...issues.map((issue) => issue.path.length));

function readExpected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}${sizeUnit(issue.origin)}`;
    case 'too_big':
      return `at most ${issue.maximum}${sizeUnit(issue.origin)}`;
    default:
      return issue.message;
  }
}

function sizeUnit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' items' : '';
}

function lookUp(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}

/** Describes a value briefly without quoting prose. `key` is its field. */
export function describe(value: unknown, key?: PropertyKey): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  switch (typeof value) {
    case 'string':
      if (!QUOTABLE.test(value) || isPrivateKey(String(key ?? ''))) {
        return `a string of ${value.length} characters`;
      }
      return JSON.stringify(value);
    case 'object':
      return `an object with ${Object.keys(value).length} keys`;
    default:
      return `${typeof value} ${String(value)}`;
  }
}
