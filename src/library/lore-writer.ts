import type { Json, JsonObject } from '../base/json';
import { isObject } from '../base/json';
import type { Lorebook, LoreEntry } from '../contract/lore';
import { type FieldMap, type Flat, type Kept, restoreShape, unflatten, writeFields } from './kept-shape';
import { BOOK_DEFAULTS, ENTRY_DEFAULTS, type LoreFormat, SHARED_FIELDS } from './lore-formats';

/** Data of a book or an entry about its source file, in its `extra` under the name of the format. */
export interface KeptItem extends Kept {
  /** The name of an entry among `entries`, where it isn't its number. */
  key?: string;
  /** Are the entries of a book a list? */
  list?: boolean;
}

/** A lorebook as a file of a format: as it was, where it is from one, but for what was changed since. */
export function writeBook(format: LoreFormat, book: Lorebook): JsonObject {
  const flats = writeEntries(format, book);
  const objects = flats.map(unflatten);
  const header = unflatten(writeHeader(format, book));
  if (splitExtra(format, book.extra).kept?.list ?? format.isCard) return { ...header, entries: objects };
  const keys = nameEntries(format, book, flats);
  const namedEntries = objects.map((object, i): [string, Json] => [keys[i] ?? String(i), object]);
  // Objects put numbers first: `displayIndex` says the order where it is another one.
  const readBack = sortEntries(Object.entries(Object.fromEntries(namedEntries)), false);
  if (readBack.every(([key], i) => key === keys[i]))
    return { ...header, entries: Object.fromEntries(namedEntries) };
  const indexedEntries = objects.map((object, i): [string, Json] => [
    keys[i] ?? '',
    { ...object, displayIndex: i },
  ]);
  return { ...header, entries: Object.fromEntries(indexedEntries) };
}

/** Entries of a file in their order: a list has its own; an object is sorted by `displayIndex` where all have one. */
export function sortEntries(entries: [key: string, entry: Json][], isList: boolean): [string, Json][] {
  const place = (entry: Json): number =>
    isObject(entry) && typeof entry.displayIndex === 'number' ? entry.displayIndex : Number.NaN;
  if (isList || entries.some(([, entry]) => Number.isNaN(place(entry)))) return entries;
  return entries.toSorted((a, b) => place(a[1]) - place(b[1]));
}

/** The fields of a book but for its entries. */
export function writeHeader(format: LoreFormat, book: Lorebook): Flat {
  const { entries: _, ...header } = book;
  const { kept, rest } = splitExtra(format, book.extra);
  const ours = toFields({ ...header, extra: rest });
  const bare: Flat = new Map(format.isCard ? [['extensions', {}]] : []);
  if (!kept) return new Map([...bare, ...writeAll(format.book, ours)]);
  return restoreShape(format.book, ours, BOOK_DEFAULTS, writeSparse(format, 'book', ours), kept);
}

/** The fields of each entry, with numbers for those that have none. */
export function writeEntries(format: LoreFormat, book: Lorebook): Flat[] {
  const flats = book.entries.map((entry, at) => writeEntry(format, entry, at));
  if (format.isCard) return flats;
  const usedNumbers = new Set(flats.map((flat) => flat.get(format.uid)));
  const free = countUp((number) => !usedNumbers.has(number));
  for (const [i, flat] of flats.entries()) {
    const { kept } = splitExtra(format, book.entries[i]?.extra ?? {});
    if (!flat.has(format.uid) && !kept?.without.includes(format.uid)) flat.set(format.uid, free());
  }
  return flats;
}

function writeEntry(format: LoreFormat, entry: LoreEntry, at: number): Flat {
  const { kept, rest } = splitExtra(format, entry.extra);
  const ours = toFields({ ...entry, extra: rest });
  if (kept) return restoreShape(format.entry, ours, ENTRY_DEFAULTS, writeSparse(format, 'entry', ours), kept);
  const bare: Flat = new Map(format.isCard ? [['extensions', {}]] : []);
  return new Map([
    ...bare,
    ...format.entryBase(entry, at),
    ...translateFields(format, rest),
    ...writeAll(format.entry, ours),
  ]);
}

