import { readings } from './disguise';
import { blur, collect, type Form, type Forms, MIN_DISGUISED, squeeze } from './forms';
import { cut, type Piece, squash, UNSPACED } from './pieces';
import { NO_COMPOUND, SMALL_WORDS } from './word-lists';

export interface Guard {
  /** Whether the text says one of the secrets, plainly or disguised. `work` counts what was looked at. */
  leaks(text: string, work?: Work): boolean;
}

/** Characters read and words compared so far; for tests that the cost grows with the text and not faster. */
interface Work {
  steps: number;
}

/** How long a form must be for pieces of up to two letters to be a disguise of it (`co ff ee`). */
const MIN_IN_PAIRS = 5;
/** How long, for pieces of any length with nothing but space, dashes or an ellipsis between them (`cof fee`). */
const MIN_IN_PIECES = 6;
/** How long, for two hidden letters, or one hidden by a dot or a hyphen (`c**fee`, `c-ffee`). */
const MIN_TWO_HIDDEN = 6;

/** An answer passes several functions that are handed the same list. */
const made = new WeakMap<readonly string[], Guard>();

/**
 * Guards the words dealt in a room. `secrets` are words or short phrases as they were dealt; the guard recognizes them
 * in any case, inflected, with diacritics, look-alike letters, simple leet (`c0ff33`), invisible characters or
 * drawn-out letters; spelled out or broken up (`c o f f e e`, `cof-fee`, `cof… fee`); escaped or marked up within the
 * word (`&#99;offee`, `<b>cof</b>fee`); from five letters on with a letter hidden (`c*ffee`); from six on backwards
 * and as part of a longer word. It knows nothing but these words: names in capitals pass, and so do `office` and
 * `toffee` when the word is coffee.
 *
 * No secrets: nothing leaks. The work grows with the text times the secrets, whatever the text holds. The list is read
 * once: a changed list needs a new array.
 */
export function makeGuard(secrets: readonly string[]): Guard {
  if (secrets.length === 0) return NO_GUARD;
  const known = made.get(secrets);
  if (known !== undefined) return known;
  const guard = buildGuard(secrets);
  made.set(secrets, guard);
  return guard;
}

/** Where nothing is secret. */
export const NO_GUARD: Guard = { leaks: () => false };

function buildGuard(secrets: readonly string[]): Guard {
  const known = collect(secrets);
  const unspaced = secrets.map((secret) => squash(secret)).filter((secret) => UNSPACED.test(secret));
  if (known.byText.size === 0 && unspaced.length === 0) return NO_GUARD;
  return {
    leaks(text, work = { steps: 0 }) {
      return readings(text).some((reading) => {
        work.steps += reading.length;
        if (unspaced.length > 0 && includesAny(squash(reading), unspaced, work)) return true;
        const pieces = cut(reading);
        return pieces.some(
          (piece, at) =>
            holds(piece, known, work) ||
            startsForm(pieces, at, known, work) ||
            startsHidden(pieces, at, known, work),
        );
      });
    },
  };
}

function includesAny(text: string, words: readonly string[], work: Work): boolean {
  work.steps += text.length * words.length;
  return words.some((word) => text.includes(word));
}

/** A single word that has a secret in it, or is one with its letters drawn out. */
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

/** Joins a piece with those after it for as long as a form begins so: the work per piece is bounded by the secrets. */
function startsForm(pieces: readonly Piece[], at: number, known: Forms, work: Work): boolean {
  let plain = '';
  let letters = '';
  let spelled = false;
  for (let i = at; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined) return false;
    plain += piece.plain;
    letters += piece.letters;
    spelled ||= piece.spelled;
    work.steps += piece.letters.length;
    if (letters.length > known.longest) return false;
    const blurred = plain.includes('1') ? blur(letters) : '';
    const { beginnings } = known;
    if (!beginnings.has(plain) && !beginnings.has(letters) && !beginnings.has(blurred)) return false;
    const form = known.byText.get(plain) ?? (spelled ? readForm(letters, blurred, known) : undefined);
    if (form === undefined) continue;
    if (form.text === plain && i === at) return true;
    if (form.text.length >= MIN_DISGUISED && isWritten(form, pieces.slice(at, i + 1))) return true;
  }
  return false;
}

const readForm = (letters: string, blurred: string, { byText, byBlurred }: Forms): Form | undefined =>
  byText.get(letters) ?? byBlurred.get(blurred);

/** Whether these pieces, put together, are a way to write the form and not words that happen to stand in a row. */
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
  return !areWords(pieces);
}

/** "This is land": a small word before another, rather than a word in two halves. */
function areWords(pieces: readonly Piece[]): boolean {
  return (
    pieces.some(({ plain }) => SMALL_WORDS.has(plain)) &&
    pieces.every(({ plain }) => SMALL_WORDS.has(plain) || /^(?=.*[aeiouy]).{3,}$/u.test(plain))
  );
}

/** Whether a piece and those after it are a form with a letter or two hidden. */
function startsHidden(pieces: readonly Piece[], at: number, known: Forms, work: Work): boolean {
  const first = pieces[at];
  if (first === undefined || first.masked === 0 || !known.beginnings.has(first.letters)) return false;
  let pattern = first.letters;
  let before = first;
  let hidden = 0;
  let weak = 0;
  for (let i = at + 1; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined || before.masked === 0) return false;
    hidden += before.masked;
    weak += Number(before.weak);
    pattern += '*'.repeat(before.masked) + piece.letters;
    work.steps += piece.letters.length;
    if (hidden > 2 || pattern.length > known.longest) return false;
    before = piece;
    if (hidden + weak > 1 && pattern.length < MIN_TWO_HIDDEN) continue;
    const forms = known.hideable.get(pattern.length) ?? [];
    work.steps += forms.length;
    if (forms.some((form) => fits(form, pattern))) return true;
  }
  return false;
}

const fits = (form: string, pattern: string): boolean =>
  [...pattern].every((letter, at) => letter === '*' || letter === form[at]);
