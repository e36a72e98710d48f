import { env } from 'cloudflare:workers';
import type { TokenTable } from '../../src/base/token-table';

/** Where the build of the pages writes the table (`web/vite.config.ts`); assets are found by their path, whatever the host. */
const ADDRESS = 'https://assets/tokenizer/o200k_base.json';

/**
 * Loads the table of the tokenizer from the assets, which are deployed with the Worker.
 *
 * @throws when the assets have no such file
 */
export async function loadTokenTable(): Promise<TokenTable> {
  const answer = await env.ASSETS.fetch(ADDRESS);
  if (!answer.ok)
    throw new Error(
      `the table of the tokenizer is not among the assets (status ${answer.status}): run npm run build:web before wrangler`,
    );
  return answer.json();
}
