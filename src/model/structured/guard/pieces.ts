/** A run of letters and digits, folded, and how the next one is set off from it. */
export interface Piece {
  /** As written, without case, marks and invisible characters. */
  plain: string;
  /** With digits and signs read as the letters they stand for; 1 as i, though it may be an l. */
  letters: string;
  /** There is a true letter in it: a bare number is never read as a word. */
  spelled: boolean;
  /**
   * `narrow`: a hyphen, a dot, an asterisk and the like; `tight`: other punctuation or an ellipsis, without a space; `space`: space,
   * dashes or an ellipsis; `wide`: a sentence's punctuation.
   */
  gap: 'narrow' | 'tight' | 'space' | 'wide';
  /** How many letters the gap may stand for (`c**fee`): 1, 2, or 0 when it isn't made of what letters are hidden by. */
  masked: number;
  /** Hidden by a dot or a hyphen, which mean something else more often than not. */
  weak: boolean;
}

const INVISIBLE = /[\p{M}\p{Cf}\u115f\u1160\u3164]/gu;
/** Regional indicators, and the white-on-black letters that NFKD leaves as they are: all in alphabetical order. */
const SIGN_LETTERS = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const SIGN_STARTS = [0x1f1e6, 0x1f170, 0x1f150] as const;

const WIDE = /[\s,;:?!…—–()[\]{}<>"“”«»]/;
/** A word broken at the end of a line: the hyphen counts, the space after it doesn't. */
const BROKEN_WORD = /^[-‐‑]\s{1,4}$/;
/** Dashes and an ellipsis part no more than a space does: "cof... fee". (NFKD makes three dots of an ellipsis.) */
const SPACE = /^\s*(?:(?:\.{2,8}|[-–—~*_]{1,4})\s*)?$/;
const TIGHT = /^(?:\S{1,2}|\.{3,8})$/;
const ELLIPSIS = /^\.{2,8}$/;
const MASK = /^(?:[*_#?•·×-]{1,2}|\.)$/;
const WEAK = /[.-]/;
/** `she'll` is no shell. */
const APOSTROPHE = /^['’]$/;
const CONTRACTED = /^(?:ll|re|ve|[dmst])$/;

/** Scripts written without spaces, where a word has no edges to look for. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Where a script without spaces meets another one, the word ends. */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[[\p{L}\p{N}@$€]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+|!(?=[\p{L}\p{N}])/gv;
const LEET = readPairs('0o 1i 2z 3e 4a 5s 6g 7t 8b 9g @a $s €e !i');
/** Letters that look like Latin ones, and those that NFKD does not take apart. */
const LOOKALIKE = readPairs(
  'аa вb сc ԁd еe һh іi јj кk мm нh оo рp ѕs тt уy хx αa εe ιi κk νv οo ρp τt υu χx ıi ßss æae œoe øo đd ðd łl þth ħh ɑa ɡg ɩi ƒf ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz',
);

/** Cuts a text into its pieces, folded. */
export function cut(text: string): Piece[] {
  const folded = fold(text);
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of folded.matchAll(PIECE)) {
    const plain = match[0];
    const before = pieces.at(-1);
    if (before !== undefined) {
      const gap = folded.slice(end, match.index);
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

/** What a gap is, by itself and by what follows it. */
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

/** Without case, marks, invisible characters and look-alikes. */
function fold(text: string): string {
  // Marks go first: to put a long run of them in order takes NFKD the square of its length.
  const bare = text.replace(INVISIBLE, '').normalize('NFKD').replace(INVISIBLE, '').toLowerCase();
  return bare
    .replace(INVISIBLE, '')
    .replace(SIGN_LETTERS, readSign)
    .replace(/[\u0080-\uffff]/g, (letter) => LOOKALIKE.get(letter) ?? letter);
}

function readSign(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const start = SIGN_STARTS.find((first) => code >= first) ?? code;
  return String.fromCharCode(0x61 + code - start);
}

/** Nothing but the letters and digits of a text, folded: for scripts without spaces. */
export const squash = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** `0o 1i`: a character and what it stands for. */
function readPairs(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));
}
