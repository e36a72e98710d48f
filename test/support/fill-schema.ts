import type { z } from 'zod';

/**
 * Returns the text of a free field. `field` is its path, with `*` for each item of a list; `place` the same
 * with the item's number.
 */
export type Write = (field: string, place?: string) => string;

/** Fixed values, by path with item numbers: `characters.0.id`. */
export interface Given {
  values?: Record<string, unknown>;
  /** Number of items of a list. Default 1. */
  counts?: Record<string, number>;
}

interface Def {
  type: string;
  format?: string;
  checks?: { _zod: { def: { check: string } } }[];
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  items?: z.ZodType[];
  options?: z.ZodType[];
  valueType?: z.ZodType;
  entries?: Record<string, string>;
  values?: unknown[];
}
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

/** A string without a format, so that its author may write anything. */
const isFree = ({ type, format, checks = [] }: Def): boolean =>
  type === 'string' && format === undefined && !checks.some(({ _zod }) => _zod.def.check === 'string_format');

/** The schema inside a wrapper; for a pipe that begins with a transform, its output. */
const innerOf = ({ innerType, in: from, out }: Def): z.ZodType | undefined =>
  innerType ?? (from && defOf(from).type === 'transform' ? out : from);

function holdsFree(schema: z.ZodType): boolean {
  const def = defOf(schema);
  const inner = innerOf(def);
  if (inner) return holdsFree(inner);
  const parts = [
    ...Object.values(def.shape ?? {}),
    ...(def.items ?? []),
    ...(def.options ?? []),
    ...(def.element ? [def.element] : []),
    ...(def.valueType ? [def.valueType] : []),
  ];
  return isFree(def) || parts.some(holdsFree);
}

/**
 * Returns a value that fits a schema, with a text in every free string: new fields of a schema are filled
 * automatically.
 */
export function fillSchema(schema: z.ZodType, write: Write, given: Given = {}, path = ''): unknown {
  const { values = {}, counts = {} } = given;
  if (Object.hasOwn(values, path)) return values[path];
  const def = defOf(schema);
  const below = (inner: z.ZodType, key: string) =>
    fillSchema(inner, write, given, path === '' ? key : `${path}.${key}`);
  const field = path.replace(/\.\d+(?=\.|$)/g, '.*');
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable': {
      const inner = innerOf(def);
      if (!inner || !holdsFree(inner)) return def.type === 'nullable' ? null : undefined;
      return fillSchema(inner, write, given, path);
    }
    case 'pipe': {
      const inner = innerOf(def);
      return inner && fillSchema(inner, write, given, path);
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).flatMap(([key, inner]) => {
          const value = below(inner, key);
          return value === undefined ? [] : [[key, value]];
        }),
      );
    case 'array':
      return Array.from({ length: counts[path] ?? 1 }, (_, at) => def.element && below(def.element, `${at}`));
    case 'tuple':
      return (def.items ?? []).map((inner, at) => below(inner, `${at}`));
    case 'record':
      return def.valueType && holdsFree(def.valueType)
        ? { [write(`${field}.{key}`, `${path}.{key}`)]: below(def.valueType, '{value}') }
        : {};
    case 'union': {
      const options = def.options ?? [];
      const chosen = options.find((one) => defOf(one).type === 'object' && holdsFree(one)) ?? options[0];
      return chosen && fillSchema(chosen, write, given, path);
    }
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'string': {
      if (isFree(def)) return write(field, path);
      throw new Error(`${path} has a form of its own: give a value for it`);
    }
    default:
      return undefined;
  }
}

export function freeFields(schema: z.ZodType, prefix = ''): string[] {
  const found = new Set<string>();
  const walk = (one: z.ZodType, path: string): void => {
    const def = defOf(one);
    const inner = innerOf(def);
    if (inner) walk(inner, path);
    if (isFree(def)) found.add(path);
    for (const [key, part] of Object.entries(def.shape ?? {}))
      walk(part, path === '' ? key : `${path}.${key}`);
    if (def.element) walk(def.element, `${path}.*`);
    for (const part of [...(def.items ?? []), ...(def.options ?? [])]) walk(part, path);
    if (def.valueType && holdsFree(def.valueType)) {
      found.add(`${path}.{key}`);
      walk(def.valueType, `${path}.{value}`);
    }
  };
  walk(schema, prefix);
  return [...found];
}
