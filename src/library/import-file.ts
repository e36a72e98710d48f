import { MAX_KEPT_DEPTH } from '../api/json';
import type { LibraryCharacter } from '../api/library';
import type { Lorebook } from '../api/lore';
import { type Failure, fail, ok, type Result } from '../api/problems';
import { decodeText } from '../base/decode-text';
import { isObject, isTooDeep } from '../base/json';
import { isZip } from '../base/zip';
import { readCard } from './cards';
import { readCharx } from './charx';
import { type Checked, checkBody } from './check';
import { addNotes, type ImportNotes, noNotes } from './fit-fields';
import { isPng, readPicture, readPngCard } from './png-card';
import { locateInCharacterBook, locateInWorldInfo, readCharacterBook, readWorldInfo } from './world-info';

/** Pointer to the book of a card. */
const AT = '/data/character_book';

type Invalid = Extract<Failure, { code: 'invalid' }>;

/** A character as a file holds it. */
interface CharacterFile {
  checked: Checked & { body: LibraryCharacter };
  /** The PNG that it came in, without the card, or the icon beside it; null for a card that came without one. */
  picture: Uint8Array | null;
}

/** A character from a file: a card as JSON, in a PNG, or in a `.charx`. Which it is, its first bytes say. */
export function readCharacterFile(bytes: Uint8Array, notes = noNotes()): Result<CharacterFile> {
  const file = readFile(bytes);
  if (!file.ok) return file;
  const card = readCard(file.value.json, notes);
  if (!card.ok) return card;
  const picture = file.value.picture ? readPicture(file.value.picture) : ok(null);
  return picture.ok ? ok({ checked: card.value, picture: picture.value }) : picture;
}

/**
 * A lorebook from a file: World Info, the `character_book` of a card, `lorebook_v3`, a card that has a book in it, or a
 * lorebook of NovelAI. Pointers of a refusal are into the file.
 *
 * @param name of the book where the file has none
 * @param notes gets what was read in another way
 */
export function readLorebookFile(bytes: Uint8Array, name?: string, notes = noNotes()): Result<Checked> {
  const file = readFile(bytes);
  if (!file.ok) return file;
  const book = findBook(file.value.json, name, notes);
  if (!book.ok) return book;
  const { read, locate } = book.value;
  const body = checkBody('lorebook', read);
  return body.ok || body.failure.code !== 'invalid' ? body : placeErrors(body.failure, read, locate);
}

function readFile(bytes: Uint8Array): Result<{ json: unknown; picture: Uint8Array | null }> {
  if (isPng(bytes)) {
    const pngCard = readPngCard(bytes);
    return pngCard.ok ? ok({ json: pngCard.value.card, picture: pngCard.value.picture }) : pngCard;
  }
  if (isZip(bytes)) {
    const charx = readCharx(bytes);
    return charx.ok ? ok({ json: charx.value.card, picture: charx.value.picture }) : charx;
  }
  try {
    const json: unknown = JSON.parse(decodeText(bytes) ?? '');
    return ok({ json, picture: null });
  } catch {
    return refuse(
      '',
      'the file is neither JSON in UTF-8 or UTF-16, nor a PNG, nor a .charx: send the file as it was exported',
    );
  }
}

/** A book as it was read, and how a pointer into it becomes one into the file. */
interface FoundBook {
  read: Lorebook;
  locate(pointer: string): string;
}

function findBook(json: unknown, name: string | undefined, notes: ImportNotes): Result<FoundBook> {
  if (isTooDeep(json, MAX_KEPT_DEPTH))
    return refuse('', `may have at most ${MAX_KEPT_DEPTH} levels of objects and arrays`);
  const isCard =
    isObject(json) && isObject(json.data) && json.spec !== 'lorebook_v3' && !Object.hasOwn(json, 'entries');
  if (!isCard || !isObject(json.data)) {
    const book = readWorldInfo(json, name, notes);
    return book.ok ? ok({ read: book.value, locate: (pointer) => locateInWorldInfo(json, pointer) }) : book;
  }
  const { character_book: book, name: character } = json.data;
  if (!isObject(book)) return refuse(AT, 'this card has no lorebook in it');
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

/** Problems of a book at their places in the file; its entries are named, as files have hundreds. */
function placeErrors(failure: Invalid, book: Lorebook, locate: FoundBook['locate']): Result<never> {
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
