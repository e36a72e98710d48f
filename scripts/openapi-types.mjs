/**
 * Writes packages/client/src/openapi.ts, the client's types, from docs/openapi.json. Runs in `npm ci`
 * (`prepare`) and before type checks and builds; does nothing if the types are current.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTool } from './lib/run.mjs';

const SOURCE = join(ROOT, 'docs/openapi.json');
const TARGET = join(ROOT, 'packages/client/src/openapi.ts');

const hash = createHash('sha256')
  .update(readFileSync(SOURCE))
  .update(readFileSync(import.meta.filename))
  .digest('hex');
const header = `/**
 * The types of docs/openapi.json, written by scripts/openapi-types.mjs.
 * Hash of both files: ${hash}
 */

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

`;
if (!existsSync(TARGET) || !readFileSync(TARGET, 'utf8').startsWith(header))
  writeFileSync(TARGET, `${header}${await generateTypes()}\n`);

async function generateTypes() {
  const { code, output } = await runTool([
    join(ROOT, 'node_modules/openapi-typescript/bin/cli.js'),
    SOURCE,
    // Fields with a default are optional in requests.
    ...['--default-non-nullable', 'false'],
  ]);
  if (code !== 0) throw new Error(`openapi-typescript failed:\n${output}`);
  return (
    output
      .slice(output.indexOf('export interface paths'))
      .trimEnd()
      // The compiler rejects a type that refers to itself through an index, but not by its own name.
      .replace(/^( +)Json: string \|[\s\S]*?^\1\};$/m, '$1Json: Json;')
      // Open objects contain JSON values, not `unknown`.
      .replaceAll('[key: string]: unknown;', '[key: string]: Json;')
      .replace(
        /^ +\/\*\*\n +\* @description discriminator enum property added by openapi-typescript\n(?: +\* @enum.*\n)? +\*\/\n/gm,
        '',
      )
  );
}
