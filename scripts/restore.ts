/**
 * `npm run restore -- <file.zip>`: makes everything of a backup anew in an empty tenant, of this stage or another one. New
 * ids and secrets go into `<file.zip>.restored.json`. `--repeat` goes on with a restore that broke off, within a day.
 *
 *   PROSCENIUM_URL   where the stage is (default: what npm start is running)
 *   PROSCENIUM_KEY   an API key of the tenant (default BOOTSTRAP_KEY of .dev.vars)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { sleep } from '../src/base/sleep';
import { makeClient } from './lib/client';
import { findStage } from './lib/stage-address';
import { restoreTenant } from './lib/tenant-backup';

const [file] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
if (file === undefined) {
  console.error('Name the file: npm run restore -- tenant.zip');
  process.exit(2);
}
const { url, key } = findStage();
try {
  const isRepeat = process.argv.includes('--repeat');
  const host = { send: makeClient(url, key).send, sleep, say: console.log };
  const outcome = await restoreTenant(host, readFileSync(file), { isRepeat });
  const report = `${file}.restored.json`;
  writeFileSync(report, `${JSON.stringify(outcome, null, 2)}\n`, { mode: 0o600 });
  for (const { what, why } of outcome.notRestored) console.warn(`Not restored: ${what}. ${why}`);
  console.log(
    `Restored ${Object.keys(outcome.ids).length} things. New ids and secrets are in ${report}; webhooks are switched off until their receivers know the new secrets.`,
  );
} catch (error) {
  console.error(`\nThe restore broke off. ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
