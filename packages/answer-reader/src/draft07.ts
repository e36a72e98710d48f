import { format, type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { describe, type OutputError, outputError } from './errors';
import { escapeKey, type Json, type JsonObject, memoizeObject, unescapeKey } from './json';

/** Keywords that only report that a nested schema failed; the nested failures are reported instead. */
const APPLICATORS = new Set([
  'properties',
  'patternProperties',
  'items',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'if',
  'then',
  'else',
]);
const getValidator = memoizeObject((schema: JsonObject) => new Validator(schema as Schema, '7', false));

// The validator's own pattern backtracks without limit and cannot be aborted.
format.url = (text) => URL.canParse(text);

/**
 * Lists why a value does not fit a draft-07 JSON Schema; `[]` if it fits. Reports only leaf failures, each with a
 * pointer to the value. An unusable schema (a broken reference) fits nothing. Patterns are not limited: a hostile one
 * can run forever.
 */
export function checkDraft07(json: JsonObject, schema: JsonObject): OutputError[] {
  let units: OutputUnit[];
  try {
    const result = getValidator(schema).validate(json);
    if (result.valid) return [];
    units = result.errors;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('\n')[0] : 'unknown';
    return [outputError('', 'a usable JSON Schema', `one that fails: ${(message ?? '').slice(0, 120)}`)];
  }
  const leaves = units.filter((unit) => !APPLICATORS.has(unit.keyword));
  const errors = (leaves.length > 0 ? leaves : units).map((unit) => readUnit(unit, json, schema));
  const seenPointers = new Set<string>();
  const distinct = errors.filter((error) => {
    const id = `${error.pointer} ${error.message}`;
    return !seenPointers.has(id) && Boolean(seenPointers.add(id));
  });
  return distinct.length > 0 ? distinct : [outputError('', 'a value that fits the schema', describe(json))];
}

function readUnit(unit: OutputUnit, json: JsonObject, schema: JsonObject): OutputError {
  const pointer = decodeURIComponent(unit.instanceLocation.replace(/^#/, ''));
  const wantedNode = follow(schema, unit.keywordLocation.replace(/^#/, ''), true);
  const key = pointer.split('/').at(-1);
  if (unit.keyword === 'required') {
    const missing = /"([^"]*)"/.exec(unit.error)?.[1] ?? '';
    return outputError(`${pointer}/${escapeKey(missing)}`, 'a value (it is required)', 'nothing');
  }
  const got = follow(json, pointer, false);
  if (unit.keyword === 'false' || unit.keyword === 'additionalProperties') {
    return outputError(pointer, 'no such key', 'one');
  }
  return outputError(pointer, expectation(unit.keyword, wantedNode), describe(got, key));
}

function expectation(keyword: string, wanted: Json | undefined): string {
  const value = JSON.stringify(wanted) ?? '';
  switch (keyword) {
    case 'type':
      return Array.isArray(wanted) ? wanted.join(' or ') : String(wanted);
    case 'enum':
      return `one of ${Array.isArray(wanted) ? wanted.map((item) => JSON.stringify(item)).join(', ') : value}`;
    case 'const':
      return value;
    case 'minLength':
      return `at least ${value} characters`;
    case 'maxLength':
      return `at most ${value} characters`;
    case 'minItems':
      return `at least ${value} items`;
    case 'maxItems':
      return `at most ${value} items`;
    case 'minimum':
      return `at least ${value}`;
    case 'maximum':
      return `at most ${value}`;
    case 'exclusiveMinimum':
      return `more than ${value}`;
    case 'exclusiveMaximum':
      return `less than ${value}`;
    case 'pattern':
      return `text matching ${value}`;
    case 'format':
      return `a valid ${String(wanted)}`;
    default:
      return `${keyword} ${value}`.trim().slice(0, 200);
  }
}

function follow(root: JsonObject, pointer: string, refs: boolean): Json | undefined {
  let at: Json | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    const key = unescapeKey(part);
    const next: Json | undefined = Array.isArray(at) ? at[Number(key)] : at[key];
    at =
      refs && key === '$ref' && typeof next === 'string' ? follow(root, next.replace(/^#/, ''), true) : next;
  }
  return at;
}
