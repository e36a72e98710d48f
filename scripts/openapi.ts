/**
 * Writes docs/openapi.json from the routes; with `--check` it changes nothing and fails when the file differs.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createApp } from '../src/app';
import { buildDocument } from '../src/routes/openapi-document';

const target = new URL('../docs/openapi.json', import.meta.url);
const wanted = `${JSON.stringify(buildDocument(createApp()), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const found = await readFile(target, 'utf8').catch(() => '');
  if (found !== wanted) {
    console.error('docs/openapi.json is not what the routes say. Run: npx tsx scripts/openapi.ts');
    process.exit(1);
  }
} else {
  await writeFile(target, wanted);
}
