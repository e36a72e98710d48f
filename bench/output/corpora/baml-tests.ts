import { readdirSync, readFileSync } from 'node:fs';
import { jsonrepair } from 'jsonrepair';
import type { Json, JsonObject } from '../../../src/base/json';
import type { Case } from './read';

/**
 * Converts a BAML type to JSON Schema; the `title` of a property with an alias is the name of the field.
 * Throws for features without an equivalent (checks, aliases of enum values).
 */
type TypeOf = (type: string, depth?: number) => JsonObject;

/**
 * Reads the tests of BAML's parser from their Rust source: calls of `test_deserializer!(name, classes, text,
 * type, value)` and of `test_failing_deserializer!` without the value. Their classes become JSON Schemas.
 *
 * @param names the files to read; default: every `test_*.rs` in the folder
 */
export function readBamlTests(
  folder: string,
  names = readdirSync(folder).filter((name) => name.startsWith('test_') && name.endsWith('.rs')),
): Case[] {
  return names.flatMap((name) => readFile(readFileSync(`${folder}/${name}`, 'utf8')));
}

const CALL = /^test_(?:failing_)?deserializer!\(/gm;
const CONSTANT = /^const (\w+): &str = /gm;

function readFile(source: string): Case[] {
  const constants = new Map<string, string>();
  for (const { 1: name = '', index, 0: head } of source.matchAll(CONSTANT)) {
    constants.set(name, readString(source.slice(index + head.length)) ?? '');
  }
  return [...source.matchAll(CALL)].flatMap(({ index, 0: head }): Case[] => {
    const [, classes = '', text = '', type = '', ...rest] = splitArguments(source.slice(index + head.length));
    const raw = readString(text) ?? constants.get(text);
    const expected = head.includes('failing') ? undefined : readJson(rest.join(','));
    if (raw === undefined || expected === null) return [];
    try {
      const typeOf = readClasses(readString(classes) ?? constants.get(classes) ?? '');
      const schema = typeOf(rustType(type));
      return [{ raw, expected: expected === undefined ? expected : useAliases(expected, schema), schema }];
    } catch {
      // A type without a JSON Schema is left out, like answers that are not objects.
      return [{ raw, expected: [], schema: undefined }];
    }
  });
}

function splitArguments(source: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < source.length; at++) {
    const literal = LITERAL.exec(source.slice(at, at + 8)) === null ? null : stringAt(source.slice(at));
    if (literal !== null) {
      at += literal.length - 1;
      continue;
    }
    if (source.startsWith('//', at)) at = source.indexOf('\n', at);
    const char = source.charAt(at);
    if ('([{'.includes(char)) depth++;
    if (')]}'.includes(char)) depth--;
    if (depth < 0 || (depth === 0 && char === ',')) {
      found.push(source.slice(from, at).trim());
      from = at + 1;
    }
    if (depth < 0) break;
  }
  return found.filter((each) => each !== '');
}

const LITERAL = /^(?:r#*)?"/;

function stringAt(source: string): string | null {
  const raw = /^r(#*)"/.exec(source);
  if (raw !== null) {
    const end = source.indexOf(`"${raw[1] ?? ''}`, raw[0].length);
    return source.slice(0, end + 1 + (raw[1] ?? '').length);
  }
  return /^"(?:[^"\\]|\\[\s\S])*"/.exec(source)?.[0] ?? null;
}

