import { byteAt, HEADER, wordAt } from './memory';

export type StoryText = ReturnType<typeof readText>;

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  // The first is an escape to any ZSCII code, the second a new line, also in custom alphabets.
  ' \r0123456789.,!?_#\'"/\\-:()',
];

/** Default extra characters 155 to 223 (Standard 3.8.5.3). */
const EXTRA = [...'äöüÄÖÜß»«ëïÿËÏáéíóúýÁÉÍÓÚÝàèìòùÀÈÌÒÙâêîôûÂÊÎÔÛåÅøØãñõÃÑÕæÆçÇþðÞÐ£œŒ¡¿'];
const FIRST_EXTRA = 155;
const MAX_EXTRA = 97;

/** Replacements for typed characters without a code. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
};

/** In words of three characters; real texts are shorter. */
const LONGEST = 0x4000;
/** In words of three characters; a text can contain thousands of abbreviations. */
const LONGEST_ABBREVIATION = 96;

/**
 * Reads a story's alphabets, extra characters and abbreviations from the file, so that the running story cannot change
 * them.
 */
export function readText(story: Uint8Array, version: number) {
  const extra = readExtra(story, version);
  const alphabets = readAlphabets(story, version);
  /** `''` for codes that print nothing. */
  const toUnicode = (zscii: number): string => {
    if (zscii === 13) return '\n';
    if (zscii >= 32 && zscii <= 126) return String.fromCharCode(zscii);
    if (zscii === 9 || zscii === 11) return ' ';
    return zscii >= FIRST_EXTRA && zscii <= 251 ? (extra[zscii - FIRST_EXTRA] ?? '?') : '';
  };
  const abbreviations = new Map<number, string>();
  const abbreviation = (index: number): string => {
    let text = abbreviations.get(index);
    if (text === undefined) {
      const table = wordAt(story, HEADER.abbreviations);
      const { zchars } = unpack(story, wordAt(story, table + 2 * index) * 2, LONGEST_ABBREVIATION);
      text = spell(zchars, alphabets, toUnicode, () => '');
      abbreviations.set(index, text);
    }
    return text;
  };
  const codes = new Map(extra.map((character, index) => [character, FIRST_EXTRA + index]));
  return {
    toUnicode,
    /** Undefined if the story has no code for the character. */
    toZscii: (character: string): number | undefined => {
      const plain = PLAIN[character] ?? character;
      const code = plain.charCodeAt(0);
      return code >= 32 && code <= 126 ? code : codes.get(plain);
    },
    /** Decodes the text at an address. Throws if it does not end within `words` words, or within memory. */
    decode: (memory: Uint8Array, address: number, words = LONGEST): { text: string; end: number } => {
      const { zchars, end } = unpack(memory, address, words);
      return { text: spell(zchars, alphabets, toUnicode, abbreviation), end };
    },
    /** Encodes a dictionary word: 4 bytes in version 3, else 6, truncated. */
    encode: (zscii: readonly number[]): number[] => pack(zscii, alphabets, version === 3 ? 2 : 3),
  };
}

function readExtra(story: Uint8Array, version: number): readonly string[] {
  const extension = version >= 5 ? wordAt(story, HEADER.extension) : 0;
  if (extension === 0 || wordAt(story, extension) < 3) return EXTRA;
  const table = wordAt(story, extension + 6);
  if (table === 0) return EXTRA;
  const count = Math.min(byteAt(story, table), MAX_EXTRA);
  return Array.from({ length: count }, (_, i) => readCharacter(wordAt(story, table + 1 + 2 * i)));
}

/** Replaces control characters and surrogates by a question mark. */
export function readCharacter(code: number): string {
  const isControl = code < 32 || (code >= 127 && code < 160);
  const isHalf = code >= 0xd800 && code < 0xe000;
  return isControl || isHalf ? '?' : String.fromCharCode(code);
}

function readAlphabets(story: Uint8Array, version: number): number[][] {
  const table = version >= 5 ? wordAt(story, HEADER.alphabets) : 0;
  return ALPHABETS.map((usual, row) =>
    Array.from(usual, (character, column) =>
      table === 0 || (row === 2 && column < 2)
        ? character.charCodeAt(0)
        : byteAt(story, table + row * 26 + column),
    ),
  );
}

function unpack(memory: Uint8Array, address: number, longest: number): { zchars: number[]; end: number } {
  const zchars: number[] = [];
  for (let at = address; at < address + 2 * longest; at += 2) {
    const word = wordAt(memory, at);
    zchars.push((word >> 10) & 31, (word >> 5) & 31, word & 31);
    if (word & 0x8000) return { zchars, end: at + 2 };
  }
  throw new Error(`a text without an end, at 0x${address.toString(16)}`);
}

/** Decodes 5-bit characters (Standard 3.2 to 3.4). */
function spell(
  zchars: readonly number[],
  alphabets: readonly (readonly number[])[],
  toUnicode: (zscii: number) => string,
  abbreviation: (index: number) => string,
): string {
  let text = '';
  let row = 0;
  for (let i = 0; i < zchars.length; i++) {
    const zchar = zchars[i] ?? 0;
    if (zchar === 4 || zchar === 5) {
      row = zchar - 3;
      continue;
    }
    if (zchar === 0) text += ' ';
    else if (zchar < 4) {
      const next = zchars[++i];
      // A text may end within an abbreviation or escape, which then prints nothing.
      if (next !== undefined) text += abbreviation(32 * (zchar - 1) + next);
    } else if (row === 2 && zchar === 6) {
      const [high, low] = [zchars[++i], zchars[++i]];
      if (high !== undefined && low !== undefined) text += toUnicode((high << 5) | low);
    } else text += toUnicode(alphabets[row]?.[zchar - 6] ?? 0);
    row = 0;
  }
  return text;
}

/** Encodes ZSCII as `words` words of three 5-bit characters, padded with 5s (Standard 3.7). */
function pack(zscii: readonly number[], alphabets: readonly (readonly number[])[], words: number): number[] {
  const zchars: number[] = [];
  for (const code of zscii) {
    if (zchars.length >= 3 * words) break;
    const row = alphabets.findIndex((letters, index) => letters.indexOf(code, index === 2 ? 2 : 0) >= 0);
    if (row < 0) zchars.push(5, 6, code >> 5, code & 31);
    else {
      if (row > 0) zchars.push(3 + row);
      zchars.push((alphabets[row] ?? []).indexOf(code, row === 2 ? 2 : 0) + 6);
    }
  }
  while (zchars.length < 3 * words) zchars.push(5);
  return Array.from({ length: words }, (_, i) => {
    const [a = 5, b = 5, c = 5] = zchars.slice(3 * i, 3 * i + 3);
    const word = (a << 10) | (b << 5) | c | (i === words - 1 ? 0x8000 : 0);
    return [word >> 8, word & 0xff];
  }).flat();
}
