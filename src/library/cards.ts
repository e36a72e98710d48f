import { cutAtLetter } from '../base/fold-text';
import { isObject, isSameJson, isTooDeep, type Json, type JsonObject, omit } from '../base/json';
import { escapeKey } from '../base/pointer';
import type { CharacterInput } from '../contract/create-scene';
import { MAX_STORED_DEPTH } from '../contract/json';
import { type LibraryCharacter, libraryCharacter, MAX_ITEM_BYTES, MAX_TEXT } from '../contract/library';
import type { Lorebook } from '../contract/lore';
import { describeIssues, type Failure, fail, ok, type Result } from '../contract/problems';
import { type CheckedBody, checkBody } from './check';
import { addNotes, addRepair, formatValue, type ImportNotes, noNotes } from './fit-fields';
import { readFlatCard } from './flat-cards';
import {
  completeCharacterBook,
  locateInCharacterBook,
  readCharacterBook,
  writeCharacterBook,
} from './world-info';

const LINES = 40;
const CHARACTERS = 2000;
/** Starts an exchange in a card's examples. */
const START = /<START>/i;
const OWN_LABELS = ['{{char}}', '<char>', '<bot>'];
/** Pygmalion and others write `You:` for the user. */
const OTHER_LABELS = ['{{user}}', '<user>', 'you'];

/**
 * Extracts the character's lines from a card's examples (`mes_example`): blocks starting with `<START>`, with
 * lines `{{char}}: …` and `{{user}}: …` that may continue on further lines. A block without labels is one
 * line by the character.
 *
 * @param names name and nickname, which older cards use instead of `{{char}}`
 */
export function readVoice(examples: string, ...names: string[]): string[] {
  const labels = names.filter((name) => name !== '').map((name) => name.toLowerCase());
  return examples
    .split(START)
    .flatMap((block) => readBlock(block, labels))
    .map((line) => cutAtLetter(line.trim(), CHARACTERS))
    .filter((line) => line !== '')
    .slice(0, LINES);
}

/** Unparsed. */
export const readExchanges = (examples: string): string[] =>
  examples
    .split(START)
    .map((block) => block.trim())
    .filter((block) => block !== '');

function readBlock(block: string, names: readonly string[]): string[] {
  const lines: string[] = [];
  let speaker: 'character' | 'other' | null = null;
  for (const line of block.split('\n')) {
    const label = findLabel(line, names);
    if (label) {
      speaker = label.speaker;
      if (speaker === 'character') lines.push(label.rest);
    } else if (speaker === 'character') lines.push(`${lines.pop() ?? ''}\n${line}`);
  }
  return speaker === null ? [block] : lines;
}

function findLabel(
  line: string,
  names: readonly string[],
): { speaker: 'character' | 'other'; rest: string } | null {
  const [, written, rest = ''] = /^\s*([^:\n]{1,100}?)\s*:(.*)$/.exec(line) ?? [];
  const label = written?.toLowerCase() ?? '';
  if (OWN_LABELS.includes(label) || names.includes(label)) return { speaker: 'character', rest };
  return OTHER_LABELS.includes(label) ? { speaker: 'other', rest } : null;
}

export const writeVoice = (voice: readonly string[]): string =>
  voice.map((line) => `<START>\n{{char}}: ${line}`).join('\n');

type Part = Partial<LibraryCharacter>;

/** Maps a field of a card's `data`. The book and our extension have their own rules. */
interface CardField {
  /** Reads the field as closely as possible; non-text values count as empty. */
  read(value: Json, name: string): Part;
  write(character: LibraryCharacter): Json;
  /** New cards include it only if it is not empty. */
  isOptional?: true;
  /** Describes the card to people; no effect in a scene. */
  isAbout?: true;
}

type TextField = {
  [F in keyof LibraryCharacter]: LibraryCharacter[F] extends string ? F : never;
}[keyof LibraryCharacter];
type ListField = 'alternateGreetings' | 'groupGreetings' | 'tags';

