import type { Json, JsonObject } from '../../../base/json';
import {
  countKnown,
  factsOf,
  type JsonSchemaObject,
  type NodeFacts,
  resolve,
  type SchemaTree,
} from '../schema/schema-tree';
import { plainKey } from './keys';
import type { Repair } from './repair';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MAX_DEPTH = 64;

/** How lists call the key and the value of a pair. */
const PAIR_NAMES = new Set(['name', 'key', 'player', 'character']);
const PAIR_VALUES = new Set(['value', 'score', 'points', 'rating']);

/**
 * Brings a value closer to its schema where the meaning is certain: the case and spacing of keys and of enum values,
 * numbers and booleans written as strings, `"null"` where null is allowed. `"7/10"`, a number for a string and
 * anything ambiguous stay as they are, for the validator to refuse.
 */
export function coerce(json: Json, tree: SchemaTree, repairs: Set<Repair>): Json {
  return fitNode(json, tree.root, tree, repairs, 0);
}

function fitNode(
  json: Json,
  raw: Json | undefined,
  tree: SchemaTree,
  repairs: Set<Repair>,
  depth: number,
): Json {
  const node = resolve(raw, tree);
  if (depth > MAX_DEPTH) return json;
  const branches = node.anyOf ?? node.oneOf;
  if (Array.isArray(branches) && node.properties === undefined)
    return fitBranch(json, branches, tree, repairs, depth);
  if (Array.isArray(json)) {
    const map = isMap(node) ? readPairs(json, factsOf(node, tree)) : null;
    if (map !== null) {
      repairs.add('coerced');
      return fitObject(map, node, tree, repairs, depth);
    }
    const { items } = node;
    if (items === undefined || Array.isArray(items)) return json;
    return json.map((item) => fitNode(item, items, tree, repairs, depth + 1));
  }
  if (typeof json === 'object' && json !== null) return fitObject(json, node, tree, repairs, depth);
  return typeof json === 'string' ? fitString(json, node, repairs) : json;
}

function fitBranch(
  json: Json,
  branches: Json[],
  tree: SchemaTree,
  repairs: Set<Repair>,
  depth: number,
): Json {
  const nodes = branches.map((branch) => resolve(branch, tree));
  if (typeof json === 'string') {
    if (json === 'null' && nodes.some((node) => accepts(node, 'null'))) {
      repairs.add('coerced');
      return null;
    }
    if (nodes.some((node) => accepts(node, 'string') && !Array.isArray(node.enum))) return json;
    if (nodes.some((node) => Array.isArray(node.enum) && node.enum.includes(json))) return json;
    return firstChange(json, nodes, repairs);
  }
  if (typeof json !== 'object' || json === null) return json;
  const type = Array.isArray(json) ? 'array' : 'object';
  const fitting = nodes.filter((node) => accepts(node, type));
  const known = (node: JsonSchemaObject) => countKnown(json, factsOf(node, tree).names);
  const [best] = fitting.sort((a, b) => known(b) - known(a));
  return best === undefined ? json : fitNode(json, best, tree, repairs, depth + 1);
}

function firstChange(json: string, nodes: JsonSchemaObject[], repairs: Set<Repair>): Json {
  for (const node of nodes) {
    const changed = fitString(json, node, repairs);
    if (changed !== json) return changed;
  }
  return json;
}

function fitObject(
  json: JsonObject,
  node: JsonSchemaObject,
  tree: SchemaTree,
  repairs: Set<Repair>,
  depth: number,
): JsonObject {
  const { properties, names } = factsOf(node, tree);
  const out: [string, Json][] = [];
  const taken = new Set(Object.keys(json));
  for (const [key, value] of Object.entries(json)) {
    const meant = Object.hasOwn(properties, key) ? key : (names.get(plainKey(key)) ?? key);
    const renamed = meant !== key && !taken.has(meant);
    if (renamed) {
      repairs.add('key-name');
      taken.add(meant);
    }
    const name = renamed ? meant : key;
    const of = Object.hasOwn(properties, name) ? properties[name] : node.additionalProperties;
    out.push([name, fitNode(value, of, tree, repairs, depth + 1)]);
  }
  return Object.fromEntries(out);
}

const isMap = (node: JsonSchemaObject): boolean =>
  accepts(node, 'object') && (node.properties !== undefined || typeof node.additionalProperties === 'object');

/**
 * A list of `{name, score}` where the schema wants a map from name to value: every item has the same two keys, one of
 * which says that it is the name and the other that it is the value, and no name comes twice. Null for any other.
 */
function readPairs(list: Json[], { names }: NodeFacts): JsonObject | null {
  const [first] = list;
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return null;
  const keys = Object.keys(first);
  const name = keys.find((key) => PAIR_NAMES.has(plainKey(key)));
  const value = keys.find((key) => PAIR_VALUES.has(plainKey(key)));
  if (keys.length !== 2 || name === undefined || value === undefined) return null;
  const map = new Map<string, Json>();
  for (const item of list) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return null;
    const called = item[name];
    const worth = item[value];
    if (Object.keys(item).length !== 2 || typeof called !== 'string' || worth === undefined) return null;
    if (map.has(called) || (names.size > 0 && !names.has(plainKey(called)))) return null;
    map.set(called, worth);
  }
  return Object.fromEntries(map);
}

function fitString(json: string, node: JsonSchemaObject, repairs: Set<Repair>): Json {
  const values = node.const === undefined ? node.enum : [node.const];
  if (Array.isArray(values)) {
    if (values.includes(json)) return json;
    const plain = json.trim().toLowerCase();
    const same = values.filter((value) => typeof value === 'string' && value.trim().toLowerCase() === plain);
    if (same.length === 1 && same[0] !== undefined) {
      repairs.add('enum-case');
      return same[0];
    }
    if (values.includes(null) && json === 'null') {
      repairs.add('coerced');
      return null;
    }
    return json;
  }
  const text = json.trim();
  const nullable = Array.isArray(node.type) && node.type.includes('null');
  if (nullable && text === 'null') {
    repairs.add('coerced');
    return null;
  }
  if (node.type === undefined || accepts(node, 'string')) return json;
  const value = readScalar(text, node);
  if (value !== undefined) repairs.add('coerced');
  return value === undefined ? json : value;
}

function readScalar(text: string, node: JsonSchemaObject): Json | undefined {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  // Of a longer integer the last digits would be others.
  const exact = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
  if (exact && (accepts(node, 'number') || accepts(node, 'integer'))) return number;
  if (accepts(node, 'boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return undefined;
}

const accepts = (node: JsonSchemaObject, type: string): boolean =>
  node.type === type || (Array.isArray(node.type) && node.type.includes(type));
