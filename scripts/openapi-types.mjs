/**
 * Writes the client's types, packages/client/src/openapi.ts, from docs/openapi.json; with `--check` it changes nothing and
 * fails when they differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOpenapiTypes } from './lib/openapi-types.mjs';
import { ROOT } from './lib/run.mjs';

const TARGET = join(ROOT, 'packages/client/src/openapi.ts');

const types = await makeOpenapiTypes();
if (!process.argv.includes('--check')) writeFileSync(TARGET, types);
else if (readFileSync(TARGET, 'utf8') !== types) {
  console.error('packages/client/src/openapi.ts is not what docs/openapi.json says. Run: npm run docs');
  process.exitCode = 1;
}
