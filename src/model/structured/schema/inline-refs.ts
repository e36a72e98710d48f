import type { Json, JsonObject } from '../../../base/json';
import { isObject } from '../../../base/json';
import { unescapeKey } from '../../../base/pointer';
import { at, type Finding, isList, isString, SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS } from './schema-check';

/** Most nodes a schema may have once its references are written out: a few lines of them can stand for millions. */
const MAX_NODES = 2000;
const DEFINITIONS = new Set(['definitions', '$defs']);

export type Inlined = { ok: true; schema: JsonObject } | { ok: false; finding: Finding };

/**
 * A schema with each local reference (`#/definitions/mood`) replaced by what it refers to, and without definitions.
 * Strict modes of providers differ in what they make of references; written out, all take them.
 *
 * @param schema valid draft-07
 * @returns the first reference that leads nowhere, outside or back to itself, when there is one; its pointer is that
 *   of the reference
 */
export function inlineRefs(schema: JsonObject): Inlined {
  let nodes = 0;
  let finding: Finding | null = null;
  const stop = (pointer: string, message: string): JsonObject => {
    finding ??= { pointer, message };
    return {};
  };

  /** `pointer` is where the node stands as written; `within` the references that led here. */
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

  const written = walk(schema, '', []);
  return finding ? { ok: false, finding } : { ok: true, schema: isObject(written) ? written : schema };
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
