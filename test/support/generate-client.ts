import { join } from 'node:path';
import { NODE, ROOT, runTool } from '../../scripts/lib/run.mjs';
import { installTools } from '../../scripts/lib/tools.mjs';

/**
 * Generates a client from docs/openapi.json with hey-api, as a user of the API would.
 *
 * @param folder output folder; existing files are replaced
 */
export async function generateClient(folder: string): Promise<void> {
  const { code, output } = await runTool([
    join(await installTools(), 'node_modules/@hey-api/openapi-ts/dist/run.mjs'),
    ...['--input', join(ROOT, 'docs/openapi.json'), '--output', folder],
    ...['--silent', '--no-log-file'],
  ]);
  if (code !== 0) throw new Error(`${NODE}: hey-api generated no client: ${output}`);
}
