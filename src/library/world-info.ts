import type { z } from 'zod';
import { type Lorebook, type LoreEntry, lorebook, loreEntry } from '../api/lore';
import { ok, type Result } from '../api/problems';
import type { Json, JsonObject } from '../base/json';
import { isObject, isSameJson, isTooDeep } from '../base/json';
import { escapeKey } from '../base/pointer';
import { type FieldMap, type Flat, flatten, keepShape, readFields, unflatten } from './kept-shape';
import { CHARACTER_BOOK, isNovelAi, type LoreFormat, NOVEL_AI, WORLD_INFO } from './lore-formats';
import {
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
 * @param name of the book where the file has none, as World Info's usually do: that of the file
 * @returns `invalid` with a pointer into the file for every field of ours that has the wrong type or is out of range;
 * what is null counts as absent
 */
export function readWorldInfo(json: unknown, name?: string): Result<Lorebook> {
  const { format, book, at } = findBook(json);
  const bookResult = readBook(format, book, name);
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
  const entries = isObject(json.entries) || Array.isArray(json.entries) ? Object.values(json.entries) : [];
  const has = (field: string) => entries.some((entry) => isObject(entry) && Object.hasOwn(entry, field));
  const isWorldInfo = has(WORLD_INFO.keys) || !has(CHARACTER_BOOK.keys);
  if (isNovelAi(json) && !has(WORLD_INFO.keys)) return { format: NOVEL_AI, book: json, at: '' };
  return { format: isWorldInfo ? WORLD_INFO : CHARACTER_BOOK, book: json, at: '' };
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
export function readCharacterBook(json: unknown, name?: string): Result<Lorebook> {
  return readBook(CHARACTER_BOOK, json, name);
}

/** A pointer into a lorebook as one into the `character_book` that it was read from. */
export function locateInCharacterBook(json: unknown, pointer: string): string {
  return locate(CHARACTER_BOOK, json, pointer);
}

/** A lorebook as the `character_book` of a card, V2 and V3; the very one again where it is from a card, unchanged. */
export function writeCharacterBook(book: Lorebook): JsonObject {
  return writeBook(CHARACTER_BOOK, book);
}

const refuseAll = (...errors: Problem[]): Result<never> => ({
  ok: false,
  failure: { code: 'invalid', errors },
});

function readBook(format: LoreFormat, json: unknown, fallback: string | undefined): Result<Lorebook> {
  if (!isObject(json))
    return refuseAll({ pointer: '', message: 'expected a lorebook, an object with `entries`' });
  if (isTooDeep(json, DEEPEST + 1))
    return refuseAll({ pointer: '', message: `nested deeper than ${DEEPEST} levels` });
  const { entries, ...rest } = json;
  if (!isObject(entries) && !Array.isArray(entries))
    return refuseAll({
      pointer: '/entries',
      message: 'expected the entries of a lorebook, an object or a list',
    });
  const isList = Array.isArray(entries);
  const sortedEntries = sortEntries(Object.entries(entries), isList);
  if (sortedEntries.length > MAX_ENTRIES)
    return refuseAll({ pointer: '/entries', message: `too many: at most ${MAX_ENTRIES} entries` });

  const problems: Problem[] = [];
  const flat = flatten(rest);
  const fields = readChecked(format.book, flat, '', problems);
  const defaults: JsonObject = fields.has('name') ? {} : { name: fallback?.trim() || 'Lorebook' };
  const header = lorebook.safeParse({ ...defaults, ...Object.fromEntries(fields) });
  if (!header.success) problems.push(...placeIssues(header.error.issues, format.book, ''));

  const ids = assignIds(format, sortedEntries);
  const entriesRead = sortedEntries.flatMap(
    ([key, raw], i) => readEntry(format, key, raw, ids[i] ?? '', problems) ?? [],
  );
  if (problems.length > 0 || !header.success) return refuseAll(...problems);

  // What a book of ours would be written as anyway needs no remembering.
  const book: Lorebook = { ...header.data, entries: entriesRead.map(({ entry }) => entry) };
  const usual = writeEntries(format, book).map(unflatten);
  const isUsual = isList === format.isCard && isSameJson(rest, unflatten(writeHeader(format, book)));
  const { entries: _, ...ours } = book;
  return ok({
    ...book,
    extra: isUsual
      ? book.extra
      : remember(format, book.extra, {
          ...keepShape(flat, writeSparse(format, 'book', toFields(ours))),
          given: defaults,
          list: isList,
        }),
    entries: entriesRead.map((one, i) => {
      const isNamed = isList || one.key === String(one.flat.get(format.uid));
      return isNamed && isSameJson(one.raw, usual[i] ?? {}) ? one.entry : rememberEntry(format, one, isNamed);
    }),
  });
}

interface ReadEntry {
  key: string;
  raw: JsonObject;
  entry: LoreEntry;
  flat: Flat;
}

function readEntry(
  format: LoreFormat,
  key: string,
  raw: Json,
  id: string,
  problems: Problem[],
): ReadEntry | null {
  const pointer = `/entries/${escapeKey(key)}`;
  if (!isObject(raw)) {
    problems.push({ pointer, message: 'expected an entry, an object' });
    return null;
  }
  const flat = flatten(raw);
  if (!flat.has(format.keys))
    problems.push({
      pointer: `${pointer}/${format.keys}`,
      message: 'missing: the keys of the entry, a list',
    });
  const values = readChecked(format.entry, flat, pointer, problems);
  const entry = loreEntry.safeParse({ ...Object.fromEntries(values), id });
  if (entry.success) return { key, raw, entry: entry.data, flat };
  problems.push(...placeIssues(entry.error.issues, format.entry, pointer));
  return null;
}

function readChecked(maps: FieldMap[], flat: Flat, under: string, problems: Problem[]): Map<string, Json> {
  return readFields(maps, flat, (path, message) => {
    problems.push({ pointer: `${under}/${path}`, message });
    return undefined;
  });
}

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
  const entries = isObject(json) ? json.entries : undefined;
  if (field !== 'entries' || !(isObject(entries) || Array.isArray(entries)))
    return pointer.replace(/[^/]+/, (ours) => findPath(format.book, ours));
  const [key] = sortEntries(Object.entries(entries), Array.isArray(entries))[Number(at)] ?? [at];
  const [ours, ...rest] = inside;
  const path = ours === undefined ? [] : [findPath(format.entry, ours), ...rest];
  return ['/entries', escapeKey(key), ...path].join('/');
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

function rememberEntry(format: LoreFormat, { entry, flat, key }: ReadEntry, isNamed: boolean): LoreEntry {
  const { fields, without, said } = keepShape(flat, writeSparse(format, 'entry', toFields(entry)));
  const isNumbered = flat.has(format.uid) || without.includes(format.uid);
  const extra = remember(format, entry.extra, {
    fields,
    said,
    without: isNumbered ? without : [...without, format.uid],
    ...(readFields(format.entry, flat).get('id') === entry.id ? {} : { given: { id: entry.id } }),
    ...(isNamed ? {} : { key }),
  });
  return { ...entry, extra };
}

const remember = (format: LoreFormat, extra: JsonObject, kept: KeptItem): JsonObject => ({
  ...extra,
  [format.name]: { ...kept },
});
