/// <reference types="vite/client" />

/**
 * The languages of the pages. Each is a file of this folder, named by its BCP 47 tag, that maps the English text to its
 * translation (docs/play.md#languages); English needs none. `say.ts` reads the file of the reader's language before any
 * page is drawn, so a change of language draws the page anew.
 */
const FILES = import.meta.glob<string>('./*.json', { query: '?url', import: 'default', eager: true });
const PLACE = 'proscenium:language';
const ENGLISH = 'en';

/** Tags of all languages, English first. */
export const LANGUAGES: readonly string[] = [
  ENGLISH,
  ...Object.keys(FILES).map((file) => file.replace(/^\.\/|\.json$/g, '')),
];

/** The language of the pages: the one chosen in this browser, else the first of the browser's own that there is. */
export const LANGUAGE: string = chooseLanguage(readWishes(), LANGUAGES);

/**
 * The locale of dates and numbers: the region that the browser names for the language, such as `en-GB`, else the
 * language alone.
 */
export const LOCALE: string = readBrowser().find((tag) => languageOf(tag) === LANGUAGE) ?? LANGUAGE;

/** @returns the first language of `wishes` that is among `languages`, else English */
export function chooseLanguage(wishes: readonly string[], languages: readonly string[]): string {
  const wish = wishes.map(languageOf).find((tag) => languages.includes(tag));
  return wish ?? ENGLISH;
}

/** Names a language in its own words, such as “Deutsch”. */
export const nameLanguage = (tag: string): string => {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
};

/** Keeps the choice in this browser and draws the page anew in it. */
export function changeLanguage(tag: string): void {
  localStorage.setItem(PLACE, tag);
  location.reload();
}

/** Returns where the words of a language are; null for English, whose words stand in the pages. */
export const wordsAddress = (tag: string): string | null => FILES[`./${tag}.json`] ?? null;

function languageOf(tag: string): string {
  return tag.split('-')[0] ?? tag;
}

/** Returns the tags that the reader wishes for, the dearest first. */
function readWishes(): readonly string[] {
  const choice = typeof document === 'undefined' ? null : localStorage.getItem(PLACE);
  return choice === null ? readBrowser() : [choice, ...readBrowser()];
}

function readBrowser(): readonly string[] {
  return typeof document === 'undefined' ? [ENGLISH] : navigator.languages;
}
