import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/**
 * Lists the D1 bindings of a wrangler configuration in file order. All of them get the same migrations.
 *
 * @param {string} [file] default: the project's `wrangler.toml`
 * @returns {string[]}
 */
export function listDatabases(file = join(ROOT, 'wrangler.toml')) {
  const tables = readFileSync(file, 'utf8').split(/^(?=\[)/m);
  return tables
    .filter((table) => table.startsWith('[[d1_databases]]'))
    .flatMap((table) => /^binding\s*=\s*["']([^"']+)["']/m.exec(table)?.[1] ?? []);
}
