import type { Json, JsonObject } from '../base/json';
import { isObject, isSameJson } from '../base/json';
import { escapeKey, unescapeKey } from '../base/pointer';

/**
 * Reading the objects of another program so that they can be written again as they were. Some of their fields are ours
 * under another name; the rest is kept. A field is named by its path: `order`, `extensions/depth`.
 */
export type Flat = Map<string, Json>;

/**
 * Says what is wrong at a path; the field is left at its default.
 *
 * @param isRead the value was read all the same, as `message` says
 */
export type Refuse = (path: string, message: string, isRead?: true) => undefined;

/** One of our fields, and where the other format has it. */
export interface FieldMap {
  ours: string;
  /** All paths that say something about the field; problems are told of the first unless `read` knows better. */
  paths: string[];
  /** Paths that the other format always has. */
  always?: string[];
  /** The field keeps an entry out: an entry with a value that can't be read is inactive. */
  restricts?: true;
  /**
   * The value of our field, unchecked; undefined for its default. What has the wrong type is returned as it is, for the
   * schema to refuse. A field that is null in the other format counts as one that is not there.
   */
  read(get: (path: string) => Json | undefined, refuse: Refuse): Json | undefined;
  /** Writes a value of ours in the other format, for each path that then has a value. */
  write(value: Json): [path: string, value: Json][];
}

/** Parts of a file beyond our fields, or written in another way than ours. */
export interface Kept {
  fields: JsonObject;
  /** Paths that we would write and it didn't have. */
  without: string[];
  /** Paths that it wrote as we do: they stay when what they say goes back to a default. */
  said: string[];
  /** Fields of ours that had to come from elsewhere. */
  given?: JsonObject;
}

const NESTED = ['extensions', 'extensions/proscenium'];

/** The fields of an object by path; objects stay whole but for `extensions`, in which programs keep their own fields. */
export function flatten(object: JsonObject, under = ''): Flat {
  const flat: Flat = new Map();
  for (const [key, value] of Object.entries(object)) {
    const path = under + escapeKey(key);
    if (NESTED.includes(path) && isObject(value)) {
      flat.set(path, {});
      for (const entry of flatten(value, `${path}/`)) flat.set(...entry);
    } else flat.set(path, value);
  }
  return flat;
}

/** The object that {@link flatten} made the fields of. */
export function unflatten(flat: Flat): JsonObject {
  const inside = new Map<string, [string, Json][]>([['', []]]);
  // Outer ones first, so that what is inside finds its place.
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

const hasInside = (flat: Flat, path: string): boolean =>
  isObject(flat.get(path)) || [...flat.keys()].some((other) => other.startsWith(`${path}/`));
const splitPath = (path: string): [place: string, key: string] => {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? ['', path] : [path.slice(0, slash), path.slice(slash + 1)];
};

/** Our fields as the other format has them, unchecked; those that are at their default are absent. */
export function readFields(
  maps: FieldMap[],
  flat: Flat,
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

/** Fields of ours that differ from their default, and those that the format always has. */
export function writeFields(maps: FieldMap[], ours: Map<string, Json>, defaults: Map<string, Json>): Flat {
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

/** Returns the parts of a file that {@link restoreShape} needs to reproduce it. */
export function keepShape(flat: Flat, written: Flat): Kept {
  return {
    fields: Object.fromEntries([...flat].filter(([path, value]) => !sameJson(value, written.get(path)))),
    without: [...written.keys()].filter((path) => !flat.has(path)),
    said: [...written].flatMap(([path, value]) => (sameJson(flat.get(path), value) ? [path] : [])),
  };
}

/**
 * The file again: what it said about a field of ours stays as it was written for as long as it still means what we have;
 * what was changed since is written in our way.
 *
 * @param written what {@link writeFields} made of `ours`
 */
export function restoreShape(
  maps: FieldMap[],
  ours: Map<string, Json>,
  defaults: Map<string, Json>,
  written: Flat,
  kept: Kept,
): Flat {
  const flat: Flat = new Map([...written, ...Object.entries(kept.fields)]);
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

/** Do two values say the same? What is absent is like nothing but itself. */
const sameJson = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : isSameJson(a, b);
