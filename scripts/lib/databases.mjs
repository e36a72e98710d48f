import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/**
 * Lists the bindings of the D1 databases in a configuration of wrangler, in their order there. Each gets the same migrations.
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
