import type { Json, JsonObject } from '../base/json';
import { isObject } from '../base/json';
import type { Lorebook, LoreEntry } from '../contract/lore';
import {
  type FieldMap,
  type FlatFields,
  type OriginalShape,
  restoreShape,
  unflatten,
  writeFields,
} from './kept-shape';
import { BOOK_DEFAULTS, ENTRY_DEFAULTS, type LoreFormat, SHARED_FIELDS } from './lore-formats';

/** Data about the source file, in the `extra` of a book or entry under the format's name. */
export interface OriginalItem extends OriginalShape {
  /** The entry's key in `entries`, if it is not its number. */
  key?: string;
  /** True if the book's entries are a list. */
  list?: boolean;
}

/** Writes a lorebook in a format; an imported file is reproduced except for later changes. */
export function writeBook(format: LoreFormat, book: Lorebook): JsonObject {
  const flats = writeEntries(format, book);
  const objects = flats.map(unflatten);
  const header = unflatten(writeHeader(format, book));
  if (splitExtra(format, book.extra).kept?.list ?? format.isCard) return { ...header, entries: objects };
  const keys = nameEntries(format, book, flats);
  const namedEntries = objects.map((object, i): [string, Json] => [keys[i] ?? String(i), object]);
  // JavaScript objects order numeric keys first; use `displayIndex` if that changes the order.
  const readBack = sortEntries(Object.entries(Object.fromEntries(namedEntries)), false);
  if (readBack.every(([key], i) => key === keys[i]))
    return { ...header, entries: Object.fromEntries(namedEntries) };
  const indexedEntries = objects.map((object, i): [string, Json] => [
    keys[i] ?? '',
    { ...object, displayIndex: i },
  ]);
  return { ...header, entries: Object.fromEntries(indexedEntries) };
}

/** Entries in order: lists have their own; objects are sorted by `displayIndex` if all entries have one. */
export function sortEntries(entries: [key: string, entry: Json][], isList: boolean): [string, Json][] {
  const place = (entry: Json): number =>
    isObject(entry) && typeof entry.displayIndex === 'number' ? entry.displayIndex : Number.NaN;
  if (isList || entries.some(([, entry]) => Number.isNaN(place(entry)))) return entries;
  return entries.toSorted((a, b) => place(a[1]) - place(b[1]));
}

export function writeHeader(format: LoreFormat, book: Lorebook): FlatFields {
  const { entries: _, ...header } = book;
  const { kept, rest } = splitExtra(format, book.extra);
  const ours = toFields({ ...header, extra: rest });
  const bare: FlatFields = new Map(format.isCard ? [['extensions', {}]] : []);
  if (!kept) return new Map([...bare, ...writeAll(format.book, ours)]);
  return restoreShape(format.book, ours, BOOK_DEFAULTS, writeSparse(format, 'book', ours), kept);
}

/** The fields of each entry; assigns numbers to entries without one. */
export function writeEntries(format: LoreFormat, book: Lorebook): FlatFields[] {
  const flats = book.entries.map((entry, at) => writeEntry(format, entry, at));
  if (format.isCard) return flats;
  const usedNumbers = new Set(flats.map((flat) => flat.get(format.uid)));
  const free = createIdCounter((number) => !usedNumbers.has(number));
  for (const [i, flat] of flats.entries()) {
    const { kept } = splitExtra(format, book.entries[i]?.extra ?? {});
    if (!flat.has(format.uid) && !kept?.without.includes(format.uid)) flat.set(format.uid, free());
  }
  return flats;
}

function writeEntry(format: LoreFormat, entry: LoreEntry, at: number): FlatFields {
  const { kept, rest } = splitExtra(format, entry.extra);
  const ours = toFields({ ...entry, extra: rest });
  if (kept) return restoreShape(format.entry, ours, ENTRY_DEFAULTS, writeSparse(format, 'entry', ours), kept);
  const bare: FlatFields = new Map(format.isCard ? [['extensions', {}]] : []);
  return new Map([
    ...bare,
    ...format.entryBase(entry, at),
    ...translateFields(format, rest),
    ...writeAll(format.entry, ours),
  ]);
}

/** Writes an item from our fields only, without defaults. */
export function writeSparse(format: LoreFormat, what: 'book' | 'entry', ours: Map<string, Json>): FlatFields {
  const fields = writeFields(format[what], ours, what === 'book' ? BOOK_DEFAULTS : ENTRY_DEFAULTS);
  return format.isCard ? new Map([['extensions', {}], ...fields]) : fields;
}

const writeAll = (maps: FieldMap[], ours: Map<string, Json>): [string, Json][] =>
  maps.flatMap((map) => {
    const value = ours.get(map.ours);
    return value === undefined ? [] : map.write(value);
  });

export const toFields = (item: JsonObject): Map<string, Json> => new Map(Object.entries(item));

function translateFields(format: LoreFormat, rest: JsonObject): [string, Json][] {
  const other = readOriginal(rest[format.isCard ? 'worldInfo' : 'characterBook']);
  if (!other) return [];
  const fields = SHARED_FIELDS.flatMap(([worldInfo, extension]): [string, Json][] => {
    const [from, to] = format.isCard
      ? [worldInfo, `extensions/${extension}`]
      : [`extensions/${extension}`, worldInfo];
    const value = other.fields[from];
    return value === undefined ? [] : [[to, value]];
  });
  const { position } = other.fields;
  // Cards know only two positions; SillyTavern's number, if present, is more precise.
  if (!format.isCard && position === 'after_char') return [['position', 1], ...fields];
  if (format.isCard && typeof position === 'number' && position !== 0)
    return [['position', 'after_char'], ...fields];
  return fields;
}

