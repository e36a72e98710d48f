import type { Json } from '../../../base/json';
import { isObject } from '../../../base/json';
import { escapeKey } from '../../../base/pointer';
import { checkPatternCost } from './pattern-cost';

/** One thing that is wrong; `pointer` is a JSON Pointer into what was checked, `""` the whole. */
export interface Finding {
  pointer: string;
  message: string;
}

type Check = (value: Json) => string | null;

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;
/** Patterns run on what models answer; long ones are where backtracking hides. */
const MAX_PATTERN = 200;

export const isString = (value: Json | undefined): value is string => typeof value === 'string';
const isNumber = (value: Json | undefined): value is number => typeof value === 'number';
export const isList = (value: Json | undefined): value is Json[] => Array.isArray(value);

const want =
  (holds: (value: Json) => boolean, message: string): Check =>
  (value) =>
    holds(value) ? null : message;
const aString = want(isString, 'must be a string');
const aNumber = want(isNumber, 'must be a number');
const aBoolean = want((value) => typeof value === 'boolean', 'must be true or false');
const aCount = want((v) => isNumber(v) && Number.isInteger(v) && v >= 0, 'must be a whole number from 0');
const names = want(
  (v) => isList(v) && v.every(isString) && new Set(v).size === v.length,
  'must be a list of different names',
);

/** Draft-07's rules for the value of each keyword that holds no schema. */
const KEYWORDS: Record<string, Check> = {
  $schema: want((v) => isString(v) && DRAFT_07.test(v), 'only draft-07 is understood'),
  type: want(
    (v) => (isList(v) ? v.length > 0 && v.every(isType) && new Set(v).size === v.length : isType(v)),
    `must be one of ${TYPES.join(', ')}, or a list of them`,
  ),
  enum: want((v) => isList(v) && v.length > 0, 'must be a list of at least one value'),
  required: names,
  multipleOf: want((v) => isNumber(v) && v > 0, 'must be a number above 0'),
  pattern: (v) => (isString(v) ? checkPattern(v) : 'must be a string'),
  examples: want(isList, 'must be a list'),
  ...fill(aNumber, 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'),
  ...fill(aCount, 'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'),
  ...fill(aBoolean, 'uniqueItems', 'readOnly', 'writeOnly'),
  // The validator would apply them, unchecked.
  ...fill(
    want(() => false, 'belongs to a later draft: only draft-07 is understood'),
    'prefixItems',
    'dependentSchemas',
    'unevaluatedItems',
    'unevaluatedProperties',
    '$recursiveRef',
  ),
  ...fill(aString, '$ref', '$id', '$comment', 'title', 'description', 'format'),
};
export const SCHEMAS = new Set(
  'additionalItems contains additionalProperties propertyNames not if then else'.split(' '),
);
export const SCHEMA_LISTS = new Set(['allOf', 'anyOf', 'oneOf']);
export const SCHEMA_MAPS = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependencies',
]);

function isType(value: Json): boolean {
  return isString(value) && TYPES.includes(value);
}

function fill(check: Check, ...keywords: string[]): Record<string, Check> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, check]));
}

function checkPattern(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN) return `at most ${MAX_PATTERN} characters`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'is not a regular expression';
  }
  return checkPatternCost(pattern);
}

export const at = (pointer: string, key: string | number): string => `${pointer}/${escapeKey(String(key))}`;

/** What is not valid draft-07 in a schema, keyword by keyword; `[]`: it is valid. References are not followed. */
export function checkSchema(schema: Json, pointer = ''): Finding[] {
  if (typeof schema === 'boolean') return [];
  if (!isObject(schema)) return [{ pointer, message: 'a schema is an object, true or false' }];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const here = at(pointer, keyword);
    const message = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword]?.(value) : null;
    if (message) return [{ pointer: here, message }];
    if (SCHEMAS.has(keyword) || (keyword === 'items' && !isList(value))) return checkSchema(value, here);
    if (SCHEMA_LISTS.has(keyword) && !(isList(value) && value.length > 0)) {
      return [{ pointer: here, message: 'must be a list of at least one schema' }];
    }
    if (SCHEMA_LISTS.has(keyword) || keyword === 'items') {
      return (value as Json[]).flatMap((inner, index) => checkSchema(inner, at(here, index)));
    }
    if (!SCHEMA_MAPS.has(keyword)) return [];
    if (!isObject(value)) return [{ pointer: here, message: 'must be an object of schemas' }];
    return Object.entries(value).flatMap(([key, inner]) => {
      if (keyword === 'dependencies' && isList(inner)) {
        const wrong = names(inner);
        return wrong ? [{ pointer: at(here, key), message: wrong }] : [];
      }
      const wrong = keyword === 'patternProperties' ? checkPattern(key) : null;
      if (wrong) return [{ pointer: at(here, key), message: wrong }];
      return checkSchema(inner, at(here, key));
    });
  });
}
