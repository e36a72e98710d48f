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
import { type FieldMap, type Flat, flatten, keepShape, readFields, unflatten } from './kept-shape';
import { CHARACTER_BOOK, findFormat, type LoreFormat, listConditions, WORLD_INFO } from './lore-formats';
import {
  completeBook,
  countUp,
  type KeptItem,
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
 * A lorebook from a file of SillyTavern's World Info: `entries` by number, or as a list. The `character_book` of a card,
 * V3's `lorebook_v3` and a lorebook of NovelAI are read as what they are. What the file has beside our fields, and how it wrote them, is kept
 * in `extra`, so that {@link writeWorldInfo} gives the same file again. Entries stand in the order of their
 * `displayIndex` where all have one.
 *
 * @param json the file's content, parsed
 * A value of the wrong type, or out of range, never refuses a file: it is read as something near, or left at its default.
 * An entry that can't be used is left out, or inactive where its keys are what can't be used.
 *
 * @param name of the book where the file has none, as World Info's usually do: that of the file
 * @param notes gets what was read in another way, with pointers into the file
 * @returns `invalid` for what is no lorebook; what is null counts as absent
 */
export function readWorldInfo(json: unknown, name?: string, notes = noNotes()): Result<Lorebook> {
  const { format, book, at } = findBook(json);
  const ownNotes = noNotes();
  const bookResult = readBook(format, book, name, ownNotes);
  addNotes(notes, ownNotes, at);
  if (bookResult.ok || bookResult.failure.code !== 'invalid') return bookResult;
  return refuseAll(...bookResult.failure.errors.map((error) => ({ ...error, pointer: at + error.pointer })));
}

/** A pointer into a lorebook as one into the file that {@link readWorldInfo} has it from. */
export function locateInWorldInfo(json: unknown, pointer: string): string {
  const { format, book, at } = findBook(json);
  return at + locate(format, book, pointer);
}

/** The book in a file: its format, and the pointer at which it is. */
function findBook(json: unknown): { format: LoreFormat; book: unknown; at: string } {
  if (!isObject(json)) return { format: WORLD_INFO, book: json, at: '' };
  if (json.spec === 'lorebook_v3' && isObject(json.data))
    return { format: CHARACTER_BOOK, book: json.data, at: '/data' };
  return { format: findFormat(json), book: json, at: '' };
}

/** A lorebook as a file of SillyTavern's World Info; the very file again where it is from one and nothing was changed. */
export function writeWorldInfo(book: Lorebook): JsonObject {
  return writeBook(WORLD_INFO, book);
}

/**
 * A lorebook from the `character_book` of a character card, V2 or V3. Keys are taken as they are: `use_regex` is kept
 * but not used, since programs set it on plain words too; `/…/` is a regular expression. So are `@@decorators`: they
 * are part of the content, which a prompt shows without them.
 *
 * @param name of the book where the card gives it none
 * @returns as {@link readWorldInfo}
 */
export function readCharacterBook(json: unknown, name?: string, notes = noNotes()): Result<Lorebook> {
  return readBook(CHARACTER_BOOK, json, name, notes);
}

/** A pointer into a lorebook as one into the `character_book` that it was read from. */
export function locateInCharacterBook(json: unknown, pointer: string): string {
  return locate(CHARACTER_BOOK, json, pointer);
}

/** The `character_book` of a card in a form by its name, with all that the form requires. */
export function completeCharacterBook(json: JsonObject, form: 'v2' | 'v3'): JsonObject {
  const book = readCharacterBook(json);
  return book.ok ? completeBook(CHARACTER_BOOK, json, book.value, form) : json;
}

/** A lorebook as a World Info file for a download: as {@link writeWorldInfo} has it, with numbers, keys and texts of the right type. */
export const exportWorldInfo = (book: Lorebook): JsonObject =>
  completeBook(WORLD_INFO, writeWorldInfo(book), book, 'worldInfo');

/** A lorebook as the `character_book` of a card, V2 and V3; the very one again where it is from a card, unchanged. */
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
      message: `${allEntries.length} entries: only the first ${MAX_ENTRIES} are used`,
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
    turnOff(one, { pointer, message: 'belongs to a category that is switched off' }, notes);
  }

  // What a book of ours would be written as anyway needs no remembering.
  const usual = writeEntries(format, book).map(unflatten);
  const isUsual = isList === format.isCard && isSameJson(rest, unflatten(writeHeader(format, book)));
  const { entries: _, ...ours } = book;
  return ok({
    ...book,
    extra: isUsual
      ? book.extra
      : remember(format, book.extra, {
          ...keepShape(flat, writeSparse(format, 'book', toFields(ours))),
          given: { ...defaults, ...header.given },
          list: isList,
        }),
    entries: entriesRead.map((one, i) => {
      const isNamed = isList || one.key === String(one.flat.get(format.uid));
      return isNamed && isSameJson(one.raw, usual[i] ?? {}) ? one.entry : rememberEntry(format, one, isNamed);
    }),
  });
}

/** NovelAI switches off all entries of a category at once. */
function isInClosedCategory(flat: Flat, { categories }: JsonObject): boolean {
  const category = flat.get('category');
  const isClosed = (one: Json) => isObject(one) && one.id === category && one.enabled === false;
  return (
    typeof category === 'string' && category !== '' && Array.isArray(categories) && categories.some(isClosed)
  );
}

