import { inflect, NO_COMPOUND, REVERSIBLE, SMALL_WORDS } from '../../base/inflect';
import { memoizeObject } from '../../base/memoize';
import { fold, readPairs, UNSPACED } from './fold-letters';
import { createTail, type Tail } from './tail';

/** Counts the characters processed, so that tests can check that the work is linear. */
interface Work {
  steps: number;
}

export interface Guard {
  leaks(text: string, work?: Work): boolean;
  /** Most letters of a disguised secret that spans several words; 0 without secrets. */
  readonly reach: number;
  filter(): Tail;
}

/** Shortest form that is recognized in pieces of up to two letters (`co ff ee`). */
const MIN_IN_PAIRS = 5;
/** Shortest form in pieces of any length separated by space, dashes or an ellipsis (`cof fee`). */
const MIN_IN_PIECES = 6;
/** Shortest form with two hidden letters, or one hidden by a dot or a hyphen (`c**fee`, `c-ffee`). */
const MIN_TWO_HIDDEN = 6;

/**
 * Guards the dealt words of a room. `secrets` are words or short phrases. The guard recognizes them in any
 * case, inflected, with diacritics, look-alike letters, simple leet (`c0ff33`), invisible characters or
 * repeated letters; spelled out or broken up (`c o f f e e`, `cof-fee`, `cof… fee`); escaped or with markup
 * inside the word (`&#99;offee`, `<b>cof</b>fee`); from five letters on with a hidden letter (`c*ffee`); from
 * six on backwards and inside a longer word. Similar words such as `office` and `toffee` are allowed for the
 * secret coffee.
 *
 * The work is at most text length times number of secrets. The list is cached by identity: a changed list
 * needs a new array.
 */
export const createGuard = (secrets: readonly string[]): Guard =>
  secrets.length === 0 ? NO_GUARD : cachedGuard(secrets);
const cachedGuard = memoizeObject(buildGuard);

const NO_GUARD = withFilter({ leaks: () => false, reach: 0 });

function withFilter(words: Omit<Guard, 'filter'>): Guard {
  return { ...words, filter: () => createTail(words) };
}

function buildGuard(secrets: readonly string[]): Guard {
  const forms = collect(secrets);
  const unspacedSecrets = secrets.map((secret) => squash(secret)).filter((secret) => UNSPACED.test(secret));
  if (forms.byText.size === 0 && unspacedSecrets.length === 0) return NO_GUARD;
  return withFilter({
    reach: Math.max(forms.longest, ...unspacedSecrets.map(({ length }) => length)),
    leaks(text, work = { steps: 0 }) {
      return readings(text).some((reading) => {
        work.steps += reading.length;
        if (unspacedSecrets.length > 0 && includesAny(squash(reading), unspacedSecrets, work)) return true;
        const pieces = cut(reading);
        return pieces.some(
          (piece, at) =>
            holds(piece, forms, work) ||
            startsForm(pieces, at, forms, work) ||
            startsHidden(pieces, at, forms, work),
        );
      });
    },
  });
}

function includesAny(text: string, words: readonly string[], work: Work): boolean {
  work.steps += text.length * words.length;
  return words.some((word) => text.includes(word));
}

function holds({ plain, letters, spelled }: Piece, known: Forms, work: Work): boolean {
  work.steps += letters.length;
  if (!spelled) return false;
  if (includesAny(letters, known.stems, work) && !NO_COMPOUND.has(letters)) return true;
  if (plain.includes('1') && includesAny(blur(letters), known.stems.map(blur), work)) return true;
  // "tea4two", "tea@home"
  if (/[^\p{L}]/u.test(plain)) {
    const parts = plain.split(/[^\p{L}]+/u);
    if (parts.some((part) => part.length >= MIN_DISGUISED && known.byText.has(part))) return true;
  }
  return /(.)\1\1/.test(letters) && known.squeezed.has(squeeze(letters));
}

/**
 * Joins a piece with the following ones while they are a prefix of a form, so the work per piece is bounded.
 */
function startsForm(pieces: readonly Piece[], at: number, known: Forms, work: Work): boolean {
  let plain = '';
  let letters = '';
  let hasLetter = false;
  for (let i = at; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined) return false;
    plain += piece.plain;
    letters += piece.letters;
    hasLetter ||= piece.spelled;
    work.steps += piece.letters.length;
    if (letters.length > known.longest) return false;
    const blurredText = plain.includes('1') ? blur(letters) : '';
    const { beginnings } = known;
    if (!beginnings.has(plain) && !beginnings.has(letters) && !beginnings.has(blurredText)) return false;
    const form = known.byText.get(plain) ?? (hasLetter ? readForm(letters, blurredText, known) : undefined);
    if (form === undefined) continue;
    if (form.text === plain && i === at) return true;
    if (form.text.length >= MIN_DISGUISED && isWritten(form, pieces.slice(at, i + 1))) return true;
  }
  return false;
}

