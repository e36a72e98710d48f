import type { z } from 'zod';
import { cutAtLetter } from '../base/fold-text';
import type { Json, JsonObject } from '../base/json';
import { isObject, isSameJson, isTooDeep } from '../base/json';
import { escapeKey, unescapeKey } from '../base/pointer';
import { type Lorebook, type LoreEntry, lorebook, loreEntry } from '../contract/lore';
import { ok, type Result } from '../contract/problems';
import { readDecorators } from '../scene/lore/decorators';
import { checkLorebook } from '../scene/lore/lore';
import { addNotes, fitFields, type ImportNotes, noNotes } from './fit-fields';
import { type FieldMap, type FlatFields, flatten, readFields, recordShape, unflatten } from './kept-shape';
import { CHARACTER_BOOK, findFormat, type LoreFormat, listConditions, WORLD_INFO } from './lore-formats';
import {
  completeBook,
  createIdCounter,
  type OriginalItem,
  sortEntries,
  toFields,
  writeBook,
  writeEntries,
  writeHeader,
  writeSparse,
} from './lore-writer';

type Problem = { pointer: string; message: string };

const MAX_ENTRIES = 2000;
const DEEPEST = 64;

/**
 * Reads a lorebook from SillyTavern's World Info (`entries` by number or as a list); also detects a card's
 * `character_book`, V3's `lorebook_v3` and NovelAI's lorebook. Data beyond our fields, and the original
 * notation, stays in `extra`, so that {@link writeWorldInfo} reproduces the file. Entries are in the order
 * of `displayIndex` if all have one.
 *
 * Values of the wrong type or out of range never reject a file: they are approximated or left at their
 * default. Unusable entries are dropped, or inactive if only their keys are unusable.
 *
 * @param json the parsed file
 * @param name default name; World Info files usually have none, so pass the file name
 * @param notes collects approximations, with pointers into the file
 * @returns `invalid` if it is not a lorebook; null values count as absent
 */
export function readWorldInfo(json: unknown, name?: string, notes = noNotes()): Result<Lorebook> {
  const { format, book, at } = findBook(json);
  const ownNotes = noNotes();
  const bookResult = readBook(format, book, name, ownNotes);
  addNotes(notes, ownNotes, at);
  if (bookResult.ok || bookResult.failure.code !== 'invalid') return bookResult;
  return refuseAll(...bookResult.failure.errors.map((error) => ({ ...error, pointer: at + error.pointer })));
}

/** Maps a pointer into a lorebook to its source file. */
export function locateInWorldInfo(json: unknown, pointer: string): string {
  const { format, book, at } = findBook(json);
  return at + locate(format, book, pointer);
}

function findBook(json: unknown): { format: LoreFormat; book: unknown; at: string } {
  if (!isObject(json)) return { format: WORLD_INFO, book: json, at: '' };
  if (json.spec === 'lorebook_v3' && isObject(json.data))
    return { format: CHARACTER_BOOK, book: json.data, at: '/data' };
  return { format: findFormat(json), book: json, at: '' };
}

/** Writes a World Info file; an unchanged import is reproduced exactly. */
export function writeWorldInfo(book: Lorebook): JsonObject {
  return writeBook(WORLD_INFO, book);
}

/**
 * Reads the `character_book` of a V2 or V3 card. Imports keys unchanged. `use_regex` is stored but ignored, because
 * programs set it for plain words too; `/…/` is a regular expression. `@@decorators` stay in the content and are
 * removed from prompts.
 *
 * @param name default name of the book
 * @returns as {@link readWorldInfo}
 */
export function readCharacterBook(json: unknown, name?: string, notes = noNotes()): Result<Lorebook> {
  return readBook(CHARACTER_BOOK, json, name, notes);
}

/** Maps a pointer into a lorebook to its `character_book`. */
export function locateInCharacterBook(json: unknown, pointer: string): string {
  return locate(CHARACTER_BOOK, json, pointer);
}

/** Makes a `character_book` valid in a named format. */
export function completeCharacterBook(json: JsonObject, form: 'v2' | 'v3'): JsonObject {
  const book = readCharacterBook(json);
  return book.ok ? completeBook(CHARACTER_BOOK, json, book.value, form) : json;
}