/** Converts numbers, and lists of texts. */
function asText(value: Json): string {
  if (Array.isArray(value)) return value.filter((line) => typeof line === 'string').join('\n');
  return typeof value === 'object' ? '' : String(value);
}

const text = (field: TextField, most = MAX_TEXT): CardField => ({
  read: (value) => ({ [field]: cutAtLetter(asText(value), most) }),
  write: (character) => character[field],
});

/** @param separator for items written as one text */
const list = (field: ListField, most: number, separator?: RegExp): CardField => ({
  read: (value) => ({
    [field]: toTexts(value, separator)
      .slice(0, 100)
      .map((item) => cutAtLetter(item, most)),
  }),
  write: (character) => character[field],
});

function toTexts(value: Json, separator?: RegExp): string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => (isObject(item) || item === null ? [] : [asText(item)]));
  const whole = asText(value);
  if (separator) return whole.split(separator).filter((item) => item !== '');
  return whole === '' ? [] : [whole];
}

/** By name in `data` of a V2 or V3 card. */
export const CARD_FIELDS: Readonly<Record<string, CardField>> = {
  name: {
    read: (value) => ({ name: cutAtLetter(asText(value).trim(), 80).trim() }),
    write: ({ name }) => name,
  },
  description: text('description'),
  personality: text('personality'),
  scenario: text('scenario'),
  first_mes: text('firstMessage'),
  mes_example: {
    read: (value) => ({ exampleMessages: cutAtLetter(asText(value), MAX_TEXT), voice: [] }),
    write: ({ exampleMessages, voice }) =>
      [exampleMessages, writeVoice(voice)].filter((examples) => examples !== '').join('\n'),
  },
  creator_notes: { ...text('creatorNotes'), isAbout: true },
  system_prompt: text('systemPrompt'),
  post_history_instructions: text('postHistoryInstructions'),
  alternate_greetings: list('alternateGreetings', MAX_TEXT),
  tags: { ...list('tags', 100, /\s*[,，]\s*/), isAbout: true },
  creator: { ...text('creator', 400), isAbout: true },
  character_version: { ...text('version', 100), isAbout: true },
  nickname: { ...text('nickname', 80), isOptional: true },
  group_only_greetings: { ...list('groupGreetings', MAX_TEXT), isOptional: true },
};

/** Required fields of a V2 card, empty. */
const EMPTY_CARD: Readonly<JsonObject> = {
  ...Object.fromEntries(
    Object.entries(CARD_FIELDS).flatMap(([field, { isOptional }]) => (isOptional ? [] : [[field, '']])),
  ),
  ...{ alternate_greetings: [], tags: [], extensions: {} },
};

/** Our fields with another name in cards. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    firstMessage: 'first_mes',
    voice: 'mes_example',
    exampleMessages: 'mes_example',
    groupGreetings: 'group_only_greetings',
    depthPrompt: 'extensions/depth_prompt',
    talkativeness: 'extensions/talkativeness',
    creatorNotes: 'creator_notes',
    systemPrompt: 'system_prompt',
    postHistoryInstructions: 'post_history_instructions',
    alternateGreetings: 'alternate_greetings',
    version: 'character_version',
    lorebook: 'character_book',
    goals: 'extensions/proscenium/goals',
    secrets: 'extensions/proscenium/secrets',
  }),
);

/** Limits in a scene, lower than in a card. */
const MAX = {
  ...{ description: 8000, personality: 2000, instructions: 8000, postHistory: 8000, depthPrompt: 4000 },
  ...{ examples: 20, example: 2000, voice: 20, line: 400 },
} as const;
const CUT = ' […]';

/**
 * Converts a library character into a cast member for the model. The scene fills in its macros; long texts
 * are truncated with a mark. Its scenario, book and talkativeness become the scene's, see `resolveScene`.
 */
