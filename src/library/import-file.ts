import { isZip } from '../base/is-zip';
import { isObject, isTooDeep } from '../base/json';
import { readPictureType } from '../base/picture-type';
import { isPng } from '../base/png/chunks';
import { listZip } from '../base/zip';
import { MAX_STORED_DEPTH } from '../contract/json';
import type { LibraryCharacter } from '../contract/library';
import type { Lorebook } from '../contract/lore';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import { isBackyardArchive, readBackyardArchive } from './backyard';
import { readCard } from './cards';
import { findMainIcon, readCharx, readDataUrl } from './charx';
import { type CheckedBody, checkBody } from './check';
import { decodeText, refuseFile } from './decode-text';
import { readExifCard } from './exif-card';
import { addNotes, type ImportNotes, noNotes } from './fit-fields';
import { readPicture } from './picture';
import { MAX_CARD, readPngCard } from './png-card';
import { locateInCharacterBook, locateInWorldInfo, readCharacterBook, readWorldInfo } from './world-info';

const AT = '/data/character_book';
const MAX_PICTURE = 8 * 1024 * 1024;
/** Maximum characters and nesting of a YAML card; the YAML parser is much slower than JSON's. */
export const MAX_YAML = 256 * 1024;
const MAX_YAML_DEPTH = 40;
/** Maximum aliases; each is looked up among all earlier anchors and aliases. */
const MAX_YAML_ALIASES = 100;

type Invalid = Extract<Failure, { code: 'invalid' }>;

interface CharacterFile {
  checked: CheckedBody & { body: LibraryCharacter };
  /** The containing picture without the card, or the included icon; null if there is none. */
  picture: Uint8Array | null;
}

/** A file parsed as JSON, which may be a card or a book; `text` if it contains no JSON. */
interface ForeignFile {
  json: unknown;
  picture: Uint8Array | null;
  text?: string;
}

/**
 * Reads a character from a card in JSON or YAML, in a picture, or in an archive, detected by content. Skips a
 * picture that cannot be stored.
 */
export async function readCharacterFile(
  bytes: Uint8Array,
  notes = noNotes(),
): Promise<Result<CharacterFile>> {
  const file = readFile(bytes, notes);
  if (!file.ok) return file;
  const { text, picture } = file.value;
  const json = text === undefined ? file.value.json : await parseYaml(text);
  if (json === undefined) return refuseText;
  const card = readCard(json, notes);
  return card.ok
    ? ok({ checked: card.value, picture: acceptPicture(picture ?? findInlinePicture(json), notes) })
    : card;
}

function acceptPicture(bytes: Uint8Array | null, notes: ImportNotes): Uint8Array | null {
  if (!bytes) return null;
  const picture = readPicture(bytes);
  if (picture.ok && picture.value.length <= MAX_PICTURE) return picture.value;
  const cause = picture.ok ? `has more than ${MAX_PICTURE} bytes` : 'cannot be stored';
  const detail =
    !picture.ok && picture.failure.code === 'invalid' ? `: it ${picture.failure.errors[0]?.message}` : '';
  notes.skipped.push({ pointer: '', message: `the picture ${cause}${detail}` });
  return null;
}

/** A picture inside the JSON: the icon of a V3 card, or Agnai's avatar. */
function findInlinePicture(json: unknown): Uint8Array | null {
  if (!isObject(json)) return null;
  const data = isObject(json.data) ? json.data : {};
  return readDataUrl(findMainIcon(data.assets ?? null)?.uri) ?? readDataUrl(json.avatar);
}

