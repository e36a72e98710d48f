import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * The checkout that the command line runs from; null for an installed package. Without one there is no stage to start, and no
 * `.dev.vars` to read.
 */
export const REPOSITORY: string | null =
  existsSync(join(root, 'wrangler.toml')) && existsSync(join(root, 'packages/cli/src/main.ts')) ? root : null;

/** The Node that the project installs if possible (on Linux), else the one that runs this. */
export const NODE =
  [join(root, 'node_modules/.bin/node')].find((path) => REPOSITORY && existsSync(path)) ?? process.execPath;
