import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * The checkout that contains the command line; null for an installed package, which has no stage and no `.dev.vars`.
 */
export const REPOSITORY: string | null =
  existsSync(join(root, 'wrangler.toml')) && existsSync(join(root, 'packages/cli/src/main.ts')) ? root : null;

/** The project's Node (installed on Linux), otherwise the one running this. */
export const NODE =
  [join(root, 'node_modules/.bin/node')].find((path) => REPOSITORY && existsSync(path)) ?? process.execPath;
