/**
 * `npm run link`, while `npm start` runs: prints another one-time link that opens the page with the
 * operator's key.
 *
 *   PROSCENIUM_URL   address of the stage (default: the one that npm start is running)
 *   PROSCENIUM_KEY   the operator's key (default BOOTSTRAP_KEY of .dev.vars)
 */
import { describeError } from '../packages/cli/src/lib/errors';
import { openStage } from '../packages/cli/src/lib/stage';
import { createPageLink } from './lib/page-link';

async function main(): Promise<void> {
  const stage = openStage();
  const { link, minutes } = await createPageLink(stage, stage.url);
  console.log(`\n  ${link}\n\nOpen this one-time link in a browser within ${minutes} minutes.`);
}

main().catch((error: unknown) => {
  console.error(`\nNo link could be created. ${describeError(error)}`);
  process.exitCode = 1;
});
