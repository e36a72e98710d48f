/**
 * Writes docs/openapi.json from the routes, and docs/asyncapi.sha256, the hash of the AsyncAPI document that
 * a stage serves as `/asyncapi.json`. With `--check` it writes no files and fails if one differs;
 * `--asyncapi` prints the AsyncAPI document.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createApp } from '../src/http/app';
import { buildAsyncDocument } from '../src/http/documents/asyncapi';
import { buildDocument } from '../src/http/documents/openapi';

const show = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
const asyncText = show(buildAsyncDocument());

if (process.argv.includes('--asyncapi')) {
  process.stdout.write(asyncText);
} else {
  const files = {
    'openapi.json': show(buildDocument(createApp())),
    'asyncapi.sha256': `${createHash('sha256').update(asyncText).digest('hex')}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    const target = new URL(`../docs/${name}`, import.meta.url);
    if (!process.argv.includes('--check')) {
      await writeFile(target, text);
    } else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
      console.error(`docs/${name} is out of date. Review the change, then run: npm run docs`);
      process.exitCode = 1;
    }
  }
}
