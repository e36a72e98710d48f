import { checkDraft07 } from 'answer-reader';
import { isObject, type Json, type JsonObject } from '../base/json';
import { memoizeObject } from '../base/memoize';
import { escapeKey, unescapeKey } from '../base/pointer';
import { type Growth, measureGrowth } from '../base/regex/cost';
import { parseRegex } from '../base/regex/syntax';
import { mismatch } from './mismatch';

/** A mistake; `pointer` is a JSON Pointer into the checked value, `""` for all of it. */
export interface SchemaIssue {
  pointer: string;
  message: string;
}

type Check = (value: Json) => string | null;

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;
/** Patterns run on model answers; catastrophic backtracking hides in long ones. */
const MAX_PATTERN = 200;

const isString = (value: Json | undefined): value is string => typeof value === 'string';
const isNumber = (value: Json | undefined): value is number => typeof value === 'number';
export const isList = (value: Json | undefined): value is Json[] => Array.isArray(value);

const expectType =
  (holds: (value: Json) => boolean, message: string): Check =>
  (value) =>
    holds(value) ? null : message;
const aString = expectType(isString, 'must be a string');
const aNumber = expectType(isNumber, 'must be a number');
const aBoolean = expectType((value) => typeof value === 'boolean', 'must be true or false');
const aCount = expectType(
  (v) => isNumber(v) && Number.isInteger(v) && v >= 0,
  'must be a whole number from 0',
);
const names = expectType(
  (v) => isList(v) && v.every(isString) && new Set(v).size === v.length,
  'must be a list of different names',
);

const KEYWORDS: Record<string, Check> = {
  $schema: expectType((v) => isString(v) && DRAFT_07.test(v), 'only draft-07 is understood'),
  type: expectType(
    (v) => (isList(v) ? v.length > 0 && v.every(isType) && new Set(v).size === v.length : isType(v)),
    `must be one of ${TYPES.join(', ')}, or a list of them`,
  ),
  enum: expectType((v) => isList(v) && v.length > 0, 'must be a list of at least one value'),
  required: names,
  multipleOf: expectType((v) => isNumber(v) && v > 0, 'must be a number above 0'),
  pattern: (v) => (isString(v) ? checkPattern(v) : 'must be a string'),
  examples: expectType(isList, 'must be a list'),
  ...fill(aNumber, 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'),
  ...fill(aCount, 'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'),
  ...fill(aBoolean, 'uniqueItems', 'readOnly', 'writeOnly'),
  // Rejected, because the validator would apply them unchecked.
  ...fill(
    expectType(() => false, 'belongs to a later draft: only draft-07 is understood'),
    'prefixItems',
    'dependentSchemas',
    'unevaluatedItems',
    'unevaluatedProperties',
    '$recursiveRef',
  ),
  ...fill(aString, '$ref', '$id', '$comment', 'title', 'description', 'format'),
};
const SCHEMAS = new Set(
  'additionalItems contains additionalProperties propertyNames not if then else'.split(' '),
);
const SCHEMA_LISTS = new Set(['allOf', 'anyOf', 'oneOf']);
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']);

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

const at = (pointer: string, key: string | number): string => `${pointer}/${escapeKey(String(key))}`;

/** Lists violations of draft-07, keyword by keyword; `[]` if valid. Does not follow references. */
export function checkSchema(schema: Json, pointer = ''): SchemaIssue[] {
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

/** Worst-case steps to check one answer, about a second. A running `RegExp` cannot be aborted. */
const MAX_STEPS = 2 ** 28;
/** Reject a schema if even answers of this length would take too long to check. */
const SHORTEST_ANSWER = 500;
const LESS =
  'write it with fewer repetitions in one another or side by side, each followed by what it can not take itself, ' +
  'and begin it with ^';

/**
 * Checks one pattern; null if it runs in time.
 * @param pattern accepted by `RegExp`
 */
const checkPatternCost = (pattern: string): string | null =>
  growthAt(patternGrowth(pattern), SHORTEST_ANSWER) <= MAX_STEPS
    ? null
    : `can take too long to look for: ${LESS}`;

const growthAt = ({ bits, exponent }: Growth, length: number): number => 2 ** bits * length ** exponent;

/** As `measureGrowth`, but a pattern that begins with `^` is tried only at the start. */
function patternGrowth(pattern: string): Growth {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return { bits: 0, exponent: 1 };
  }
  const { bits, exponent } = measureGrowth(pattern, 'u');
  const isAnchored = parseRegex(pattern, 'u').every(
    ([first]) => first?.kind === 'assertion' && first.source === '^',
  );
  return { bits, exponent: isAnchored ? Math.max(1, exponent - 1) : exponent };
}

/** Characters of JSON; longer answers are never checked. */
const LONGEST_ANSWER = 200_000;
/** Compares every pair of items. */
const UNIQUE: Growth = { bits: 0, exponent: 2 };

interface CostlyPattern {
  pointer: string;
  growth: Growth;
}

/**
 * The longest answer (characters of JSON) that can be checked against a schema in time, with any content: sums the cost
 * of all patterns and `uniqueItems`, each on the whole answer.
 * @param schema without references
 */
function measureAnswer(schema: JsonObject): number {
  const costly = findCostly(schema, '');
  let least = 0;
  let most = LONGEST_ANSWER;
  while (least < most) {
    const length = Math.ceil((least + most) / 2);
    if (searchSteps(costly, length) <= MAX_STEPS) least = length;
    else most = length - 1;
  }
  return least;
}

const longestAnswer = memoizeObject(measureAnswer);

/** Lists why an answer does not fit a profile's schema. An answer too long to check in time does not fit. */
export function checkAnswer(json: JsonObject, schema: JsonObject): SchemaIssue[] {
  const most = longestAnswer(schema);
  const size = JSON.stringify(json).length;
  if (size <= most) return checkDraft07(json, schema);
  const limit = `at most ${most} characters (longer answers can't be checked against this schema in time)`;
  return [mismatch('', limit, `${size}`)];
}

/**
 * `[]` if answers of a usable length can be checked, else names the most expensive part.
 * @param schema without references
 */
export function checkCost(schema: JsonObject): SchemaIssue[] {
  const costly = findCostly(schema, '');
  if (searchSteps(costly, SHORTEST_ANSWER) <= MAX_STEPS) return [];
  const steps = ({ growth }: CostlyPattern): number => growthAt(growth, SHORTEST_ANSWER);
  const worst = costly.reduce((most, one) => (steps(one) > steps(most) ? one : most));
  const message = `the patterns of this schema take too long together, this one longest: ${LESS}`;
  return [{ pointer: worst.pointer, message }];
}

const searchSteps = (costly: CostlyPattern[], length: number): number =>
  costly.reduce((steps, { growth }) => steps + growthAt(growth, length), 0);

/** Walks everything, so that a `pattern` within an example also counts. */
function findCostly(node: Json, pointer: string): CostlyPattern[] {
  if (isList(node)) return node.flatMap((inner, index) => findCostly(inner, at(pointer, index)));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const here = at(pointer, key);
    if (key === 'pattern' && isString(value)) return [{ pointer: here, growth: patternGrowth(value) }];
    if (key === 'uniqueItems' && value === true) return [{ pointer: here, growth: UNIQUE }];
    const inner = findCostly(value, here);
    if (key !== 'patternProperties' || !isObject(value)) return inner;
    const names = Object.keys(value).map((name) => ({
      pointer: at(here, name),
      growth: patternGrowth(name),
    }));
    return [...names, ...inner];
  });
}

