/**
 * Writes docs/openapi.json from the routes and docs/asyncapi.json from the contract; with `--check` it changes nothing and
 * fails when one of them differs.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createApp } from '../src/http/app';
import { buildAsyncDocument } from '../src/http/documents/asyncapi';
import { buildDocument } from '../src/http/documents/openapi';

const documents = { openapi: buildDocument(createApp()), asyncapi: buildAsyncDocument() };

for (const [name, document] of Object.entries(documents)) {
  const target = new URL(`../docs/${name}.json`, import.meta.url);
  const documentText = `${JSON.stringify(document, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    await writeFile(target, documentText);
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== documentText) {
    console.error(`docs/${name}.json is not what the code says. Run: npm run docs`);
    process.exitCode = 1;
  }
}