/** Parses a YAML card; undefined for other texts. The parser is loaded on demand. */
async function parseYaml(text: string): Promise<unknown> {
  if (text.length > MAX_YAML || /^\s*[[{]/.test(text)) return undefined;
  const { Composer, Lexer, Parser } = await import('yaml');
  const parser = new Parser();
  const tokens = [];
  let aliases = 0;
  try {
    for (const lexeme of new Lexer().lex(text)) {
      tokens.push(...parser.next(lexeme));
      // The composer is recursive; thousands of levels would crash it.
      if (parser.stack.length > MAX_YAML_DEPTH) return undefined;
      // Plain text starting with a star is quoted or indented, so this is an alias.
      if (lexeme.startsWith('*')) aliases += 1;
      if (aliases > MAX_YAML_ALIASES) return undefined;
    }
    tokens.push(...parser.end());
    const options = { logLevel: 'silent', schema: 'core', uniqueKeys: false, prettyErrors: false } as const;
    const [document] = new Composer(options).compose(tokens);
    // Limits alias expansion.
    const value: unknown = document?.errors.length === 0 ? document.toJS({ maxAliasCount: 20 }) : null;
    return isObject(value) ? JSON.parse(JSON.stringify(value)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a lorebook: World Info, a card's `character_book`, `lorebook_v3`, a card with a book, or a NovelAI
 * lorebook. Error pointers are into the file.
 *
 * @param name default name of the book
 * @param notes collects approximations
 */
export function readLorebookFile(bytes: Uint8Array, name?: string, notes = noNotes()): Result<CheckedBody> {
  const file = readFile(bytes, notes);
  if (!file.ok) return file;
  if (file.value.text !== undefined) return refuseText;
  const book = findBook(file.value.json, name, notes);
  if (!book.ok) return book;
  const { read, locate } = book.value;
  const body = checkBody('lorebook', read);
  return body.ok || body.failure.code !== 'invalid' ? body : placeErrors(body.failure, read, locate);
}

function readFile(bytes: Uint8Array, notes: ImportNotes): Result<ForeignFile> {
  const type = readPictureType(bytes);
  if (type) {
    const card = (isPng(bytes) ? readPngCard(bytes, notes) : null) ?? readExifCard(bytes, notes);
    if (card) return card.ok ? ok({ json: card.value, picture: bytes }) : card;
  }
  // The archive may follow a picture or a program.
  const entries = listZip(bytes);
  if (entries) {
    const archive = { zip: bytes, entries };
    const readArchive = isBackyardArchive(archive) ? readBackyardArchive : readCharx;
    const file = readArchive(archive, notes);
    if (!file.ok) return file;
    const { card, picture } = file.value;
    return ok({ json: card, picture: picture ?? (type ? bytes : null) });
  }
  if (isZip(bytes)) return refuseFile('is a damaged zip (.charx): export the card again');
  if (type)
    return refuseFile(
      'is a picture without a character card (no text chunk "ccv3" or "chara", no card in its EXIF, no .charx behind it): ' +
        'pictures lose their card when they are edited or sent through a service that shrinks them; use the file as it was exported',
    );
  if (bytes.length > MAX_CARD)
    return fail({ code: 'too_large', what: 'card as JSON or YAML', limit: MAX_CARD });
  const text = decodeText(bytes, notes);
  try {
    return ok({ json: JSON.parse(text), picture: null });
  } catch {
    return ok({ json: undefined, picture: null, text });
  }
}

interface LocatedBook {
  read: Lorebook;
  locate(pointer: string): string;
}

function findBook(json: unknown, name: string | undefined, notes: ImportNotes): Result<LocatedBook> {
  if (isTooDeep(json, MAX_STORED_DEPTH))
    return refuse('', `may have at most ${MAX_STORED_DEPTH} levels of objects and arrays`);
  const isCard =
    isObject(json) && isObject(json.data) && json.spec !== 'lorebook_v3' && !Object.hasOwn(json, 'entries');
  if (!isCard || !isObject(json.data)) {
    const book = readWorldInfo(json, name, notes);
    return book.ok ? ok({ read: book.value, locate: (pointer) => locateInWorldInfo(json, pointer) }) : book;
  }
  const { character_book: book, name: character } = json.data;
  if (!isObject(book)) return refuse(AT, 'this card has no lorebook');
  const bookNotes = noNotes();
  const characterBook = readCharacterBook(
    book,
    name ?? (typeof character === 'string' ? character : undefined),
    bookNotes,
  );
  addNotes(notes, bookNotes, AT);
  if (characterBook.ok)
    return ok({ read: characterBook.value, locate: (pointer) => AT + locateInCharacterBook(book, pointer) });
  if (characterBook.failure.code !== 'invalid') return characterBook;
  const errors = characterBook.failure.errors.map((error) => ({ ...error, pointer: AT + error.pointer }));
  return fail({ ...characterBook.failure, errors });
}

/** Maps errors to positions in the file and names their entries, because files have hundreds. */
function placeErrors(failure: Invalid, book: Lorebook, locate: LocatedBook['locate']): Result<never> {
  const errors = failure.errors.map(({ pointer, message }) => {
    const entry = book.entries[Number(/^\/entries\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)];
    return {
      pointer: locate(pointer),
      message: entry ? `${message} (entry ${entry.id}, "${entry.name}")` : message,
    };
  });
  return fail({ ...failure, errors });
}

const refuse = (pointer: string, message: string): Result<never> =>
  fail({ code: 'invalid', errors: [{ pointer, message }] });

const refuseText = refuse(
  '',
  'the file is not JSON in UTF-8 or UTF-16, a YAML card, a PNG, JPEG, WebP, or a .charx; send the file as it was exported',
);
