import type { ComponentChildren } from 'preact';
import { LANGUAGE, wordsAddress } from './languages';

/** English text to its translation; empty where the pages speak English, or the file could not be read. */
let dictionary: Readonly<Record<string, string>> = {};

/**
 * Reads the words of the reader's language. Modules say some of their texts as they load, so that everything else of a
 * page is imported after it.
 */
export async function loadWords(): Promise<void> {
  document.documentElement.lang = LANGUAGE;
  const address = wordsAddress(LANGUAGE);
  if (address === null) return;
  try {
    dictionary = (await (await fetch(address)).json()) as Record<string, string>;
  } catch {
    // English words are better than none.
  }
}

/**
 * Says an English text in the reader's language, and puts `parts` at its places.
 *
 * The build writes these calls (`scripts/lib/say-words.ts`) around the texts of the pages; by hand they stand only where
 * a text does not look like one, such as a lone word in a table.
 *
 * @example say('Written by {0}', name)
 */
export function say(key: string, ...parts: readonly unknown[]): string {
  const text = dictionary[key] ?? key;
  return parts.length === 0 ? text : text.replace(/\{(\d+)\}/g, (_, at: string) => String(parts[Number(at)]));
}

/** Says a text whose parts are elements. */
export function sayAll(key: string, ...parts: readonly ComponentChildren[]): ComponentChildren {
  const text = dictionary[key] ?? key;
  if (parts.length === 0) return text;
  return text.split(/\{(\d+)\}/).map((piece, n) => (n % 2 === 0 ? piece : parts[Number(piece)]));
}

/** Languages that write nouns with a capital letter inside a sentence, too. */
const KEEPS_CAPITALS: readonly string[] = ['de', 'lb'];

/** Puts a title into a sentence: small, where the language writes it so. */
export const lower = (title: string): string =>
  KEEPS_CAPITALS.includes(LANGUAGE) ? title : title.charAt(0).toLowerCase() + title.slice(1);