const readForm = (letters: string, blurred: string, { byText, byBlurred }: Forms): Form | undefined =>
  byText.get(letters) ?? byBlurred.get(blurred);

/** True if these pieces spell the form on purpose, and are not ordinary adjacent words. */
function isWritten(form: Form, pieces: readonly Piece[]): boolean {
  const gaps: Piece['gap'][] = [];
  let length = 0;
  for (const { letters, gap } of pieces.slice(0, -1)) {
    length += letters.length;
    if (gap !== 'narrow' && !form.spaces.has(length)) gaps.push(gap);
  }
  const widest = Math.max(...pieces.map(({ letters }) => letters.length));
  if (gaps.length === 0 || widest === 1) return true;
  if (!form.plain || form.text.length < MIN_IN_PAIRS) return false;
  if (widest === 2) return true;
  if (gaps.includes('wide') || (gaps.includes('space') && form.text.length < MIN_IN_PIECES)) return false;
  return !isWordSequence(pieces);
}

/** "This is land": a short word before another, not one word in two halves. */
function isWordSequence(pieces: readonly Piece[]): boolean {
  return (
    pieces.some(({ plain }) => SMALL_WORDS.has(plain)) &&
    pieces.every(({ plain }) => SMALL_WORDS.has(plain) || /^(?=.*[aeiouy]).{3,}$/u.test(plain))
  );
}

function startsHidden(pieces: readonly Piece[], at: number, known: Forms, work: Work): boolean {
  const first = pieces[at];
  if (first === undefined || first.masked === 0 || !known.beginnings.has(first.letters)) return false;
  let pattern = first.letters;
  let before = first;
  let hiddenLetters = 0;
  let weak = 0;
  for (let i = at + 1; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined || before.masked === 0) return false;
    hiddenLetters += before.masked;
    weak += Number(before.weak);
    pattern += '*'.repeat(before.masked) + piece.letters;
    work.steps += piece.letters.length;
    if (hiddenLetters > 2 || pattern.length > known.longest) return false;
    before = piece;
    if (hiddenLetters + weak > 1 && pattern.length < MIN_TWO_HIDDEN) continue;
    const forms = known.hideable.get(pattern.length) ?? [];
    work.steps += forms.length;
    if (forms.some((form) => fits(form, pattern))) return true;
  }
  return false;
}

const fits = (form: string, pattern: string): boolean =>
  [...pattern].every((letter, at) => letter === '*' || letter === form[at]);

interface Form {
  text: string;
  /** Numbers of letters after which the phrase itself has a space. */
  spaces: ReadonlySet<number>;
  /**
   * True for the dealt word and its plural: other forms are not searched in pieces ("found cast led chin" has
   * no `castled`).
   */
  plain: boolean;
}

interface Forms {
  byText: Map<string, Form>;
  /** With i for every l, for words with a 1 that can be either (`1s1and`). */
  byBlurred: Map<string, Form>;
  /** All prefixes of the forms, including whole forms, to stop a search early. */
  beginnings: Set<string>;
  /** Forms that are also recognized inside longer words (`coffeehouse`, `ncoffee`). */
  stems: string[];
  /** Forms with repeated letters collapsed, for drawn-out words (`teeeea`). */
  squeezed: Set<string>;
  /** Forms that may have one or two hidden letters (`c**fee`), by length. */
  hideable: Map<number, string[]>;
  longest: number;
}

/** Shorter words are only recognized undisguised: their disguises are everywhere in prose. */
const MIN_DISGUISED = 3;
/** Shortest form with one hidden letter (`l*mon`). */
const MIN_HIDDEN = 5;
/**
 * From this length on, a longer word that contains the secret matches: compounds, and words joined by damage.
 */
const MIN_STEM = 6;
/** The same for words outside the Latin alphabet, whose endings `inflect` does not know. */
const MIN_FOREIGN_STEM = 4;
/** Shortest form that is recognized backwards (`eeffoc`): short words reversed are often other words. */
const MIN_BACKWARDS = 6;