/** Entries with a key that can't be used are inactive: what the key was to require, or to rule out, is not known. */
function deactivate(format: LoreFormat, book: Lorebook, entriesRead: ReadEntry[], notes: ImportNotes): void {
  for (const { pointer, message } of checkLorebook(book)) {
    const one = entriesRead[Number(/^\/entries\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)];
    if (one === undefined) continue;
    const [, , , field = '', ...inside] = pointer.split('/');
    const at = ['', format.entries, escapeKey(one.key), findPath(format.entry, field), ...inside].join('/');
    turnOff(one, { pointer: at, message }, notes);
  }
}

function turnOff({ entry, given }: ReadEntry, { pointer, message }: Problem, notes: ImportNotes): void {
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
 * Turns an entry off whose conditions can't be checked here: in doubt it is told to nobody. Their names stay with it, for
 * its author to decide.
 */
function restrict(format: LoreFormat, one: ReadEntry, lost: Lost[], notes: ImportNotes): void {
  const conditions: Lost[] = [
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
    turnOff(one, { pointer: `/${format.entries}/${escapeKey(one.key)}/${path}`, message }, notes);
}
const UNKNOWN = 'is a condition that can not be checked here';

/** A condition of an entry that was not understood. */
interface Lost {
  path: string;
  name: string;
  message: string;
}

interface ReadEntry {
  key: string;
  raw: JsonObject;
  entry: LoreEntry;
  flat: Flat;
  /** Values of ours that the file says in another way, or does not say. */
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
    notes.skipped.push({ pointer, message: 'is no entry, as it is no object' });
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
  notes.skipped.push(fault ?? { pointer, message: 'can not be used' });
  return null;
}

/** Fields of a file as our schema takes them, those of them that the file says in another way, and conditions not understood. */
function readFit(
  schema: z.ZodObject,
  maps: FieldMap[],
  flat: Flat,
  under: string,
  notes: ImportNotes,
): { values: Map<string, Json>; given: JsonObject; lost: Lost[] } {
  const restricting = maps.filter(({ restricts }) => restricts);
  const losses: Lost[] = [];
  const rawValues = readFields(maps, flat, (path, message, isRead) => {
    const isCondition = restricting.some(({ paths }) =>
      paths.some((one) => `${path}/`.startsWith(`${one}/`)),
    );
    if (isRead) notes.repaired.push({ pointer: `${under}/${path}`, message });
    else if (isCondition) losses.push({ path, name: path, message });
    else notes.repaired.push({ pointer: `${under}/${path}`, message: `${message}: the default is used` });
    return undefined;
  });
  const meanings: JsonObject = {};
  const values = fitFields(schema, rawValues, (kind, field, item, message) => {
    const at = item === null ? '' : `/${item}`;
    notes[kind].push({ pointer: `${under}/${findPath(maps, field)}${at}`, message });
  });
  for (const [field, value] of rawValues) {
    const newValue = values.get(field);
    if (newValue !== value) meanings[field] = newValue ?? defaultOf(schema, field);
    const isShorter = Array.isArray(value) && Array.isArray(newValue) && newValue.length < value.length;
    const path = findPath(maps, field);
    if ((newValue === undefined || isShorter) && restricting.some(({ ours }) => ours === field))
      losses.push({ path, name: path, message: 'is a condition of which a part can not be used' });
  }
  return { values, given: meanings, lost: losses };
}

const defaultOf = (schema: z.ZodObject, field: string): Json =>
  ((schema.shape[field] as z.ZodType | undefined)?.safeParse(undefined).data ?? null) as Json;

/** Returns the schema's errors in our fields at their places in the file. */
function placeIssues(issues: z.core.$ZodIssue[], maps: FieldMap[], under: string): Problem[] {
  return issues.map(({ path: [field, ...inside], message }) => {
    const at = findPath(maps, String(field));
    return { pointer: [under, at, ...inside.map((part) => escapeKey(String(part)))].join('/'), message };
  });
}

/** Returns the file's path of one of our fields. */
const findPath = (maps: FieldMap[], field: string): string =>
  maps.find(({ ours }) => ours === field)?.paths[0] ?? field;

/** A pointer into a book that was read from this file, as one into the file. */
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

/** Ids are unique in a book: where a number is missing or there twice, the name of the entry or a free number is one. */
function assignIds(format: LoreFormat, named: [string, Json][]): string[] {
  const wishedIds = named.map(([, raw]) => {
    const id = isObject(raw) ? readFields(format.entry, flatten(raw)).get('id') : undefined;
    return typeof id === 'string' && id !== '' && id.length <= 80 ? id : null;
  });
  const usedIds = new Set<string>();
  const all = new Set(wishedIds);
  const isFree = (id: string): boolean => id !== '' && id.length <= 80 && !usedIds.has(id) && !all.has(id);
  const free = countUp((number) => isFree(String(number)));
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
  const { fields, without, said } = keepShape(flat, writeSparse(format, 'entry', toFields(entry)));
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

const remember = (format: LoreFormat, extra: JsonObject, kept: KeptItem): JsonObject => ({
  ...extra,
  [format.name]: { ...kept },
});
