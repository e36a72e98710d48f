import { z } from 'zod';
import { checkDraft07 } from './draft07';
import type { Repair } from './errors';
import { describe, type OutputError, outputError, readErrors } from './errors';
import { type Json, type JsonObject, memoizeObject, unescapeKey } from './json';
import { plainKey } from './json-text';

/** A JSON Schema with resolvable local references. */
interface SchemaTree {
  root: JsonObject;
  known: WeakMap<JsonObject, NodeFacts>;
  refs: Map<string, JsonObject>;
}

interface NodeFacts {
  properties: JsonObject;
  /** Plain names of the properties; null if ambiguous. */
  names: ReadonlyMap<string, string | null>;
}

/** Follows references; `{}` if unknown or too deep. */
function resolve(node: Json | undefined, tree: SchemaTree): JsonObject {
  let at = asNode(node);
  for (let hops = 0; typeof at.$ref === 'string' && hops < 16; hops++) {
    const target = tree.refs.get(at.$ref) ?? asNode(lookUp(tree.root, at.$ref));
    tree.refs.set(at.$ref, target);
    at = target;
  }
  return at;
}

/** All property names of a schema at any depth, in lower case; they distinguish keys from prose. */
function collectKeys(tree: SchemaTree): Set<string> {
  const keys = new Set<string>();
  const seenNodes = new Set<Json>();
  const walk = (node: Json | undefined): void => {
    if (typeof node !== 'object' || node === null || seenNodes.has(node)) return;
    seenNodes.add(node);
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

/** Properties of a node and of its branches. */
function getProperties(node: JsonObject, tree: SchemaTree, depth = 0): JsonObject {
  const own = asNode(node.properties);
  if (depth > 8) return own;
  const parts = [node.allOf, node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const others = parts.map((part) => getProperties(resolve(part, tree), tree, depth + 1));
  return Object.assign({}, ...others, own) as JsonObject;
}

/** The enum values at a path; `[]` if any text is allowed. */
function wordsAt(tree: SchemaTree, path: readonly (string | number)[]): string[] {
  let nodes = listBranches(tree.root, tree);
  for (const key of path) nodes = nodes.flatMap((node) => listBranches(childNode(node, key, tree), tree));
  const words = nodes.flatMap((node) => (node.const === undefined ? node.enum : [node.const]));
  return words.filter((word) => typeof word === 'string');
}

function childNode(node: JsonObject, key: string | number, tree: SchemaTree): Json | undefined {
  if (typeof key === 'number') return Array.isArray(node.items) ? node.items[key] : node.items;
  const { properties, names } = getFacts(node, tree);
  const name = Object.hasOwn(properties, key) ? key : names.get(plainKey(key));
  return typeof name === 'string' ? properties[name] : node.additionalProperties;
}

function listBranches(raw: Json | undefined, tree: SchemaTree, depth = 0): JsonObject[] {
  const node = resolve(raw, tree);
  const parts = [node.allOf, node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return depth > 8 ? [node] : [node, ...parts.flatMap((part) => listBranches(part, tree, depth + 1))];
}

/** Counts known keys, ignoring case and spacing. */
function countKnown(json: Json, names: ReadonlyMap<string, string | null>): number {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 0;
  const foundNames = new Set<string>();
  for (const key of Object.keys(json)) {
    const plain = plainKey(key);
    if (names.has(plain)) foundNames.add(plain);
  }
  return foundNames.size;
}

function getFacts(node: JsonObject, tree: SchemaTree): NodeFacts {
  const cachedFacts = tree.known.get(node);
  if (cachedFacts !== undefined) return cachedFacts;
  const properties = getProperties(node, tree);
  const facts = { properties, names: nameAll(properties) };
  tree.known.set(node, facts);
  return facts;
}

function nameAll(properties: JsonObject): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const key of Object.keys(properties)) {
    const plain = plainKey(key);
    names.set(plain, names.has(plain) ? null : key);
  }
  return names;
}

const asNode = (json: Json | undefined): JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};

function lookUp(root: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const key = unescapeKey(decodeURIComponent(part));
    if (typeof at !== 'object' || at === null) return undefined;
    at = Array.isArray(at) ? at[Number(key)] : at[key];
  }
  return at;
}

const MAX_SEARCHED = 24;

/**
 * Finds a key that its object does not have but another part of the schema does, the sign of a misplaced bracket. Null
 * if there is none.
 * @param known plain names of all keys
 */