/** Secrets in scripts without spaces are handled separately. */
function collect(secrets: readonly string[]): Forms {
  const byText = new Map<string, Form>();
  const stems: string[] = [];
  const add = (words: readonly string[], plain: boolean): void => {
    const text = words.join('');
    if (byText.get(text)?.plain !== true) byText.set(text, { text, plain, spaces: spacedForms(words) });
  };
  for (const secret of secrets) {
    const words = cut(secret).map(({ plain, letters, spelled }) => (spelled ? letters : plain));
    // "moon" reveals "the moon".
    if (words.length > 1 && /^(?:an?|the)$/.test(words[0] ?? '')) words.shift();
    const plainForm = words.join('');
    if (words.length === 0 || UNSPACED.test(plainForm)) continue;
    for (const form of inflect(words)) {
      const text = form.join('');
      add(form, text.startsWith(plainForm) && /^(?:e?s)?$/.test(text.slice(plainForm.length)));
    }
    if (plainForm.length >= (/^[a-z]+$/.test(plainForm) ? MIN_STEM : MIN_FOREIGN_STEM)) stems.push(plainForm);
    if (plainForm.length >= MIN_BACKWARDS && !REVERSIBLE.has(plainForm))
      add(words.map(reverse).toReversed(), true);
  }
  const all = [...byText.values()];
  const disguisedForms = all.filter(({ text }) => text.length >= MIN_DISGUISED);
  const byBlurred = new Map(disguisedForms.map((form) => [blur(form.text), form]));
  return {
    byText,
    byBlurred,
    beginnings: new Set([...byText.keys(), ...byBlurred.keys()].flatMap(listPrefixes)),
    stems,
    squeezed: new Set(disguisedForms.map(({ text }) => squeeze(text))),
    hideable: groupByLength([...byText.keys()].filter((text) => text.length >= MIN_HIDDEN)),
    longest: Math.max(0, ...all.map(({ text }) => text.length)),
  };
}

/** `Map.groupBy` does not exist in Node 20, which the published package supports. */
function groupByLength(texts: readonly string[]): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const text of texts) {
    const group = groups.get(text.length);
    if (group) group.push(text);
    else groups.set(text.length, [text]);
  }
  return groups;
}

function spacedForms(words: readonly string[]): ReadonlySet<number> {
  const at = new Set<number>();
  let length = 0;
  for (const word of words.slice(0, -1)) {
    length += word.length;
    at.add(length);
  }
  return at;
}

const listPrefixes = (text: string): string[] => Array.from(text, (_, at) => text.slice(0, at + 1));
const reverse = (word: string): string => [...word].toReversed().join('');

const squeeze = (letters: string): string => letters.replace(/(.)\1+/g, '$1');
/** Replaces l with i, because a 1 can be either. */
const blur = (letters: string): string => letters.replaceAll('l', 'i');

/** A folded run of letters and digits, and its separator from the next run. */
interface Piece {
  /** Without case, marks and invisible characters. */
  plain: string;
  /** With digits and signs replaced with the letters they resemble; 1 becomes i, though it may be an l. */
  letters: string;
  /** True if it has a letter: a bare number is never a word. */
  spelled: boolean;
  /**
   * `narrow`: a hyphen, a dot, an asterisk and similar; `tight`: other punctuation or an ellipsis, without a
   * space; `space`: space, dashes or an ellipsis; `wide`: the end of a sentence.
   */
  gap: 'narrow' | 'tight' | 'space' | 'wide';
  /** Number of letters that the gap may hide (`c**fee`): 0, 1 or 2. */
  masked: number;
  /** Hidden by a dot or a hyphen, which usually have another meaning. */
  weak: boolean;
}

