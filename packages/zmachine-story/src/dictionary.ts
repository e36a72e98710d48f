import { byteAt, HEADER, putByte, putWord, signed, wordAt } from './memory';
import type { StoryText } from './text';

export type Dictionary = ReturnType<typeof readDictionary>;

/** Reads a dictionary's header (Standard 13). Throws outside of memory. */
export function readDictionary(memory: Uint8Array, address: number) {
  const separators = byteAt(memory, address);
  const at = address + 1 + separators;
  const count = signed(wordAt(memory, at + 1));
  return {
    /** ZSCII codes that are words themselves, such as a comma. */
    separators: new Set(memory.subarray(address + 1, at)) as ReadonlySet<number>,
    size: byteAt(memory, at),
    count: Math.abs(count),
    address: at + 3,
    /** Dictionaries created by a story may be unsorted; then search linearly. */
    sorted: count >= 0,
  };
}

/** Address of an encoded word (see {@link StoryText.encode}); 0 if not found. */
export function lookUp(memory: Uint8Array, dictionary: Dictionary, word: readonly number[]): number {
  const compare = (address: number): number => {
    for (const [i, byte] of word.entries()) {
      const difference = byte - byteAt(memory, address + i);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const { address, size, count, sorted } = dictionary;
  if (!sorted) {
    for (let i = 0; i < count; i++) if (compare(address + i * size) === 0) return address + i * size;
    return 0;
  }
  let [low, high] = [0, count - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const difference = compare(address + middle * size);
    if (difference === 0) return address + middle * size;
    if (difference < 0) high = middle - 1;
    else low = middle + 1;
  }
  return 0;
}

/** All words of the story's dictionary, in order; empty if its entries are too short. */
export function listWords(memory: Uint8Array, text: StoryText, version: number): string[] {
  const { address, size, count } = readDictionary(memory, wordAt(memory, HEADER.dictionary));
  const bytes = version === 3 ? 4 : 6;
  if (size < bytes) return [];
  const words: string[] = [];
  for (let i = 0; i < count && address + (i + 1) * size <= memory.length; i++) {
    // Set the end bit, which some stories omit.
    const entry = memory.slice(address + i * size, address + i * size + bytes);
    entry[bytes - 2] = (entry[bytes - 2] ?? 0) | 0x80;
    words.push(text.decode(entry, 0).text);
  }
  return words;
}

/** Splits ZSCII codes into at most `most` words and looks each up (Standard 13.6); `entry` is its address or 0. */
function splitWords(
  memory: Uint8Array,
  line: readonly number[],
  dictionary: Dictionary,
  text: StoryText,
  most: number,
): { entry: number; start: number; length: number }[] {
  const words: ReturnType<typeof splitWords> = [];
  const add = (start: number, end: number): void => {
    if (words.length >= most) return;
    const entry = lookUp(memory, dictionary, text.encode(line.slice(start, end)));
    words.push({ entry, start, length: end - start });
  };
  let start = 0;
  for (let at = 0; at <= line.length; at++) {
    const code = line[at] ?? 32;
    const separates = dictionary.separators.has(code);
    if (code !== 32 && !separates) continue;
    if (at > start) add(start, at);
    if (separates) add(at, at + 1);
    start = at + 1;
  }
  return words;
}

/**
 * Fills a parse buffer from a line. `offset` is the line's start in the text buffer. `keep` leaves entries of unknown
 * words unchanged (fourth operand of `tokenise`). Returns the number of words.
 */
export function tokenise(
  memory: Uint8Array,
  limit: number,
  line: readonly number[],
  offset: number,
  parse: number,
  dictionary: Dictionary,
  text: StoryText,
  keep: boolean,
): number {
  const words = splitWords(memory, line, dictionary, text, byteAt(memory, parse));
  for (const [i, { entry, start, length }] of words.entries()) {
    if (keep && entry === 0) continue;
    putWord(memory, limit, parse + 2 + 4 * i, entry);
    putByte(memory, limit, parse + 4 + 4 * i, length);
    putByte(memory, limit, parse + 5 + 4 * i, start + offset);
  }
  putByte(memory, limit, parse + 1, words.length);
  return words.length;
}
