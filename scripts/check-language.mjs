/**
 * Counts habits of stilted English per 10,000 words, in the comments of each folder and in all other texts. Part of
 * `npm run check`: more than 5 of a habit is a warning, a total above the ceiling in scripts/language-budget.json fails.
 *   --update          lowers the ceilings to today's rates; they never rise
 *   --list <source>   prints each hit with its file and line, for example `--list src/scene`
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './lib/folder-of.mjs';
import { ROOT } from './lib/run.mjs';

const BUDGET = join(ROOT, 'scripts/language-budget.json');

/** @type {Record<string, RegExp>} a habit and how it shows */
const HABITS = {
  'a clause as a noun ("what ended it")':
    /\bwhat (?:is|was|were|are|has|it|a|the|comes?|came|only|they|one)\b/gi,
  'passive told, asked, taken, kept …':
    /\b(?:is|are|was|were) (?:said|told|asked|given|taken|made|held|kept|read)\b/gi,
  'where for if or when': /\bwhere (?:it|there|they|one|nobody|a|the|nothing|code|that)\b/gi,
  'stands for is': /\bstands?\b/gi,
  'nobody, somebody, nothing as a subject':
    /\b(?:nobody|somebody|nothing) (?:is|was|has|waits|can|else|may|knows|sees|hears|listens|looks)\b/gi,
  'that one, those that, those of': /\b(?:that one|those that|those of|that of)\b/gi,
  'whoever, whatever': /\b(?:who|what)ever\b/gi,
  'beside, anew, in vain, foretell': /\bbesides?\b|\banew\b|\bin vain\b|\bforet(?:ell|old|ells)\b/gi,
  'Says whether': /\bsays whether\b/gi,
};

/** @typedef {{ file: string, line: number, text: string }} Passage */

const passages = readSources();
const listed = process.argv[process.argv.indexOf('--list') + 1];
if (process.argv.includes('--list')) list(listed ?? '');
else compare();

function compare() {
  const ceilings = JSON.parse(readFileSync(BUDGET, 'utf8'));
  for (const [source, texts] of passages) {
    const words = texts.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
    // A single hit in a small folder is no trend.
    const scale = 10_000 / Math.max(words, 10_000);
    const rates = Object.entries(HABITS).map(([name, habit]) => ({
      name,
      rate: scale * count(texts, habit),
    }));
    for (const { name, rate } of rates)
      if (rate > 5) console.log(`warning: ${source}: ${Math.round(rate)} × ${name}`);
    // Commits can't be rewritten.
    if (source === 'commits') continue;
    const total = Math.round(rates.reduce((sum, { rate }) => sum + rate, 0));
    const ceiling = ceilings[source] ?? 5;
    if (total > ceiling) {
      console.error(
        `${source}: ${total} habits per 10,000 words, more than its ceiling of ${ceiling}. ` +
          `\`node scripts/check-language.mjs --list ${source}\` shows them.`,
      );
      process.exitCode = 1;
    } else ceilings[source] = total;
  }
  if (!process.argv.includes('--update')) return;
  const current = Object.entries(ceilings).filter(([source]) => passages.has(source));
  writeFileSync(BUDGET, `${JSON.stringify(Object.fromEntries(current.sort()), null, 2)}\n`);
}

/** @param {string} source */
function list(source) {
  for (const { file, line, text } of passages.get(source) ?? [])
    for (const [name, habit] of Object.entries(HABITS))
      for (const hit of text.match(habit) ?? []) console.log(`${file}:${line} "${hit}" (${name})`);
}

/**
 * @param {Passage[]} texts
 * @param {RegExp} habit
 */
function count(texts, habit) {
  return texts.reduce((sum, { text }) => sum + (text.match(habit)?.length ?? 0), 0);
}

/** Comments by folder, and the texts of pages, API, prompts, documents and new commits. */
function readSources() {
  /** @type {Map<string, Passage[]>} */
  const sources = new Map();
  const add = (/** @type {string} */ source, /** @type {Passage} */ passage) => {
    const texts = sources.get(source) ?? [];
    texts.push(passage);
    sources.set(source, texts);
  };
  for (const file of git('ls-files', '-z').split('\0')) {
    if (/\.(?:ts|tsx|mjs)$/.test(file)) {
      const folder = folderOf(file);
      const code = read(file);
      for (const found of code.matchAll(/\/\*\*?([\s\S]*?)\*\/|^\s*\/\/(.*)$/gm)) {
        const text = (found[1] ?? found[2] ?? '').replace(/\s*\n\s*\*\s?/g, ' ').trim();
        add(folder, { file, line: code.slice(0, found.index).split('\n').length, text });
      }
    } else if (/\.prompt\.md$/.test(file)) addLines(add, 'prompts', file);
    else if (/\.md$/.test(file) && !file.startsWith('test/')) addLines(add, 'docs', file);
  }
  for (const text of Object.keys(JSON.parse(read('web/src/words/de.json'))))
    add('pages', { file: 'web/src/words/de.json', line: 1, text });
  for (const text of descriptions(JSON.parse(read('docs/openapi.json'))))
    add('api', { file: 'docs/openapi.json', line: 1, text });
  // A shallow clone has only the newest commits.
  const newest = git('log', '--no-merges', '-50', '--format=%h%x00%s %b%x01').split('\x01');
  for (const commit of newest.filter((text) => text.includes('\0'))) {
    const [file = '', text = ''] = commit.trim().split('\0');
    add('commits', { file, line: 1, text });
  }
  return sources;
}

/**
 * @param {(source: string, passage: Passage) => void} add
 * @param {string} source
 * @param {string} file Markdown, whose blocks of code do not count
 */
function addLines(add, source, file) {
  const text = read(file).replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ''));
  text.split('\n').forEach((line, at) => {
    add(source, { file, line: at + 1, text: line });
  });
}

/**
 * @param {unknown} value of a JSON document
 * @returns {string[]}
 */
function descriptions(value) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part !== 'string' ? descriptions(part) : /^(?:summary|description)$/.test(name) ? [part] : [],
  );
}

/** @param {string} file */
function read(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 });
}
