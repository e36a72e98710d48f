/**
 * `npm run restore -- <file.zip>` restores a backup into a tenant, of this stage or another one. New ids,
 * keys, invitations and secrets go into `<file.zip>.restored.json`. Running the same command again continues
 * an interrupted restore.
 *
 *   --yes            restores into a tenant that already has data, without asking
 *   PROSCENIUM_URL   address of the stage (default: the one that npm start is running)
 *   PROSCENIUM_KEY   an API key of the tenant (default: BOOTSTRAP_KEY of .dev.vars)
 *
 * Exits with 1 unless the whole backup was restored.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { describeError } from '../packages/cli/src/lib/errors';
import { openStage } from '../packages/cli/src/lib/stage';
import { sleep } from '../src/base/sleep';
import { type Progress, restoreTenant } from './lib/tenant-backup';

/** Includes the target, because progress applies to one tenant only. */
type Report = Progress & { stage: string; tenant: string };

/**
 * Items between two writes of the report. A repeated request for the items since is safe for a day
 * (Idempotency-Key); a secret is shown only once, so it is written immediately.
 */
const SAVE_EVERY = 20;

const [file] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
if (file === undefined) {
  console.error('Name the file: npm run restore -- tenant.zip');
  process.exit(2);
}
const report = `${file}.restored.json`;
let latest: Progress | null = null;
const again = 'Run the same command again: it goes on where it stopped, and makes nothing twice.';
try {
  const { GET, send, url } = openStage();
  const { tenant } = await GET('/v1/me');
  const earlier = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : null;
  const isSame = earlier?.stage === url && earlier.tenant === tenant;
  // Keep the secrets of another tenant.
  if (earlier && !isSame) renameSync(report, `${report}.${earlier.tenant}.${Date.now()}`);
  const write = (progress: Progress): void => {
    const text = JSON.stringify({ stage: url, tenant, ...progress }, null, 2);
    writeFileSync(`${report}.new`, `${text}\n`, { mode: 0o600 });
    renameSync(`${report}.new`, report);
  };
  let items = 0;
  let secrets = 0;
  const save = (progress: Progress): void => {
    latest = progress;
    items += 1;
    const count = Object.keys(progress.secrets).length;
    if (items % SAVE_EVERY === 1 || count > secrets) write(progress);
    secrets = count;
  };
  try {
    const host = { send, sleep, say: console.log };
    const { missing, ...done } = await restoreTenant(host, readFileSync(file), {
      ...(isSame && { progress: earlier }),
      save,
      mayMix,
    });
    latest = done;
    for (const { what, why } of missing) console.error(`Missing: ${what}. ${why}`);
    console.log(
      `Restored ${Object.keys(done.ids).length} items. New ids, keys, invitations and secrets are in ${report}. Webhooks are off until their receivers know the new secrets.`,
    );
    if (missing.length > 0) {
      console.error(`${missing.length} items of the backup are missing. ${again}`);
      process.exitCode = 1;
    }
  } finally {
    if (latest) write(latest);
  }
} catch (error) {
  console.error(`\nThe restore stopped. ${describeError(error)}`);
  if (latest) console.error(again);
  process.exitCode = 1;
}

/** Asks on a terminal; without one, only `--yes` agrees. */
async function mayMix(what: string): Promise<boolean> {
  if (process.argv.includes('--yes')) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `The tenant already has ${what}. Put the backup beside them? [y/N] `,
  );
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
