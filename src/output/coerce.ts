import type { Json, JsonObject } from '../contract/json';
import type { Repair } from './repair';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MAX_DEPTH = 64;

/** A draft-07 JSON Schema, as an object. */
export type JsonSchemaObject = JsonObject;

/** A JSON Schema whose local references can be followed. */
export interface SchemaTree {
  root: JsonSchemaObject;
}

/**
 * Brings a value closer to its schema where the meaning is certain: the case and spacing of keys and of enum values,
 * numbers and booleans written as strings, `"null"` where null is allowed. `"7/10"`, a number for a string and
 * anything ambiguous stay as they are, for the validator to refuse.
 */
export function coerce(json: Json, tree: SchemaTree, repairs: Set<Repair>): Json {
  return fitNode(json, tree.root, tree, repairs, 0);
}

/** What a node means once references are followed; `{}` for what is unknown or too deep. */
export function resolve(node: Json | undefined, tree: SchemaTree): JsonSchemaObject {
  let at = asNode(node);
  for (let hops = 0; typeof at.$ref === 'string' && hops < 16; hops++) {
    at = asNode(lookUp(tree.root, at.$ref));
  }
  return at;
}

/** Every property a schema names, at any depth, in lower case: what tells a key from prose. */
export function collectKeys(tree: SchemaTree): Set<string> {
  const keys = new Set<string>();
  const seen = new Set<Json>();
  const walk = (node: Json | undefined): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (Array.isArray(node)) {
      node.forEach(walk);
      return;
    }
    for (const key of Object.keys(asNode(node.properties))) keys.add(key.toLowerCase());
    Object.values(node).forEach(walk);
  };
  walk(tree.root);
  return keys;
}

/** The properties an object of this node may have, those of its branches included. */
export function propertiesOf(node: JsonSchemaObject, tree: SchemaTree, depth = 0): JsonSchemaObject {
  const own = asNode(node.properties);
  if (depth > 8) return own;
  const parts = [node.allOf, node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const others = parts.map((part) => propertiesOf(resolve(part, tree), tree, depth + 1));
  return Object.assign({}, ...others, own) as JsonSchemaObject;
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
  const known = (node: JsonSchemaObject) => countKnown(json, propertiesOf(node, tree));
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
  const properties = propertiesOf(node, tree);
  const names = new Map<string, string | null>();
  for (const key of Object.keys(properties)) {
    const plain = plainKey(key);
    names.set(plain, names.has(plain) ? null : key);
  }
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
  if (Number.isFinite(number) && (accepts(node, 'number') || accepts(node, 'integer'))) return number;
  if (accepts(node, 'boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return undefined;
}

const accepts = (node: JsonSchemaObject, type: string): boolean =>
  node.type === type || (Array.isArray(node.type) && node.type.includes(type));

/** How many of `properties` an object has, whatever the case and spacing of its keys. */
export function countKnown(json: Json, properties: JsonSchemaObject): number {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 0;
  const names = new Set(Object.keys(properties).map(plainKey));
  return new Set(
    Object.keys(json)
      .map(plainKey)
      .filter((key) => names.has(key)),
  ).size;
}

/** A key without what models get wrong in it: case, blanks, hyphens, underscores, quotes, a colon. */
export const plainKey = (key: string): string =>
  key.length > 100 ? key : key.toLowerCase().replace(/[\s_\-"'“”‘’`*:]+/g, '');

const asNode = (json: Json | undefined): JsonSchemaObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};

function lookUp(root: JsonSchemaObject, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null) return undefined;
    at = Array.isArray(at) ? at[Number(key)] : at[key];
  }
  return at;
}
