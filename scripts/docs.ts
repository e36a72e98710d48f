/** Regenerates the marked parts of docs/. With `--check` it writes no files and fails if a page differs. */
import { readFile, writeFile } from 'node:fs/promises';
import { fillPage, PARTS } from './lib/doc-parts';

const isCheck = process.argv.includes('--check');
for (const path of Object.keys(PARTS)) {
  const target = new URL(`../${path}`, import.meta.url);
  const page = await readFile(target, 'utf8');
  const newPage = fillPage(path, page);
  if (page === newPage) continue;
  if (isCheck) {
    console.error(`${path} is out of date. Run: npm run docs`);
    process.exitCode = 1;
  } else {
    await writeFile(target, newPage);
  }
}