function findMisplaced(
  json: Json,
  raw: Json | undefined,
  tree: SchemaTree,
  known: ReadonlySet<string>,
  path: readonly (string | number)[] = [],
): (string | number)[] | null {
  if (typeof json !== 'object' || json === null || path.length > MAX_SEARCHED) return null;
  const node = resolve(raw, tree);
  if (Array.isArray(json)) {
    for (const [index, item] of json.entries()) {
      const items = listBranches(node, tree).map((branch) => childNode(branch, index, tree));
      const itemPath = findMisplaced(item, uniteNodes(items), tree, known, [...path, index]);
      if (itemPath !== null) return itemPath;
    }
    return null;
  }
  const { properties, names } = getFacts(node, tree);
  const isOpen = listBranches(node, tree).some(
    ({ additionalProperties: more }) => more === true || typeof more === 'object',
  );
  for (const [key, value] of Object.entries(json)) {
    const plain = plainKey(key);
    if (!names.has(plain) && !isOpen && names.size > 0 && known.has(plain)) return [...path, key];
    const of = properties[key] ?? properties[names.get(plain) ?? ''];
    const innerPath = of === undefined ? null : findMisplaced(value, of, tree, known, [...path, key]);
    if (innerPath !== null) return innerPath;
  }
  return null;
}

function uniteNodes(nodes: readonly (Json | undefined)[]): Json | undefined {
  const ways = nodes.filter((node) => node !== undefined);
  return ways.length > 1 ? { anyOf: ways } : ways[0];
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MAX_DEPTH = 64;

const PAIR_NAMES = new Set(['name', 'key', 'player', 'character']);
const PAIR_VALUES = new Set(['value', 'score', 'points', 'rating']);

/**
 * Converts a value towards its schema if the meaning is certain: case and spacing of keys and enum values, numbers and
 * booleans written as strings, `"null"` for null. Leaves `"7/10"`, a number for a string and anything ambiguous to the
 * validator.
 */
function coerce(json: Json, tree: SchemaTree, repairs: Set<Repair>): Json {
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
    const map = isMap(node) ? readPairs(json, getFacts(node, tree)) : null;
    if (map !== null) {
      repairs.add('converted_value');
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
      repairs.add('converted_value');
      return null;
    }
    if (nodes.some((node) => accepts(node, 'string') && !Array.isArray(node.enum))) return json;
    if (nodes.some((node) => Array.isArray(node.enum) && node.enum.includes(json))) return json;
    return firstChange(json, nodes, repairs);
  }
  if (typeof json !== 'object' || json === null) return json;
  const type = Array.isArray(json) ? 'array' : 'object';
  const fitting = nodes.filter((node) => accepts(node, type));
  const countKeys = (node: JsonObject) => countKnown(json, getFacts(node, tree).names);
  const [best] = fitting.sort((a, b) => countKeys(b) - countKeys(a));
  return best === undefined ? json : fitNode(json, best, tree, repairs, depth + 1);
}

function firstChange(json: string, nodes: JsonObject[], repairs: Set<Repair>): Json {
  for (const node of nodes) {
    const isChanged = fitString(json, node, repairs);
    if (isChanged !== json) return isChanged;
  }
  return json;
}

function fitObject(
  json: JsonObject,
  node: JsonObject,
  tree: SchemaTree,
  repairs: Set<Repair>,
  depth: number,
): JsonObject {
  const { properties, names } = getFacts(node, tree);
  const out: [string, Json][] = [];
  const takenKeys = new Set(Object.keys(json));
  for (const [key, value] of Object.entries(json)) {
    const meantName = Object.hasOwn(properties, key) ? key : (names.get(plainKey(key)) ?? key);
    const isRenamed = meantName !== key && !takenKeys.has(meantName);
    if (isRenamed) {
      repairs.add('renamed_key');
      takenKeys.add(meantName);
    }
    const name = isRenamed ? meantName : key;
    const of = Object.hasOwn(properties, name) ? properties[name] : node.additionalProperties;
    out.push([name, fitNode(value, of, tree, repairs, depth + 1)]);
  }
  return Object.fromEntries(out);
}

const isMap = (node: JsonObject): boolean =>
  accepts(node, 'object') && (node.properties !== undefined || typeof node.additionalProperties === 'object');

