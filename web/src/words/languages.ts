/// <reference types="vite/client" />

/**
 * The languages of the pages. Each is a file in this folder, named by its BCP 47 tag, that maps English text to its
 * translation (docs/play.md#languages); English needs none. `say.ts` loads the reader's language before rendering, so a
 * change of language reloads the page.
 */
const FILES = import.meta.glob<string>('./*.json', { query: '?url', import: 'default', eager: true });
const STORAGE_KEY = 'proscenium:language';
const ENGLISH = 'en';

/** Tags of all languages, English first. */
export const LANGUAGES: readonly string[] = [
  ENGLISH,
  ...Object.keys(FILES).map((file) => file.replace(/^\.\/|\.json$/g, '')),
];

/** The language of the pages: the one chosen in this browser, else the browser's first supported one. */
export const LANGUAGE: string = chooseLanguage(readPreferred(), LANGUAGES);

/**
 * The locale of dates and numbers: the browser's region for the language, such as `en-GB`, or else just the language.
 */
export const LOCALE: string = readBrowser().find((tag) => matchLanguage(tag) === LANGUAGE) ?? LANGUAGE;

/** @returns the first language of `wishes` that is among `languages`, else English */
export function chooseLanguage(wishes: readonly string[], languages: readonly string[]): string {
  const wish = wishes.map(matchLanguage).find((tag) => languages.includes(tag));
  return wish ?? ENGLISH;
}

/** Names a language in its own language, such as “Deutsch”. */
export const nameLanguage = (tag: string): string => {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
};

/** Stores the choice in this browser and reloads the page. */
export function changeLanguage(tag: string): void {
  localStorage.setItem(STORAGE_KEY, tag);
  location.reload();
}

/** Returns the URL of a language's words; null for English, which is in the pages. */
export const wordsAddress = (tag: string): string | null => FILES[`./${tag}.json`] ?? null;

function matchLanguage(tag: string): string {
  return tag.split('-')[0] ?? tag;
}

/** Returns the reader's preferred tags, best first. */
function readPreferred(): readonly string[] {
  const choice = typeof document === 'undefined' ? null : localStorage.getItem(STORAGE_KEY);
  return choice === null ? readBrowser() : [choice, ...readBrowser()];
}

function readBrowser(): readonly string[] {
  return typeof document === 'undefined' ? [ENGLISH] : navigator.languages;
}