/** Node limit after references are inlined: a few lines of nested references can expand to millions. */
const MAX_NODES = 2000;
const DEFINITIONS = new Set(['definitions', '$defs']);

type InlinedSchema = { ok: true; schema: JsonObject } | { ok: false; finding: SchemaIssue };

/**
 * Inlines all local references (`#/definitions/mood`) and removes the definitions, because strict modes of providers
 * differ in their support for references.
 * @param schema valid draft-07
 * @returns the first reference that is missing, external or circular, with its own pointer, if there is one
 */
export function inlineRefs(schema: JsonObject): InlinedSchema {
  let nodes = 0;
  let finding: SchemaIssue | null = null;
  const stop = (pointer: string, message: string): JsonObject => {
    finding ??= { pointer, message };
    return {};
  };

  /** `pointer` is the node's position as written, `within` the references that led to it. */
  function walk(node: Json, pointer: string, within: readonly string[]): Json {
    if (finding || !isObject(node)) return node;
    nodes += 1;
    if (nodes > MAX_NODES)
      return stop(pointer, `more than ${MAX_NODES} nodes with its references written out`);
    if (isString(node.$ref)) {
      const ref = node.$ref;
      const here = at(pointer, '$ref');
      if (within.includes(ref)) return stop(here, 'refers to itself: an answer could go on for ever');
      const target = lookUp(schema, ref);
      if (!isObject(target)) return stop(here, 'refers to nothing in this schema');
      const whole = walk(target, ref.slice(1), [...within, ref]);
      return isObject(whole) && isString(node.description)
        ? { ...whole, description: node.description }
        : whole;
    }
    return Object.fromEntries(
      Object.entries(node)
        .filter(([keyword]) => !DEFINITIONS.has(keyword))
        .map(([keyword, value]) => [keyword, walkKeyword(keyword, value, at(pointer, keyword), within)]),
    );
  }

  function walkKeyword(keyword: string, value: Json, pointer: string, within: readonly string[]): Json {
    if (SCHEMA_MAPS.has(keyword) && isObject(value)) {
      const entries = Object.entries(value).map(([key, inner]) => [
        key,
        walk(inner, at(pointer, key), within),
      ]);
      return Object.fromEntries(entries);
    }
    if (isList(value) && (SCHEMA_LISTS.has(keyword) || keyword === 'items')) {
      return value.map((inner, index) => walk(inner, at(pointer, index), within));
    }
    return SCHEMAS.has(keyword) || keyword === 'items' ? walk(value, pointer, within) : value;
  }

  const growth = walk(schema, '', []);
  return finding ? { ok: false, finding } : { ok: true, schema: isObject(growth) ? growth : schema };
}