/** Writes an item from its own fields alone: those that have a value. */
export function writeSparse(format: LoreFormat, what: 'book' | 'entry', ours: Map<string, Json>): Flat {
  const fields = writeFields(format[what], ours, what === 'book' ? BOOK_DEFAULTS : ENTRY_DEFAULTS);
  return format.isCard ? new Map([['extensions', {}], ...fields]) : fields;
}

const writeAll = (maps: FieldMap[], ours: Map<string, Json>): [string, Json][] =>
  maps.flatMap((map) => {
    const value = ours.get(map.ours);
    return value === undefined ? [] : map.write(value);
  });

/** Fields of an entry by name. */
export const toFields = (item: JsonObject): Map<string, Json> => new Map(Object.entries(item));

/** Translates an entry from a file of the other format in the fields that both have. */
function translateFields(format: LoreFormat, rest: JsonObject): [string, Json][] {
  const other = readKept(rest[format.isCard ? 'worldInfo' : 'characterBook']);
  if (!other) return [];
  const fields = SHARED_FIELDS.flatMap(([worldInfo, extension]): [string, Json][] => {
    const [from, to] = format.isCard
      ? [worldInfo, `extensions/${extension}`]
      : [`extensions/${extension}`, worldInfo];
    const value = other.fields[from];
    return value === undefined ? [] : [[to, value]];
  });
  const { position } = other.fields;
  // Cards have two places of their own; SillyTavern's number says more, where there is one.
  if (!format.isCard && position === 'after_char') return [['position', 1], ...fields];
  if (format.isCard && typeof position === 'number' && position !== 0)
    return [['position', 'after_char'], ...fields];
  return fields;
}

/** Names of entries in an object: those they had, otherwise their numbers; none twice. */
function nameEntries(format: LoreFormat, book: Lorebook, flats: Flat[]): string[] {
  const wishedKeys = flats.map((flat, i) => {
    const { kept } = splitExtra(format, book.entries[i]?.extra ?? {});
    return kept?.key ?? String(flat.get(format.uid) ?? i);
  });
  const free = countUp((number) => !wishedKeys.includes(String(number)));
  const usedKeys = new Set<string>();
  return wishedKeys.map((wish) => {
    const name = usedKeys.has(wish) ? String(free()) : wish;
    usedKeys.add(name);
    return name;
  });
}

/** Numbers from 0 on, those that are free. */
export function countUp(isFree: (number: number) => boolean): () => number {
  let next = 0;
  return () => {
    while (!isFree(next)) next += 1;
    next += 1;
    return next - 1;
  };
}

/** Splits an `extra` into the data about a file of this format, and the rest. */
export function splitExtra(
  format: LoreFormat,
  extra: JsonObject,
): { kept: KeptItem | null; rest: JsonObject } {
  const { [format.name]: own, ...rest } = extra;
  const keptItem = readKept(own);
  return keptItem ? { kept: keptItem, rest } : { kept: null, rest: extra };
}

/** `extra` may be written by anyone: what isn't ours in it is left alone. */
function readKept(value: Json | undefined): KeptItem | null {
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

/** Types of the fields that a form knows. */
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
/** SillyTavern finds no key in a text. */
const WORLD_INFO_TYPES: FormTypes = {
  required: { uid: isNumber, key: isTexts },
  optional: { keysecondary: isTexts, content: isText },
};

/** Adds what a form requires and replaces what has the wrong type. @param usual the item as we write it */
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
 * A book in a form by its name: with every field that the form requires, of the type that it requires. All else stays as
 * its file had it.
 *
 * @param json the book as {@link writeBook} wrote it, or as it came
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
