import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PROBLEM_TYPES } from '../../src/contract/problem-types';
import { findWords, isTranslated } from './find-words';
import { ROOT } from './run.mjs';

const PAGES = join(ROOT, 'web/src');
export const WORDS = join(PAGES, 'words');

/** Lists the source files that have texts. */
export const listPages = (): string[] =>
  readdirSync(PAGES, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isTranslated);

/** Lists every text of the pages with its first location; titles of problems come from the service. */
export function listWords(): Map<string, string> {
  const places = new Map<string, string>();
  for (const file of listPages()) {
    for (const { key, line } of findWords(file, readFileSync(file, 'utf8')).keys)
      if (!places.has(key)) places.set(key, `${relative(ROOT, file)}:${line}`);
  }
  for (const { title } of Object.values(PROBLEM_TYPES)) {
    if (!places.has(title)) places.set(title, 'src/contract/problem-types.ts');
  }
  return places;
}

/** Language → English text → translation. */
export const readDictionaries = (): Map<string, Record<string, string>> =>
  new Map(
    readdirSync(WORDS)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(WORDS, name), 'utf8'))]),
  );

/** Renames keys of a dictionary, except keys still in use. An existing translation of the new key wins. */
export function renameKeys(
  dictionary: Readonly<Record<string, string>>,
  renames: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
): Record<string, string> {
  const renamed: Record<string, string> = {};
  for (const [key, text] of Object.entries(dictionary)) {
    const name = used.has(key) ? key : (renames.get(key) ?? key);
    renamed[name] = dictionary[name] ?? text;
  }
  return renamed;
}

/** Lists the lines of browser cases, tests of the pages and documentation that mention a text of several words. */
export function findMentions(key: string): string[] {
  const [words = ''] = key.split(/\{\d+\}/).sort((a, b) => b.length - a.length);
  const text = words.trim();
  if (text.split(' ').length < 2) return [];
  const pattern = new RegExp(
    `(?<![\\p{L}])${text.replaceAll(/[\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}])`,
    'u',
  );
  return ['test/browser', 'test/unit/web', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.(?:ts|md)$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .flatMap((line, n) => (pattern.test(line) ? [`${relative(ROOT, file)}:${n + 1}`] : [])),
      ),
  );
}

export function checkDictionary(
  dictionary: Readonly<Record<string, string>>,
  words: ReadonlyMap<string, string>,
): string[] {
  const placeholders = (text: string) =>
    [...text.matchAll(/\{\d+\}/g)]
      .map(([one]) => one)
      .sort()
      .join(' ');
  return [
    ...[...words].filter(([key]) => !dictionary[key]).map(([key, place]) => `lacks “${key}” (${place})`),
    ...Object.keys(dictionary)
      .filter((key) => !words.has(key))
      .map((key) => `has “${key}”, which no page says any more`),
    ...Object.entries(dictionary)
      .filter(([key, text]) => words.has(key) && placeholders(key) !== placeholders(text))
      .map(([key, text]) => `has other placeholders in “${text}” than in “${key}”`),
  ];
}