/** A World Info file for download: as {@link writeWorldInfo}, with valid types. */
export const exportWorldInfo = (book: Lorebook): JsonObject =>
  completeBook(WORLD_INFO, writeWorldInfo(book), book, 'worldInfo');

/** Writes a V2 and V3 `character_book`; an unchanged import is reproduced exactly. */
export function writeCharacterBook(book: Lorebook): JsonObject {
  return writeBook(CHARACTER_BOOK, book);
}

const refuseAll = (...errors: Problem[]): Result<never> => ({
  ok: false,
  failure: { code: 'invalid', errors },
});

function readBook(
  format: LoreFormat,
  json: unknown,
  fallback: string | undefined,
  notes: ImportNotes,
): Result<Lorebook> {
  if (!isObject(json))
    return refuseAll({ pointer: '', message: 'expected a lorebook, an object with `entries`' });
  if (isTooDeep(json, DEEPEST + 1))
    return refuseAll({ pointer: '', message: `nested deeper than ${DEEPEST} levels` });
  const { [format.entries]: entries, ...rest } = json;
  if (!isObject(entries) && !Array.isArray(entries))
    return refuseAll({
      pointer: `/${format.entries}`,
      message: 'expected the entries of a lorebook, an object or a list',
    });
  const isList = Array.isArray(entries);
  const allEntries = sortEntries(Object.entries(entries), isList);
  const sortedEntries = allEntries.slice(0, MAX_ENTRIES);
  if (allEntries.length > MAX_ENTRIES)
    notes.skipped.push({
      pointer: `/${format.entries}`,
      message: `${allEntries.length} entries; only the first ${MAX_ENTRIES} are used`,
    });

  const flat = flatten(rest);
  const header = readFit(lorebook, format.book, flat, '', notes);
  const defaults: JsonObject = header.values.has('name') ? {} : { name: fallback?.trim() || 'Lorebook' };
  const headerResult = lorebook.safeParse({ ...defaults, ...Object.fromEntries(header.values) });
  if (!headerResult.success) return refuseAll(...placeIssues(headerResult.error.issues, format.book, ''));

  const ids = assignIds(format, sortedEntries);
  const entriesRead = sortedEntries.flatMap(
    ([key, raw], i) => readEntry(format, key, raw, ids[i] ?? '', notes) ?? [],
  );
  const book: Lorebook = { ...headerResult.data, entries: entriesRead.map(({ entry }) => entry) };
  deactivate(format, book, entriesRead, notes);
  for (const one of entriesRead) {
    if (!one.entry.enabled || !isInClosedCategory(one.flat, rest)) continue;
    const pointer = `/${format.entries}/${escapeKey(one.key)}/category`;
    disableEntry(one, { pointer, message: 'belongs to a disabled category' }, notes);
  }

  // Don't store data that we would write anyway.
  const usual = writeEntries(format, book).map(unflatten);
  const isUsual = isList === format.isCard && isSameJson(rest, unflatten(writeHeader(format, book)));
  const { entries: _, ...ours } = book;
  return ok({
    ...book,
    extra: isUsual
      ? book.extra
      : remember(format, book.extra, {
          ...recordShape(flat, writeSparse(format, 'book', toFields(ours))),
          given: { ...defaults, ...header.given },
          list: isList,
        }),
    entries: entriesRead.map((one, i) => {
      const isNamed = isList || one.key === String(one.flat.get(format.uid));
      return isNamed && isSameJson(one.raw, usual[i] ?? {}) ? one.entry : rememberEntry(format, one, isNamed);
    }),
  });
}

/** NovelAI can disable a whole category. */
function isInClosedCategory(flat: FlatFields, { categories }: JsonObject): boolean {
  const category = flat.get('category');
  const isClosed = (one: Json) => isObject(one) && one.id === category && one.enabled === false;
  return (
    typeof category === 'string' && category !== '' && Array.isArray(categories) && categories.some(isClosed)
  );
}

