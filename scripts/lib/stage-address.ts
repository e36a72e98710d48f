import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVars } from './dev-vars.mjs';
import { ROOT } from './run.mjs';

/**
 * Finds the stage for a script: PROSCENIUM_URL and PROSCENIUM_KEY, or the address that `npm start` wrote and the key
 * of `.dev.vars`. The URL has no trailing slash.
 *
 * @throws Error when there is no key
 */
export function findStage(): { url: string; key: string } {
  const url = (process.env.PROSCENIUM_URL ?? readStageUrl()).replace(/\/+$/, '');
  const key = process.env.PROSCENIUM_KEY ?? readVars(join(ROOT, '.dev.vars')).BOOTSTRAP_KEY;
  if (!key) throw new Error('There is no key: start the stage with npm start, or set PROSCENIUM_KEY.');
  return { url, key };
}

/** Reads the address that `npm start` wrote. */
function readStageUrl(): string {
  const file = join(ROOT, '.wrangler/state/stage-url');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'http://127.0.0.1:8787';
}
