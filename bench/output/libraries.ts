import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parseStructured } from '../../packages/answer-reader/src/parse';
import { keepTrailingNewline, splitReasoning } from '../../packages/answer-reader/src/reasoning';
import type { JsonObject } from '../../src/base/json';
import type { Schema } from './answers';
import { toBaml } from './baml-source';
import { check } from './judge';

/** Parses a raw answer; returns a checked value or null. */
export type Parse = (raw: string, schema: Schema) => Promise<{ value: unknown } | null>;

export interface Library {
  name: string;
  version: string;
  parse: Parse;
}

export interface Missing {
  name: string;
  why: string;
}

const require = createRequire(import.meta.url);

export async function loadLibraries(): Promise<{ libraries: Library[]; missing: Missing[] }> {
  const libraries: Library[] = [{ name: 'ours', version: 'this commit', parse: parseOurs }];
  const missing: Missing[] = [];
  for (const [name, load] of Object.entries(LOADERS)) {
    try {
      libraries.push({ name, version: versionOf(name), parse: await load() });
    } catch (error) {
      missing.push({
        name,
        why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
      });
    }
  }
  return { libraries, missing };
}

const parseOurs: Parse = async (raw, schema) => {
  const result = parseStructured(keepTrailingNewline(raw, splitReasoning(raw).answer), schema);
  return result.ok ? { value: result.value } : null;
};

const LOADERS: Record<string, () => Promise<Parse>> = {
  jsonrepair: async () => {
    const { jsonrepair } = await load('jsonrepair');
    return onSlices(async (text) => JSON.parse(String(asFunction(jsonrepair)(text))) as unknown);
  },
  'partial-json': async () => {
    const { parse, ALL } = await load('partial-json');
    return onSlices(async (text) => asFunction(parse)(text, ALL));
  },
  'best-effort-json-parser': async () => {
    const { parse, disableErrorLogging } = await load('best-effort-json-parser');
    asFunction(disableErrorLogging)();
    return onSlices(async (text) => asFunction(parse)(text));
  },
  ai: async () => {
    const { parsePartialJson } = await load('ai');
    return onSlices(async (text) => {
      const result = (await asFunction(parsePartialJson)(text)) as { value: unknown };
      return result.value;
    });
  },
  '@boundaryml/baml': loadBaml,
};

/**
 * Runs a parser without schema on the pieces that a careful caller would try, with think tags removed: the
 * whole text, the first code block, the first `{` to the last `}`, the first `{` to the end. The first result
 * that fits the schema counts.
 */
function onSlices(parse: (text: string) => Promise<unknown>): Parse {
  return async (raw, schema) => {
    for (const slice of slicesOf(raw)) {
      let value: unknown;
      try {
        value = await parse(slice);
      } catch {
        continue;
      }
      const fitting = isObject(value) ? check(schema, value) : null;
      if (fitting !== null) return fitting;
    }
    return null;
  };
}

const BLOCK = /```[A-Za-z]*[ \t]*\n([\s\S]*?)(?:\n```|$)/;

/** Removes closed think tags in one pass: a single pattern would take quadratic time. */
function withoutThink(raw: string): string {
  const open = /<think(?:ing)?>/g;
  let out = '';
  let at = 0;
  for (;;) {
    open.lastIndex = at;
    const start = open.exec(raw)?.index;
    const close = start === undefined ? -1 : raw.indexOf('</think', start);
    const end = close < 0 ? -1 : raw.indexOf('>', close);
    if (end < 0) return out + raw.slice(at);
    out += raw.slice(at, start);
    at = end + 1;
  }
}

function slicesOf(raw: string): Set<string> {
  const text = withoutThink(raw).trim();
  const slices = new Set([text]);
  const block = BLOCK.exec(text)?.[1];
  if (block !== undefined) slices.add(block);
  const first = text.indexOf('{');
  if (first >= 0) {
    const last = text.lastIndexOf('}');
    if (last > first) slices.add(text.slice(first, last + 1));
    slices.add(text.slice(first));
  }
  return slices;
}

/**
 * Loads BAML, whose parser takes the whole text and a schema in its own language, converted from the JSON
 * Schema. The runtime reads the source without code generation. Its result is checked like the others', once
 * as it is and once without the nulls that it inserts for missing keys.
 */
async function loadBaml(): Promise<Parse> {
  const { BamlRuntime, setLogLevel } = await load('@boundaryml/baml');
  asFunction(setLogLevel)('off');
  const parsers = new Map<Schema, Promise<(text: string) => unknown>>();
  const open = async (schema: Schema): Promise<(text: string) => unknown> => {
    const source = toBaml('Ask', jsonSchemaOf(schema));
    const runtime = (BamlRuntime as BamlRuntimeClass).fromFiles('.', { 'ask.baml': source }, {});
    const context = runtime.createContextManager();
    return (text) => runtime.parseLlmResponse('Ask', text, false, context, null, null, {});
  };
  return async (raw, schema) => {
    const parser = parsers.get(schema) ?? open(schema);
    parsers.set(schema, parser);
    try {
      const value = (await parser)(withoutThink(raw));
      return check(schema, value) ?? check(schema, withoutNulls(value));
    } catch {
      return null;
    }
  };
}

interface BamlRuntimeClass {
  fromFiles(
    root: string,
    files: Record<string, string>,
    env: object,
  ): {
    createContextManager(): unknown;
    parseLlmResponse(...args: unknown[]): unknown;
  };
}

function jsonSchemaOf(schema: Schema): JsonObject {
  if (!('safeParse' in schema)) return schema as JsonObject;
  // The schema of the input: a key with a default may be missing.
  return schema.toJSONSchema({ target: 'draft-7', io: 'input', unrepresentable: 'any' }) as JsonObject;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutNulls(child)]));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Avoids a literal `import()`, because the main package is type-checked without these libraries. */
async function load(name: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, unknown>;
}

function asFunction(value: unknown): (...args: unknown[]) => unknown {
  if (typeof value !== 'function') throw new Error('no such function in this version');
  return value as (...args: unknown[]) => unknown;
}

function versionOf(name: string): string {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url);
  return (require(file.pathname) as { version: string }).version;
}
