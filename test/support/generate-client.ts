import { join } from 'node:path';
import { NODE, ROOT, runTool } from '../../scripts/lib/run.mjs';

const GENERATOR = join(ROOT, 'node_modules/@hey-api/openapi-ts/dist/run.mjs');
/** Gives the generator the compiler that it is written for: TypeScript 7 has no API for it. */
const COMPILER = join(ROOT, 'test/support/typescript-6.mjs');

/**
 * Has hey-api make a client of docs/openapi.json, as a user of the API would.
 *
 * @param folder where it is written; what is there is replaced
 */
export async function generateClient(folder: string): Promise<void> {
  const { code, output } = await runTool([
    ...['--import', COMPILER, GENERATOR],
    ...['--input', join(ROOT, 'docs/openapi.json'), '--output', folder],
    ...['--silent', '--no-log-file'],
  ]);
  if (code !== 0) throw new Error(`${NODE}: hey-api made no client: ${output}`);
}
