import type { ComponentChildren } from 'preact';
import { LANGUAGE, wordsAddress } from './languages';

/** English text to its translation; empty in English, or if the file could not be loaded. */
let dictionary: Readonly<Record<string, string>> = {};

/**
 * Loads the words of the reader's language. Modules use some texts when they load, so import everything else of a page
 * after this.
 */
export async function loadWords(): Promise<void> {
  document.documentElement.lang = LANGUAGE;
  const address = wordsAddress(LANGUAGE);
  if (address === null) return;
  try {
    dictionary = (await (await fetch(address)).json()) as Record<string, string>;
  } catch {
    // English is better than nothing.
  }
}

/**
 * Translates an English text into the reader's language and fills in `parts`. The build wraps the texts of the pages in
 * these calls (`web/build/say-words.ts`). Call it by hand only for a text that does not look like one, such as a single
 * word in a table.
 *
 * @example say('Written by {0}', name)
 */
export function say(key: string, ...parts: readonly unknown[]): string {
  const text = dictionary[key] ?? key;
  return parts.length === 0 ? text : text.replace(/\{(\d+)\}/g, (_, at: string) => String(parts[Number(at)]));
}

/** Translates a text whose parts are elements. */
export function sayAll(key: string, ...parts: readonly ComponentChildren[]): ComponentChildren {
  const text = dictionary[key] ?? key;
  if (parts.length === 0) return text;
  return text.split(/\{(\d+)\}/).map((piece, n) => (n % 2 === 0 ? piece : parts[Number(piece)]));
}

/** Languages that capitalize nouns within a sentence. */
const KEEPS_CAPITALS: readonly string[] = ['de', 'lb'];

/** Lowercases a title inside a sentence, if the language does so. */
export const lower = (title: string): string =>
  KEEPS_CAPITALS.includes(LANGUAGE) ? title : title.charAt(0).toLowerCase() + title.slice(1);