/** Entries with unusable keys are inactive: the condition of such a key is unknown. */
function deactivate(format: LoreFormat, book: Lorebook, entriesRead: ReadEntry[], notes: ImportNotes): void {
  for (const { pointer, message } of checkLorebook(book)) {
    const one = entriesRead[Number(/^\/entries\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)];
    if (one === undefined) continue;
    const [, , , field = '', ...inside] = pointer.split('/');
    const at = ['', format.entries, escapeKey(one.key), findPath(format.entry, field), ...inside].join('/');
    disableEntry(one, { pointer: at, message }, notes);
  }
}

function disableEntry({ entry, given }: ReadEntry, { pointer, message }: Problem, notes: ImportNotes): void {
  notes.skipped.push({
    pointer,
    message: `${message}. The entry is inactive (entry ${entry.id}, "${entry.name}")`,
  });
  entry.enabled = false;
  given.enabled = false;
}

const MAX_RESTRICTIONS = 20;
const MAX_RESTRICTION = 200;

/**
 * Disables an entry whose conditions cannot be checked here, so that no secret is revealed by mistake. Keeps
 * their names for the author to decide.
 */
function restrict(format: LoreFormat, one: ReadEntry, lost: DroppedField[], notes: ImportNotes): void {
  const conditions: DroppedField[] = [
    ...lost,
    ...listConditions(format, one.flat).map((path) => ({ path, name: path, message: UNKNOWN })),
    ...readDecorators(one.entry).unknown.map((name) => ({
      ...{ path: findPath(format.entry, 'content'), name, message: `${name}: ${UNKNOWN}` },
    })),
  ];
  if (conditions.length === 0) return;
  const names = conditions.map(({ name }) => unescapeKey(name.replaceAll('/', '.')));
  one.entry.restrictions = [...new Set(names)]
    .slice(0, MAX_RESTRICTIONS)
    .map((name) => cutAtLetter(name, MAX_RESTRICTION));
  if (!one.entry.enabled) return;
  for (const { path, message } of conditions)
    disableEntry(one, { pointer: `/${format.entries}/${escapeKey(one.key)}/${path}`, message }, notes);
}
const UNKNOWN = 'is a condition that is not supported here';

/** A condition that was not understood. */
interface DroppedField {
  path: string;
  name: string;
  message: string;
}

interface ReadEntry {
  key: string;
  raw: JsonObject;
  entry: LoreEntry;
  flat: FlatFields;
  /** Our values that the file lacks or writes differently. */
  given: JsonObject;
}

function readEntry(
  format: LoreFormat,
  key: string,
  raw: Json,
  id: string,
  notes: ImportNotes,
): ReadEntry | null {
  const pointer = `/${format.entries}/${escapeKey(key)}`;
  if (!isObject(raw)) {
    notes.skipped.push({ pointer, message: 'is not an entry, because it is not an object' });
    return null;
  }
  const flat = flatten(raw);
  const { values, given, lost } = readFit(loreEntry, format.entry, flat, pointer, notes);
  const entry = loreEntry.safeParse({ ...Object.fromEntries(values), id });
  if (entry.success) {
    const one = { key, raw, entry: entry.data, flat, given };
    restrict(format, one, lost, notes);
    return one;
  }
  const [fault] = placeIssues(entry.error.issues, format.entry, pointer);
  notes.skipped.push(fault ?? { pointer, message: 'cannot be used' });
  return null;
}

