import { join } from 'node:path';
import { ROOT, runTool } from './run.mjs';
import { installTools } from './tools.mjs';

const HEADER = `/**
 * The types of docs/openapi.json. \`npm run docs\` writes this file.
 */

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

`;

/**
 * Generates the TypeScript types of docs/openapi.json, the content of packages/client/src/openapi.ts.
 *
 * @returns {Promise<string>}
 * @throws when the generator fails; the message has its output
 */
export async function makeOpenapiTypes() {
  const { code, output } = await runTool([
    join(await installTools(), 'node_modules/openapi-typescript/bin/cli.js'),
    join(ROOT, 'docs/openapi.json'),
    // A field that has a default may be left out of what is sent.
    ...['--default-non-nullable', 'false'],
  ]);
  if (code !== 0) throw new Error(`openapi-typescript made no types: ${output}`);
  const start = output.indexOf('export interface paths');
  const types = output
    .slice(start)
    // A type that names itself through an index is an error of the compiler; by its own name it is none.
    .replace(/^( +)Json: string \|[\s\S]*?^\1\};$/m, '$1Json: Json;')
    // What comes out of JSON, or goes into it, is JSON.
    .replaceAll('[key: string]: unknown;', '[key: string]: Json;')
    .replace(
      /^ +\/\*\*\n +\* @description discriminator enum property added by openapi-typescript\n(?: +\* @enum.*\n)? +\*\/\n/gm,
      '',
    )
    // Two spaces a level, as everywhere here.
    .replace(/^ +/gm, (spaces) =>
      ' '.repeat(spaces.length % 4 === 1 ? (spaces.length - 1) / 2 + 1 : spaces.length / 2),
    );
  return `${HEADER}${types.trimEnd()}\n`;
}
