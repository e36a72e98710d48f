/**
 * Lists the texts of the pages and checks the dictionaries against them (docs/play.md#languages).
 *
 * `npm run words` reports missing and unused entries per language; `-- --list` prints all texts with their
 * locations; `-- --tidy` sorts the dictionaries and removes unused entries.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { checkDictionary, listWords, readDictionaries, WORDS } from './lib/list-words';

const words = listWords();
if (argv.includes('--list')) for (const [key, place] of words) console.log(`${place}\t${key}`);
for (const [language, dictionary] of readDictionaries()) {
  if (argv.includes('--tidy')) {
    const entries = Object.entries(dictionary).filter(([key]) => words.has(key));
    const dictionaryNow = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(join(WORDS, `${language}.json`), `${JSON.stringify(dictionaryNow, null, 2)}\n`);
  }
  const complaints = checkDictionary(dictionary, words);
  for (const complaint of complaints) console.log(`${language}.json ${complaint}`);
}
console.log(`${words.size} texts in ${readDictionaries().size + 1} languages.`);