/** Fits a file's fields to our schema; also returns the ones written differently, and unknown conditions. */
function readFit(
  schema: z.ZodObject,
  maps: FieldMap[],
  flat: FlatFields,
  under: string,
  notes: ImportNotes,
): { values: Map<string, Json>; given: JsonObject; lost: DroppedField[] } {
  const restricting = maps.filter(({ restricts }) => restricts);
  const losses: DroppedField[] = [];
  const rawValues = readFields(maps, flat, (path, message, isRead) => {
    const isCondition = restricting.some(({ paths }) =>
      paths.some((one) => `${path}/`.startsWith(`${one}/`)),
    );
    if (isRead) notes.repaired.push({ pointer: `${under}/${path}`, message });
    else if (isCondition) losses.push({ path, name: path, message });
    else notes.repaired.push({ pointer: `${under}/${path}`, message: `${message}; the default is used` });
    return undefined;
  });
  const meanings: JsonObject = {};
  const values = fitFields(schema, rawValues, (kind, field, item, message) => {
    const at = item === null ? '' : `/${item}`;
    notes[kind].push({ pointer: `${under}/${findPath(maps, field)}${at}`, message });
  });
  for (const [field, value] of rawValues) {
    const newValue = values.get(field);
    if (newValue !== value) meanings[field] = newValue ?? defaultValue(schema, field);
    const isShorter = Array.isArray(value) && Array.isArray(newValue) && newValue.length < value.length;
    const path = findPath(maps, field);
    if ((newValue === undefined || isShorter) && restricting.some(({ ours }) => ours === field))
      losses.push({ path, name: path, message: 'is a condition with an unsupported part' });
  }
  return { values, given: meanings, lost: losses };
}

const defaultValue = (schema: z.ZodObject, field: string): Json =>
  ((schema.shape[field] as z.ZodType | undefined)?.safeParse(undefined).data ?? null) as Json;

function placeIssues(issues: z.core.$ZodIssue[], maps: FieldMap[], under: string): Problem[] {
  return issues.map(({ path: [field, ...inside], message }) => {
    const at = findPath(maps, String(field));
    return { pointer: [under, at, ...inside.map((part) => escapeKey(String(part)))].join('/'), message };
  });
}

const findPath = (maps: FieldMap[], field: string): string =>
  maps.find(({ ours }) => ours === field)?.paths[0] ?? field;

function locate(format: LoreFormat, json: unknown, pointer: string): string {
  const [, field = '', at = '', ...inside] = pointer.split('/');
  const entries = isObject(json) ? json[format.entries] : undefined;
  if (field !== 'entries' || !(isObject(entries) || Array.isArray(entries)))
    return pointer.replace(/[^/]+/, (ours) => findPath(format.book, ours));
  const [key] = sortEntries(Object.entries(entries), Array.isArray(entries))[Number(at)] ?? [at];
  const [ours, ...rest] = inside;
  const path = ours === undefined ? [] : [findPath(format.entry, ours), ...rest];
  return [`/${format.entries}`, escapeKey(key), ...path].join('/');
}

/** Makes ids unique: a missing or duplicate number is replaced by the entry's key or a free number. */
function assignIds(format: LoreFormat, named: [string, Json][]): string[] {
  const wishedIds = named.map(([, raw]) => {
    const id = isObject(raw) ? readFields(format.entry, flatten(raw)).get('id') : undefined;
    return typeof id === 'string' && id !== '' && id.length <= 80 ? id : null;
  });
  const usedIds = new Set<string>();
  const all = new Set(wishedIds);
  const isFree = (id: string): boolean => id !== '' && id.length <= 80 && !usedIds.has(id) && !all.has(id);
  const free = createIdCounter((number) => isFree(String(number)));
  return named.map(([key], i) => {
    const wish = wishedIds[i] ?? null;
    const id = wish !== null && !usedIds.has(wish) ? wish : isFree(key) ? key : String(free());
    usedIds.add(id);
    return id;
  });
}

function rememberEntry(
  format: LoreFormat,
  { entry, flat, key, given }: ReadEntry,
  isNamed: boolean,
): LoreEntry {
  const { fields, without, said } = recordShape(flat, writeSparse(format, 'entry', toFields(entry)));
  const isOwnId = readFields(format.entry, flat).get('id') === entry.id;
  const allGiven = { ...given, ...(!isOwnId && { id: entry.id }) };
  const isNumbered = flat.has(format.uid) || without.includes(format.uid);
  const extra = remember(format, entry.extra, {
    fields,
    said,
    without: isNumbered ? without : [...without, format.uid],
    ...(Object.keys(allGiven).length > 0 && { given: allGiven }),
    ...(isNamed ? {} : { key }),
  });
  return { ...entry, extra };
}

const remember = (format: LoreFormat, extra: JsonObject, kept: OriginalItem): JsonObject => ({
  ...extra,
  [format.name]: { ...kept },
});
