import type { Lorebook, LoreEntry } from '../../contract/lore';
import { measureReach, REGEX_REACH } from './regex-cost';

/** Characters of a text that words and phrases are looked for in: the newest. */
const PLAIN_REACH = 200_000;
const LONGEST_PATTERN = 400;

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
const ONE_WORD = /^[\p{L}\p{N}\p{M}_]+$/u;
/** Scripts that put no space between words: there, no word is ever seen to be whole. */
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/**
 * `/pattern/flags`; a `/` in the pattern is escaped or in a class, as JavaScript wants it. The flags are those that World
 * Info knows, each once: anything else that begins with a slash, such as a path or a command, is plain text there.
 */
const REGEX_KEY =
  /^\/((?:[^\\/[]|\\[\s\S]|\[(?:[^\\\]]|\\[\s\S])*\])+)\/(?=[gimsuy]{0,6}$)(?!.*(.).*\2)(.*)$/;

/** A text that many keys are looked for in; what is worked out for one is there for the next. */
export class ScannedText {
  readonly #text: string;
  #folded: string | undefined;
  #lower: string | undefined;
  #words: Set<string> | undefined;
  #lowerWords: Set<string> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  plain(caseSensitive: boolean): string {
    this.#folded ??= fold(this.#text.slice(-PLAIN_REACH));
    if (caseSensitive) return this.#folded;
    this.#lower ??= this.#folded.toLowerCase();
    return this.#lower;
  }

  words(caseSensitive: boolean): Set<string> {
    if (caseSensitive) {
      this.#words ??= new Set(this.plain(true).match(WORD) ?? []);
      return this.#words;
    }
    this.#lowerWords ??= new Set(this.plain(false).match(WORD) ?? []);
    return this.#lowerWords;
  }

  /** The newest `reach` characters, as they were written. */
  tail(reach: number): string {
    return this.#text.slice(-reach);
  }
}

/** One form for what looks the same: letters with their marks, and the apostrophes that models write. */
const fold = (text: string): string => text.normalize('NFC').replace(/[‘’]/g, "'");

/** A key, ready to be looked for. */
export interface Matcher {
  key: string;
  /** Is it in the text? Never, for a key that can't be used. */
  in(text: ScannedText): boolean;
}
export interface MatchedEntry {
  entry: LoreEntry;
  keys: Matcher[];
  secondary: Matcher[];
  groups: string[];
}
export interface CompiledBook {
  entries: MatchedEntry[];
  /** Keys that can't be used, each at its pointer into the book. */
  problems: { pointer: string; message: string }[];
}

const compiled = new WeakMap<Lorebook, CompiledBook>();

/** The keys of a book, ready to be looked for; made once for each book, which nobody changes in place. */
export function compileBook(book: Lorebook): CompiledBook {
  const known = compiled.get(book);
  if (known) return known;
  const problems: CompiledBook['problems'] = [];
  const entries = book.entries.map((entry, i): MatchedEntry => {
    const settings = {
      caseSensitive: entry.caseSensitive ?? book.caseSensitive,
      wholeWords: entry.wholeWords ?? book.wholeWords,
    };
    const compile = (field: 'keys' | 'secondaryKeys') =>
      entry[field].flatMap((key, at): Matcher[] => {
        if (key.trim() === '') return [];
        const made = compileKey(key.trim(), settings);
        if (made.problem !== null)
          problems.push({ pointer: `/entries/${i}/${field}/${at}`, message: made.problem });
        return [made.matcher];
      });
    return {
      entry,
      keys: compile('keys'),
      secondary: compile('secondaryKeys'),
      groups: entry.group
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    };
  });
  const made = { entries, problems };
  compiled.set(book, made);
  return made;
}

/** Is a key a regular expression by its form? Whether it is a valid one is another question. */
export const isRegexKey = (key: string): boolean => REGEX_KEY.test(key.trim());

/**
 * A key as a matcher:
 * - `/…/flags` is a regular expression, with the flags it has: the settings don't concern it;
 * - one word, whole words wanted: the words of the text are asked, by Unicode (`king` is not in `liking`, but in
 *   `king's`);
 * - a key with other signs in it (`C++`, `don't`), whole words wanted: no letter or digit may go on where the key begins
 *   or ends with one;
 * - a key of several words, or in a script without spaces: anywhere, also inside of words, as World Info has it.
 */
function compileKey(
  key: string,
  settings: { caseSensitive: boolean; wholeWords: boolean },
): { matcher: Matcher; problem: string | null } {
  const regex = REGEX_KEY.exec(key);
  if (regex) return compileRegex(key, regex[1] ?? '', regex[3] ?? '');
  const { caseSensitive, wholeWords } = settings;
  const wanted = caseSensitive ? fold(key) : fold(key).toLowerCase();
  const anywhere = !wholeWords || /\s/.test(wanted) || NO_SPACES.test(wanted);
  const look = anywhere
    ? (text: ScannedText) => text.plain(caseSensitive).includes(wanted)
    : ONE_WORD.test(wanted)
      ? (text: ScannedText) => text.words(caseSensitive).has(wanted)
      : (text: ScannedText) => hasWhole(text.plain(caseSensitive), wanted);
  return { matcher: { key, in: look }, problem: null };
}

function compileRegex(
  key: string,
  pattern: string,
  flags: string,
): { matcher: Matcher; problem: string | null } {
  const useless = (problem: string) => ({ matcher: { key, in: () => false }, problem });
  if (pattern.length > LONGEST_PATTERN)
    return useless(`the regular expression is longer than ${LONGEST_PATTERN} characters; it is never found`);
  let regex: RegExp;
  try {
    regex = new RegExp(pattern, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return useless(
      `not a regular expression (${reason}); it is never found. Correct it, or leave out the slashes`,
    );
  }
  const reach = measureReach(pattern, flags);
  if (reach === null)
    return useless(
      'the regular expression can take too long: a repetition inside a repetition, as in (a+)+, alternatives that ' +
        'begin alike inside one, or too many of them; it is never found. Write it with fewer open repetitions',
    );
  const look = (text: ScannedText): boolean => {
    // The flags `g` and `y` make an expression remember where it was.
    regex.lastIndex = 0;
    return regex.test(text.tail(Math.min(reach, REGEX_REACH)));
  };
  return { matcher: { key, in: look }, problem: null };
}

/** Is `wanted` in the text, with no word going on at either end of it? */
function hasWhole(text: string, wanted: string): boolean {
  const opens = WORD_CHARACTER.test(firstLetter(wanted, 0));
  const closes = WORD_CHARACTER.test(lastLetter(wanted, wanted.length));
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const before = opens && WORD_CHARACTER.test(lastLetter(text, at));
    const after = closes && WORD_CHARACTER.test(firstLetter(text, at + wanted.length));
    if (!before && !after) return true;
  }
  return false;
}

const firstLetter = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};
/** The letter that ends before `end`; letters outside the first plane take two places. */
const lastLetter = (text: string, end: number): string => {
  const low = text.charCodeAt(end - 1);
  return low >= 0xdc00 && low <= 0xdfff
    ? text.slice(Math.max(0, end - 2), end)
    : text.slice(Math.max(0, end - 1), end);
};
