import type { Json, JsonObject } from '../../../base/json';
import { isObject } from '../../../base/json';
import { at, type Finding, isList, isString } from './schema-check';

/**
 * What of a valid schema cannot be asked of a model: strict modes of providers need every key of every object named
 * and every value typed, and a prompt can show only what it can spell out.
 *
 * @returns findings with pointers into `schema`; `[]`: {@link toStrictNode} can take it
 */
export function checkAskable(schema: JsonObject): Finding[] {
  if (!isObject(schema.properties) || schema.type !== 'object') {
    return [{ pointer: schema.type === 'object' ? '/properties' : '/type', message: NOT_AN_OBJECT }];
  }
  return askable(schema, '');
}

const NOT_AN_OBJECT = 'an answer is an object: give `"type": "object"` and its `properties`';

function askable(node: Json, pointer: string): Finding[] {
  if (!isObject(node))
    return [{ pointer, message: 'say what the value is: true and false cannot be asked for' }];
  for (const [name, list] of [
    ['anyOf', node.anyOf],
    ['oneOf', node.oneOf],
  ] as const) {
    if (isList(list)) {
      return list.flatMap((branch, index) => askable(branch, at(at(pointer, name), index)));
    }
  }
  if (node.enum !== undefined || node.const !== undefined) return [];
  if (node.type === undefined)
    return [{ pointer, message: 'say what the value is: give a `type` or an `enum`' }];
  const types = isList(node.type) ? node.type : [node.type];
  const found: Finding[] = [];
  if (types.includes('object')) {
    if (isObject(node.properties)) {
      for (const [key, inner] of Object.entries(node.properties)) {
        found.push(...askable(inner, at(at(pointer, 'properties'), key)));
      }
    } else found.push({ pointer: at(pointer, 'properties'), message: 'name the keys of this object' });
    for (const key of (isList(node.required) ? node.required : []).filter(isString)) {
      if (isObject(node.properties) && Object.hasOwn(node.properties, key)) continue;
      found.push({ pointer: at(pointer, 'required'), message: `"${key}" is not among the properties` });
    }
  }
  if (types.includes('array')) {
    if (isObject(node.items)) found.push(...askable(node.items, at(pointer, 'items')));
    else found.push({ pointer: at(pointer, 'items'), message: 'say what each item is' });
  }
  return found;
}

/**
 * A node that {@link checkAskable} took, in the form of strict modes: every key required, what was optional nullable, no other
 * keywords than those they share.
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
    const required = isList(node.required) ? node.required : [];
    out.properties = Object.fromEntries(
      Object.entries(node.properties).map(([key, inner]) => {
        const strict = toStrictNode(isObject(inner) ? inner : {});
        return [key, required.includes(key) ? strict : orNull(strict)];
      }),
    );
    out.required = Object.keys(node.properties);
    out.additionalProperties = false;
  }
  return out;
}

function orNull(node: JsonObject): JsonObject {
  if (takesNull(node)) return node;
  const { description, ...rest } = node;
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: 'null' }] };
}

function takesNull(node: JsonObject): boolean {
  const branches = isList(node.anyOf) ? node.anyOf : node.oneOf;
  if (isList(branches)) return branches.some((branch) => isObject(branch) && takesNull(branch));
  if (isList(node.enum)) return node.enum.includes(null);
  return isList(node.type) ? node.type.includes('null') : node.type === 'null';
}

/** An answer without the nulls that {@link toStrictNode} allowed for optional keys. */
export function dropOptionalNulls(value: Json, node: JsonObject): Json {
  const { items, properties } = node;
  if (isList(value)) return isObject(items) ? value.map((item) => dropOptionalNulls(item, items)) : value;
  if (!isObject(value) || !isObject(properties)) return value;
  const required = isList(node.required) ? node.required : [];
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const own = properties[key];
      if (!isObject(own)) return [[key, inner]];
      if (inner === null && !required.includes(key) && !takesNull(own)) return [];
      return [[key, dropOptionalNulls(inner, own)]];
    }),
  );
}