export function cardToCharacter(card: LibraryCharacter): CharacterInput {
  const { name, nickname, depthPrompt, exampleMessages } = card;
  const note = removeOriginalMacro(depthPrompt?.text ?? '');
  return {
    name,
    nickname: nickname.trim(),
    description: cut(card.description, MAX.description),
    personality: cut(card.personality, MAX.personality),
    goals: card.goals,
    secrets: card.secrets,
    instructions: cut(removeOriginalMacro(card.systemPrompt), MAX.instructions),
    postHistory: cut(removeOriginalMacro(card.postHistoryInstructions), MAX.postHistory),
    depthPrompt: depthPrompt && note !== '' ? { ...depthPrompt, text: cut(note, MAX.depthPrompt) } : null,
    examples: readExchanges(exampleMessages)
      .slice(0, MAX.examples)
      .map((exchange) => cut(exchange, MAX.example)),
    voice: [...card.voice, ...readVoice(exampleMessages, name, nickname)]
      .slice(0, MAX.voice)
      .map((line) => cut(line, MAX.line)),
    location: '',
    mood: '',
    active: true,
  };
}

/** `{{original}}` refers to a prompt of the card's original program. */
const removeOriginalMacro = (text: string): string => text.replaceAll(/\{\{original\}\}/gi, '').trim();

/** Truncates a text without splitting a macro. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = cutAtLetter(text, most - CUT.length);
  const macro = start.lastIndexOf('{{');
  return (macro > start.lastIndexOf('}}') ? start.slice(0, macro) : start).trimEnd() + CUT;
}

/** Card formats that we write. */
export const CARD_FORMS = ['v2', 'v3'] as const;
export type CardForm = (typeof CARD_FORMS)[number];
const SPECS = {
  v2: { spec: 'chara_card_v2', spec_version: '2.0' },
  v3: { spec: 'chara_card_v3', spec_version: '3.0' },
} as const;

/** A nameless book gets its character's name. */
const MAX_BOOK_NAME = 200;
const BOOK_KEY = '/lorebook/';
/** Key in `data.extensions` for fields that cards lack. */
const OWN = 'proscenium';
/** Top-level fields of V1 cards, repeated in many V2 cards for older readers, and their names in `data`. */
const TOP: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(CARD_FIELDS).map((name) => [name, name])),
  creatorcomment: 'creator_notes',
};
/**
 * The rest of an imported card, stored in its character's `extra`: data that our fields don't represent
 * exactly.
 */
interface Rest {
  /** The card without the fields in `said` and the top-level fields in `mirrored`. */
  card: JsonObject;
  /** Fields of `data` written from the character. */
  said: string[];
  /** Top-level fields that repeat one of `data`. */
  mirrored: string[];
}

/**
 * Reads a character card (V1, V2, V3, or another program's) as the validated body of a character. Parts without a
 * counterpart, or of the wrong type, are stored in `extra`, so that {@link writeCard} reproduces the card.
 *
 * @param notes collects repairs and skipped parts
 * @returns `invalid` with a pointer into the card for other JSON or a card without a name; `too_large` if the card exceeds
 *   the limit of an item
 *
 * @example
 * ```ts
 * const read = readCard(JSON.parse(text));
 * if (read.ok) return writeCard(read.value.body, 'v3');
 * ```
 */
