/**
 * Counts lines of code per folder against scripts/line-budget.json. Part of `npm run check`; a folder over
 * its budget fails.
 *   --update   lowers the budgets to today's counts; raising one is a manual edit, with the reason in the commit
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './lib/folder-of.mjs';
import { ROOT } from './lib/run.mjs';

const BUDGET = join(ROOT, 'scripts/line-budget.json');

const budgets = JSON.parse(readFileSync(BUDGET, 'utf8'));
const counts = countLines();
const folders = [...new Set([...Object.keys(budgets), ...counts.keys()])].sort();

for (const folder of folders) {
  const lines = counts.get(folder) ?? 0;
  const budget = budgets[folder] ?? 0;
  if (lines > budget) {
    console.error(`${folder} has ${lines} lines; its budget is ${budget}. Delete or simplify.`);
    process.exitCode = 1;
  }
  if (lines < budget) budgets[folder] = lines;
}
if (process.argv.includes('--update')) writeFileSync(BUDGET, `${JSON.stringify(budgets, null, 2)}\n`);
console.log(
  ['src', 'durable-objects', 'packages', 'web', 'test', 'scripts', 'bench']
    .map((name) => `${name} ${sum(name)}`)
    .join(', '),
);

/** Lines per folder; unit tests and their `cases` count as `test`. */
function countLines() {
  const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mts', '*.mjs', '*.css'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const counts = new Map();
  for (const file of files.split('\0')) {
    const folder = /\.test\.ts$|\/cases\//.test(file) ? 'test' : folderOf(file);
    if (file === '' || folder === '.') continue;
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
    counts.set(folder, (counts.get(folder) ?? 0) + lines);
  }
  return counts;
}

function sum(name) {
  const parts = folders.filter((folder) => folder === name || folder.startsWith(`${name}/`));
  return parts.reduce((total, folder) => total + (counts.get(folder) ?? 0), 0);
}
