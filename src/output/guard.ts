import { inflect } from './inflect';

export interface Guard {
  /** Whether the text says one of the secrets, plainly or disguised. */
  leaks(text: string): boolean;
}

/** A run of letters and digits, folded, and how the next one is set off from it. */
interface Piece {
  /** As written, without case, marks and invisible characters. */
  plain: string;
  /** With digits and signs read as the letters they stand for. */
  letters: string;
  /** There is a true letter in it: a bare number is never read as a word. */
  spelled: boolean;
  /** `wide`: a sentence's punctuation after it; `narrow`: a hyphen, a dot, an asterisk and the like. */
  gap: 'narrow' | 'space' | 'wide';
}

/** How one form of a secret may be written apart: after these many letters a gap of any kind is its own space. */
type Spaces = ReadonlySet<number>;

interface Forms {
  forms: Map<string, Spaces>;
  /** Parts of longer words that give the secret away (`coffeehouse`, `ncoffee`). */
  stems: string[];
  /** Forms with repeated letters written once, for drawn-out words (`teeeea`). */
  squeezed: Set<string>;
  longest: number;
  /** First letters of forms: what begins with another needs no second look. */
  firsts: Set<string>;
}

/** A word of fewer letters is only recognized as it stands: a disguise of it would be everywhere in prose. */
const MIN_DISGUISED = 3;
/** From this length on, a longer word that holds the secret counts as the secret: compounds, and what damage glued. */
const MIN_STEM = 6;
/** The same for words outside the Latin alphabet, whose endings `inflect` doesn't know. */
const MIN_FOREIGN_STEM = 4;
/** How long a form must be for pieces of up to two letters to be a disguise of it (`co ff ee`). */
const MIN_IN_PAIRS = 5;
/** How long, for pieces of any length with nothing but space between them (`cof fee`). */
const MIN_IN_PIECES = 6;