export function readCard(card: unknown, notes = noNotes()): Result<CheckedBody & { body: LibraryCharacter }> {
  if (isTooDeep(card, MAX_STORED_DEPTH))
    return refuse('', `may have at most ${MAX_STORED_DEPTH} levels of objects and arrays`);
  const cardFile = findData(card);
  if (!cardFile.ok) return cardFile;
  const { root, data, place } = cardFile.value;
  const name = asText(data.name ?? null);
  if (name.trim() === '') return refuse(place('name'), 'a card needs the name of its character');
  noteRepairs(data, name, place, notes);
  const bookNotes = noNotes();
  const book = readBook(data.character_book, name, bookNotes);
  addNotes(notes, bookNotes, place('character_book'));
  if (!book.ok) noteUnreadBook(book.failure, place('character_book'), notes);
  const fields = libraryCharacter.omit({ extra: true }).safeParse({
    ...readFields(data, name),
    ...readOwn(data.extensions),
    depthPrompt: readDepthPrompt(data.extensions),
    talkativeness: readTalkativeness(root, data.extensions),
    lorebook: book.ok ? book.value : null,
  });
  const toPointer = (pointer: string) => locateInCard(pointer, data, place);
  if (!fields.success) {
    const errors = describeIssues(fields.error.issues, 'json');
    return mapPointers({ code: 'invalid', errors }, toPointer);
  }
  const character: LibraryCharacter = { ...fields.data, extra: {} };
  const rest = collectRest(root, data, character);
  const body: LibraryCharacter = { ...character, extra: { ...rest } };
  let checkResult = checkBody('character', body);
  if (!checkResult.ok && checkResult.failure.code === 'too_large') {
    body.extra = { ...rest, card: dropLargest(rest.card, jsonBytes(body) - MAX_ITEM_BYTES, notes) };
    checkResult = checkBody('character', body);
  }
  if (checkResult.ok) return ok({ body, json: checkResult.value.json });
  return checkResult.failure.code === 'invalid' ? mapPointers(checkResult.failure, toPointer) : checkResult;
}

/** Records fields whose value changed on import. */
function noteRepairs(data: JsonObject, name: string, place: Place, notes: ImportNotes): void {
  for (const [field, { read, write }] of Object.entries(CARD_FIELDS)) {
    const value = data[field] ?? null;
    if (value === null || isEmpty(value)) continue;
    const newValue = write({
      exampleMessages: '',
      voice: [],
      ...read(value, name),
    } as unknown as LibraryCharacter);
    const isTrimmed = typeof value === 'string' && value.trim() === newValue;
    if (isTrimmed || isSameJson(value, newValue)) continue;
    const isCut = typeof value === 'string' && typeof newValue === 'string';
    addRepair(
      notes,
      place(field),
      isEmpty(newValue)
        ? `${formatValue(value)} is not text; the field is left empty`
        : isCut
          ? `is too long; only the first ${newValue.length} characters are used`
          : `${formatValue(value)} was replaced with ${formatValue(newValue)}`,
    );
  }
}

function noteUnreadBook(failure: Failure, at: string, notes: ImportNotes): void {
  const [error] = failure.code === 'invalid' ? failure.errors : [];
  notes.skipped.push({ pointer: at + (error?.pointer ?? ''), message: error?.message ?? 'cannot be read' });
}

const jsonBytes = (body: LibraryCharacter): number => new TextEncoder().encode(JSON.stringify(body)).length;
/** Texts of this many bytes are pictures or similar. */
const LARGE = 10_000;

/**
 * Empties the largest texts of a card that is too large to store, such as pictures and other programs' data.
 */
function dropLargest(card: JsonObject, excess: number, notes: ImportNotes): JsonObject {
  const texts: { pointer: string; size: number }[] = [];
  const visit = (value: Json, pointer: string): void => {
    if (typeof value === 'string' && value.length > LARGE)
      texts.push({ pointer, size: new TextEncoder().encode(value).length });
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) visit(item, `${pointer}/${escapeKey(key)}`);
  };
  visit(card, '');
  const droppedPointers = new Set<string>();
  let bytesLeft = excess;
  for (const { pointer, size } of texts.toSorted((a, b) => b.size - a.size)) {
    if (bytesLeft <= 0) break;
    bytesLeft -= size;
    droppedPointers.add(pointer);
    notes.skipped.push({ pointer, message: `has ${size} bytes, too many to store; exports leave it empty` });
  }
  const copy = (value: Json, pointer: string): Json => {
    if (droppedPointers.has(pointer)) return '';
    if (Array.isArray(value)) return value.map((item, index) => copy(item, `${pointer}/${index}`));
    return isObject(value) ? copyObject(value, pointer) : value;
  };
  const copyObject = (object: JsonObject, pointer: string): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([key, item]) => [key, copy(item, `${pointer}/${escapeKey(key)}`)]),
    );
  return copyObject(card, '');
}