/** Unique keys of the entries: their original ones, otherwise their numbers. */
function nameEntries(format: LoreFormat, book: Lorebook, flats: FlatFields[]): string[] {
  const wishedKeys = flats.map((flat, i) => {
    const { kept } = splitExtra(format, book.entries[i]?.extra ?? {});
    return kept?.key ?? String(flat.get(format.uid) ?? i);
  });
  const free = createIdCounter((number) => !wishedKeys.includes(String(number)));
  const usedKeys = new Set<string>();
  return wishedKeys.map((wish) => {
    const name = usedKeys.has(wish) ? String(free()) : wish;
    usedKeys.add(name);
    return name;
  });
}

export function createIdCounter(isFree: (number: number) => boolean): () => number {
  let next = 0;
  return () => {
    while (!isFree(next)) next += 1;
    next += 1;
    return next - 1;
  };
}

export function splitExtra(
  format: LoreFormat,
  extra: JsonObject,
): { kept: OriginalItem | null; rest: JsonObject } {
  const { [format.name]: own, ...rest } = extra;
  const keptItem = readOriginal(own);
  return keptItem ? { kept: keptItem, rest } : { kept: null, rest: extra };
}

/** Users can write `extra`, so ignore values that are not ours. */
function readOriginal(value: Json | undefined): OriginalItem | null {
  if (!isObject(value) || !isObject(value.fields)) return null;
  const { fields, given, key, list } = value;
  const paths = (names: Json | undefined): string[] =>
    Array.isArray(names) ? names.filter((path) => typeof path === 'string') : [];
  return {
    fields,
    without: paths(value.without),
    said: paths(value.said),
    ...(isObject(given) ? { given } : {}),
    ...(typeof key === 'string' ? { key } : {}),
    ...(typeof list === 'boolean' ? { list } : {}),
  };
}

type IsRight = (value: Json | undefined) => boolean;
const isText: IsRight = (value) => typeof value === 'string';
const isNumber: IsRight = (value) => typeof value === 'number';
const isSwitch: IsRight = (value) => typeof value === 'boolean';
const isTexts: IsRight = (value) => Array.isArray(value) && value.every(isText);

interface FormTypes {
  required: Record<string, IsRight>;
  optional: Record<string, IsRight>;
}
const BOOK_TYPES: FormTypes = {
  required: { extensions: isObject },
  optional: {
    ...{ name: isText, description: isText, scan_depth: isNumber, token_budget: isNumber },
    recursive_scanning: isSwitch,
  },
};
const ENTRY_TYPES: FormTypes = {
  required: {
    ...{ keys: isTexts, content: isText, extensions: isObject, enabled: isSwitch },
    insertion_order: isNumber,
  },
  optional: {
    ...{ secondary_keys: isTexts, name: isText, comment: isText, priority: isNumber, id: isNumber },
    ...{ case_sensitive: isSwitch, constant: isSwitch, selective: isSwitch },
    position: (value) => value === 'before_char' || value === 'after_char',
  },
};
const V3_ENTRY_TYPES: FormTypes = {
  required: { ...ENTRY_TYPES.required, use_regex: isSwitch },
  optional: { ...ENTRY_TYPES.optional, id: (value) => isNumber(value) || isText(value) },
};
/** SillyTavern requires keys to be lists. */
const WORLD_INFO_TYPES: FormTypes = {
  required: { uid: isNumber, key: isTexts },
  optional: { keysecondary: isTexts, content: isText },
};

/** Adds required fields and replaces values of the wrong type. @param usual the item as we would write it */
function complete(item: JsonObject, usual: JsonObject, { required, optional }: FormTypes): JsonObject {
  const newItem = { ...item };
  for (const [field, isRight] of Object.entries({ ...required, ...optional })) {
    const value = item[field] ?? undefined;
    if (isRight(value) || (!Object.hasOwn(item, field) && !Object.hasOwn(required, field))) continue;
    if (isRight(usual[field])) newItem[field] = usual[field] ?? null;
    else if (value !== undefined) delete newItem[field];
  }
  return newItem;
}

/**
 * Makes a book valid in a named format: all required fields with the required types. Everything else stays as
 * in its file.
 *
 * @param json result of {@link writeBook}, or the original
 */
export function completeBook(
  format: LoreFormat,
  json: JsonObject,
  book: Lorebook,
  form: 'v2' | 'v3' | 'worldInfo',
): JsonObject {
  const isList = Array.isArray(json.entries);
  const entryList = isList || isObject(json.entries) ? Object.entries(json.entries ?? {}) : [];
  const usual = writeBook(format, {
    ...book,
    extra: splitExtra(format, book.extra).rest,
    entries: book.entries.map((entry) => ({ ...entry, extra: splitExtra(format, entry.extra).rest })),
  });
  const usualEntries = sortEntries(Object.entries(usual.entries ?? {}), format.isCard).map(
    ([, entry]) => entry,
  );
  const types = { v2: ENTRY_TYPES, v3: V3_ENTRY_TYPES, worldInfo: WORLD_INFO_TYPES }[form];
  const entries = sortEntries(entryList, isList)
    .filter((named): named is [string, JsonObject] => isObject(named[1]))
    .map(([key, entry], at): [string, JsonObject] => {
      const usualEntry = usualEntries[at];
      return [key, complete(entry, isObject(usualEntry) ? usualEntry : {}, types)];
    });
  if (!format.isCard)
    return { ...json, entries: isList ? entries.map(([, entry]) => entry) : Object.fromEntries(entries) };
  return { ...complete(json, usual, BOOK_TYPES), entries: entries.map(([, entry]) => entry) };
}