const INVISIBLE = /[\p{M}\p{Cf}\u115f\u1160\u3164]/gu;
const WIDE = /[\s,;:?!…—–()[\]{}<>"“”]/;
/** A word broken at the end of a line: the hyphen counts, the space after it doesn't. */
const BROKEN_WORD = /^[-‐‑]\s{1,4}$/;
/** `she'll` is no shell. */
const APOSTROPHE = /^['’]$/;
const CONTRACTED = /^(?:ll|re|ve|[dmst])$/;
/** Scripts written without spaces, where a word has no edges to look for. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Where a script without spaces meets another one, the word ends. */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[[\p{L}\p{N}@$€]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+|!(?=[\p{L}\p{N}])/gv;
const LEET = readPairs('0o 1i 3e 4a 5s 6g 7t 8b 9g @a $s €e !i');
/** Letters that look like Latin ones, and those that NFKD does not take apart. */
const LOOKALIKE = readPairs(
  'аa вb сc ԁd еe һh іi јj кk мm нh оo рp ѕs тt уy хx αa εe ιi κk νv οo ρp τt υu χx ıi ßss æae œoe øo đd ðd łl þth ħh',
);

/** An answer passes several functions that are handed the same list. */
const made = new WeakMap<readonly string[], Guard>();

/**
 * Guards the words dealt in a room. `secrets` are words or short phrases as they were dealt; the guard recognizes them
 * in any case, inflected (plural, possessive, verb forms), spelled out (`c o f f e e`, `cof-fee`, `c.o.f.f.e.e`), with
 * diacritics, look-alike letters, simple leet (`c0ff33`), invisible characters or drawn-out letters, and as part of a
 * longer word when it has six letters or more. It knows nothing but these words: names in capitals pass, and so do `office` and `toffee` when the
 * word is coffee. No secrets: nothing leaks. One pass over the text, whatever it holds. The list is
 * read once: a changed list needs a new array.
 */
export function makeGuard(secrets: readonly string[]): Guard {
  const known = made.get(secrets);
  if (known !== undefined) return known;
  const guard = buildGuard(secrets);
  made.set(secrets, guard);
  return guard;
}

function buildGuard(secrets: readonly string[]): Guard {
  const known = collect(secrets);
  const unspaced = secrets.map((secret) => squash(secret)).filter((secret) => UNSPACED.test(secret));
  if (known.forms.size === 0 && unspaced.length === 0) return { leaks: () => false };
  return {
    leaks(text) {
      return readings(text).some(
        (reading) =>
          (unspaced.length > 0 && includesAny(squash(reading), unspaced)) ||
          finds(cut(reading), known) ||
          // 1 stands for i and for l.
          (reading.includes('1') && finds(cut(reading, 'l'), known)),
      );
    },
  };
}

/** The text, and the text with the escapes that somebody forgot to undo (`\\ncoffee`, `\\u0063offee`). */
function readings(text: string): string[] {
  if (!text.includes('\\')) return [text];
  const code = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return [text, text.replace(/\\u([0-9a-f]{4})/gi, code).replace(/\\[bfnrt]/g, ' ')];
}

const includesAny = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.includes(word));

function collect(secrets: readonly string[]): Forms {
  const forms = new Map<string, Spaces>();
  const stems: string[] = [];
  for (const secret of secrets) {
    const words = cut(secret).map(({ plain, letters, spelled }) => (spelled ? letters : plain));
    // "the moon" is given away by "moon".
    if (words.length > 1 && /^(?:an?|the)$/.test(words[0] ?? '')) words.shift();
    if (words.length === 0 || UNSPACED.test(words.join(''))) continue;
    for (const form of inflect(words)) {
      forms.set(form.join(''), spacesOf(form));
    }
    const stem = words.join('');
    if (stem.length >= (/^[a-z]+$/.test(stem) ? MIN_STEM : MIN_FOREIGN_STEM)) stems.push(stem);
  }
  return {
    forms,
    stems,
    squeezed: new Set([...forms.keys()].filter((form) => form.length >= MIN_DISGUISED).map(squeeze)),
    longest: Math.max(0, ...[...forms.keys()].map((form) => form.length)),
    firsts: new Set([...forms.keys()].map((form) => form.slice(0, 1))),
  };
}

/** Where the spaces of a phrase stand, in letters from its start. */
function spacesOf(words: readonly string[]): Spaces {
  const at = new Set<number>();
  let length = 0;
  for (const word of words.slice(0, -1)) {
    length += word.length;
    at.add(length);
  }
  return at;
}

function finds(pieces: readonly Piece[], known: Forms): boolean {
  return pieces.some(
    (piece, at) => holds(piece, known) || (mayStart(piece, known) && startsForm(pieces, at, known)),
  );
}

/** A single word that has a secret in it, or is one with its letters drawn out. */
function holds({ letters, spelled }: Piece, { stems, squeezed }: Forms): boolean {
  if (!spelled) return false;
  if (stems.some((stem) => letters.includes(stem))) return true;
  return /(.)\1\1/.test(letters.slice(0, 200)) && squeezed.has(squeeze(letters.slice(0, 400)));
}

const mayStart = ({ plain, letters }: Piece, { firsts }: Forms): boolean =>
  firsts.has(plain.slice(0, 1)) || firsts.has(letters.slice(0, 1));

/** Joins a piece with those after it for as long as a form may be, so the work per piece is bounded by the secrets. */
function startsForm(pieces: readonly Piece[], at: number, { forms, longest }: Forms): boolean {
  let plain = '';
  let letters = '';
  let spelled = false;
  let widest = 0;
  let onlySpace = true;
  const apart: number[] = [];
  for (let i = at; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined) break;
    plain += piece.plain;
    letters += piece.letters;
    spelled ||= piece.spelled;
    widest = Math.max(widest, piece.letters.length);
    if (letters.length > longest) return false;
    const joined = i > at;
    for (const form of spelled ? [letters, plain] : [plain]) {
      const spaces = forms.get(form);
      if (spaces === undefined || (form.length < MIN_DISGUISED && (joined || form !== plain))) continue;
      if (apart.every((gap) => spaces.has(gap)) || isSpelledOut(form, widest, onlySpace)) return true;
    }
    if (piece.gap === 'narrow') continue;
    apart.push(letters.length);
    if (piece.gap === 'wide') onlySpace = false;
  }
  return false;
}

function isSpelledOut(form: string, widest: number, onlySpace: boolean): boolean {
  if (widest === 1 || (onlySpace && form.length >= MIN_IN_PIECES)) return true;
  return widest === 2 && form.length >= MIN_IN_PAIRS;
}

/** Cuts a text into its pieces, folded. `one` is what the digit 1 stands for. */
function cut(text: string, one: 'i' | 'l' = 'i'): Piece[] {
  const folded = fold(text);
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of folded.matchAll(PIECE)) {
    const plain = match[0];
    const before = pieces.at(-1);
    if (before !== undefined) {
      const gap = folded.slice(end, match.index);
      before.gap = readGap(gap, plain);
    }
    end = match.index + plain.length;
    const letters = plain.replace(/[0-9@$€!]/g, (sign) => (sign === '1' ? one : (LEET.get(sign) ?? sign)));
    pieces.push({ plain, letters, spelled: /\p{L}/u.test(plain), gap: 'wide' });
  }
  return pieces;
}

/** What a gap is, by itself and by what follows it. */
function readGap(gap: string, next: string): Piece['gap'] {
  if (BROKEN_WORD.test(gap)) return 'narrow';
  if (/^\s+$/.test(gap)) return 'space';
  return WIDE.test(gap) || (APOSTROPHE.test(gap) && CONTRACTED.test(next)) ? 'wide' : 'narrow';
}

/** Without case, marks, invisible characters and look-alikes. */
function fold(text: string): string {
  const bare = text.normalize('NFKD').replace(INVISIBLE, '').toLowerCase().replace(INVISIBLE, '');
  return bare.replace(/[\u0080-\uffff]/g, (letter) => LOOKALIKE.get(letter) ?? letter);
}

const squash = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');
const squeeze = (letters: string): string => letters.replace(/(.)\1+/g, '$1');

/** `0o 1i`: a character and what it stands for. */
function readPairs(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));
}