function lookUp(root: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith('#/')) return undefined;
  let node: Json | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const key = unescapeKey(part);
    if (isList(node)) node = node[Number(key)];
    else node = isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  }
  return node;
}

/**
 * Finds the parts of a valid schema that cannot be requested from a model: strict modes need every key named and every
 * value typed, and a prompt must be able to spell the schema out.
 * @returns pointers into `schema`; `[]` if {@link toStrictNode} accepts it
 */
export function checkAskable(schema: JsonObject): SchemaIssue[] {
  if (!isObject(schema.properties) || schema.type !== 'object') {
    return [{ pointer: schema.type === 'object' ? '/properties' : '/type', message: NOT_AN_OBJECT }];
  }
  return toAskable(schema, '');
}

const NOT_AN_OBJECT = 'an answer is an object: give `"type": "object"` and its `properties`';

function toAskable(node: Json, pointer: string): SchemaIssue[] {
  if (!isObject(node))
    return [{ pointer, message: 'describe the value: `true` and `false` are not supported' }];
  for (const [name, list] of [
    ['anyOf', node.anyOf],
    ['oneOf', node.oneOf],
  ] as const) {
    if (isList(list)) {
      return list.flatMap((branch, index) => toAskable(branch, at(at(pointer, name), index)));
    }
  }
  if (node.enum !== undefined || node.const !== undefined) return [];
  if (node.type === undefined) return [{ pointer, message: 'describe the value with a `type` or an `enum`' }];
  const types = isList(node.type) ? node.type : [node.type];
  const findings: SchemaIssue[] = [];
  if (types.includes('object')) {
    if (isObject(node.properties)) {
      for (const [key, inner] of Object.entries(node.properties)) {
        findings.push(...toAskable(inner, at(at(pointer, 'properties'), key)));
      }
    } else findings.push({ pointer: at(pointer, 'properties'), message: 'list the keys of this object' });
    for (const key of (isList(node.required) ? node.required : []).filter(isString)) {
      if (isObject(node.properties) && Object.hasOwn(node.properties, key)) continue;
      findings.push({ pointer: at(pointer, 'required'), message: `"${key}" is not among the properties` });
    }
  }
  if (types.includes('array')) {
    if (isObject(node.items)) findings.push(...toAskable(node.items, at(pointer, 'items')));
    else findings.push({ pointer: at(pointer, 'items'), message: 'describe the items of this list' });
  }
  return findings;
}

/**
 * Converts a node accepted by {@link checkAskable} to strict form: every key required, optional ones nullable, only
 * keywords that all strict modes share.
 */
export function toStrictNode(node: JsonObject): JsonObject {
  const out: JsonObject = {};
  if (isString(node.description)) out.description = node.description;
  const branches = isList(node.anyOf) ? node.anyOf : node.oneOf;
  if (isList(branches)) return { ...out, anyOf: branches.filter(isObject).map(toStrictNode) };
  if (node.type !== undefined) out.type = node.type;
  if (node.const !== undefined) out.enum = [node.const];
  else if (node.enum !== undefined) out.enum = node.enum;
  if (isObject(node.items)) out.items = toStrictNode(node.items);
  if (isObject(node.properties)) {
    const requiredKeys = isList(node.required) ? node.required : [];
    out.properties = Object.fromEntries(
      Object.entries(node.properties).map(([key, inner]) => {
        const strict = toStrictNode(isObject(inner) ? inner : {});
        return [key, requiredKeys.includes(key) ? strict : orNull(strict)];
      }),
    );
    out.required = Object.keys(node.properties);
    out.additionalProperties = false;
  }
  return out;
}

function orNull(node: JsonObject): JsonObject {
  if (acceptsNull(node)) return node;
  const { description, ...rest } = node;
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: 'null' }] };
}

function acceptsNull(node: JsonObject): boolean {
  const branches = isList(node.anyOf) ? node.anyOf : node.oneOf;
  if (isList(branches)) return branches.some((branch) => isObject(branch) && acceptsNull(branch));
  if (isList(node.enum)) return node.enum.includes(null);
  return isList(node.type) ? node.type.includes('null') : node.type === 'null';
}

/** Removes the nulls that {@link toStrictNode} allowed for optional keys. */
export function dropOptionalNulls(value: Json, node: JsonObject): Json {
  const { items, properties } = node;
  if (isList(value)) return isObject(items) ? value.map((item) => dropOptionalNulls(item, items)) : value;
  if (!isObject(value) || !isObject(properties)) return value;
  const requiredKeys = isList(node.required) ? node.required : [];
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const own = properties[key];
      if (!isObject(own)) return [[key, inner]];
      if (inner === null && !requiredKeys.includes(key) && !acceptsNull(own)) return [];
      return [[key, dropOptionalNulls(inner, own)]];
    }),
  );
}
