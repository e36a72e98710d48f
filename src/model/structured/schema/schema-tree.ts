import type { Json, JsonObject } from '../../../base/json';
import { unescapeKey } from '../../../base/pointer';
import { plainKey } from '../parse/keys';

/** A draft-07 JSON Schema, as an object. */
export type JsonSchemaObject = JsonObject;

/** A JSON Schema whose local references can be followed. */
export interface SchemaTree {
  root: JsonSchemaObject;
  /** What was found out about its nodes. */
  known: WeakMap<JsonSchemaObject, NodeFacts>;
  /** Where its references lead. */
  refs: Map<string, JsonSchemaObject>;
}

/** What an object of a node may hold. */
export interface NodeFacts {
  properties: JsonSchemaObject;
  /** Plain names of the properties; null for one that several have. */
  names: ReadonlyMap<string, string | null>;
}

/** What a node means once references are followed; `{}` for what is unknown or too deep. */
export function resolve(node: Json | undefined, tree: SchemaTree): JsonSchemaObject {
  let at = asNode(node);
  for (let hops = 0; typeof at.$ref === 'string' && hops < 16; hops++) {
    const known = tree.refs.get(at.$ref) ?? asNode(lookUp(tree.root, at.$ref));
    tree.refs.set(at.$ref, known);
    at = known;
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

/** The words of the fixed lists that may stand at a path of a value; `[]` where any text may. */
export function wordsAt(tree: SchemaTree, path: readonly (string | number)[]): string[] {
  let nodes = branchesOf(tree.root, tree);
  for (const key of path) nodes = nodes.flatMap((node) => branchesOf(childOf(node, key, tree), tree));
  const words = nodes.flatMap((node) => (node.const === undefined ? node.enum : [node.const]));
  return words.filter((word) => typeof word === 'string');
}

function childOf(node: JsonSchemaObject, key: string | number, tree: SchemaTree): Json | undefined {
  if (typeof key === 'number') return Array.isArray(node.items) ? node.items[key] : node.items;
  const { properties, names } = factsOf(node, tree);
  const name = Object.hasOwn(properties, key) ? key : names.get(plainKey(key));
  return typeof name === 'string' ? properties[name] : node.additionalProperties;
}

/** A node and what it is made of: the branches of its unions. */
function branchesOf(raw: Json | undefined, tree: SchemaTree, depth = 0): JsonSchemaObject[] {
  const node = resolve(raw, tree);
  const parts = [node.allOf, node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return depth > 8 ? [node] : [node, ...parts.flatMap((part) => branchesOf(part, tree, depth + 1))];
}

/** How many of the names an object has, whatever the case and spacing of its keys. */
export function countKnown(json: Json, names: ReadonlyMap<string, string | null>): number {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 0;
  const found = new Set<string>();
  for (const key of Object.keys(json)) {
    const plain = plainKey(key);
    if (names.has(plain)) found.add(plain);
  }
  return found.size;
}

export function factsOf(node: JsonSchemaObject, tree: SchemaTree): NodeFacts {
  const known = tree.known.get(node);
  if (known !== undefined) return known;
  const properties = propertiesOf(node, tree);
  const facts = { properties, names: nameAll(properties) };
  tree.known.set(node, facts);
  return facts;
}

/** The properties by their plain names; null for a name that several share. */
export function nameAll(properties: JsonSchemaObject): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const key of Object.keys(properties)) {
    const plain = plainKey(key);
    names.set(plain, names.has(plain) ? null : key);
  }
  return names;
}

const asNode = (json: Json | undefined): JsonSchemaObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};

function lookUp(root: JsonSchemaObject, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const key = unescapeKey(decodeURIComponent(part));
    if (typeof at !== 'object' || at === null) return undefined;
    at = Array.isArray(at) ? at[Number(key)] : at[key];
  }
  return at;
}