function readString(source: string): string | undefined {
  const trimmed = source.trim();
  const literal = stringAt(trimmed);
  if (literal === null) return undefined;
  const raw = /^r(#*)"([\s\S]*)"\1$/.exec(literal);
  if (raw !== null) return raw[2];
  return readJson(
    literal
      .replace(/\\\n\s*/g, '')
      .replaceAll("\\'", "'")
      .replaceAll('\n', '\\n'),
  ) as string;
}

/**
 * Parses the JSON of a test, which may contain Rust raw strings and a trailing comma; null for any other
 * expression.
 */
function readJson(source: string): Json {
  const text = source.replace(/(?<=[:[,]\s*)r(#+)"([\s\S]*?)"\1/g, (_, _marks, raw: string) =>
    JSON.stringify(raw),
  );
  try {
    return JSON.parse(/^[[{"\d-]|^(?:true|false)$/.test(text.trim()) ? jsonrepair(text) : 'null') as Json;
  } catch {
    return null;
  }
}

function useAliases(value: Json, schema: JsonObject): Json {
  if (Array.isArray(value)) return value.map((each) => useAliases(each, (schema.items ?? {}) as JsonObject));
  if (typeof value !== 'object' || value === null) return value;
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const keys = new Map(Object.entries(properties).map(([key, { title }]) => [title ?? key, key]));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const key = keys.get(name) ?? name;
      return [key, useAliases(each, properties[key] ?? {})];
    }),
  );
}

/**
 * Converts `FieldType::Class("Foo".to_string())` and similar to BAML's notation: `Foo`. Other types are not
 * objects.
 */
function rustType(type: string): string {
  const name =
    /^(?:FieldType|TypeIR)::(?:Class|class)\(\s*"(\w+)"(?:\.to_string\(\)|\.into\(\))?,?\s*\)(\.into\(\))?$/.exec(
      type,
    );
  if (name?.[1] !== undefined) return name[1];
  throw new Error(`no class: ${type}`);
}

const PRIMITIVES: Record<string, JsonObject> = {
  string: { type: 'string' },
  int: { type: 'integer' },
  float: { type: 'number' },
  bool: { type: 'boolean' },
  null: { type: 'null' },
};

function readClasses(source: string): TypeOf {
  const blocks = new Map<string, { kind: string; body: string }>();
  for (const { 1: kind = '', 2: name = '', 3: body = '' } of source.matchAll(
    /\b(class|enum)\s+(\w+)\s*\{([^{}]*(?:\{\{[^{}]*\}\}[^{}]*)*)\}/g,
  )) {
    blocks.set(name, {
      kind,
      body: body.replace(/\/\/.*$|@@?description\((?:#"[\s\S]*?"#|"[^"]*")\)/gm, ''),
    });
  }
  const typeOf: TypeOf = (type, depth = 0) => {
    const text = type.trim();
    if (depth > 12) throw new Error('a type within itself');
    const choices = splitUnion(text);
    if (choices.length > 1) return { anyOf: choices.map((each) => typeOf(each, depth + 1)) };
    if (text.endsWith('?')) return { anyOf: [typeOf(text.slice(0, -1), depth + 1), { type: 'null' }] };
    if (text.endsWith('[]')) return { type: 'array', items: typeOf(text.slice(0, -2), depth + 1) };
    if (text.startsWith('(') && text.endsWith(')')) return typeOf(text.slice(1, -1), depth + 1);
    const map = /^map<\s*string\s*,([\s\S]*)>$/.exec(text)?.[1];
    if (map !== undefined) return { type: 'object', additionalProperties: typeOf(map, depth + 1) };
    if (/^(?:"[^"]*"|\d+|true|false)$/.test(text)) return { const: JSON.parse(text) as Json };
    const block = blocks.get(text);
    const primitive = PRIMITIVES[text];
    if (primitive !== undefined) return primitive;
    const rest = block?.kind === 'class' ? block.body.replace(/@alias\("[^"]+"\)/g, '') : block?.body;
    if (block === undefined || rest?.includes('@')) throw new Error(`no schema for ${text}`);
    const lines = block.body.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    if (block.kind === 'enum') return { type: 'string', enum: lines };
    const fields = lines.map((line) => {
      const [, name = '', type = '', alias] = /^(\w+)\s+(.+?)(?:\s+@alias\("([^"]+)"\))?$/.exec(line) ?? [];
      return { key: alias ?? name, type, title: alias === undefined ? {} : { title: name } };
    });
    return {
      type: 'object',
      properties: Object.fromEntries(
        fields.map(({ key, type, title }) => [key, { ...typeOf(type, depth + 1), ...title }]),
      ),
      required: fields.flatMap(({ key, type }) => (type.endsWith('?') ? [] : [key])),
    };
  };
  return typeOf;
}

function splitUnion(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if ('(<'.includes(char)) depth++;
    if (')>'.includes(char)) depth--;
    if (char === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}
