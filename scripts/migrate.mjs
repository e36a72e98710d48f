/**
 * Applies the migrations to every D1 database of `wrangler.toml`, one after the other: with `--remote` in the
 * account, as `npm run deploy` does; other arguments go to wrangler.
 */
import { listDatabases } from './lib/databases.mjs';
import { QUIET, runTool, WRANGLER } from './lib/run.mjs';

const args = process.argv.slice(2);
// The account's databases need network access.
const { CLOUDFLARE_CF_FETCH_ENABLED, ...environment } = QUIET;
for (const binding of listDatabases()) {
  const { code, output } = await runTool([WRANGLER, 'd1', 'migrations', 'apply', binding, ...args], {
    ...environment,
    ...(!args.includes('--remote') && { CLOUDFLARE_CF_FETCH_ENABLED }),
  });
  console.log(output.trim());
  if (code !== 0) {
    console.error(
      `The migrations of ${binding} failed. Run this again: those that are through are not repeated.`,
    );
    process.exit(1);
  }
}