/**
 * Converts a character to a card. An imported card is reproduced with the changes made since.
 *
 * @param form null: the imported format, or V2 for a new character. A given form gets all its required fields
 * with the required types
 */
export function writeCard(character: LibraryCharacter, form: CardForm | null = null): JsonObject {
  const rest = readRest(character.extra);
  const { card, said, mirrored } = rest ?? { card: {}, said: [], mirrored: [] };
  const oldData = isObject(card.data) ? card.data : {};
  const name = asText(oldData.name ?? character.name);
  const data: JsonObject = { ...(rest ? oldData : EMPTY_CARD) };
  for (const [field, { read, write, isOptional }] of Object.entries(CARD_FIELDS)) {
    const oldValue = oldData[field] ?? null;
    const value = write(character);
    // Keep the card's own way of writing a field until the character's value changes.
    const isKept = rest && !said.includes(field) && isPartOf(read(oldValue, name), character);
    const isAbsent = isOptional && !Object.hasOwn(data, field);
    const isLeftOut = (!rest && isOptional && isEmpty(value)) || (isKept && isAbsent);
    if (!isLeftOut && !(isKept && (form === null || isSameType(oldValue, value)))) data[field] = value;
  }
  writeBook(data, oldData, { said, name, lorebook: character.lorebook });
  if (form !== null && isObject(data.character_book))
    data.character_book = completeCharacterBook(data.character_book, form);
  writeOwn(data, character);
  writeDepthPrompt(data, character);
  const newCard: JsonObject = { ...card };
  if (form === null && !rest) Object.assign(newCard, SPECS.v2);
  if (form !== null) {
    Object.assign(newCard, SPECS[form]);
    if (form === 'v3') data.group_only_greetings ??= [];
    if (!isObject(data.extensions)) data.extensions = {};
    if (!character.lorebook) delete data.character_book;
    if (!Array.isArray(data.assets)) delete data.assets;
  }
  newCard.data = data;
  for (const top of mirrored) {
    const value = data[TOP[top] ?? top];
    if (value !== undefined) newCard[top] = value;
  }
  writeTalkativeness(newCard, data, character);
  return newCard;
}

const isSameType = (a: Json, b: Json): boolean =>
  Array.isArray(a)
    ? Array.isArray(b) && a.every((item) => typeof item === 'string')
    : typeof a === 'string' && typeof b === 'string';

/** JSON pointer into the file for a field of `data`. */
type Place = (field: string) => string;

const hasField = (data: Json | undefined, field: string): boolean =>
  isObject(data) && data[field] !== undefined && data[field] !== null && data[field] !== '';

/** Root and `data` of a card; other formats are converted to V2. */
function findData(card: unknown): Result<{ root: JsonObject; data: JsonObject; place: Place }> {
  if (!isObject(card)) return refuse('', 'must be an object: a character card of the form V1, V2 or V3');
  if (isObject(card.data) && Object.keys(CARD_FIELDS).some((field) => hasField(card.data, field))) {
    // Some cards only have their name at the top level.
    const data = hasField(card.data, 'name') ? card.data : { ...card.data, name: card.name ?? '' };
    return ok({ root: card, data, place: (field) => `/data/${field}` });
  }
  if ('entries' in card)
    return refuse('', 'is a lorebook, not a character card; send it to POST /v1/lorebooks/import');
  const flat = readFlatCard(card, [...Object.keys(CARD_FIELDS), 'character_book']);
  if (flat) {
    const data = { ...EMPTY_CARD, ...flat.data };
    const place = (field: string) => flat.places.get(field) ?? `/${field}`;
    return ok({ root: { ...flat.root, ...SPECS.v2, data }, data, place });
  }
  return typeof card.spec === 'string'
    ? refuse(isObject(card.data) ? '/data/name' : '/name', 'a card needs the name of its character')
    : refuse(
        '',
        'is not a character card: it has no `spec` and `data` (V2, V3), and no name with texts (V1 and other programs)',
      );
}

