import { env } from 'cloudflare:workers';
import type { TokenTable } from '../../src/base/token-table';

/**
 * The build writes the table here (`web/vite.config.ts`). Assets are found by path; the host does not matter.
 */
const ADDRESS = 'https://assets/tokenizer/o200k_base.json';

/** @throws if the file is missing */
export async function loadTokenTable(): Promise<TokenTable> {
  const answer = await env.ASSETS.fetch(ADDRESS);
  if (!answer.ok)
    throw new Error(
      `the table of the tokenizer is not among the assets (status ${answer.status}): run npm run build:web before wrangler`,
    );
  return answer.json();
}