const WIDE = /[\s,;:?!…—–()[\]{}<>"“”«»]/;
/** A word broken at the end of a line: the hyphen counts, the space after it does not. */
const BROKEN_WORD = /^[-‐‑]\s{1,4}$/;
/**
 * Dashes and an ellipsis separate no more than a space: "cof... fee". (NFKD turns an ellipsis into three
 * dots.)
 */
const SPACE = /^\s*(?:(?:\.{2,8}|[-–—~*_]{1,4})\s*)?$/;
const TIGHT = /^(?:\S{1,2}|\.{3,8})$/;
const ELLIPSIS = /^\.{2,8}$/;
const MASK = /^(?:[*_#?•·×-]{1,2}|\.)$/;
const WEAK = /[.-]/;
/** `she'll` is not `shell`. */
const APOSTROPHE = /^['’]$/;
const CONTRACTED = /^(?:ll|re|ve|[dmst])$/;

/** A word ends between a script without spaces and another script. */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[[\p{L}\p{N}@$€]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+|!(?=[\p{L}\p{N}])/gv;
const LEET = readPairs('0o 1i 2z 3e 4a 5s 6g 7t 8b 9g @a $s €e !i');
function cut(text: string): Piece[] {
  const foldedText = fold(text);
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of foldedText.matchAll(PIECE)) {
    const plain = match[0];
    const before = pieces.at(-1);
    if (before !== undefined) {
      const gap = foldedText.slice(end, match.index);
      before.gap = readGap(gap, plain);
      before.masked = countMasked(gap);
      before.weak = WEAK.test(gap);
    }
    end = match.index + plain.length;
    const letters = plain.replace(/[0-9@$€!]/g, (sign) => LEET.get(sign) ?? sign);
    pieces.push({ plain, letters, spelled: /\p{L}/u.test(plain), gap: 'wide', masked: 0, weak: false });
  }
  return pieces;
}

function readGap(gap: string, next: string): Piece['gap'] {
  if (BROKEN_WORD.test(gap)) return 'narrow';
  if (APOSTROPHE.test(gap) && CONTRACTED.test(next)) return 'wide';
  if (!WIDE.test(gap) && !ELLIPSIS.test(gap)) return 'narrow';
  if (TIGHT.test(gap)) return 'tight';
  return SPACE.test(gap) ? 'space' : 'wide';
}

function countMasked(gap: string): number {
  const bare = gap.length > 4 ? gap : gap.replace(/\\/g, '');
  return MASK.test(bare) ? bare.length : 0;
}

/** The folded letters and digits of a text, for scripts without spaces. */
const squash = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** `&eacute;` becomes its base letter e. */
const ACCENTED = /&([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron|slash|macr|breve|ogon);/gi;
const NAMED = /&(?:nbsp|ensp|emsp|thinsp);/gi;
const INVISIBLE = /&(?:shy|zwj|zwnj|zerowidthspace);/gi;
/** `&#99;`, `&#x63;`, with or without the semicolon. */
const NUMBERED = /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi;
/** `\u0063`, `\u{63}`, `\x63`, with any number of backslashes; and escapes for white space. */
const BACKSLASHED = /(?<!\\)\\+(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|[bfnrtv])/gi;
/** A run of percent-encoded UTF-8 bytes: `%63`, `%C3%A9`. */
const PERCENTED = /(?:%[0-9a-f]{2})+/gi;

/** Tags that separate words, as opposed to `<b>`. */
const PARTING = /<\/?(?:br|hr|p|div|li|ul|ol|td|tr|th|h[1-6])\b[^<>]{0,200}>/gi;
const MARKUP =
  /<[!/?]?[a-z-][^<>]{0,200}>|\[\/?(?:[bius]|em|strong|su[bp]|code|quote|colou?r|size|font|url|center)(?:=[^[\]]{0,200})?\]|\]\([^()\s]{0,200}\)/gi;
/** `myTeaCup`. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/gu;

/**
 * Returns the alternative readings of a text, first the text itself: with escapes undone (`\\ncoffee`,
 * `&#99;offee`, `%63offee`), with markup removed from words (`<b>cof</b>fee`), with compound names split
 * (`myTeaCup`). At most four, none longer than twice the text.
 */
function readings(text: string): string[] {
  const bare = undoEscapes(undoEscapes(text));
  const plain = /[<[\]]/.test(bare) ? bare.replace(PARTING, ' ').replace(MARKUP, '') : bare;
  return [...new Set([text, bare, plain, plain.replace(HUMP, ' ')])];
}

function undoEscapes(text: string): string {
  let out = text;
  if (out.includes('\\')) {
    out = out.replace(BACKSLASHED, (_, braced?: string, unit?: string, byte?: string) => {
      const code = braced ?? unit ?? byte;
      return code === undefined ? ' ' : toCharacter(Number.parseInt(code, 16));
    });
  }
  if (out.includes('&')) {
    out = out
      .replace(NUMBERED, (_, hex?: string, decimal?: string) =>
        toCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
      )
      .replace(ACCENTED, '$1')
      .replace(NAMED, ' ')
      .replace(INVISIBLE, '')
      .replace(/&amp;/gi, '&');
  }
  return out.includes('%') ? out.replace(PERCENTED, readBytes) : out;
}

const toCharacter = (code: number): string => (code > 0x10ffff ? ' ' : String.fromCodePoint(code));

function readBytes(run: string): string {
  const bytes = run
    .slice(1)
    .split('%')
    .map((byte) => Number.parseInt(byte, 16));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