function locateInCard(pointer: string, data: JsonObject, place: Place): string {
  if (pointer.startsWith(BOOK_KEY)) {
    const inBook = locateInCharacterBook(data.character_book, pointer.slice(BOOK_KEY.length - 1));
    return place('character_book') + inBook;
  }
  if (pointer === '/depthPrompt/text') return place('extensions/depth_prompt/prompt');
  const [, field = '', ...inside] = pointer.split('/');
  return [place(NAMES.get(field) ?? field), ...inside].join('/');
}

const readFields = (data: JsonObject, name: string): Partial<LibraryCharacter> =>
  Object.assign(
    {},
    ...Object.entries(CARD_FIELDS).map(([field, { read }]) => read(data[field] ?? null, name)),
  );

const readBook = (
  value: Json | undefined,
  character: string,
  notes?: ImportNotes,
): Result<Lorebook | null> =>
  isObject(value) ? readCharacterBook(value, cutAtLetter(character.trim(), MAX_BOOK_NAME), notes) : ok(null);

/** `name`: the character's original name in the card. */
type WrittenBook = { said: string[]; name: string; lorebook: Lorebook | null };

function writeBook(data: JsonObject, kept: JsonObject, { said, name, lorebook }: WrittenBook): void {
  if (!said.includes('character_book')) {
    const before = readBook(kept.character_book, name);
    if (isSameJson(asJson(before.ok ? before.value : null), asJson(lorebook))) return;
  }
  delete data.character_book;
  if (lorebook) data.character_book = writeCharacterBook(lorebook);
}

function readOwn(extensions: Json | undefined): Pick<LibraryCharacter, 'goals' | 'secrets'> {
  const own = isObject(extensions) && isObject(extensions[OWN]) ? extensions[OWN] : {};
  const readString = (value: Json | undefined, most: number) => cutAtLetter(asText(value ?? null), most);
  return { goals: readString(own.goals, 2000), secrets: readString(own.secrets, 4000) };
}

function writeOwn(data: JsonObject, { goals, secrets }: LibraryCharacter): void {
  const before = data.extensions;
  const oldValues = readOwn(before);
  if (oldValues.goals === goals && oldValues.secrets === secrets) return;
  const extensions = isObject(before) ? before : {};
  const own = isObject(extensions[OWN]) ? extensions[OWN] : {};
  data.extensions = { ...extensions, [OWN]: { ...own, goals, secrets } };
}

/** SillyTavern's "character's note", inserted among the newest messages. */
const NOTE = 'depth_prompt';
const MAX_DEPTH = 100;
const USUAL_DEPTH = 4;

/** Null if the note has no text. */
function readDepthPrompt(extensions: Json | undefined): LibraryCharacter['depthPrompt'] {
  const note = isObject(extensions) ? extensions[NOTE] : null;
  if (!isObject(note) || typeof note.prompt !== 'string' || note.prompt.trim() === '') return null;
  const depth = typeof note.depth === 'string' && note.depth.trim() !== '' ? Number(note.depth) : note.depth;
  const isDepth = typeof depth === 'number' && Number.isFinite(depth);
  return {
    text: cutAtLetter(note.prompt, MAX_TEXT),
    depth: isDepth ? Math.min(MAX_DEPTH, Math.max(0, Math.round(depth))) : USUAL_DEPTH,
  };
}

