/**
 * `npm run backup -- <file.zip>` writes all data of a tenant into one file for `npm run restore`.
 *
 *   PROSCENIUM_URL   address of the stage (default: the one that npm start is running)
 *   PROSCENIUM_KEY   an API key of the tenant (default: BOOTSTRAP_KEY of .dev.vars)
 */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { describeError } from '../packages/cli/src/lib/errors';
import { openStage } from '../packages/cli/src/lib/stage';
import { sleep } from '../src/base/sleep';
import { backUpTenant, LEFT_OUT } from './lib/tenant-backup';

const [file] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
if (file === undefined) {
  console.error('Name the file: npm run backup -- tenant.zip');
  process.exit(2);
}
const { send } = openStage();
// Rename only a complete backup. The file is private because it contains the characters' secrets.
const part = `${file}.part`;
const out = openSync(part, 'w', 0o600);
const drop = (): void => rmSync(part, { force: true });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    drop();
    process.exit(130);
  });
const zip = new Zip((error, chunk) => {
  if (error) throw error;
  writeSync(out, chunk);
});
try {
  const files = backUpTenant({ send, sleep, say: console.log });
  let count = 0;
  for await (const { path, bytes } of files) {
    const entry = /\.(?:zip|png)$/.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path);
    zip.add(entry);
    entry.push(bytes, true);
    count += 1;
  }
  zip.end();
  closeSync(out);
  renameSync(part, file);
  console.log(`${file}: ${count} files. Not included: ${LEFT_OUT.join('; ')}.`);
} catch (error) {
  drop();
  console.error(`\nThe backup failed. No file was written. Run it again. ${describeError(error)}`);
  process.exitCode = 1;
}
