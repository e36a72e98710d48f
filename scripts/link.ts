/**
 * `npm run link`, beside a running `npm start`: prints another link that opens the page with the operator's key, once.
 *
 *   PROSCENIUM_URL   where the stage is (default: what npm start is running)
 *   PROSCENIUM_KEY   the operator's key (default BOOTSTRAP_KEY of .dev.vars)
 */
import { makePageLink } from './lib/page-link.mjs';
import { findStage } from './lib/stage-address';

async function main(): Promise<void> {
  const { url, key } = findStage();
  const { link, minutes } = await makePageLink(url, key);
  console.log(`\n  ${link}\n\nIt opens one browser, within ${minutes} minutes.`);
}

main().catch((error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  console.error(`\nThere is no link. ${error instanceof Error ? error.message : String(error)}${cause}`);
  process.exitCode = 1;
});
