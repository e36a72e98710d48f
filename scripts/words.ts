/**
 * Lists the texts of the pages and checks the dictionaries against them (docs/play.md#languages).
 *
 * `npm run words` reports missing and unused entries per language; `-- --list` prints all texts with their
 * locations; `-- --tidy` sorts the dictionaries and removes unused entries.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import {
  checkDictionary,
  findMentions,
  listPages,
  listWords,
  readDictionaries,
  renameKeys,
  WORDS,
} from './lib/list-words';
import { renameWords } from './lib/rename-words';

const writeDictionary = (language: string, dictionary: Readonly<Record<string, string>>) =>
  writeFileSync(join(WORDS, `${language}.json`), `${JSON.stringify(dictionary, null, 2)}\n`);

const mapFile = argv[argv.indexOf('--rename') + 1];
if (argv.includes('--rename') && mapFile) rename(JSON.parse(readFileSync(mapFile, 'utf8')));

const words = listWords();
if (argv.includes('--list')) for (const [key, place] of words) console.log(`${place}\t${key}`);
for (const [language, dictionary] of readDictionaries()) {
  if (argv.includes('--tidy')) {
    const entries = Object.entries(dictionary).filter(([key]) => words.has(key));
    writeDictionary(language, Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))));
  }
  const complaints = checkDictionary(dictionary, words);
  for (const complaint of complaints) console.log(`${language}.json ${complaint}`);
}
console.log(`${words.size} texts in ${readDictionaries().size + 1} languages.`);

function rename(map: Readonly<Record<string, string>>): void {
  const renames = new Map(Object.entries(map));
  const places = listWords();
  for (const key of renames.keys()) if (!places.has(key)) console.log(`no page says “${key}”`);
  for (const file of listPages()) {
    const before = readFileSync(file, 'utf8');
    const { source, byHand } = renameWords(file, before, renames);
    if (source !== before) writeFileSync(file, source);
    for (const { key, line, why } of byHand) console.log(`by hand: ${file}:${line} “${key}”: ${why}`);
  }
  const now = listWords();
  for (const [language, dictionary] of readDictionaries())
    writeDictionary(language, renameKeys(dictionary, renames, new Set(now.keys())));
  for (const [key, name] of renames) {
    if (now.has(key)) console.log(`still said: “${key}” (${now.get(key)})`);
    else if (places.has(key))
      for (const place of findMentions(key)) console.log(`${place} mentions “${key}”`);
    if (!now.has(name)) console.log(`not found as a text: “${name}”`);
  }
}
