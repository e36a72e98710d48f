import type { Json, JsonObject } from '../base/json';
import { isObject, isSameJson } from '../base/json';
import { escapeKey, unescapeKey } from '../base/pointer';

/**
 * Reads another program's objects so that they can be written back unchanged. Some of their fields map to
 * ours; the rest is stored. Fields are named by path: `order`, `extensions/depth`.
 */
export type FlatFields = Map<string, Json>;

/**
 * Reports a problem at a path; the field keeps its default.
 *
 * @param isRead true if the value was used anyway, as `message` says
 */
export type Refuse = (path: string, message: string, isRead?: true) => undefined;

export interface FieldMap {
  ours: string;
  /** All relevant paths; errors point to the first unless `read` reports another. */
  paths: string[];
  /** Paths that the other format always has. */
  always?: string[];
  /** True if the field restricts an entry: with an unreadable value the entry is inactive. */
  restricts?: true;
  /**
   * Reads our field's value, unvalidated; undefined for its default. Values of the wrong type are returned
   * unchanged for the schema to reject. null in the other format counts as absent.
   */
  read(get: (path: string) => Json | undefined, refuse: Refuse): Json | undefined;
  write(value: Json): [path: string, value: Json][];
}

/** Parts of a file that our fields don't represent exactly. */
export interface OriginalShape {
  fields: JsonObject;
  /** Paths that we would write but the file lacked. */
  without: string[];
  /** Paths that the file wrote as we do; kept even when their value returns to the default. */
  said: string[];
  /** Our fields whose values came from elsewhere. */
  given?: JsonObject;
}

const NESTED = ['extensions', 'extensions/proscenium'];

/** Fields by path. Objects stay whole, except `extensions`, in which programs store their own fields. */
export function flatten(object: JsonObject, under = ''): FlatFields {
  const flat: FlatFields = new Map();
  for (const [key, value] of Object.entries(object)) {
    const path = under + escapeKey(key);
    if (NESTED.includes(path) && isObject(value)) {
      flat.set(path, {});
      for (const entry of flatten(value, `${path}/`)) flat.set(...entry);
    } else flat.set(path, value);
  }
  return flat;
}

/** Inverse of {@link flatten}. */
export function unflatten(flat: FlatFields): JsonObject {
  const inside = new Map<string, [string, Json][]>([['', []]]);
  // Outer paths first, so that the inner ones find their parent.
  for (const path of NESTED) if (hasInside(flat, path)) inside.set(path, []);
  for (const [path, value] of flat) {
    if (inside.has(path)) continue;
    const [place, key] = splitPath(path);
    inside.get(place)?.push([unescapeKey(key), value]);
  }
  for (const path of NESTED.toReversed()) {
    const fields = inside.get(path);
    if (!fields) continue;
    const [place, key] = splitPath(path);
    inside.get(place)?.push([key, Object.fromEntries(fields)]);
  }
  return Object.fromEntries(inside.get('') ?? []);
}

const hasInside = (flat: FlatFields, path: string): boolean =>
  isObject(flat.get(path)) || [...flat.keys()].some((other) => other.startsWith(`${path}/`));
const splitPath = (path: string): [place: string, key: string] => {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? ['', path] : [path.slice(0, slash), path.slice(slash + 1)];
};

/** Reads our fields from the other format, unvalidated; defaults are absent. */
export function readFields(
  maps: FieldMap[],
  flat: FlatFields,
  refuse: Refuse = () => undefined,
): Map<string, Json> {
  const get = (path: string): Json | undefined => flat.get(path) ?? undefined;
  return new Map(
    maps.flatMap(({ ours, read }): [string, Json][] => {
      const value = read(get, refuse);
      return value === undefined ? [] : [[ours, value]];
    }),
  );
}

/** Writes our fields that differ from their default, and the format's mandatory ones. */
export function writeFields(
  maps: FieldMap[],
  ours: Map<string, Json>,
  defaults: Map<string, Json>,
): FlatFields {
  return new Map(
    maps.flatMap((map) => {
      const value = ours.get(map.ours);
      if (value === undefined) return [];
      const pathValues = map.write(value);
      return sameJson(value, defaults.get(map.ours))
        ? pathValues.filter(([path]) => map.always?.includes(path))
        : pathValues;
    }),
  );
}

/** The data {@link restoreShape} needs to reproduce the file. */
export function recordShape(flat: FlatFields, written: FlatFields): OriginalShape {
  return {
    fields: Object.fromEntries([...flat].filter(([path, value]) => !sameJson(value, written.get(path)))),
    without: [...written.keys()].filter((path) => !flat.has(path)),
    said: [...written].flatMap(([path, value]) => (sameJson(flat.get(path), value) ? [path] : [])),
  };
}

/**
 * Reproduces the file: unchanged values keep their original form, changed ones are written our way.
 *
 * @param written result of {@link writeFields} for `ours`
 */
export function restoreShape(
  maps: FieldMap[],
  ours: Map<string, Json>,
  defaults: Map<string, Json>,
  written: FlatFields,
  kept: OriginalShape,
): FlatFields {
  const flat: FlatFields = new Map([...written, ...Object.entries(kept.fields)]);
  for (const path of kept.without) flat.delete(path);
  const meanings = new Map([...defaults, ...readFields(maps, flat), ...Object.entries(kept.given ?? {})]);
  for (const map of maps) {
    const ourValue = ours.get(map.ours);
    if (ourValue === undefined) continue;
    const isChanged = !sameJson(meanings.get(map.ours), ourValue);
    if (isChanged) for (const path of map.paths) flat.delete(path);
    for (const [path, value] of map.write(ourValue))
      if (isChanged || (kept.said.includes(path) && !flat.has(path))) flat.set(path, value);
  }
  return flat;
}

/** Compares JSON; undefined only equals undefined. */
const sameJson = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : isSameJson(a, b);