function writeDepthPrompt(data: JsonObject, { depthPrompt }: LibraryCharacter): void {
  if (isSameJson(readDepthPrompt(data.extensions), depthPrompt)) return;
  const extensions = isObject(data.extensions) ? data.extensions : {};
  const before = isObject(extensions[NOTE]) ? extensions[NOTE] : { role: 'system' };
  data.extensions = depthPrompt
    ? { ...extensions, [NOTE]: { ...before, prompt: depthPrompt.text, depth: depthPrompt.depth } }
    : omit(extensions, [NOTE]);
}

/** SillyTavern's talkativeness is in `extensions`, and at the top level of older cards. */
const TALK = 'talkativeness';

/** A number from 0 to 1, also as text; null if missing or unusable. */
function readTalkativeness(root: JsonObject, extensions: Json | undefined): number | null {
  const own = isObject(extensions) ? readShare(extensions[TALK]) : null;
  return own ?? readShare(root[TALK]);
}

/** A number from 0 to 1, or a text of one; otherwise null. */
export function readShare(value: Json | undefined): number | null {
  const share = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof share === 'number' && share >= 0 && share <= 1 ? share : null;
}

function writeTalkativeness(root: JsonObject, data: JsonObject, { talkativeness }: LibraryCharacter): void {
  if (readTalkativeness(root, data.extensions) === talkativeness) return;
  const extensions = isObject(data.extensions) ? data.extensions : {};
  data.extensions =
    talkativeness === null ? omit(extensions, [TALK]) : { ...extensions, [TALK]: talkativeness };
  if (!Object.hasOwn(root, TALK)) return;
  if (talkativeness === null) delete root[TALK];
  else root[TALK] = talkativeness;
}

function collectRest(root: JsonObject, data: JsonObject, character: LibraryCharacter): Rest {
  const isSaid = (field: string, value: Json) =>
    Object.hasOwn(data, field) && isSameJson(data[field] ?? null, value);
  const fieldNames = Object.entries(CARD_FIELDS)
    // Always keep the name, because examples may use it.
    .filter(([field, { write }]) => field !== 'name' && isSaid(field, write(character)))
    .map(([field]) => field);
  const { lorebook } = character;
  if (lorebook && isSaid('character_book', writeCharacterBook(lorebook))) fieldNames.push('character_book');
  const mirroredNames = Object.entries(TOP)
    .filter(([top, field]) => Object.hasOwn(root, top) && isSaid(field, root[top] ?? null))
    .map(([top]) => top);
  return {
    card: { ...omit(root, mirroredNames), data: omit(data, fieldNames) },
    said: fieldNames,
    mirrored: mirroredNames,
  };
}

/** Null for a character that was not imported. */
function readRest({ card, said, mirrored }: JsonObject): Rest | null {
  if (!isObject(card)) return null;
  const names = (value: Json | undefined) =>
    Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  return { card, said: names(said), mirrored: names(mirrored).filter((top) => Object.hasOwn(TOP, top)) };
}

const isEmpty = (value: Json): boolean => value === '' || (Array.isArray(value) && value.length === 0);

const isPartOf = (part: Partial<LibraryCharacter>, character: LibraryCharacter): boolean =>
  Object.entries(part).every(([field, value]) =>
    isSameJson(asJson(value), asJson(character[field as keyof LibraryCharacter])),
  );

/** Bodies are JSON, although their inferred types don't show it. */
const asJson = (value: unknown): Json => value as Json;

const refuse = (pointer: string, message: string): Result<never> =>
  fail({ code: 'invalid', errors: [{ pointer, message }] });

type Invalid = Extract<Parameters<typeof fail>[0], { code: 'invalid' }>;

const mapPointers = (failure: Invalid, to: (pointer: string) => string): Result<never> =>
  fail({
    ...failure,
    errors: failure.errors.map(({ pointer, message }) => ({ pointer: to(pointer), message })),
  });