/**
 * Reads a list of `{name, score}` as a map from name to value: every item has the same two keys, one of them known for
 * names and one for values, and the names are unique. Null for other lists.
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
    const pairValue = item[name];
    const worth = item[value];
    if (Object.keys(item).length !== 2 || typeof pairValue !== 'string' || worth === undefined) return null;
    if (map.has(pairValue) || (names.size > 0 && !names.has(plainKey(pairValue)))) return null;
    map.set(pairValue, worth);
  }
  return Object.fromEntries(map);
}

function fitString(json: string, node: JsonObject, repairs: Set<Repair>): Json {
  const values = node.const === undefined ? node.enum : [node.const];
  if (Array.isArray(values)) {
    if (values.includes(json)) return json;
    const word = findListed(json, values);
    if (word !== null) {
      repairs.add('fixed_enum_value');
      return word;
    }
    if (values.includes(null) && json === 'null') {
      repairs.add('converted_value');
      return null;
    }
    return json;
  }
  const text = json.trim();
  const nullable = Array.isArray(node.type) && node.type.includes('null');
  if (nullable && text === 'null') {
    repairs.add('converted_value');
    return null;
  }
  if (node.type === undefined || accepts(node, 'string')) return json;
  const value = readScalar(text, node);
  if (value !== undefined) repairs.add('converted_value');
  return value === undefined ? json : value;
}

/** Markup around an id or name: `[A1]`, `**Osric**`, `"say"`. */
const MARKS_AROUND = /^[\s"'`“”‘’([{<*#]+|[\s"'`“”‘’)\]}>*.,:;]+$/g;
const COMMON_WORD = /^(?:the|of|and|von|van|der|den|mr|mrs|ms|dr|sir|lady|lord|old|young|.{0,2})$/;
const MAX_LISTED = 200;

/**
 * The enum value that a text means: in another case, with markup around it, or a name given by a word unique to it.
 * Null if none or several match.
 */
export function findListed(text: string, values: readonly Json[]): string | null {
  if (text.length > MAX_LISTED) return null;
  const words = values.filter((value) => typeof value === 'string');
  const only = (fits: (word: string) => boolean): string | null => {
    const all = words.filter(fits);
    return all.length === 1 ? (all[0] ?? null) : null;
  };
  const plain = text.trim().toLowerCase();
  const bare = plain.replace(MARKS_AROUND, '');
  const same = (wanted: string) => only((word) => word.trim().toLowerCase() === wanted);
  if (bare === '') return same(plain);
  return same(plain) ?? same(bare) ?? (COMMON_WORD.test(bare) ? null : only((word) => hasWord(word, bare)));
}

function hasWord(name: string, word: string): boolean {
  const words = name.toLowerCase().split(/\s+/);
  return words.length > 1 && words.some((each) => each.replace(MARKS_AROUND, '') === word);
}

function readScalar(text: string, node: JsonObject): Json | undefined {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  // Longer integers would lose digits.
  const exact = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
  if (exact && (accepts(node, 'number') || accepts(node, 'integer'))) return number;
  if (accepts(node, 'boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return undefined;
}

const accepts = (node: JsonObject, type: string): boolean =>
  node.type === type || (Array.isArray(node.type) && node.type.includes(type));

export interface Form<T> {
  /** The top-level properties; empty if the schema names none. */
  properties: JsonObject;
  /** The properties by plain name (no case or spacing); null if ambiguous. */
  names: ReadonlyMap<string, string | null>;
  /** All property names at any depth, in lower case. */
  keys: ReadonlySet<string>;
  wordsAt(path: readonly (string | number)[]): string[];
  /** Path of a key in an object of the wrong part of the schema; null if there is none. */
  misplaced(json: JsonObject): (string | number)[] | null;
  coerce(json: JsonObject, repairs: Set<Repair>): JsonObject;
  check(json: JsonObject): { ok: true; value: T } | { ok: false; errors: OutputError[] };
}

/** Compiles a Zod schema or draft-07 JSON Schema; cached per schema. */
export const readForm = <T>(schema: z.ZodType<T> | JsonObject): Form<T> => getForm(schema) as Form<T>;
const getForm = memoizeObject<z.ZodType | JsonObject, Form<unknown>>(buildForm);

function buildForm(schema: z.ZodType | JsonObject): Form<unknown> {
  const zod = schema instanceof z.ZodType ? schema : null;
  const root = zod === null ? (schema as JsonObject) : describeZod(zod);
  const tree: SchemaTree = { root, known: new WeakMap(), refs: new Map() };
  const properties = getProperties(resolve(root, tree), tree);
  const names = Object.keys(properties);
  const keys = collectKeys(tree);
  const plainKeys = new Set([...keys].map(plainKey));
  return {
    properties,
    names: nameAll(properties),
    keys,
    misplaced: (json) => findMisplaced(json, root, tree, plainKeys),
    wordsAt: (path) => wordsAt(tree, path),
    coerce: (json, repairs) => coerce(json, tree, repairs) as JsonObject,
    check: (json) => {
      if (names.length > 0 && !names.some((key) => Object.hasOwn(json, key))) {
        const expectedForm = `an object with the keys ${names.join(', ')}`;
        return { ok: false, errors: [outputError('', expectedForm, describe(json))] };
      }
      if (zod !== null) {
        const result = zod.safeParse(json);
        return result.success
          ? { ok: true, value: result.data }
          : { ok: false, errors: readErrors(result.error, json) };
      }
      const errors = checkDraft07(json, root);
      return errors.length === 0 ? { ok: true, value: json } : { ok: false, errors };
    },
  };
}

const describeZod = (schema: z.ZodType): JsonObject =>
  z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any', io: 'input' }) as JsonObject;

export const knownKeys = (json: JsonObject, form: Form<unknown>): number => countKnown(json, form.names);

/** The schema property that a key means, ignoring case and spacing; null if there is none. */
export const findProperty = (key: string, form: Form<unknown>): string | null =>
  form.names.get(plainKey(key)) ?? null;
